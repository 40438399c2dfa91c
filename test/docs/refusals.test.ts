// Whatever a verb refuses is told in docs/reshape.md, with what to do; and nothing is told there that no verb refuses.

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Where reasons are made; a literal behind one of these words is one. */
const FILES = [
  'reshape/verdict/verify.ts',
  'reshape/verdict/verify-mended.ts',
  'reshape/verdict/account.ts',
  'reshape/verdict/side-files.ts',
  'actions/reshape/reshape.ts',
  'actions/reshape/trim.ts',
  'actions/compress/compress.ts',
  'actions/redact/redact.ts',
  'actions/move/move.ts',
  'actions/undo/undo.ts',
]
const REASON = /(?:yield |\? \[|: \[|return \[|nothing\(|refused: \[\s*|=> |return |\? )(`[^`]+`|'[^'\n]+')/g
/** A reason is a sentence. */
const isReason = (words: string): boolean => words.split(' ').length > 2 && !OTHERS.some(one => words.startsWith(one))
/** Literals of the same files that are no reasons: how often, which block is meant, how the client is started, a wrong call. */
const OTHERS = [', and … more', '… of …', '… …$', 'cd … ', 'at the end', 'no receipt matches']

const inCode = FILES.flatMap(file => {
  const source = read(`src/${file}`)
  return [...source.matchAll(REASON)].map(([, literal]) => literal!.slice(1, -1).replaceAll(/\$\{[^{}]*\}/g, '…'))
}).filter(isReason)

/** Errors of the disk that a verb tells as its reason: `refusal` of src/actions/undo/undo.ts names them. */
const DISK = ['session-live', 'session-open', 'session-changed', 'session-is-link', 'change-busy', 'undo-refused']

const section = read('docs/reshape.md').split('## What is refused')[1]?.split(/^## /m)[0] ?? ''
const rows = [...section.matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, reason, why, remedy]) => ({
  reason: reason!,
  why: why!,
  remedy: remedy!,
}))

test('every reason in the code is in the table', () => {
  const told = rows.map(({ reason }) => reason)
  expect(inCode.filter(reason => !told.includes(reason))).toEqual([])
  expect(DISK.filter(code => !told.includes(code))).toEqual([])
})

test('the table tells of nothing that no verb says', () => {
  const known = [...inCode, ...DISK]
  expect(rows.filter(({ reason }) => !known.includes(reason))).toEqual([])
  expect(rows.length).toBeGreaterThan(20)
})

test('the errors of the disk are those that verbs tell', () => {
  const classes = /const refusals = \[([^\]]+)\]/.exec(read('src/actions/undo/undo.ts'))![1]!.split(', ')
  expect(classes.length).toBe(DISK.length)
})
