// How much longer do 20,000 entries take than 2,000?

import { inMemory } from '../../src/actions/open-session.js'
import { sessionStats } from '../../src/actions/stats.js'
import { sessionTools } from '../../src/actions/tools.js'
import { sessionTurns } from '../../src/actions/turns.js'
import { linkAgents } from '../../src/conversation/agents.js'

const SMALL = 2000
const LARGE = 20_000

/** All that is derived, and what the commands make of it. */
function everything(bytes: Uint8Array): void {
  const open = inMemory(bytes)
  const { rows, sidechains, toolCalls, agentProgress } = open.conversation
  const agents = sidechains.map(one => ({ layout: 'inline' as const, toolUseId: undefined, ...one }))
  linkAgents(rows, toolCalls.list, agentProgress, agents)
  sessionStats(open)
  sessionTurns(open, { all: true })
  sessionTools(open, [])
}

/** The best of some rounds: other work on the machine only ever adds. */
function best(bytes: Uint8Array, rounds: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    everything(bytes)
    least = Math.min(least, performance.now() - start)
  }
  return least
}

/** Tried again where it is too much: a ratio of small times is noisy, and a square would be near 100 each time. */
export function ratio(make: (count: number) => Uint8Array): number {
  const small = make(SMALL)
  const large = make(LARGE)
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 12 && least >= 12; attempt++) least = Math.min(least, best(large, 1) / best(small, 3))
  return least
}
