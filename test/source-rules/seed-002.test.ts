// Source document 002: §4.1 final entry, §4.2 turns, §4.3 pairing; expected by hand from its words.

import { describe, expect, test } from 'vitest'
import { sourceRules } from '../../src/actions/source-rules/source-rules.js'
import { answers, text, thinking, use } from '../conversation/lines.js'
import { answered, apply, linesOf, lost, openSample, said } from './apply.js'

describe('its rules', () => {
  const result = apply('seed-002', [
    said(1, [text('Plan the night train')]),
    answered(5, 'm1', 'end_turn', [text('Late')]),
    answered(3, 'm1', 'end_turn', [text('Early')]),
    answered(6, 'm2', null, [thinking('Which one?')]),
    { ...answered(7, 'm2', null, [use('x', 'Read')]), timestamp: Date.UTC(2025, 10, 5, 13, 17, 7) },
    said(8, [answers('x'), text('also the sleeping car')]),
    answered(9, 'm3', 'end_turn', [text('Done')]),
    said(10, [answers('x'), answers('unknown')]),
  ])

  test('figures', () =>
    expect(result.figures).toEqual({
      entries: 6,
      assistantMessages: 3,
      blocks: 3,
      turns: 2,
      turnsEnded: 2,
      toolCalls: 1,
      toolCallsLeft: 1,
      pairs: 2,
    }))

  test('§4.1 of several with a stop reason the latest by time; of none the last in the file', () => {
    expect(linesOf(result.dropped.entries)).toEqual([3, 4])
    expect(result.dropped.blocks.map(block => block.type)).toEqual(['text', 'thinking'])
  })

  test('§4.2 any text block starts a turn, beside a result too', () =>
    expect(linesOf(result.turnStarts)).toEqual([1, 6]))
})

test('of a stop reason and none, the one with it, wherever it stands', () => {
  const { order } = apply('seed-002', [answered(1, 'm', 'tool_use', [use('a')]), answered(2, 'm', null, [text('b')])])
  expect(linesOf(order)).toEqual([1])
})

describe('what it loses of the samples', () => {
  test('thinking and text beside the last block of a message', () => {
    const found = sourceRules(openSample('-home-ada-tide-table/7419c1c6-8d9e-4fa0-b1c2-d3e4f5a6b710'), 'seed-002')
    const blocks = found.losses.find(loss => loss.kind === 'blocks')!
    expect(blocks.sentence).toMatch(/thinking/)
    const figure = found.figures.find(one => one.name === 'blocks of assistant messages')!
    expect(figure.document! + blocks.count).toBe(figure.ours)
    expect(lost(found)).toMatchObject({ 'turns-missed': expect.any(Number) })
  })
})
