// The package as others get it: packed from a clone that was never built, unpacked elsewhere, used with an empty home.

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ROOT, temporary } from '../cli/rethread.js'

const folder = temporary()
const installed = join(folder, 'node_modules', 'rethread')
const home = join(folder, 'home')

beforeAll(() => {
  // A fresh clone, as npm would find it: no dist, and what it is built with.
  const clone = join(folder, 'clone')
  const left = ['node_modules', 'dist', 'build', 'test', '.git'].map(name => join(ROOT, name))
  cpSync(ROOT, clone, { recursive: true, preserveTimestamps: true, filter: path => !left.includes(path) })
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
  const packed = spawnSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: clone, encoding: 'utf8' })
  expect(packed.stderr).not.toMatch(/error/i)
  const [{ filename }] = JSON.parse(packed.stdout)
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1'])
  symlinkSync(join(ROOT, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'))
  mkdirSync(home)
}, 120_000)

const node = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: home } })

test('the program runs with an empty home and shows where it looked', () => {
  const program = join(installed, 'dist', 'cli', 'rethread.js')
  expect(node(program, '--version').stdout).toBe(
    `${JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).version}\n`,
  )
  const { status, stdout, stderr } = node(program)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('samples')
  const samples = node(program, 'check', '--all', '--config-dir', join(installed, 'samples'), '--json')
  expect(JSON.parse(samples.stdout).summary.sessions).toBeGreaterThan(10)
})

test('every entrance can be imported', () => {
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const names = Object.keys(exports).filter(name => name !== './package.json')
  const program = join(folder, 'all.mjs')
  writeFileSync(
    program,
    names.map(name => `console.log(Object.keys(await import('rethread${name.slice(1)}')).length > 3)`).join('\n'),
  )
  const { stdout, stderr } = node(program)
  expect([stdout, stderr]).toEqual([`${names.map(() => 'true').join('\n')}\n`, ''])
})

test('nothing that no entrance leads to is in it, and no dependency but zod, an SQLite, the driver of a team store and what lays out texts', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  expect(files.filter(name => /^dist\/(?:present|cli\/commands)\/|\.test\.|\.map$/.test(name))).toEqual([])
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(Object.keys(manifest.dependencies)).toEqual([
    'highlight.js',
    'libsql',
    'micromark',
    'micromark-extension-gfm',
    'pg',
    'zod',
  ])
  expect(manifest.peerDependenciesMeta['@anthropic-ai/sdk'].optional).toBe(true)
})
