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

/** The ways to link, the surest first. */
export const LINK_ORDER: readonly LinkedBy[] = ['meta', 'agent-id', 'progress', 'prompt', 'parent']

/** Links each agent to its call: by meta.json, agent id, progress, prompt text, or parent, in this order. */
export function linkAgents(
  rows: Rows,
  calls: readonly ToolCall[],
  progress: AgentProgress,
  agents: readonly AgentSource[],
): readonly (AgentLink | undefined)[] {
  const linker = agentLinker(rows, calls, progress)
  const links: (AgentLink | undefined)[] = agents.map(() => undefined)
  for (const by of LINK_ORDER) for (const [index, agent] of agents.entries()) links[index] ??= linker.link(by, agent)
  return links
}

export interface AgentLinker {
  /** One way at a time: a call that is surely another agent's is then no longer a guess for this one. */
  link(by: LinkedBy, agent: AgentSource): AgentLink | undefined
}

export function agentLinker(rows: Rows, calls: readonly ToolCall[], progress: AgentProgress): AgentLinker {
  const byId = new Map<string, number>()
  const byAgent = new Map<string, number>()
  const byPrompt = new Map<number, number[]>()
  const byRow = new Map<number, number[]>()
  calls.forEach(({ use, result }, position) => {
    listed(byRow, use.row, position)
    first(byId, rows.names.text(use.id), position)
    // A call that continued the agent names it as well; the first one started it.
    if (result && result.agentId !== 0) first(byAgent, rows.names.text(result.agentId), position)
    if (use.promptHash !== 0) listed(byPrompt, use.promptHash, position)
  })
  const taken = new Set<number>()
  const guesses = new Map<readonly number[], { readonly free: readonly number[]; next: number }>()

  return {
    link(by, agent) {
      const link = by === 'prompt' || by === 'parent' ? guess(by, agent) : sure(by, agent)
      if (link) taken.add(link.call)
      return link
    },
  }

  function sure(by: LinkedBy, { toolUseId, agentId }: AgentSource): AgentLink | undefined {
    const id = by === 'meta' ? toolUseId : by === 'progress' ? progress.get(agentId ?? '') : agentId
    const call = id === undefined ? undefined : (by === 'agent-id' ? byAgent : byId).get(id)
    return call === undefined ? undefined : { call, by, ambiguous: false }
  }

  function guess(by: 'prompt' | 'parent', agent: AgentSource): AgentLink | undefined {
    const fitting = by === 'prompt' ? byPrompt.get(agent.promptHash) : byRow.get(agent.from)
    if (!fitting) return undefined
    const found = guesses.get(fitting) ?? { free: fitting.filter(call => !taken.has(call)), next: 0 }
    guesses.set(fitting, found)
    while (found.next < found.free.length && taken.has(found.free[found.next]!)) found.next++
    const call = found.free[found.next]
    return call === undefined ? undefined : { call, by, ambiguous: found.free.length > 1 }
  }
}

function first<Key>(map: Map<Key, number>, key: Key, position: number): void {
  if (!map.has(key)) map.set(key, position)
}

function listed<Key>(map: Map<Key, number[]>, key: Key, position: number): void {
  const list = map.get(key)
  if (list) list.push(position)
  else map.set(key, [position])
}
