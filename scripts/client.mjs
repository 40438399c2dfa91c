// Everything that runs the real client. Clients are installed here, outside; the rest happens in a network namespace
// with loopback only.
//
//   node scripts/client.mjs test [--all [--carry-on]|--record [--missing]] [vitest arguments]   the suite, see docs/client.md
//   node scripts/client.mjs drift VERSION [RULE …]                               which rules moved in that client
//   node scripts/client.mjs record-sessions [VERSION …] [situation …]      the recorded sessions anew
//   node scripts/client.mjs run FILE.ts [--client VERSION] [arguments]           a program of test/client
//
// Where clients or namespaces cannot be had it says so; the suite then ends with 0, or 1 with RETHREAD_CLIENT_REQUIRED=1.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { cache, installClients } from './client-cache.mjs'
import { loopback } from './loopback.mjs'
import { install, root, tool } from './ready.mjs'

const STANDARD = JSON.parse(readFileSync(join(root, 'test', 'client', 'versions.json'), 'utf8'))
const [mode, ...rest] = process.argv.slice(2)

install(true)
const { command, versions, env } = await plan()
const missing = installClients(versions)
const { wrap, missing: noNamespace } = loopback()
const why = missing ?? noNamespace
if (why && mode === 'test') {
  console.log(`client suite skipped: ${why}`)
  process.exit(process.env.RETHREAD_CLIENT_REQUIRED === '1' ? 1 : 0)
}
if (why) {
  console.error(`no client can be run: ${why}`)
  process.exit(1)
}
const [program, args] = wrap(command)
const child = spawn(program, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...env, RETHREAD_CLIENTS: cache, RETHREAD_LOOPBACK: '1' },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', error => {
  throw error
})
child.on('close', code => process.exit(code ?? 1))

async function plan() {
  if (mode === 'test') {
    const flags = {
      '--all': 'RETHREAD_CLIENT_ALL',
      '--record': 'RETHREAD_CLIENT_RECORD',
      '--missing': 'RETHREAD_CLIENT_MISSING',
      '--carry-on': 'RETHREAD_CLIENT_CARRY_ON',
    }
    const given = rest.filter(word => Object.hasOwn(flags, word))
    const env = { RETHREAD_SUITE: 'client', ...Object.fromEntries(given.map(word => [flags[word], '1'])) }
    const more = rest.filter(word => !given.includes(word))
    return { command: [process.execPath, tool('vitest'), 'run', ...more], versions: STANDARD, env }
  }
  if (mode === 'drift' && rest.length > 0) {
    const program = await bundled(join(root, 'test', 'client', 'drift.ts'))
    return { command: [process.execPath, program, ...rest], versions: rest.slice(0, 1), env: {} }
  }
  if (mode === 'record-sessions') {
    const program = await bundled(join(root, 'test', 'client', 'record', 'record-sessions.ts'))
    const named = rest.filter(word => /^\d+\.\d+\.\d+$/.test(word))
    return { command: [process.execPath, program, ...rest], versions: named.length > 0 ? named : STANDARD, env: {} }
  }
  if (mode === 'run' && rest.length > 0) {
    const [file, ...words] = rest
    const at = words.indexOf('--client')
    const versions = at < 0 ? STANDARD : words.splice(at, 2).slice(1)
    return { command: [process.execPath, await bundled(join(root, file)), ...words], versions, env: {} }
  }
  console.error(
    'usage: node scripts/client.mjs test [--all] [--record] | drift VERSION [RULE …] | run FILE.ts [arguments]',
  )
  process.exit(2)
}

/** The program as one file that this Node can run. */
async function bundled(file) {
  const bundle = await rolldown({ input: file, platform: 'node', external: [/^node:/, 'zod'] })
  const output = join(root, 'build', 'client', `${basename(file, '.ts')}.mjs`)
  await bundle.write({ file: output, format: 'esm', codeSplitting: false })
  await bundle.close()
  return output
}
