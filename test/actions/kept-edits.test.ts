import { expect, test } from 'vitest'
import { editKeeper, keptEdits } from '../../src/actions/reshape/kept-edits.js'
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

const utf8 = new TextEncoder()

function listed(contents: readonly string[]): Iterable<Edit> {
  return {
    *[Symbol.iterator]() {
      for (const [at, content] of contents.entries())
        yield { offset: at * 100, length: at % 3, content: utf8.encode(content) }
    },
  }
}

function texts(edits: Iterable<Edit>): readonly string[] {
  return Array.from(edits, ({ content }) => new TextDecoder().decode(content))
}

test('ids, what looks like one, and what was just there come back as they were', () => {
  const id = (n: number): string => `0123abcd-4567-4890-8def-${String(n).padStart(12, '0')}`
  const odd = [
    id(1).toUpperCase(),
    id(1).replace('-', '0'),
    `${id(1)}0`,
    id(1).slice(1),
    id(1).replace('a', 'g'),
    '',
    'é',
  ]
  const contents = Array.from({ length: 300 }, (_, at) => [
    id(at),
    id(at - 1),
    'session',
    ...odd,
    'x'.repeat(at),
  ]).flat()
  const kept = keptEdits(listed(contents))
  for (let round = 0; round < 2; round++) expect(texts(kept)).toEqual(contents)
})

test('a chain of new ids takes less than a third of its text', () => {
  const ids = Array.from({ length: 200 }, (_, at) => `0123abcd-4567-4890-8def-${String(at).padStart(12, '0')}`)
  const keeper = editKeeper()
  for (const edit of listed(ids.flatMap((id, at) => [ids[at - 1] ?? id, '0123abcd-4567-4890-8def-ffffffffffff', id])))
    keeper.add(edit)
  expect(keeper.size()).toBeLessThan((ids.length * 3 * 36) / 3)
})

test('edits that are not in order are found again', () => {
  const keeper = editKeeper()
  for (const offset of [10, 5]) keeper.add({ offset, length: 1, content: utf8.encode('x') })
  expect(keeper.all()).toBeUndefined()
})
