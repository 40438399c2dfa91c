// Of sessions without damage no change is refused: random ones of every client generation, in every way.

import { expect, test } from 'vitest'
import { randomSession } from '../../tools/generator/random-session.js'
import { compressing } from './compressing.js'
import { change } from './in-memory.js'
import { CLONES, COMBINED, STRIPS, type Way } from './ways.js'

/** `RETHREAD_REFUSALS=400` tries ten thousand. */
const SESSIONS = Number(process.env['RETHREAD_REFUSALS'] ?? 40)

const WAYS: Readonly<Record<string, Way>> = {
  ...CLONES,
  ...COMBINED,
  ...STRIPS,
  'compress --keep-last 1': compressing({ kind: 'keep-last', turns: 1 }, 'SUMMARY'),
  'compress --oldest 60% --by calls': compressing({ kind: 'oldest', share: 0.6, by: 'calls' }, 'SUMMARY'),
}

test('no change of a sound session is refused', () => {
  const refused: string[] = []
  let tried = 0
  for (let seed = 1; seed <= SESSIONS; seed++) {
    const { bytes, sessionId } = randomSession(seed, { turns: 3 + (seed % 12) })
    for (const [name, way] of Object.entries(WAYS)) {
      tried++
      for (const reason of change(bytes, way, sessionId).verdict.broken) refused.push(`${seed} ${name}: ${reason}`)
    }
  }
  console.log(`${tried} changes of ${SESSIONS} sound sessions, ${refused.length} refused`)
  expect(refused).toEqual([])
})
