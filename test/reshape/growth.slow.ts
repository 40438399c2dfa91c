// Four times the session takes about four times the work, whatever is done to it (I12). Quadratic would be sixteen
// times; processor time, since the machine has other things to do.

import { beforeEach, expect, test } from 'vitest'
import { growth, MOST_POWER } from '../cpu-time.js'
import {
  answer,
  attachment,
  calls,
  lastPrompt,
  progress,
  prompt,
  restart,
  result,
  system,
  text,
  thinking,
  use,
} from './entries.js'
import { change, type Json, session } from './in-memory.js'
import { CLONES, COMBINED, STRIPS } from './ways.js'

beforeEach(restart)

/** Rounds of parallel calls with thinking, progress and notes; turns, branches and compactions. */
function working(rounds: number): Uint8Array {
  const entries: Json[] = [prompt('u', null)]
  let last = 'u'
  const add = (entry: Json): void => {
    entries.push(entry)
    last = entry['uuid']
  }
  for (let round = 0; round < rounds; round++) {
    const [a, b] = [`a${round}`, `b${round}`]
    add(calls(`h${round}`, last, `m${round}`, [thinking('hm')]))
    add(calls(a, last, `m${round}`, [use(`t${a}`)]))
    add(calls(b, last, `m${round}`, [use(`t${b}`, 'Read', { file_path: '/x' })]))
    entries.push(progress(`p${round}`, a, `t${a}`), result(`r${a}`, a, `t${a}`, 'line\n'.repeat(20)))
    add(result(`r${b}`, b, `t${b}`))
    add(attachment(`n${round}`, last, { type: 'note' }))
    if (round % 5 < 4) continue
    add(answer(`e${round}`, last, `n${round}`, [text('done')]))
    entries.push(prompt(`x${round}`, last, 'left behind'))
    add(prompt(`u${round}`, last))
    if (round % 100 < 95) continue
    add(system(`c${round}`, null, 'compact_boundary', { logicalParentUuid: last, compactMetadata: { preTokens: 9 } }))
    add(prompt(`s${round}`, last, 'Summary', { isCompactSummary: true }))
  }
  add(answer('end', last, 'end', [text('the end')]))
  return session(...entries, lastPrompt(last))
}

/** One turn of calls, one after the other: the shape on which another tool took hours (fault 12). */
function rounds(count: number): Uint8Array {
  const round = (at: number): readonly Json[] => [
    calls(`a${at}`, at === 0 ? 'u' : `r${at - 1}`, `m${at}`, [use(`t${at}`)]),
    result(`r${at}`, `a${at}`, `t${at}`),
  ]
  const last = `r${count - 1}`
  return session(
    prompt('u', null),
    ...Array.from({ length: count }, (_, at) => round(at)).flat(),
    answer('end', last, 'me', [text('done')]),
    lastPrompt(last),
  )
}

const WAYS = Object.entries({ ...CLONES, ...COMBINED, ...STRIPS })

test.each([
  ...WAYS.map(([name, way]) => [name, way, working(300), working(1200)] as const),
  ['12: one turn of many calls', STRIPS['--tools']!, rounds(400), rounds(1600)] as const,
])('%s', (_, way, small, large) => {
  const work = (source: Uint8Array) => () => expect(change(source, way).verdict.broken).toEqual([])
  expect(growth({ small: work(small), large: work(large), times: 4 })).toBeLessThan(MOST_POWER)
})
