#!/usr/bin/env node
// The program. It loads no more than the command that is asked for: starting is the price of every call.

import { VERSION } from './version.js'

const words = process.argv.slice(2)
if (words[0] === '--version' || words[0] === '-V') {
  process.stdout.once('error', async error => (await import('./output.js')).endOnWriteError(error))
  process.stdout.write(`${VERSION}\n`)
} else {
  const { keepHeapSmall, processCollector } = await import('./collector.js')
  keepHeapSmall()
  const [{ main }, { useCollector }] = await Promise.all([import('./main.js'), import('../actions/release-memory.js')])
  useCollector(processCollector())
  process.exitCode = await main(words)
}
