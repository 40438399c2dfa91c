import { expect, test } from 'vitest'
import { examinedEdits } from '../../src/actions/reshape/same-edits.js'
import type { Edit } from '../../src/format/changes.js'

const edit = (offset: number, length: number, text: string): Edit => ({ offset, length, content: Buffer.from(text) })
const EDITS = [edit(10, 3, 'abc'), edit(20, 0, 'new'), edit(2 ** 33, 5, '')]

function examined(edits: readonly Edit[]) {
  const seen = examinedEdits(edits)
  expect([...seen.edits]).toEqual(edits.toSorted((a, b) => a.offset - b.offset))
  return seen
}

test('the same edits are given, in whatever order and however often they are asked for', () => {
  const { sameOf } = examined(EDITS)
  for (const same of [EDITS, EDITS.toReversed(), new Set(EDITS)]) expect([...sameOf(same)]).toEqual(EDITS)
})

test.each([
  ['one less', EDITS.slice(1)],
  ['one more', [...EDITS, edit(2 ** 34, 0, '')]],
  ['another text', [edit(10, 3, 'abd'), ...EDITS.slice(1)]],
  ['another place', [edit(11, 3, 'abc'), ...EDITS.slice(1)]],
  ['a place far behind', [...EDITS.slice(0, 2), edit(2 ** 34, 5, '')]],
  ['another length', [edit(10, 4, 'abc'), ...EDITS.slice(1)]],
  ['a text that went to the next', [edit(10, 3, 'ab'), edit(20, 0, 'cnew'), EDITS[2]!]],
  ['none', []],
])('%s is noticed', (_, others) => {
  const { sameOf } = examined(EDITS)
  expect(() => [...sameOf(others)]).toThrow('not those that were examined')
})

test('what goes on and on is noticed at once', () => {
  const { sameOf } = examined(EDITS)
  function* endless() {
    for (let at = 0; ; at++) yield edit(at, 0, 'x')
  }
  expect(() => [...sameOf(endless() as never)]).toThrow('not those that were examined')
})

test('nothing is written of what was not examined', () => {
  expect(() => [...examinedEdits(EDITS).sameOf(EDITS)]).toThrow('not those that were examined')
})
