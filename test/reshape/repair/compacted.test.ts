// A repair never undoes a compaction: random sessions, damaged at and around it.

import { describe, test } from 'vitest'
import { randomSession } from '../../../tools/generator/random-session.js'
import { runs } from '../../runs.js'
import { compacted, DAMAGES, expectNoMore, leavesTraces } from './compacted.js'

const sessions: readonly Uint8Array[] = (() => {
  const found: Uint8Array[] = []
  for (let seed = 1; found.length < runs(1, 25); seed++) {
    const { bytes } = randomSession(seed, { turns: runs(16, 40), linesOfCode: 30 })
    if (bytes.length < runs(400_000, 3_000_000) && compacted(bytes)) found.push(bytes)
  }
  return found
})()

describe.each(Object.keys(DAMAGES))('%s', way => {
  const told = [...sessions.keys()].filter(at => leavesTraces(way, compacted(sessions[at]!)!))
  test.each(told)('session %d: not more is sent than of the whole file', at => {
    const bytes = sessions[at]!
    expectNoMore(bytes, DAMAGES[way]!(compacted(bytes)!), way)
  })
})
