// A file with edits made: as a stream, as records and part by part, always as if the edits were made in memory.

import { appendFileSync, closeSync, openSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editedPieces, openEdited, readEditedRecords } from '../../src/disk/edited-file.js'
import { fileState, SessionChanged } from '../../src/disk/file-state.js'
import { applyEdits, type Edit } from '../../src/format/changes.js'
import { put, row, tempFolder } from './temp-folder.js'

/** Edits that do not overlap, in file order: gaps and lengths drawn one after the other. */
const edits = (size: number) =>
  fc.array(fc.tuple(fc.nat(40), fc.nat(40), fc.uint8Array({ maxLength: 60 })), { maxLength: 12 }).map(drawn => {
    const made: Edit[] = []
    let at = 0
    for (const [gap, length, content] of drawn) {
      if (at + gap + length > size) break
      made.push({ offset: at + gap, length, content })
      at += gap + length
    }
    return made
  })

test('equals the edits made in memory, whatever they are and in whatever order they come', () => {
  const path = join(tempFolder(), 'a.jsonl')
  const bytes = Buffer.from(Array.from({ length: 300 }, (_, at) => `${at},`).join(''))
  writeFileSync(path, bytes)
  const state = fileState(path)
  fc.assert(
    fc.property(edits(bytes.length), fc.nat(), fc.nat(), (ordered, from, length) => {
      const expected = Buffer.from(applyEdits(bytes, ordered))
      expect(Buffer.compare(streamed(path, bytes.length, new Set(ordered)), expected)).toBe(0)
      const seen: Uint8Array[] = []
      expect(Buffer.compare(streamed(path, bytes.length, ordered.toReversed(), seen), expected)).toBe(0)
      expect(Buffer.compare(Buffer.concat(seen), bytes)).toBe(0)
      const source = openEdited(path, state, ordered.toReversed())
      const offset = from % (expected.length + 1)
      const part = expected.subarray(offset, offset + (length % 200))
      expect(source.size).toBe(expected.length)
      expect(Buffer.compare(source.read(offset, part.length), part)).toBe(0)
      source.close()
    }),
    { numRuns: 150 },
  )
})

test('pieces larger than the buffers, on both sides', () => {
  const bytes = Buffer.alloc(1_500_000, 'abcdefg')
  const path = put(join(tempFolder(), 'a.jsonl'), bytes)
  const large = Buffer.alloc(1_200_000, 'XYZ')
  const list = [
    { offset: 3, length: 700_000, content: large },
    { offset: 1_400_000, length: 0, content: large },
  ]
  expect(Buffer.compare(streamed(path, bytes.length, list), applyEdits(bytes, list))).toBe(0)
})

test('edits that overlap, go back or leave the file are a mistake of the caller', () => {
  const path = put(join(tempFolder(), 'a.jsonl'), '0123456789')
  const content = new Uint8Array(0)
  const wrong: readonly (readonly Edit[])[] = [
    [
      { offset: 2, length: 4, content },
      { offset: 5, length: 1, content },
    ],
    [{ offset: 8, length: 3, content }],
    [{ offset: 2, length: -1, content }],
  ]
  for (const list of wrong) {
    expect(() => streamed(path, 10, list)).toThrow(RangeError)
    expect(() => openEdited(path, fileState(path), list)).toThrow(RangeError)
  }
  const backwards = new Set([
    { offset: 5, length: 1, content },
    { offset: 2, length: 1, content },
  ])
  expect(() => streamed(path, 10, backwards)).toThrow(RangeError)
})

test('records of the result: growth does not show, a cut or replaced file is refused', async () => {
  const path = put(join(tempFolder(), 'a.jsonl'), row({ n: 1 }) + row({ n: 2 }))
  const state = fileState(path)
  const list = [{ offset: 0, length: 0, content: Buffer.from(row({ n: 0 })) }]
  const read = async () => {
    const seen: unknown[] = []
    const text = (bytes: Uint8Array, start: number, length: number) =>
      Buffer.from(bytes.subarray(start, start + length)).toString()
    await readEditedRecords(path, state, list, {
      entry: ({ length }, bytes, start) => seen.push(JSON.parse(text(bytes, start, length)).n),
      gap() {},
      finding() {},
    })
    return seen
  }
  expect(await read()).toEqual([0, 1, 2])
  appendFileSync(path, row({ n: 3 }))
  expect(await read()).toEqual([0, 1, 2])
  truncateSync(path, 10)
  await expect(read()).rejects.toThrow(SessionChanged)
  expect(() => openEdited(path, state, list)).toThrow('was rewritten since it was read')
})

function streamed(path: string, size: number, list: Iterable<Edit>, seen?: Uint8Array[]): Buffer {
  const fd = openSync(path, 'r')
  try {
    // Pieces are only good until the next one.
    const pieces: Buffer[] = []
    for (const piece of editedPieces(fd, size, list, bytes => seen?.push(Buffer.from(bytes))))
      pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces)
  } finally {
    closeSync(fd)
  }
}
