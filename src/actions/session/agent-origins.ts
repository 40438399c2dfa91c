// Who started these subagents? What their own files say, from their beginnings only.

import type { AgentOrigin } from '../../check/family.js'
import { hashOf } from '../../conversation/names.js'
import { firstEntries, peekText } from '../../disk/peek.js'
import { rangeOf } from '../../format/json/walk.js'
import type { AgentFile } from '../../format/session-folder.js'

const MAX_META = 100_000
/** Bookkeeping may stand before the prompt, but not much. */
const MAX_ENTRIES = 10

export function agentOrigins(agents: readonly AgentFile[]): ReadonlyMap<string, AgentOrigin> {
  return new Map(agents.map(agent => [agent.agentId, { toolUseId: toolUseId(agent), promptHash: promptHash(agent) }]))
}

function toolUseId({ metaPath }: AgentFile): string | undefined {
  const text = metaPath === undefined ? undefined : peekText(metaPath, MAX_META)
  try {
    const meta = JSON.parse(text ?? '{}') as { readonly toolUseId?: unknown } | null
    return typeof meta?.toolUseId === 'string' ? meta.toolUseId : undefined
  } catch {
    return undefined
  }
}

function promptHash({ path }: AgentFile): number {
  let hash = 0
  let left = MAX_ENTRIES
  firstEntries(path, ({ bytes }) => {
    const content = rangeOf(bytes, 0, ['message', 'content'])
    if (content && bytes[content.start] === 0x22) hash = hashOf(bytes, content.start + 1, content.end - 1)
    return hash !== 0 || --left === 0
  })
  return hash
}
