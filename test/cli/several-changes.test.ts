// Several sessions in one call, and several changes taken back.

import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { manyRedactSchema, manyRmSchema, manyUndoSchema } from '../../src/actions/schemas.js'
import { ask, sampleHome, samplesIn } from './rethread.js'

function homeWith(...starts: readonly string[]) {
  const home = sampleHome()
  const paths = starts.map(start => samplesIn(home).find(one => one.id.startsWith(start))!.path)
  const call = async (words: string) => ask(words.split(' '), { home })
  return { home, paths, call, there: () => paths.map(path => existsSync(path)) }
}

test('rm takes several; undo --last and --all bring them back, the newest first', async () => {
  const { call, there, paths } = homeWith('91a1', 'c0c0', '10a6')
  const removed = JSON.parse((await call('rm 91a1 c0c0 91a14000 10a6 --json')).stdout)
  expect(manyRmSchema.parse(removed).sessions.map(one => one.path)).toEqual(paths)
  expect(there()).toEqual([false, false, false])
  const planned = JSON.parse((await call('undo --last 2 --dry-run --json')).stdout)
  expect(manyUndoSchema.parse(planned).changes.map(one => one.path)).toEqual([paths[2], paths[1]])
  expect(there()).toEqual([false, false, false])
  expect(await call('undo --last 2')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Undone: .*Undone: /s),
  })
  expect(there()).toEqual([false, true, true])
  expect((await call('undo --all')).code).toBe(0)
  expect(there()).toEqual([true, true, true])
  expect(await call('undo --all')).toMatchObject({ code: 1, stdout: expect.stringContaining('Nothing to undo.') })
})

test('a wrong word among them removes nothing', async () => {
  const { call, there } = homeWith('91a1', 'c0c0')
  expect((await call('rm 91a1 nobody-is-called-so c0c0')).code).toBe(2)
  expect(there()).toEqual([true, true])
})

test('changes of one file are taken back one after the other', async () => {
  const { call, paths } = homeWith('91a1')
  const before = readFileSync(paths[0]!)
  for (const kind of ['thinking', 'results', 'tools'])
    expect((await call(`strip 91a1 --${kind} --in-place --json`)).code).toBe(0)
  const standing = JSON.parse((await call('undo --all --dry-run --json')).stdout).changes.length
  expect(standing).toBeGreaterThan(1)
  expect((await call('undo --all --json')).code).toBe(0)
  expect(readFileSync(paths[0]!).equals(before)).toBe(true)
})

test('undo: a receipt, --last and --all are three things', async () => {
  const { call } = homeWith()
  for (const words of ['undo --last 2 --all', 'undo abcd1234 --all', 'undo --last 0', 'undo --last two'])
    expect((await call(words)).code).toBe(2)
})

test('redact takes several', async () => {
  const { call } = homeWith()
  const report = JSON.parse((await call('redact 91a1 c0c0 --dry-run --json')).stdout)
  expect(manyRedactSchema.parse(report).sessions.map(one => one.dryRun)).toEqual([true, true])
  expect((await call('redact 91a1 c0c0 --out x.jsonl')).code).toBe(2)
})
