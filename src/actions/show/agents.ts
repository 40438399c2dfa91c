// The agents of a session at the calls that started them: in one line, or with their own conversation.

import type { OpenAgent } from '../agents.js'
import type { OpenConversation } from '../open-session.js'
import { itemsOf } from './items.js'
import { type Reading, readingOf } from './reading.js'
import type { Depth, ShownAgent } from './report.js'

export interface AgentsAtCalls {
  of(owner: OpenConversation, callId: string): readonly ShownAgent[]
  readonly unlinked: readonly OpenAgent[]
  shown(agent: OpenAgent): ShownAgent
}

export function agentsAtCalls(agents: readonly OpenAgent[], depth: Depth, whole: boolean): AgentsAtCalls {
  const byOwner = new Map<OpenConversation, Map<string, OpenAgent[]>>()
  for (const agent of agents) {
    if (!agent.link) continue
    const calls = byOwner.get(agent.link.owner) ?? new Map<string, OpenAgent[]>()
    byOwner.set(agent.link.owner, calls)
    calls.set(agent.link.callId, [...(calls.get(agent.link.callId) ?? []), agent])
  }
  // An agent that is linked to a call of its own would never end.
  const open = new Set<OpenAgent>()
  const readings = new Map<OpenConversation, Reading>()
  const read = (owner: OpenConversation): Reading => {
    const known = readings.get(owner) ?? readingOf(owner, depth, (_, callId) => of(owner, callId))
    readings.set(owner, known)
    return known
  }
  const of = (owner: OpenConversation, callId: string): readonly ShownAgent[] =>
    (byOwner.get(owner)?.get(callId) ?? []).filter(agent => !open.has(agent)).map(shown)

  function shown(agent: OpenAgent): ShownAgent {
    const { conversation } = agent.open
    const mine = new Set(agent.rows)
    const times = agent.rows.map(row => conversation.rows.time[row]!).filter(time => !Number.isNaN(time))
    const first = times[0]
    const last = times.at(-1)
    open.add(agent)
    const own = whole ? itemsOf(read(agent.open), agent.rows) : undefined
    open.delete(agent)
    return {
      id: agent.agentId,
      type: agent.agentType,
      description: agent.description,
      path: agent.file?.path,
      linkedBy: agent.link?.by,
      ambiguous: agent.link?.ambiguous ?? false,
      entries: agent.rows.length,
      messages: conversation.messages.filter(message => mine.has(message.rows[0]!)).length,
      toolCalls: conversation.toolCalls.list.filter(call => mine.has(call.use.row)).length,
      durationMs: first === undefined || last === undefined ? undefined : Math.max(0, last - first),
      items: own?.items,
      leftOut: own?.leftOut,
    }
  }
  return { of, shown, unlinked: agents.filter(agent => !agent.link) }
}
