// Source document 003: from the summary's leaf to the root, turned round; expected by hand from its picture.

import { describe, expect, test } from 'vitest'
import { sourceRules } from '../../src/actions/source-rules/source-rules.js'
import type { Line } from '../conversation/lines.js'
import { apply, at, linesOf, lost, openSample } from './apply.js'

const summary = (leafUuid?: string): Line => ({ type: 'summary', summary: 'Trains', leafUuid, version: '1' })
const entry = (seconds: number, type: string, uuid: string, parentUuid: string | null): Line =>
  at(seconds, type, { uuid, parentUuid, message: { role: type, content: uuid } })

describe('its picture: A, B, C and the summary', () => {
  const result = apply('seed-003', [
    summary('C'),
    { type: 'snapshot', messageId: 'A', snapshot: 'user', isExtensionMessage: false },
    entry(1, 'user', 'A', ''),
    entry(2, 'assistant', 'B', 'A'),
    entry(4, 'user', 'D', 'A'),
    entry(3, 'user', 'C', 'B'),
  ])

  test('the chain in the order of time', () => {
    expect(result.order!.map(one => one.uuid)).toEqual(['A', 'B', 'C'])
    expect(result.figures).toEqual({ entries: 3, assistantMessages: 1 })
    expect(result.trouble).toBeUndefined()
  })

  test('what is beside the chain is lost; a line that is older than one before is told', () => {
    expect(linesOf(result.outside['off-the-walk'])).toEqual([5])
    expect(linesOf(result.backInTime)).toEqual([6])
  })
})

test('of two entries with one uuid the later stands for both', () => {
  const { order, figures } = apply('seed-003', [
    summary('B'),
    entry(1, 'user', 'A', null),
    entry(2, 'user', 'A', null),
    entry(3, 'assistant', 'B', 'A'),
  ])
  expect(figures.entries).toBe(2)
  expect(linesOf(order)).toEqual([3, 4])
})

test.each<readonly [string, readonly Line[], number, RegExp]>([
  ['no summary', [entry(1, 'user', 'A', null)], 0, /no summary/],
  ['a summary without leaf', [summary(), entry(1, 'user', 'A', null)], 0, /names no leaf/],
  ['a leaf in another file', [summary('Z'), entry(1, 'user', 'A', null)], 0, /not in this file/],
  ['the first summary counts', [summary('Z'), summary('A'), entry(1, 'user', 'A', null)], 0, /not in this file/],
  ['a parent that is gone', [summary('B'), entry(1, 'user', 'B', 'gone')], 1, /ends at a parent/],
  ['a ring', [summary('B'), entry(1, 'user', 'A', 'B'), entry(2, 'assistant', 'B', 'A')], 2, /never end/],
])('%s', (_, entries, length, trouble) => {
  const result = apply('seed-003', entries)
  expect(result.figures.entries).toBe(length)
  expect(result.trouble).toMatch(trouble)
})

describe('what it loses of the samples', () => {
  test('nothing of its own dialect', () => {
    const found = sourceRules(openSample('-home-lin-night-train/1157a0de-5a3b-4c2d-8e1f-0a9b8c7d6e02'), 'seed-003')
    // The snapshot that stands before its message was written after it.
    expect(lost(found)).toEqual({ order: 1 })
    expect(found.figures.find(one => one.name === 'entries')).toMatchObject({ document: 4, ours: 7 })
  })

  test('a session of a current client has no summary: everything', () => {
    const found = sourceRules(openSample('-home-ada-weather-station/4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11'), 'seed-003')
    expect(found.losses[0]!.sentence).toBe('There is no summary, so its walk has no start.')
    expect(found.losses.map(loss => loss.kind)).toContain('turns-off-the-walk')
  })

  test('a session with progress rows: what hangs beside the way to the root', () => {
    const found = sourceRules(openSample('-home-lin-seed-library/c0a0a0d5-6d7e-4f80-91a2-b3c4d5e6f707'), 'seed-003')
    expect(lost(found)).toEqual({ 'entries-off-the-walk': 16, 'turns-off-the-walk': 1 })
  })
})
