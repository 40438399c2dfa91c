#!/usr/bin/env node
// The program. It loads no more than the command that is asked for: starting is the price of every call.

import { VERSION } from './version.js'

const words = process.argv.slice(2)
if (words[0] === '--version' || words[0] === '-V') {
  process.stdout.once('error', async error => (await import('./output.js')).endOnWriteError(error))
  process.stdout.write(`${VERSION}\n`)
} else {
  // New objects stay within a megabyte. V8 would let them have 32: a fifth of what is promised (I5), and no faster.
  const { setFlagsFromString } = await import('node:v8')
  setFlagsFromString('--semi-space-growth-factor=1')
  const { main } = await import('./main.js')
  process.exitCode = await main(words)
}
