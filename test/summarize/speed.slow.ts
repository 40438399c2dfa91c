// The extractive summary of 40 MB of prompts, answers, edits and outputs, against JSON.parse of the same lines: 300 MB
// a second where it was measured, so that fifteen times as long is the 20 MB a second that are promised.

import { expect, test } from 'vitest'
import { findContext, readForContext } from '../../src/context/index.js'
import { extract } from '../../src/summarize/extractive/extract.js'
import { turnEvents } from '../../src/summarize/turn-events.js'
import { mostTimes, timesAsLong } from '../cpu-time.js'
import { answer, calls, prompt, restart, result, text, use } from '../reshape/entries.js'
import { session } from '../reshape/in-memory.js'

test('at most fifteen times JSON.parse', () => {
  restart()
  const prose = 'I looked at the harbour and decided to use the tide table instead of the moon. It works now.\n'
  const code = 'export const level = (at: number): number => Math.sin(at / 12.42) * 3.1\n'
  const entries = Array.from({ length: 1000 }, (_, at) => {
    const file = `/w/src/part-${at % 200}.ts`
    const [p, a, r, b, s, c] = ['p', 'a', 'r', 'b', 's', 'c'].map(letter => `${letter}${at}`) as [string, ...string[]]
    return [
      prompt(p, at === 0 ? null : `c${at - 1}`, `${prose.repeat(10)}please`),
      calls(a!, p, `m${at}`, [
        use(`t${at}`, 'Edit', { file_path: file, old_string: code, new_string: code.repeat(40) }),
      ]),
      result(r!, a!, `t${at}`, code.repeat(100)),
      calls(b!, r!, `n${at}`, [use(`u${at}`, 'Bash', { command: `npm test -- ${at}` })]),
      result(s!, b!, `u${at}`, '12 passed\n'.repeat(500)),
      answer(c!, s!, `o${at}`, [text(prose.repeat(60))]),
    ]
  })
  const bytes = session(...entries.flat())
  expect(bytes.length).toBeGreaterThan(35_000_000)
  const reading = readForContext(bytes)
  const context = findContext(reading)
  const source = { ...reading, read: (offset: number, length: number) => bytes.subarray(offset, offset + length) }
  const all = new Set(reading.conversation.turns.list.keys())
  const about = { sessionId: 's', cwd: '/w', firstTurn: 1, lastTurn: 1000, turns: 1000 }
  const work = () => extract(turnEvents(source, context, all), { about, tokens: 8000, rate: 1, keepTools: false })
  const lines = new TextDecoder().decode(bytes).trimEnd().split('\n')
  const parse = () => lines.map(line => JSON.parse(line) as unknown).length
  const most = mostTimes(15)
  expect(timesAsLong({ small: parse, large: work, most })).toBeLessThan(most)
})
