// A file with edits made: as a stream, as records and part by part, always as if the edits were made in memory.

import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editedPieces, openEdited, readEditedRecords } from '../../src/disk/edited-file.js'
import { fileState, SessionChanged } from '../../src/disk/file-state.js'
import { applyEdits, type Edit } from '../../src/format/changes.js'
import { openFilesIn } from '../open-files.js'
import { put, row, tempFolder } from './temp-folder.js'

const row1 = Buffer.from(row({ n: 1 }))

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
      const inOrder = applyEdits(bytes, ordered)
      expect(Buffer.compare(streamed(path, bytes.length, new Set(ordered)), inOrder)).toBe(0)
      const seen: Uint8Array[] = []
      // Insertions at one place stand in the order given, so that these may be others.
      const backwards = ordered.toReversed()
      const expected = Buffer.from(applyEdits(bytes, backwards))
      expect(Buffer.compare(streamed(path, bytes.length, backwards, seen), expected)).toBe(0)
      expect(Buffer.compare(Buffer.concat(seen), bytes)).toBe(0)
      const source = openEdited(path, state, backwards)
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
  const seen: Uint8Array[] = []
  expect(Buffer.compare(streamed(path, bytes.length, list, seen), applyEdits(bytes, list))).toBe(0)
  expect(Buffer.compare(Buffer.concat(seen), bytes)).toBe(0)
})

test('no piece is empty, also where the result ends with a full buffer', () => {
  const sizes = [0, 1, 512 * 1024 - 1, 512 * 1024, 512 * 1024 + 1, 1024 * 1024]
  for (const size of sizes) {
    const path = put(join(tempFolder(), 'a.jsonl'), Buffer.alloc(size, 'ab'))
    const fd = openSync(path, 'r')
    const lengths = [...editedPieces(fd, size, [])].map(({ length }) => length)
    closeSync(fd)
    expect(lengths.reduce((sum, one) => sum + one, 0)).toBe(size)
    expect(lengths).not.toContain(0)
  }
})

test('a file that shrinks while it is read, and one that cannot be read', () => {
  const path = put(join(tempFolder(), 'a.jsonl'), '0123456789')
  expect(() => streamed(path, 11, [])).toThrow(
    expect.objectContaining({ code: 'file-changed', message: 'file shrank while it was read, at byte 10' }),
  )
  const fd = openSync(path, 'r')
  closeSync(fd)
  expect(() => [...editedPieces(fd, 10, [])]).toThrow(
    expect.objectContaining({ code: 'file-unreadable', message: 'read failed at byte 0' }),
  )
})

test('part by part: nothing outside the result, and no bytes that the file has lost since', () => {
  const path = put(join(tempFolder(), 'a.jsonl'), '0123456789')
  const source = openEdited(path, fileState(path), [{ offset: 4, length: 2, content: Buffer.from('new') }])
  const text = (offset: number, length: number): string => Buffer.from(source.read(offset, length)).toString()
  expect(source.size).toBe(11)
  expect([text(0, 11), text(0, 4), text(3, 5), text(11, 0), text(10, 1)]).toEqual([
    '0123new6789',
    '0123',
    '3new6',
    '',
    '9',
  ])
  for (const [offset, length] of [
    [-1, 1],
    [0, 12],
    [11, 1],
    [12, 0],
  ] as const)
    expect(() => source.read(offset, length)).toThrow(RangeError)
  truncateSync(path, 8)
  expect(() => source.read(0, 11)).toThrow(SessionChanged)
  expect(text(0, 9)).toBe('0123new67')
  source.close()
  expect(() => source.read(0, 1)).toThrow()
})

test('what is no longer there, or is no file', () => {
  const path = put(join(tempFolder(), 'a.jsonl'), '0123456789')
  const state = fileState(path)
  rmSync(path)
  expect(() => openEdited(path, state, [])).toThrow(`${path} is gone since it was read`)
  mkdirSync(path)
  expect(() => openEdited(path, state, [])).toThrow(expect.objectContaining({ exitCode: 3 }))
})

test.skipIf(!existsSync('/proc/self/fd'))('no file stays open, whatever comes of it', async () => {
  const path = put(join(tempFolder(), 'a.jsonl'), row({ n: 1 }))
  const state = fileState(path)
  const sink = { entry() {}, gap() {}, finding() {} }
  await readEditedRecords(path, state, [], sink)
  await expect(readEditedRecords(path, state, [{ offset: 99, length: 1, content: row1 }], sink)).rejects.toThrow()
  openEdited(path, state, []).close()
  appendFileSync(path, row({ n: 2 }))
  truncateSync(path, 3)
  expect(() => openEdited(path, state, [])).toThrow(SessionChanged)
  expect(openFilesIn(path)).toBe(0)
})

test('records: how far it is, to the last of them, and an end when asked for', async () => {
  const text = row({ n: 1 }).repeat(60_000)
  const path = put(join(tempFolder(), 'a.jsonl'), `${text}{"n":2}`)
  const state = fileState(path)
  const told: number[] = []
  let last = ''
  let count = 0
  const sink = {
    entry: ({ length }: { readonly length: number }, bytes: Uint8Array, start: number) => {
      count++
      last = Buffer.from(bytes.subarray(start, start + length)).toString()
    },
    gap() {},
    finding() {},
  }
  const onProgress = (bytes: number, all: number): void => void told.push(bytes, all)
  await readEditedRecords(path, state, [], sink, { onProgress })
  // Without a line ending it is only known at the end that it was the last.
  expect([count, last]).toEqual([60_001, '{"n":2}'])
  expect(told).toEqual(
    [512 * 1024, 1024 * 1024, 1536 * 1024, state.size]
      .filter(one => one <= state.size)
      .flatMap(one => [one, state.size]),
  )
  const waits = new AbortController()
  let isBegun = false
  const stopped = readEditedRecords(
    path,
    state,
    [],
    { ...sink, entry: () => (isBegun = true) },
    { signal: waits.signal },
  )
  // Others get their turn between two pieces.
  setImmediate(() => waits.abort())
  await expect(stopped).rejects.toThrow()
  expect(isBegun).toBe(true)
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
