// The subagents of a session, in all three layouts, each with its conversation and the call that started it (D9).

import { dirname } from 'node:path'
import { type AgentLayout, type AgentLink, type AgentSource, agentLinker, LINK_ORDER } from '../conversation/agents.js'
import { NONE } from '../conversation/rows.js'
import { peekText } from '../disk/index.js'
import type { AgentFile } from '../format/session-folder.js'
import { type OpenConversation, type OpenSession, openFile } from './open-session.js'

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
  const linkers = owners.map(({ conversation: { rows, toolCalls, agentProgress } }) =>
    agentLinker(rows, toolCalls.list, agentProgress),
  )
  const links: OpenAgent['link'][] = found.map(() => undefined)
  // The surest way first, in whoever's conversation it leads to a call.
  for (const by of LINK_ORDER) {
    found.forEach((agent, index) => {
      for (const [position, owner] of owners.entries()) {
        if (links[index]) return
        if (owner === agent.open && agent.file) continue // nobody starts himself
        if (by === 'parent' && owner !== agent.open) continue // its parent is a row of its own file
        const link = linkers[position]!.link(by, agent.source)
        if (link) links[index] = { ...link, owner, callId: callId(owner, link.call) }
      }
    })
  }
  return found.map(({ source: _, ...agent }, index) => ({ ...agent, link: links[index] }))
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

async function fileAgents(session: OpenSession): Promise<readonly Found[]> {
  const files = session.folder?.agents ?? []
  return Promise.all(
    files.map(async (file): Promise<Found> => {
      const open = await openFile(file.path)
      const meta = readMeta(file)
      const [first] = open.conversation.sidechains
      return {
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
      }
    }),
  )
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
