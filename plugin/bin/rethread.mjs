#!/usr/bin/env node
// Runs rethread, wherever it is.

import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { findRethread, NOT_FOUND } from './find-rethread.mjs'

const found = findRethread()
if (!found) {
  console.error(NOT_FOUND)
  process.exitCode = 3
} else if (found.kind === 'module') {
  process.argv[1] = found.path
  await import(pathToFileURL(found.path).href)
} else {
  const child = spawn(found.path, process.argv.slice(2), { stdio: 'inherit', shell: process.platform === 'win32' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    console.error(`rethread: cannot start ${found.path}: ${error.message}`)
    process.exitCode = 3
  })
  child.on('close', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 3 : 130)
  })
}
