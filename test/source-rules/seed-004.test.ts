// Source document 004: its message flows with other words; expected by hand from its rules.

import { describe, expect, test } from 'vitest'
import { sourceRules } from '../../src/actions/source-rules/source-rules.js'
import type { Line } from '../conversation/lines.js'
import { apply, at, linesOf, lost, openSample } from './apply.js'

const entry = (seconds: number, type: string, uuid: string, parentUuid: string | null, more: Line = {}): Line =>
  at(seconds, type, { uuid, parentUuid, sessionId: 's', message: uuid, ...more })
const call = (seconds: number, uuid: string, parentUuid: string, toolName: string, more: Line = {}): Line =>
  entry(seconds, 'assistant', uuid, parentUuid, { subtype: 'tool_use', toolName, toolArguments: {}, ...more })
const side = { isSidechain: true }

describe('its flows: development, a sidechain with tools, a compaction', () => {
  const result = apply('seed-004', [
    entry(1, 'user', 'u1', null),
    entry(2, 'assistant', 'a1', 'u1', { subtype: 'response' }),
    call(3, 'c1', 'a1', 'Read'),
    entry(4, 'system', 'r1', 'c1'),
    entry(5, 'user', 's1', 'r1', { ...side, userType: 'external' }),
    call(6, 's2', 's1', 'Grep', side),
    entry(7, 'system', 's3', 's2', side),
    entry(8, 'assistant', 'a2', 'r1', { subtype: 'response' }),
    at(9, 'compact_system', { uuid: 'k1', parentUuid: 'a2', message: 'conversation_compacting' }),
    at(10, 'compact_system', { uuid: 'k2', parentUuid: 'k1', message: 'conversation_compacted' }),
    entry(12, 'user', 'n1', 'old-002', { logicalParentUuid: 'old-001' }),
    call(11, 'n2', 'n1', 'Bash', { isAborted: true }),
    entry(13, 'user', 'n3', 'n2', { isDeleted: true, message: '[Content removed]' }),
  ])

  test('figures: the orphan is a root', () =>
    expect(result.figures).toEqual({
      entries: 13,
      assistantMessages: 5,
      toolCalls: 3,
      roots: 2,
      orphans: 1,
      sidechainEntries: 3,
      compactions: 1,
      deleted: 1,
      aborted: 1,
    }))

  test('within a chain one entry is older than its parent', () => expect(linesOf(result.backInTime)).toEqual([12]))

  test('nothing is outside of its model', () => expect(Object.values(result.outside).flat()).toEqual([]))
})

test('its picture of two edits from one answer is one tree', () => {
  const { figures } = apply('seed-004', [
    entry(1, 'user', '1', null),
    entry(2, 'assistant', '2', '1'),
    entry(3, 'user', '3', '2'),
    entry(4, 'assistant', '4', '3'),
    entry(5, 'user', '5', '2'),
    entry(6, 'assistant', '6', '5'),
  ])
  expect(figures).toMatchObject({ entries: 6, roots: 1, orphans: 0 })
})

test('types that it does not have break its chains', () => {
  const result = apply('seed-004', [
    entry(1, 'user', '1', null),
    at(2, 'progress', { uuid: '2', parentUuid: '1' }),
    entry(3, 'assistant', '3', '2', { message: { role: 'assistant', content: [] } }),
    entry(4, 'system', '4', '3', { subtype: 'compact_boundary' }),
  ])
  expect(result.figures).toMatchObject({ entries: 3, roots: 2, orphans: 1, compactions: 0 })
  expect(linesOf(result.outside['other-type'])).toEqual([2])
  expect(linesOf(result.outside['parent-of-other-type'])).toEqual([3])
  expect(linesOf(result.outside['message-object'])).toEqual([3])
  expect(linesOf(result.outside['other-boundary'])).toEqual([4])
})

describe('what it loses of the samples', () => {
  test('nothing of its own dialect', () => {
    const found = sourceRules(openSample('-home-lin-seed-library/f1a7d1a1-ec70-4004-a004-b1c2d3e4f503'), 'seed-004')
    expect(found.losses).toEqual([])
    expect(found.figures.find(one => one.name === 'tool calls')).toMatchObject({ document: 3, ours: 3, difference: 0 })
    expect(found.figures.find(one => one.name === 'compactions')).toMatchObject({ document: 1, ours: 1 })
    expect(found.figures.find(one => one.name === 'turns')).toMatchObject({ document: null, difference: null })
  })

  test('of a real form: calls, text, compactions, and chains through other types', () => {
    const found = sourceRules(openSample('-home-lin-seed-library/c0a0a0d5-6d7e-4f80-91a2-b3c4d5e6f707'), 'seed-004')
    expect(lost(found)).toEqual({ 'tool-calls-unseen': 3, 'other-types': 11, text: 27, 'broken-chains': 4 })
    const compacted = sourceRules(
      openSample('-home-ada-weather-station/c0c0aded-7e11-4a5b-b6c7-d8e9f0a1b204'),
      'seed-004',
    )
    expect(lost(compacted)).toMatchObject({ compactions: 2 })
  })
})
