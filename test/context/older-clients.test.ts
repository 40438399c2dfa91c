// What clients 2.0 and 1.0 do otherwise than the newest one. The stored answers of the real clients judge every rule
// (test/client); here are the ones that a reader should know, and that each accounts for every entry.

import { describe, expect, test } from 'vitest'
import { rulesOf, withoutRule } from '../../src/context/profile.js'
import { profileFor } from '../../src/context/profiles/index.js'
import { readContext, type SpelledContext } from '../../src/context/read-context.js'
import { a, apiError, att, call, lines, type Row, r, result, session, text, u } from '../client/experiments/builders.js'

const OLDER = ['2.0.42', '1.0.128']
const ask = u('u1', null, 'one')
const round = [ask, a('a1', 'u1', 'm1', call('x')), r('r1', 'a1', 'x', 'out')]
const queued = att('t1', 'r1', 'queued_command', { prompt: 'queued words' })

const sent = (rows: readonly Row[], client: string): SpelledContext => readContext(session(rows), { client })
/** Every text, call and result, message by message. */
const said = (context: SpelledContext): unknown[] =>
  context.messages.map(({ content }) =>
    content.map(block => block['text'] ?? block['content'] ?? block['name'] ?? block['thinking']),
  )

describe.each(OLDER)('client %s', client => {
  test('ends at the newest timestamp, not at the last row (O3, O4)', () => {
    const rows = [ask, a('a1', 'u1', 'm1', 'two'), u('u2', 'a1', 'old branch', { at: 1 })]
    expect(said(sent(rows, client))).toEqual([['one'], ['two']])
  })

  test('a missing parent cuts the history (R-L10)', () => {
    const rows = [ask, a('a1', 'gone', 'm1', 'two'), u('u2', 'a1', 'three'), a('a2', 'u2', 'm2', 'four')]
    expect(said(sent(rows, client))).toEqual([['two'], ['three'], ['four']])
  })

  test('a line with two records is lost, both of them (O1)', () => {
    const [one, two, three, four] = lines([ask, a('a1', 'u1', 'm1', 'two'), u('u2', 'a1', 'three'), ask])
    const bytes = new TextEncoder().encode(`${one}\n${two}\n${three}${four}\n`)
    expect(said(readContext(bytes, { client }))).toEqual([['one'], ['two']])
  })

  test('only the call without a result goes, and at the tip nothing is made up for it (O9)', () => {
    const rows = [ask, a('a1', 'u1', 'm1', [text('let me see'), call('x')])]
    expect(said(sent(rows, client))).toEqual([['one'], ['let me see']])
  })

  test('errors of the API are sent (R-M13)', () => {
    expect(said(sent([ask, apiError('e1', 'u1')], client))).toEqual([['one'], ['API Error: 500']])
  })

  test('thinking of any model is sent, and the model of the session plays no part', () => {
    const thinking = { type: 'thinking', thinking: 'hm', signature: 's' }
    const rows = [ask, a('a1', 'u1', 'm1', [thinking], { message: { model: 'claude-opus-4-6' } })]
    const context = sent(rows, client)
    expect(said(context)).toEqual([['one'], ['hm']])
    expect(context.model).toBe(client === '2.0.42' ? 'claude-sonnet-4-5-20250929' : 'claude-sonnet-4-20250514')
    expect(readContext(session(rows), { client, model: 'claude-opus-4-1' }).model).toBe('claude-opus-4-1')
  })

  test('a ring of parents hangs it (O5)', () => {
    const { outcome } = sent([u('u1', 'a1', 'one'), a('a1', 'u1', 'm1', 'two')], client)
    expect(outcome).toEqual({ kind: 'refuses', reason: 'the client freezes: the parents form a loop' })
  })

  test('an answer that is a text cannot be read (O6)', () => {
    const rows = [ask, a('a1', 'u1', 'm1', 'two', { message: { content: 'two' } })]
    expect(sent(rows, client).outcome.kind).toBe('refuses')
  })

  test('a full window is summarised first (O18)', () => {
    const spent = (tokens: number) => [
      ask,
      a('a1', 'u1', 'm1', 'two', { message: { usage: { input_tokens: tokens, output_tokens: 0 } } }),
    ]
    expect(sent(spent(154_999), client).outcome.kind).toBe('resumes')
    expect(sent(spent(155_000), client).outcome.kind).toBe('compacts')
  })

  test('every entry is sent or accounted for', () => {
    const rows = [...round, queued, u('x1', 'r1', 'abandoned', { at: 2 }), a('z1', 't1', 'm9', 'done', { at: 9 })]
    const { messages, omitted } = sent(rows, client)
    const accounted = [...messages.flatMap(one => one.lines), ...omitted.flatMap(one => one.rows.map(row => row + 1))]
    expect(accounted.sort()).toEqual(rows.map((_, at) => at + 1))
  })

  test.each(rulesOf(profileFor(client)).map(rule => rule.id))('rule %s can be switched off', id => {
    const profile = withoutRule(profileFor(client), id)
    expect(rulesOf(profile)).toHaveLength(rulesOf(profileFor(client)).length - 1)
    expect(() => readContext(session(round), { client: profile })).not.toThrow()
  })
})

test('a sidechain that is newest is taken up by 1.0 only (O3, O4)', () => {
  const rows = [ask, a('a1', 'u1', 'm1', 'two'), u('x1', null, 'side', { isSidechain: true })]
  expect(said(sent(rows, '2.0.42'))).toEqual([['one'], ['two']])
  expect(said(sent(rows, '1.0.128'))).toEqual([['side'], ['No response requested.']])
})

test('results come first in 2.0, and stay where they are in 1.0 (O13)', () => {
  const rows = [ask, a('a1', 'u1', 'm1', call('x')), u('r1', 'a1', [text('words'), result('x', 'out')])]
  expect(said(sent(rows, '2.0.42'))[2]).toEqual(['out', 'words'])
  expect(said(sent(rows, '1.0.128'))[2]).toEqual(['words', 'out'])
})

test('a queued prompt becomes part of the result in 2.0, and is lost in 1.0 (O15, O16)', () => {
  const rows = [...round, queued, a('z1', 't1', 'm9', 'done')]
  const [block, ...others] = sent(rows, '2.0.42').messages[2]!.content
  expect(others).toEqual([])
  expect(block!['content']).toMatch(/^out\n\n<system-reminder>\nThe user sent the following message:\nqueued words\n/)
  expect(said(sent(rows, '1.0.128'))[2]).toEqual(['out'])
})

test('halves of surrogate pairs are sent as they are (O17)', () => {
  const rows = [u('u1', null, 'half \ud83d'), a('a1', 'u1', 'm1', 'two')]
  expect(said(sent(rows, '2.0.42'))[0]).toEqual(['half \ud83d'])
  expect(said(sent(rows, '2.1.325'))[0]).toEqual(['half \ufffd'])
})
