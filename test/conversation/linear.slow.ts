// Five times the entries take about five times as long, in every shape that we could think of: all that is derived, and
// what the commands make of it. A square would take 25 times.

import { expect, test } from 'vitest'
import { sessionStats } from '../../src/actions/read/stats.js'
import { sessionTools } from '../../src/actions/read/tools.js'
import { sessionTurns } from '../../src/actions/read/turns.js'
import { inMemory } from '../../src/actions/session/open-session.js'
import { linkAgents } from '../../src/conversation/agents.js'
import { growth } from '../cpu-time.js'
import { shapes } from './nasty-shapes.js'

/** Both so many that their columns lie in large pieces of memory, which costs a little in itself. */
const FEW = 8000
const TIMES = 5
/** An exponent of 1.15 is what is promised; memory that is collected falls to one round or another, so there is room. */
const MOST = TIMES ** 1.35

function everything(bytes: Uint8Array): void {
  const open = inMemory(bytes)
  const { rows, sidechains, toolCalls, agentProgress } = open.conversation
  const agents = sidechains.map(one => ({ layout: 'inline' as const, toolUseId: undefined, ...one }))
  linkAgents(rows, toolCalls.list, agentProgress, agents)
  sessionStats(open)
  sessionTurns(open, { all: true })
  sessionTools(open, [])
}

test.each(Object.entries(shapes))('%s', (_, make) => {
  const [few, many] = [make(FEW), make(TIMES * FEW)]
  expect(growth({ small: () => everything(few), large: () => everything(many), most: MOST })).toBeLessThan(MOST)
})
