// The transcripts of subagents beside a session, as what is linked with the calls that started them (D9).

import type { AgentSource } from '../../conversation/agents.js'
import type { ReshapeSource } from '../plan/plan.js'

/** In the order of the folder. */
export function agentFiles({ folder, agents, texts }: ReshapeSource): readonly AgentSource[] {
  return (folder?.agents ?? []).map(({ layout, agentId, metaPath }, position) => ({
    layout,
    agentId,
    toolUseId: toolUseIdIn(metaPath === undefined ? undefined : texts.get(metaPath)),
    promptHash: agents[position]?.conversation.sidechains[0]?.promptHash ?? 0,
    from: -1,
  }))
}

function toolUseIdIn(meta: Uint8Array | undefined): string | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(meta)) as { readonly toolUseId?: unknown } | null
    return typeof value?.toolUseId === 'string' ? value.toolUseId : undefined
  } catch {
    return undefined // half written: the other ways to link remain
  }
}
