// Every real file: the same bytes again, every byte in one part, the same in chunks, and no good line missed.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectTiles, objectLines, randomFrom, readInChunks } from '../format/expect-tiles.js'

const corpus = process.env.RETHREAD_CORPUS ?? resolve(import.meta.dirname, '../../../shared/corpus')
const files = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jsonl'))
  : []

describe.skipIf(files.length === 0)(`the files in ${corpus}`, () => {
  test.each(files)('%s', name => {
    const bytes = readFileSync(join(corpus, name))
    const session = expectTiles(bytes, { chunkings: 1 })
    const found = new Set(session.entries.map(entry => `${entry.offset}+${entry.length}`))
    const missed = objectLines(bytes).filter(({ offset, length }) => !found.has(`${offset}+${length}`))
    expect(missed).toEqual([])

    // Chunks as a disk gives them, too.
    const random = randomFrom(bytes.length)
    const streamed = readInChunks(bytes, () => 1 + random(65_536))
    expect(streamed.findings).toEqual(session.findings)
    expect(streamed.parts.length).toBe(session.parts.length)
  })
})

if (files.length === 0)
  test.skip(`no corpus at ${corpus}: set RETHREAD_CORPUS to a folder of session files`, () => undefined)
