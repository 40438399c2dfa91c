// What happened to a file since it was read.

import { appendFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareFileState, fileState } from '../../src/disk/file-state.js'
import { put, tempFolder } from './temp-folder.js'

const TEXT = `${'x'.repeat(200_000)}\n`

test.each<[string, (path: string) => void, string]>([
  ['nothing', () => {}, 'same'],
  ['a line was appended', path => appendFileSync(path, 'more\n'), 'grown'],
  ['it was removed', path => rmSync(path), 'gone'],
  ['it was cut', path => writeFileSync(path, TEXT.slice(1)), 'changed'],
  [
    'another file of the same content took its name (B1)',
    path => {
      writeFileSync(`${path}.new`, TEXT)
      renameSync(`${path}.new`, path)
    },
    'changed',
  ],
  ['its end was rewritten and it grew', path => writeFileSync(path, `${TEXT.slice(0, -5)}yyyyyyyyyy\n`), 'changed'],
  [
    'its end was rewritten, size and time as before',
    path => {
      const { mtimeNs } = fileState(path)
      writeFileSync(path, `${TEXT.slice(0, -2)}y\n`)
      utimesSync(path, Number(mtimeNs) / 1e9, Number(mtimeNs) / 1e9)
    },
    'changed',
  ],
  [
    'its beginning was rewritten, size as before',
    path => {
      writeFileSync(path, `y${TEXT.slice(1)}`)
      utimesSync(path, 2_000_000_000, 2_000_000_000)
    },
    'changed',
  ],
])('%s', (_, change, expected) => {
  const path = put(join(tempFolder(), 'a.jsonl'), TEXT)
  const state = fileState(path)
  change(path)
  expect(compareFileState(path, state)).toBe(expected)
  expect(JSON.parse(JSON.stringify(state))).toEqual(state)
})
