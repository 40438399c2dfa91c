// Lines that are passed over tell of no answer: with and without, the same is found at the same places.

import { expect, test } from 'vitest'
import { type Random, randomFrom } from '../../../tools/generator/random.js'
import { runs } from '../../runs.js'
import { foundIn } from './found-in.js'
import { answer, progress } from './logged.js'

/** What may stand on a line. */
function someLine(random: Random): string {
  const words = 'x'.repeat(random.int(0, 300))
  const user = { type: 'user', message: { role: 'user', content: `he said \\"assistant\\" ${words} "assistant" ` } }
  const kinds = [
    JSON.stringify(answer({ id: `msg_${random.int(1, 9)}` })),
    JSON.stringify(answer({ id: `msg_${random.int(1, 9)}`, more: { note: words } })),
    JSON.stringify(progress()),
    JSON.stringify(user),
    JSON.stringify({ type: 'user', message: words }),
    JSON.stringify({ type: 'summary', summary: `"${words}"`, leafUuid: 'assistant' }),
    JSON.stringify({ type: 'system', content: words }, null, random.pick([0, 0, 0, 2])),
    `{"type":"user" , "message":"${words}"} `,
    '',
    '   ',
    '// a comment with "assistant"',
    '[1, "assistant"]',
    '\u0000\u0000',
    '{}',
    '}',
  ]
  const line = random.pick(kinds)
  if (random.chance(0.15)) return line.slice(0, random.int(0, line.length)) // torn
  if (random.chance(0.1)) return line.slice(0, random.int(0, line.length)) + random.pick(kinds) // and written on
  if (random.chance(0.05)) return line + random.pick(kinds)
  return line
}

test('whatever stands on the lines, and however they come', () => {
  let seen = 0
  for (let seed = 1; seed <= runs(400, 8000); seed++) {
    const random = randomFrom(seed)
    const ending = random.pick(['\n', '\n', '\r\n'])
    const lines = Array.from({ length: random.int(0, 40) }, () => someLine(random))
    const text = (random.chance(0.1) ? '\ufeff' : '') + lines.join(ending) + (random.chance(0.5) ? ending : '')
    const bytes = Buffer.from(text)
    const whole = foundIn(bytes, false, randomFrom(seed))
    const { events, damaged } = foundIn(bytes, true, random)
    expect({ events, damaged }, `seed ${seed}`).toEqual({ events: whole.events, damaged: whole.damaged })
    seen += whole.events.length
  }
  expect(seen).toBeGreaterThan(400)
})
