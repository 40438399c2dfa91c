// docs/exit-codes.md, run against the built program (I19).

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const program = join(root, 'dist/cli/rethread.js')
const home = mkdtempSync(join(tmpdir(), 'rethread-exit-'))
cpSync(join(root, 'samples'), join(home, '.claude'), { recursive: true })
mkdirSync(join(home, 'folder.jsonl'))
mkdirSync(join(home, 'empty'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const options = {
  cwd: home,
  env: { PATH: process.env['PATH'], HOME: home, USERPROFILE: home },
  encoding: 'utf8',
} as const
const call = (words: string) =>
  spawnSync(process.execPath, [program, ...words.split(' ').filter(Boolean)], { ...options, input: '' })

test.each([
  [0, ''],
  [0, '--config-dir empty'],
  [0, 'ls'],
  [0, 'show 91a1'],
  [0, 'stats dead0015'],
  [0, 'turns -'],
  [0, 'tools -'],
  [0, 'tools 4e81 --files'],
  [1, 'ls --config-dir empty'],
  [1, 'ls --project nowhere'],
  [1, 'stats --all --config-dir empty'],
  [1, 'tools 91a1 --name Nothing'],
  [1, 'tools 91a1 --turn 99'],
  [1, 'show 91a1 --turn 99'],
  [1, 'tools 91a1 --failed'],
  [2, 'shwo'],
  [2, 'show --dpth all'],
  [2, 'show --depth'],
  [2, 'show --depth deep'],
  [2, 'show 91a1 91a1'],
  [2, 'show 91a1 --follow --json'],
  [2, 'show nothing-like-it'],
  [2, 'show 91a1 --leaf nowhere'],
  [2, 'ls --config-dir nowhere'],
  [3, 'stats folder.jsonl'],
])('%i: rethread %s', (code, words) => {
  const { status, stdout, stderr } = call(words)
  expect([status, stderr]).toEqual([code, code < 2 ? '' : expect.stringMatching(/^rethread: /)])
  if (code >= 2) expect(stdout).toBe('')
  if (code === 2) expect(stderr).not.toMatch(/\n {4}at /)
})

test('a closed pipe is 0, without a word', async () => {
  const child = spawn(process.execPath, [program, 'show', '10a6', '--depth', 'all', '--json'], options)
  child.stdout.destroy()
  const said: Buffer[] = []
  child.stderr.on('data', chunk => said.push(chunk))
  const [code] = await once(child, 'close')
  expect([code, Buffer.concat(said).toString()]).toEqual([0, ''])
})

test.skipIf(process.platform === 'win32')('130: following ends with Ctrl-C', async () => {
  const child = spawn(process.execPath, [program, 'show', '91a1', '--follow'], options)
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  expect(code).toBe(130)
})
