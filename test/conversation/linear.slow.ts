// 20,000 entries take about ten times as long as 2,000, in every shape that we could think of: all that is derived,
// and what the commands make of it.

import { expect, test } from 'vitest'
import { sessionStats } from '../../src/actions/read/stats.js'
import { sessionTools } from '../../src/actions/read/tools.js'
import { sessionTurns } from '../../src/actions/read/turns.js'
import { inMemory } from '../../src/actions/session/open-session.js'
import { linkAgents } from '../../src/conversation/agents.js'
import { growth, MOST_POWER } from '../cpu-time.js'
import { shapes } from './nasty-shapes.js'

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
  const [few, many] = [make(2000), make(20_000)]
  expect(growth({ small: () => everything(few), large: () => everything(many), times: 10 })).toBeLessThan(MOST_POWER)
})
