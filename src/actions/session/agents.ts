// The subagents of a session, in all three layouts, each with its conversation and the call that started it (D9).

import { dirname } from 'node:path'
import {
  type AgentLayout,
  type AgentLink,
  type AgentLinker,
  type AgentSource,
  agentLinker,
  LINK_ORDER,
  type LinkedBy,
} from '../../conversation/agents.js'
import { NONE } from '../../conversation/rows.js'
import { peekText } from '../../disk/index.js'
import type { AgentFile } from '../../format/session-folder.js'
import { releasingAmongFiles } from '../release-memory.js'
import { agentFiles } from './agent-files.js'
import { type OpenConversation, type OpenSession, openAgentFile } from './open-session.js'

export interface OpenAgent {
  readonly layout: AgentLayout
  readonly agentId: string | undefined
  /** The agent's own conversation; for an inline agent the session's, of which `rows` are its part. */
  readonly open: OpenConversation
  readonly rows: readonly number[]
  readonly file: AgentFile | undefined
  readonly agentType: string | undefined
  readonly description: string | undefined
  /** The call that started it. */
  readonly link: (AgentLink & { readonly owner: OpenConversation; readonly callId: string }) | undefined
}

interface Meta {
  readonly toolUseId?: string
  readonly agentType?: string
  readonly description?: string
}

/** Agents started by agents are linked to the call in their starter's conversation. */
export async function openAgents(session: OpenSession): Promise<readonly OpenAgent[]> {
  const found = [...inlineAgents(session), ...(await fileAgents(session))]
  const owners: readonly OpenConversation[] = [session, ...found.filter(agent => agent.file).map(agent => agent.open)]
  const places = new Map(owners.map((owner, position) => [owner, position]))
  const fitting = ownersFitting(owners, found)
  const linkers = new Map<number, AgentLinker>()
  const linkerAt = (position: number): AgentLinker => {
    let linker = linkers.get(position)
    if (!linker) {
      const { rows, toolCalls, agentProgress } = owners[position]!.conversation
      linkers.set(position, (linker = agentLinker(rows, toolCalls.list, agentProgress)))
    }
    return linker
  }
  const links: OpenAgent['link'][] = found.map(() => undefined)
  // The surest way first, in whoever's conversation it leads to a call.
  for (const by of LINK_ORDER) {
    found.forEach((agent, index) => {
      // Its parent is a row of its own file.
      for (const position of by === 'parent' ? [places.get(agent.open)!] : fitting(by, agent)) {
        if (links[index]) return
        const owner = owners[position]!
        if (owner === agent.open && agent.file) continue // nobody starts himself
        const link = linkerAt(position).link(by, agent.source)
        if (link) links[index] = { ...link, owner, callId: callId(owner, link.call) }
      }
    })
  }
  return found.map(({ source: _, ...agent }, index) => ({ ...agent, link: links[index] }))
}

/** Opens the agents for as long as they are used. */
export async function withAgents<Value>(
  session: OpenSession,
  use: (agents: readonly OpenAgent[]) => Value | Promise<Value>,
): Promise<Value> {
  if (session.agents) return use(await session.agents())
  const agents = await openAgents(session)
  try {
    return await use(agents)
  } finally {
    for (const agent of agents) if (agent.file) agent.open.close()
  }
}

const NOBODY: readonly number[] = []

/** Which conversations have a call that may have started an agent? Asked of each once, and not of each for each agent. */
function ownersFitting(owners: readonly OpenConversation[], agents: readonly Found[]) {
  const wanted = new Set(agents.flatMap(({ source }) => LINK_ORDER.map(by => keyOf(by, source) ?? '')))
  const fitting = new Map<string, number[]>()
  const add = (by: LinkedBy, value: string | number, position: number): void => {
    const key = `${by} ${value}`
    if (!wanted.has(key)) return
    const list = fitting.get(key)
    if (!list) fitting.set(key, [position])
    else if (list.at(-1) !== position) list.push(position)
  }
  owners.forEach(({ conversation: { rows, toolCalls, agentProgress } }, position) => {
    for (const { use, result } of toolCalls.list) {
      add('meta', rows.names.text(use.id), position)
      if (result && result.agentId !== 0) add('agent-id', rows.names.text(result.agentId), position)
      if (use.promptHash !== 0) add('prompt', use.promptHash, position)
    }
    for (const agentId of agentProgress.keys()) add('progress', agentId, position)
  })
  return (by: LinkedBy, { source }: Found): readonly number[] => fitting.get(keyOf(by, source) ?? '') ?? NOBODY
}

function keyOf(by: LinkedBy, { toolUseId, agentId, promptHash }: AgentSource): string | undefined {
  const value = by === 'meta' ? toolUseId : by === 'prompt' ? promptHash : by === 'parent' ? undefined : agentId
  return value === undefined ? undefined : `${by} ${value}`
}

function callId({ conversation: { rows, toolCalls } }: OpenConversation, call: number): string {
  return rows.names.text(toolCalls.list[call]!.use.id)
}

type Found = Omit<OpenAgent, 'link'> & { readonly source: AgentSource }

function inlineAgents(session: OpenSession): readonly Found[] {
  const { sidechains, inventory, rows } = session.conversation
  // A file that is nothing but a sidechain is an agent's own file, given as a session.
  const all = sidechains.reduce((sum, one) => sum + one.rows.length, 0)
  if (all === rows.count && inventory.lines > 0) return []
  return sidechains.map(sidechain => ({
    layout: 'inline' as const,
    agentId: sidechain.agentId,
    open: session,
    rows: sidechain.rows,
    file: undefined,
    agentType: undefined,
    description: undefined,
    source: {
      layout: 'inline' as const,
      agentId: sidechain.agentId,
      toolUseId: undefined,
      promptHash: sidechain.promptHash,
      from: sidechain.from,
    },
  }))
}

/** One after the other: there may be thousands. */
async function fileAgents(session: OpenSession): Promise<readonly Found[]> {
  const files = agentFiles()
  const found: Found[] = []
  const release = releasingAmongFiles()
  for (const file of session.folder?.agents ?? []) {
    const open = await openAgentFile(file.path, files)
    const meta = readMeta(file)
    const [first] = open.conversation.sidechains
    found.push({
      layout: file.layout,
      agentId: file.agentId,
      open,
      rows: Array.from({ length: open.conversation.rows.count }, (_, row) => row),
      file,
      agentType: meta.agentType,
      description: meta.description,
      source: {
        layout: file.layout,
        agentId: file.agentId,
        toolUseId: meta.toolUseId,
        promptHash: first?.promptHash ?? 0,
        from: NONE,
      },
    })
    release()
  }
  return found
}

/** A meta file that is missing or broken says nothing; the other ways to link remain. */
function readMeta({ metaPath }: AgentFile): Meta {
  const text = metaPath === undefined ? undefined : peekText(metaPath, MAX_META, dirname(metaPath))
  if (text === undefined) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Meta) : {}
  } catch {
    return {}
  }
}

const MAX_META = 1024 * 1024
