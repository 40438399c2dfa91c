// The agents of a session at the calls that started them: in one line, or with their own conversation.

import type { OpenAgent } from '../../session/agents.js'
import type { OpenConversation } from '../../session/open-session.js'
import { itemsOf } from './items.js'
import { type Reading, readingOf, type Telling } from './reading.js'
import type { ShownAgent } from './report.js'

export interface AgentsAtCalls {
  of(owner: OpenConversation, callId: string): readonly ShownAgent[]
  readonly unlinked: readonly OpenAgent[]
  shown(agent: OpenAgent): ShownAgent
}

export function agentsAtCalls(agents: readonly OpenAgent[], telling: Telling, whole: boolean): AgentsAtCalls {
  const byOwner = new Map<OpenConversation, Map<string, OpenAgent[]>>()
  for (const agent of agents) {
    if (!agent.link) continue
    const calls = byOwner.get(agent.link.owner) ?? new Map<string, OpenAgent[]>()
    byOwner.set(agent.link.owner, calls)
    const list = calls.get(agent.link.callId)
    if (list) list.push(agent)
    else calls.set(agent.link.callId, [agent])
  }
  // An agent that is linked to a call of its own would never end.
  const open = new Set<OpenAgent>()
  const readings = new Map<OpenConversation, Reading>()
  let lastCounts: Counts | undefined
  const read = (owner: OpenConversation): Reading => {
    const known = readings.get(owner) ?? readingOf(owner, telling, (_, callId) => of(owner, callId))
    readings.set(owner, known)
    return known
  }
  const of = (owner: OpenConversation, callId: string): readonly ShownAgent[] =>
    (byOwner.get(owner)?.get(callId) ?? []).filter(agent => !open.has(agent)).map(shown)

  function shown(agent: OpenAgent): ShownAgent {
    const { conversation } = agent.open
    const counts = countsIn(conversation)
    const times = agent.rows.map(row => conversation.rows.time[row]!).filter(time => !Number.isNaN(time))
    const first = times[0]
    const last = times.at(-1)
    open.add(agent)
    const isRead = readings.has(agent.open)
    const own = whole ? itemsOf(read(agent.open), agent.rows) : undefined
    if (agent.file && !isRead) readings.delete(agent.open) // what prepares the reading of each of thousands is not held
    open.delete(agent)
    return {
      id: agent.agentId,
      type: agent.agentType,
      description: agent.description,
      path: telling.withoutFiles ? undefined : agent.file?.path,
      linkedBy: agent.link?.by,
      ambiguous: agent.link?.ambiguous ?? false,
      entries: agent.rows.length,
      messages: agent.rows.reduce((sum, row) => sum + counts.messages[row]!, 0),
      toolCalls: agent.rows.reduce((sum, row) => sum + counts.calls[row]!, 0),
      durationMs: first === undefined || last === undefined ? undefined : Math.max(0, last - first),
      items: own?.items,
      leftOut: own?.leftOut,
    }
  }
  return { of, shown, unlinked: agents.filter(agent => !agent.link) }

  /** Of the conversation that was asked for last: agents inside of a session share it. */
  function countsIn(conversation: OpenConversation['conversation']): Counts {
    if (lastCounts?.conversation !== conversation) lastCounts = countsOf(conversation)
    return lastCounts
  }
}

interface Counts {
  readonly conversation: OpenConversation['conversation']
  /** By row: messages that begin there. */
  readonly messages: Int32Array
  /** By row: calls that are made there. */
  readonly calls: Int32Array
}

function countsOf(conversation: OpenConversation['conversation']): Counts {
  const messages = new Int32Array(conversation.rows.count)
  const calls = new Int32Array(conversation.rows.count)
  for (const { rows } of conversation.messages) messages[rows[0]!]!++
  for (const { use } of conversation.toolCalls.list) calls[use.row]!++
  return { conversation, messages, calls }
}
