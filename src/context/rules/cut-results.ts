// Results of which the client sends a short text in place of what is stored. (B2)

import type { Name } from '../../conversation/names.js'
import type { Part } from '../context.js'
import { IS_ERROR, TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { isWritten, type Resume } from '../resume.js'
import { blockOf, kindOf } from './item-looks.js'

/** The stand-in is at most so long. */
const MAX_STAND_IN = 200

/** The tools whose results can be had again, and those of servers. */
const CUT_TOOLS: ReadonlySet<string> = new Set([
  'Bash',
  'PowerShell',
  'Read',
  'Grep',
  'Glob',
  'Edit',
  'Write',
  'WebFetch',
  'WebSearch',
])
const SERVER_TOOL = /^mcp__./

export const cutResults: Rule = {
  id: 'B2',
  does: 'sends the replacement for results that a mark on the chain has cut',
  apply(resume) {
    const { facts } = resume
    const standIns = standInsOf(resume)
    if (standIns.size === 0) return
    const tools = toolsOf(resume)
    const standInFor = (part: Part): string | undefined => {
      if (part.kind !== 'stored' || kindOf(facts, part) !== TOOL_RESULT) return undefined
      const at = blockOf(facts, part)
      const id = facts.blocks.id[at]!
      const text = standIns.get(id)
      if (text === undefined || (facts.blocks.flags[at]! & IS_ERROR) !== 0) return undefined
      const isCut = isCutTool(resume.rows.names.text(tools.get(id) ?? 0)) && facts.blocks.size[at]! > text.length
      return isCut ? text : undefined
    }
    for (const draft of resume.messages) {
      draft.parts = draft.parts.map((part): Part => {
        const text = standInFor(part)
        if (text === undefined || part.kind !== 'stored') return part
        return { ...part, change: { rule: 'B2', kind: 'stand-in', text } }
      })
    }
  },
}

/** By the id of the call. */
function standInsOf({ items, facts, rows }: Resume): ReadonlyMap<Name, string> {
  const found = new Map<Name, string>()
  for (const item of items) {
    const detail = isWritten(item) ? undefined : facts.details.get(item)
    if (detail?.kind !== 'results-cut' || !detail.standIn || detail.standIn.length > MAX_STAND_IN) continue
    for (const id of detail.callIds) {
      const name = rows.names.find(id)
      if (name !== 0 && !found.has(name)) found.set(name, detail.standIn)
    }
  }
  return found
}

function toolsOf({ messages, facts }: Resume): ReadonlyMap<Name, Name> {
  const tools = new Map<Name, Name>()
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.kind !== 'stored' || kindOf(facts, part) !== TOOL_USE) continue
      const at = blockOf(facts, part)
      tools.set(facts.blocks.id[at]!, facts.blocks.toolName[at]!)
    }
  }
  return tools
}

function isCutTool(name: string): boolean {
  return CUT_TOOLS.has(name) || SERVER_TOOL.test(name)
}
