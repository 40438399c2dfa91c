// Where the plugin finds rethread, and what it does where there is none.

import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '../../src/cli/version.js'
import { ROOT } from '../cli/rethread.js'
import { tempFolder } from '../disk/temp-folder.js'

const PROGRAM = join(ROOT, 'dist', 'cli', 'rethread.js')

/** The plugin alone, as the client copies it. */
function copied(): string {
  const plugin = join(tempFolder(), 'plugin')
  cpSync(join(ROOT, 'plugin'), plugin, { recursive: true })
  return plugin
}

function run(plugin: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = join(plugin, 'bin', 'rethread.mjs')
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', input: '', env: { PATH: '', ...env } })
}

test('in a clone that was built', () => {
  expect(run(join(ROOT, 'plugin'), ['--version']).stdout).toBe(`${VERSION}\n`)
})

test('installed globally: on the PATH, as npm links it, or as a program of its own', () => {
  const plugin = copied()
  const bin = join(tempFolder(), 'bin')
  mkdirSync(bin)
  symlinkSync(PROGRAM, join(bin, 'rethread'))
  expect(run(plugin, ['--version'], { PATH: bin }).stdout).toBe(`${VERSION}\n`)
  const other = join(tempFolder(), 'bin')
  mkdirSync(other)
  writeFileSync(join(other, 'rethread'), `#!/bin/sh\necho a program, "$@"\nexit 7\n`)
  chmodSync(join(other, 'rethread'), 0o755)
  const end = run(plugin, ['ls', '-n', '1'], { PATH: other })
  expect([end.stdout, end.status]).toEqual(['a program, ls -n 1\n', 7])
})

test('beside it in node_modules, as npx installs it; or named', () => {
  const plugin = copied()
  const folder = join(plugin, '..', 'node_modules', 'rethread')
  mkdirSync(join(folder, '..'))
  symlinkSync(ROOT, folder)
  expect(run(plugin, ['--version']).stdout).toBe(`${VERSION}\n`)
  expect(run(copied(), ['--version'], { RETHREAD_PROGRAM: PROGRAM }).stdout).toBe(`${VERSION}\n`)
})

test('nowhere: it says what to do, and a hook never stops the client', () => {
  const plugin = copied()
  const end = run(plugin, ['mcp'])
  expect(end.status).toBe(3)
  expect(end.stderr).toContain('RETHREAD_PROGRAM')
  const hook = (env: Readonly<Record<string, string>>) =>
    spawnSync(process.execPath, [join(plugin, 'bin', 'hook.mjs'), 'compaction'], {
      encoding: 'utf8',
      input: '{}',
      env: { PATH: '', ...env },
    })
  expect(hook({}).status).toBe(0)
  const asked = hook({ RETHREAD_HOOKS: 'archive, compaction' })
  expect([asked.status, asked.stdout]).toEqual([1, ''])
})

test('the versions are those of the package, and every file that is named is there', () => {
  const json = (...path: readonly string[]) =>
    JSON.parse(readFileSync(join(ROOT, ...path), 'utf8')) as Record<string, unknown>
  expect(json('plugin', '.claude-plugin', 'plugin.json')).toMatchObject({ name: 'rethread', version: VERSION })
  expect(json('.claude-plugin', 'marketplace.json')).toMatchObject({
    plugins: [{ name: 'rethread', source: './plugin' }],
  })
  for (const text of [
    readFileSync(join(ROOT, 'plugin', '.mcp.json'), 'utf8'),
    readFileSync(join(ROOT, 'plugin', 'hooks', 'hooks.json'), 'utf8'),
  ])
    for (const [, path] of text.matchAll(/\$\{CLAUDE_PLUGIN_ROOT\}\/([\w./-]+)/g))
      expect(readFileSync(join(ROOT, 'plugin', path!), 'utf8')).not.toBe('')
})
