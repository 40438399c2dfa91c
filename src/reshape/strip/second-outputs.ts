// The second copy of a tool's output beside the result: `toolUseResult`, and what an MCP server adds (B3). Nothing of it
// is sent, and the client does without it (R-T10).

import { isKey } from '../../format/json/walk.js'
import { textAt } from '../edits/block-fields.js'

export function isSecondOutputMember(bytes: Uint8Array, keyStart: number, keyEnd: number): boolean {
  return isKey(bytes, keyStart, keyEnd, 'toolUseResult') || isKey(bytes, keyStart, keyEnd, 'mcpMeta')
}

/** What links a call to its subagent stays where the rest goes (D9); undefined where there is no such thing. */
export function agentOnly(bytes: Uint8Array, at: number, newIds: ReadonlyMap<string, string>): Uint8Array | undefined {
  const agentId = textAt(bytes, at, 'agentId')
  if (agentId === undefined) return undefined
  return new TextEncoder().encode(JSON.stringify({ agentId: newIds.get(agentId) ?? agentId }))
}
