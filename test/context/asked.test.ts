// What can be asked for: a client, a model, a leaf. And what is refused, in the client's own words.

import { expect, test } from 'vitest'
import { findContext, PROFILES, profileFor, readContext, readForContext, withoutRule } from '../../src/context/index.js'
import { a, note, session, think, u } from '../client/experiments/builders.js'

const fork = session([
  u('u1', null, 'one'),
  a('a1', 'u1', 'm1', [think('H'), { type: 'text', text: 'two' }]),
  u('u2', 'a1', 'left'),
  u('u3', 'a1', 'right'),
])
const said = (context: ReturnType<typeof readContext>): readonly unknown[] =>
  context.messages.flatMap(({ content }) => content.map(block => block['text'] ?? block['thinking']))

test('the leaf that was asked for in place of the last row', () => {
  expect(said(readContext(fork))).toEqual(['one', 'H', 'two', 'right', 'No response requested.'])
  expect(said(readContext(fork, { leaf: 2 }))).toEqual(['one', 'H', 'two', 'left', 'No response requested.'])
  expect(said(readContext(fork, { leaf: 1 }))).toEqual(['one', 'H', 'two'])
})

test('another model: its name without a window, and without the thinking of the first', () => {
  const context = readContext(fork, { model: 'claude-opus-4-6[1m]', leaf: 1 })
  expect(context.model).toBe('claude-opus-4-6')
  expect(said(context)).toEqual(['one', 'two'])
})

test('a version takes the newest generation that is not above it', () => {
  expect(profileFor('2.1.400').client).toBe('2.1.325')
  expect(profileFor('2.1.0').client).toBe('2.1.325')
  expect(profileFor('2.0.99').client).toBe('2.0.42')
  expect(profileFor('v9.0').client).toBe('2.1.325')
  expect(profileFor().client).toBe(PROFILES.at(-1)!.client)
  expect(() => profileFor('0.9.1')).toThrow('no client generation known')
  expect(() => profileFor('newest')).toThrow('not a client version')
})

test('several contexts of one reading', () => {
  const reading = readForContext(fork)
  const sizes = [{}, { leaf: 1 }, { model: 'claude-haiku-4-5' }, {}].map(
    options => findContext(reading, options).messages.length,
  )
  expect(sizes).toEqual([4, 2, 4, 4])
})

test('a rule can be left out, and only one that is there', () => {
  const profile = profileFor('2.1.325')
  const without = withoutRule(profile, 'N24')
  expect(said(readContext(fork, { client: without }))).toEqual(['one', 'H', 'two', 'right'])
  expect(() => withoutRule(profile, 'N999')).toThrow('no rule N999')
})

test('refusals say what the client says', () => {
  const reason = (...rows: Parameters<typeof session>[0]): unknown => {
    const { outcome, messages } = readContext(session(rows))
    expect(messages).toEqual([])
    return 'reason' in outcome ? outcome.reason : undefined
  }
  expect(reason()).toBe('No conversation found')
  expect(reason(u('u1', null, 'one'), note('ended-by-model'))).toMatch(/^Claude ended this conversation/)
  const large = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(5_242_881) } }
  expect(reason(u('u1', null, [large]))).toMatch(/^Image base64 size \(5MB\) exceeds API limit/)
})
