#!/usr/bin/env node
// A hook of the client: archives the session, where RETHREAD_HOOKS asks for it. It prints nothing, because what a hook prints
// before a compaction is added to its instructions, and never ends with 2, because that would stop the client.

import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const wanted = (process.env['RETHREAD_HOOKS'] ?? '').split(',').map(name => name.trim())
if (wanted.includes(process.argv[2])) {
  const program = join(dirname(fileURLToPath(import.meta.url)), 'rethread.mjs')
  const child = spawn(process.execPath, [program, 'archive', '--hook'], { stdio: ['inherit', 'ignore', 'inherit'] })
  child.on('close', code => {
    process.exitCode = code === 0 ? 0 : 1
  })
} else process.stdin.resume().on('end', () => process.exit(0))
