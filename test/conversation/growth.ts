// How much longer do ten times as many entries take?

import { inMemory } from '../../src/actions/open-session.js'
import { sessionStats } from '../../src/actions/stats.js'
import { sessionTools } from '../../src/actions/tools.js'
import { sessionTurns } from '../../src/actions/turns.js'
import { linkAgents } from '../../src/conversation/agents.js'
import { cpuTime } from '../cpu-time.js'
import { runs } from '../runs.js'

const SMALL = runs(1000, 2000)
const LARGE = 10 * SMALL

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

/** Tried again where it is too much: a ratio of small times is noisy, and a square would be near 100 each time. */
export function ratio(make: (count: number) => Uint8Array): number {
  const small = make(SMALL)
  const large = make(LARGE)
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 12 && least >= 12; attempt++)
    least = Math.min(least, cpuTime(1, () => everything(large)) / cpuTime(3, () => everything(small)))
  return least
}
