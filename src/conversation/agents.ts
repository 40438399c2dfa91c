// Subagents, in all three layouts, each at the tool call that started it (D9).
//
// Client 1.0 writes an agent's conversation into the session file, 2.0 into a file beside it, 2.1 into the session's
// own folder. In each case it is a conversation whose entries are marked as a sidechain.

import type { Graph } from './graph.js'
import { kindOf, NONE, type Rows, SIDECHAIN, textOf } from './rows.js'
import type { ToolCall } from './tool-calls.js'

export type AgentLayout = 'inline' | 'beside' | 'subagents'

/** A sidechain inside a file: the tree below one root. */
export interface Sidechain {
  readonly root: number
  readonly rows: readonly number[]
  readonly agentId: string | undefined
  /** Hash of its first prompt as written. */
  readonly promptHash: number
  /** The main entry that it hangs on, or NONE. */
  readonly from: number
}

/** What is known of an agent before it is linked. */
export interface AgentSource {
  readonly layout: AgentLayout
  readonly agentId: string | undefined
  /** `toolUseId` of its meta.json. */
  readonly toolUseId: string | undefined
  readonly promptHash: number
  /** The entry of the session file that it hangs on, for an inline agent. */
  readonly from: number
}

export type LinkedBy = 'meta' | 'agent-id' | 'progress' | 'prompt' | 'parent'

export interface AgentLink {
  /** Position of the call in the list of calls it was looked up in. */
  readonly call: number
  readonly by: LinkedBy
  /** Several calls fit equally well; the first one not taken yet was chosen. */
  readonly ambiguous: boolean
}

/** Where a started agent's progress rows say that they belong: agent id → tool call id. */
export type AgentProgress = ReadonlyMap<string, string>

export function findSidechains(rows: Rows, graph: Graph): readonly Sidechain[] {
  const rootOf = new Int32Array(rows.count).fill(NONE)
  const members = new Map<number, number[]>()
  for (const row of graph.order) {
    if ((rows.flags[row]! & SIDECHAIN) === 0) continue
    const parent = graph.parent[row]!
    const root = parent !== NONE && rootOf[parent] !== NONE ? rootOf[parent]! : row
    rootOf[row] = root
    const list = members.get(root)
    if (list) list.push(row)
    else members.set(root, [row])
  }
  return joinByAgentId(rows, graph, [...members.values()])
}

/** An agent that was continued has several roots with one agent id. */
function joinByAgentId(rows: Rows, graph: Graph, groups: readonly (readonly number[])[]): readonly Sidechain[] {
  const joined = new Map<string, number[]>()
  for (const group of groups) {
    const id = agentIdOf(rows, group)
    const key = id === undefined ? `row ${group[0]}` : id
    const list = joined.get(key)
    if (list) for (const row of group) list.push(row)
    else joined.set(key, [...group])
  }
  return [...joined.values()].map(group => {
    const root = group[0]!
    const prompt = group.find(row => kindOf(rows, row) === 'agent-prompt')
    return {
      root,
      rows: group.toSorted((a, b) => a - b),
      agentId: agentIdOf(rows, group),
      promptHash: prompt === undefined ? 0 : rows.contentHash[prompt]!,
      from: graph.parent[root]!,
    }
  })
}

function agentIdOf(rows: Rows, group: readonly number[]): string | undefined {
  const row = group.find(one => rows.agentId[one] !== 0)
  return row === undefined ? undefined : textOf(rows, rows.agentId[row]!)
}

/** Links each agent to its call: by meta.json, agent id, progress, prompt text, or parent, in this order. */
export function linkAgents(
  rows: Rows,
  calls: readonly ToolCall[],
  progress: AgentProgress,
  agents: readonly AgentSource[],
): readonly (AgentLink | undefined)[] {
  const text = (name: number): string => rows.names.text(name)
  const byId = new Map<string, number>()
  const byAgent = new Map<string, number>()
  const byPrompt = new Map<number, number[]>()
  const byRow = new Map<number, number>()
  calls.forEach((call, position) => {
    byRow.set(call.use.row, position)
    byId.set(text(call.use.id), position)
    if (call.result && call.result.agentId !== 0) byAgent.set(text(call.result.agentId), position)
    if (call.use.promptHash !== 0) {
      const list = byPrompt.get(call.use.promptHash) ?? []
      list.push(position)
      byPrompt.set(call.use.promptHash, list)
    }
  })
  const taken = new Set<number>()
  const sure = agents.map((agent): AgentLink | undefined => {
    const found = sureLink(agent)
    if (found) taken.add(found.call)
    return found
  })
  return agents.map((agent, index) => sure[index] ?? likelyLink(agent))

  function sureLink(agent: AgentSource): AgentLink | undefined {
    const link = (call: number | undefined, by: LinkedBy): AgentLink | undefined =>
      call === undefined ? undefined : { call, by, ambiguous: false }
    if (agent.toolUseId !== undefined) {
      const found = link(byId.get(agent.toolUseId), 'meta')
      if (found) return found
    }
    if (agent.agentId === undefined) return undefined
    const started = progress.get(agent.agentId)
    return (
      link(byAgent.get(agent.agentId), 'agent-id') ??
      (started === undefined ? undefined : link(byId.get(started), 'progress'))
    )
  }

  function likelyLink(agent: AgentSource): AgentLink | undefined {
    const same = agent.promptHash === 0 ? [] : (byPrompt.get(agent.promptHash) ?? []).filter(call => !taken.has(call))
    if (same.length > 0) {
      taken.add(same[0]!)
      return { call: same[0]!, by: 'prompt', ambiguous: same.length > 1 }
    }
    const call = byRow.get(agent.from)
    return call === undefined ? undefined : { call, by: 'parent', ambiguous: false }
  }
}
