// Content that was taken out left a note: the figures of requests that had it still tell the price, and what is sent
// now is estimated without it.

import { beforeEach, expect, test } from 'vitest'
import { contextEstimate, findContext, readForContext } from '../../src/context/index.js'
import { answer, prompt, restart, result, text, use } from '../reshape/entries.js'
import { type Json, session } from '../reshape/in-memory.js'
import { trimmable } from '../reshape/trimmed.js'

beforeEach(restart)

const BASE = 20_000
const LONG = 'words of a tool that the model reads, and some more of them. '.repeat(60)

/** Twenty rounds; what each request had is told as a token for 3.2 bytes of the file's texts. */
function recorded(): Uint8Array {
  let tokens = BASE + 10
  const rounds = Array.from({ length: 20 }, (_, at): readonly Json[] => {
    const usage = { input_tokens: Math.round(tokens), output_tokens: 70 }
    tokens += 70 + 27 + LONG.length / 3.2
    return [
      answer(`a${at}`, at === 0 ? 'u1' : `r${at - 1}`, `m${at}`, [use(`t${at}`, 'Bash', { command: `c${at}` })], {
        stop_reason: 'tool_use',
        usage,
      }),
      result(`r${at}`, `a${at}`, `t${at}`, LONG),
    ]
  })
  const usage = { input_tokens: Math.round(tokens), output_tokens: 10 }
  return session(prompt('u1', null), ...rounds.flat(), answer('z', 'r19', 'z', [text('done')], { usage }))
}

const estimate = (bytes: Uint8Array): number => {
  const reading = readForContext(bytes)
  return contextEstimate(reading, findContext(reading)).estimate
}

test('a trimmed session is estimated as what it sends now, by its own figures too', async () => {
  const bytes = recorded()
  const whole = estimate(bytes)
  expect(whole).toBeGreaterThan(BASE + 20_000)
  const one = trimmable(bytes)
  const { chosen, tokens } = await one.trim(Math.round(whole * 0.75))
  const own = estimate(one.without(chosen).bytes)
  expect(tokens).toBeLessThan(whole * 0.75)
  expect(Math.abs(own - tokens) / tokens).toBeLessThan(0.03)
})

test.each([
  [
    'a result',
    [{ type: 'tool_result', tool_use_id: 't0', content: '[rethread: tool result of 3100 bytes left out; x]' }],
    988,
  ],
  [
    'an image in a result',
    [{ type: 'tool_result', tool_use_id: 't0', content: [text('[rethread: image of 9000 bytes left out; x]')] }],
    1000,
  ],
  ['an image', [text('[rethread: image of 9000 bytes left out; x]')], 1000],
  ['a document', [text('[rethread: document of 9000 bytes left out; x]')], 225],
  ['other words in brackets', [text('[rethread is a program]')], undefined],
  ['a quoted note', [text('it said [rethread: image of 9000 bytes left out; x]')], undefined],
])('what a note weighed before: %s', (_, content, weight) => {
  const { facts } = readForContext(session(prompt('u1', null, content)))
  const found = [...facts.leftOut.values()].map(Math.round)
  expect(found).toEqual(weight === undefined ? [] : [weight])
})
