// Source document 000: §6 one entry a message, §4 turns, §5 pairing; expected by hand from its words.

import { describe, expect, test } from 'vitest'
import { sourceRules } from '../../src/actions/source-rules/source-rules.js'
import { answers, text, thinking, use } from '../conversation/lines.js'
import { answered, apply, at, differing, linesOf, lost, openSample, said } from './apply.js'

describe('its examples, with other words', () => {
  const result = apply('seed-000', [
    { type: 'file-history-snapshot', messageId: 'a', snapshot: {}, isSnapshotUpdate: false },
    said(1, [text('Please read the tide table')]),
    answered(2, 'm1', null, [text('I will')], 3),
    answered(3, 'm1', null, [text('I will read it')], 20),
    answered(4, 'm1', 'tool_use', [text('I will read it'), use('t1')], 40),
    said(5, [answers('t1')], { toolUseResult: { type: 'text' } }),
    said(6, 'Caveat: made by local commands', { isMeta: true }),
    answered(7, 'm2', null, [thinking('spring tide')], 9),
    answered(8, 'm2', null, [text('It is a spring tide')], 9),
    said(9, [text('expanded by the client')], { isMeta: true }),
    at(10, 'queue-operation', { operation: 'enqueue', content: 'no hours please' }),
    { type: 'summary', summary: 'Tides', leafUuid: 'a' },
    said(12, [text('go on'), answers('gone')]),
    said(11, [text('And next week?')]),
    answered(13, 'm3', 'end_turn', [use('t2')], 5),
  ])

  test('figures', () =>
    expect(result.figures).toEqual({
      entries: 12,
      assistantMessages: 3,
      blocks: 4,
      turns: 2,
      toolCalls: 2,
      toolCallsLeft: 2,
      pairs: 1,
      callsWithoutResult: 1,
    }))

  test('§4 a turn is a text block without result, not meta and no string', () =>
    expect(linesOf(result.turnStarts)).toEqual([2, 14]))

  test('§6 keeps the entry with a stop reason, else the first with the most tokens', () => {
    expect(linesOf(result.dropped.entries)).toEqual([3, 4, 9])
    // What grew is still there; what stood in an entry of its own is not.
    expect(result.dropped.blocks).toMatchObject([{ line: 9, type: 'text' }])
  })

  test('§6 sorts by time; what has no time goes first', () => {
    expect(linesOf(result.order)).toEqual([1, 12, 2, 5, 6, 7, 8, 10, 11, 14, 13, 15])
    expect(linesOf(result.backInTime)).toEqual([14])
    expect(linesOf(result.untimed)).toEqual([1, 12])
  })
})

test('§6 of several entries with a stop reason the last one stays', () => {
  const { dropped, figures } = apply('seed-000', [
    answered(1, 'm', 'tool_use', [use('a')], 9),
    answered(2, 'm', 'tool_use', [use('b')], 9),
    answered(3, 'm', null, [text('more')], 99),
  ])
  expect(figures).toMatchObject({ entries: 1, blocks: 1, toolCalls: 2, toolCallsLeft: 1 })
  expect(dropped.blocks.map(block => block.id ?? block.type)).toEqual(['a', 'text'])
})

test('§6 of equal times, answers come after all others', () => {
  const { order } = apply('seed-000', [answered(1, 'm', 'end_turn', []), said(1, 'x'), said(1, 'y')])
  expect(linesOf(order)).toEqual([2, 3, 1])
})

test('§5 a result before its call pairs with nothing, nor does a second one', () => {
  const { figures, paired } = apply('seed-000', [
    said(1, [answers('a')]),
    answered(2, 'm', 'tool_use', [use('a'), use('b')]),
    said(3, [answers('b')]),
    said(4, [answers('b')]),
  ])
  expect(figures).toMatchObject({ toolCalls: 2, pairs: 1, callsWithoutResult: 1 })
  expect([...paired!]).toEqual(['b'])
})

describe('what it loses of the samples', () => {
  test('parallel calls: one entry of each message', () => {
    const found = sourceRules(openSample('-home-ada-tide-table/9a7a11e1-40b1-4c2d-b3e4-f5a6b7c8d909'), 'seed-000')
    expect(differing(found)).toEqual({
      entries: '19 / 27',
      'blocks of assistant messages': '4 / 12',
      turns: '0 / 1',
      'tool calls in the entries it keeps': '3 / 8',
    })
    expect(found.losses.map(loss => loss.sentence)).toEqual([
      'Of 3 messages written in 11 entries it keeps one entry each: 8 blocks are lost (5 tool_use, 3 text) and 4 are left.',
      '5 tool calls go with them; the results stay behind without a call.',
      '1 of our 1 turn is not found: 1 prompt as a string.',
      '2 entries have no timestamp to sort by, and lose their place.',
    ])
    expect(found.losses[1]!.lines).toEqual([7, 8, 14, 15, 21])
  })

  test('prompts are strings, interruptions are blocks', () => {
    const found = sourceRules(openSample('-home-lin-seed-library/c0a0a0d5-6d7e-4f80-91a2-b3c4d5e6f707'), 'seed-000')
    expect(differing(found)).toMatchObject({ turns: '2 / 5' })
    expect(lost(found)).toEqual({ blocks: 1, 'turns-missed': 5, 'turns-invented': 2, untimed: 2 })
    expect(found.losses.find(loss => loss.kind === 'turns-invented')!.sentence).toBe(
      '2 turns begin where nobody asked anything: 2 interruptions.',
    )
  })

  test('the flat dialect of document 004: none of its calls and prompts', () => {
    const found = sourceRules(openSample('-home-lin-seed-library/f1a7d1a1-ec70-4004-a004-b1c2d3e4f503'), 'seed-000')
    expect(lost(found)).toEqual({ 'tool-calls-unseen': 3, 'turns-missed': 3 })
  })
})
