// Source document 001: turns with implicit ends, pairing with orphans, the final entry; expected by hand from its words.

import { describe, expect, test } from 'vitest'
import { sourceRules } from '../../src/actions/source-rules/source-rules.js'
import { answers, text, use } from '../conversation/lines.js'
import { answered, apply, at, linesOf, lost, openSample, said } from './apply.js'

describe('its examples, with other words', () => {
  const result = apply('seed-001', [
    said(1, [text('  \n')]),
    said(2, [text('Draw the map')]),
    answered(3, 'm1', null, [use('a')]),
    answered(4, 'm1', null, [use('b')]),
    said(5, [answers('a')]),
    said(6, [text('Wait')]),
    answered(7, 'm2', 'end_turn', [text('Waiting')]),
    answered(8, 'm3', 'stop_sequence', [use('c')]),
    said(9, [answers('c'), answers('c'), answers('z')]),
    answered(10, 'm3', null, [text('Done')]),
    said(11, [text('More')]),
    at(12, 'system', { level: 'error', subtype: 'retry_scheduled', error: 'no line', retryAttempt: 1, maxRetries: 3 }),
  ])

  test('figures', () =>
    expect(result.figures).toEqual({
      entries: 10,
      assistantMessages: 3,
      blocks: 3,
      turns: 3,
      turnsEnded: 1,
      toolCalls: 3,
      toolCallsLeft: 2,
      pairs: 2,
      callsWithoutResult: 1,
      resultsWithoutCall: 1,
    }))

  test('a turn starts at words, and ends at end_turn or before the next words', () => {
    expect(linesOf(result.turnStarts)).toEqual([2, 6, 11])
    // Between an end and the next start there is no turn.
    expect(linesOf(result.callsOutsideTurns)).toEqual([8])
  })

  test('the last entry with a stop reason stays, else the last of all', () => {
    expect(linesOf(result.dropped.entries)).toEqual([3, 10])
    expect(result.dropped.blocks).toMatchObject([
      { line: 3, type: 'tool_use', id: 'a' },
      { line: 10, type: 'text' },
    ])
  })
})

test('user messages have ids too, and are grouped by them', () => {
  const asked = (seconds: number) =>
    at(seconds, 'user', { message: { id: 'u', role: 'user', content: [text('Hello')] } })
  const { figures, dropped } = apply('seed-001', [asked(1), asked(2)])
  expect(figures).toMatchObject({ entries: 1, assistantMessages: 0, turns: 2 })
  expect(dropped).toMatchObject({ entries: [{ line: 1 }], blocks: [] })
})

test('its session without any words: calls, and no turn (12b19743)', () => {
  const { figures } = apply('seed-001', [answered(1, 'm', 'tool_use', [use('a')]), said(2, [answers('a')])])
  expect(figures).toMatchObject({ turns: 0, turnsEnded: 0, toolCalls: 1, pairs: 1 })
})

describe('what it loses of the samples', () => {
  test('calls that no text block has opened a turn for', () => {
    const found = sourceRules(openSample('-home-ada-tide-table/9a7a11e1-40b1-4c2d-b3e4-f5a6b7c8d909'), 'seed-001')
    expect(lost(found)).toEqual({ blocks: 8, 'tool-calls': 5, 'calls-outside-turns': 8, 'turns-missed': 1 })
  })
})
