// Four times the session, and four times the damage, take about four times the work (I12). Quadratic would be sixteen
// times; processor time, since the machine has other things to do.

import { expect, test } from 'vitest'
import { growth } from '../../cpu-time.js'
import { answer, calls, prompt, restart, result, text, thinking, use } from '../entries.js'
import { type Json, session } from '../in-memory.js'
import { repair } from './in-memory.js'

/** Rounds of a call and its result, with thinking. */
function working(rounds: number): readonly Json[] {
  restart()
  const entries: Json[] = [prompt('u', null)]
  let last = 'u'
  for (let round = 0; round < rounds; round++) {
    entries.push(
      calls(`a${round}`, last, `m${round}`, [thinking('hm'), use(`t${round}`)]),
      result(`r${round}`, `a${round}`, `t${round}`, 'line\n'.repeat(20)),
      answer(`e${round}`, `r${round}`, `n${round}`, [text('done')]),
      prompt((last = `u${round}`), `e${round}`),
    )
  }
  return entries
}
const text8 = (entries: readonly Json[], line: (json: string, at: number) => string): Uint8Array =>
  new TextEncoder().encode(entries.map((entry, at) => line(JSON.stringify(entry), at)).join(''))

const WAYS: Readonly<Record<string, (entries: readonly Json[]) => Uint8Array>> = {
  'nothing wrong': entries => session(...entries),
  'many glued lines': entries => text8(entries, (json, at) => (at % 2 === 0 ? json : `${json}\n`)),
  'many cut lines': entries =>
    text8(entries, (json, at) => `${at % 10 === 5 ? json.slice(0, json.length / 2) : json}\n`),
  'many missing parents': entries =>
    session(...entries.map((entry, at) => (at % 3 === 2 ? { ...entry, parentUuid: `gone${at}` } : entry))),
  'many lost results': entries => session(...entries.filter((_, at) => at % 8 !== 2)),
  'many lost calls': entries => session(...entries.filter((_, at) => at % 8 !== 1)),
  'many entries twice': entries =>
    session(...entries.flatMap((entry, at) => (at % 5 === 1 ? [entry, entry] : [entry]))),
  'all in reverse': entries => session(...entries.toReversed()),
}

test.each(Object.entries(WAYS))('%s', (_, damage) => {
  const work = (bytes: Uint8Array) => () => expect(repair(bytes).verdict.broken).toEqual([])
  const [small, large] = [damage(working(300)), damage(working(1200))]
  expect(growth({ small: work(small), large: work(large), most: 8 })).toBeLessThan(8)
})
