// Every real file: the quick scanner and the plain one find the same in each record, and the quick one takes nearly all.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseSession } from '../../src/format/session.js'
import { readInChunks } from '../format/expect-tiles.js'
import { isTaken } from '../format/same-scan.js'

const corpus = process.env.RETHREAD_CORPUS ?? resolve(import.meta.dirname, '../../../shared/corpus')
const files = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jsonl'))
  : []

describe.skipIf(files.length === 0)(`the files in ${corpus}`, () => {
  let [taken, all] = [0, 0]

  test.each(files)('%s', name => {
    const bytes = readFileSync(join(corpus, name))
    for (const { offset, length } of parseSession(bytes).entries) {
      all += length
      if (isTaken(bytes.subarray(offset, offset + length))) taken += length
    }
    const read = (quickAfter: number) => readInChunks(bytes, () => 65_536, { quickAfter })
    expect(read(0)).toEqual(read(Number.POSITIVE_INFINITY))
  })

  test('nearly all bytes are taken', () => {
    expect(taken / all).toBeGreaterThan(0.99)
  })
})

if (files.length === 0)
  test.skip(`no corpus at ${corpus}: set RETHREAD_CORPUS to a folder of session files`, () => undefined)
