import { expect, test } from 'vitest'
import { keptEdits } from '../../src/actions/reshape/kept-edits.js'
import { hashOf } from '../../src/conversation/names.js'
import type { Edit } from '../../src/format/changes.js'

/** Edits that are found anew each time, in a buffer that is used again. */
function found(count: number, size: number) {
  const asked = { times: 0 }
  const buffer = new Uint8Array(size)
  const edits: Iterable<Edit> = {
    *[Symbol.iterator]() {
      asked.times++
      for (let at = 0; at < count; at++)
        yield { offset: at * 2 ** 33, length: at % 5, content: buffer.fill(at).subarray(at % 7) }
    },
  }
  return { edits, asked }
}

function written(edits: Iterable<Edit>): readonly string[] {
  return Array.from(
    edits,
    ({ offset, length, content }) => `${offset} ${length} ${content.length} ${hashOf(content, 0, content.length)}`,
  )
}

test.each([3000, 150_000])('the second time %s of them are the same, and are not looked for', count => {
  const { edits, asked } = found(count, 40)
  const expected = written(edits)
  const kept = keptEdits(edits)
  for (let round = 0; round < 3; round++) expect(written(kept)).toEqual(expected)
  expect(asked.times).toBe(2)
})

test('too many are found again', () => {
  const { edits, asked } = found(70, 200_000)
  const expected = written(edits)
  const kept = keptEdits(edits)
  for (let round = 0; round < 2; round++) expect(written(kept)).toEqual(expected)
  expect(asked.times).toBe(3)
})

test('what was given up half-way is looked for again', () => {
  const { edits, asked } = found(10, 8)
  const kept = keptEdits(edits)
  for (const _ of kept) break
  expect(written(kept)).toEqual(written(found(10, 8).edits))
  expect(asked.times).toBe(2)
})
