// Blocks that are sent otherwise than they are stored. (N21 to N23, A2.9, A2.10)

import type { BlockChange, Part } from '../context.js'
import {
  HAS_EDITS,
  HAS_OLD_FIELDS,
  HOLDS_MEDIA,
  IS_ERROR,
  ODD_CONTENT,
  TOOL_RESULT,
  TOOL_USE,
} from '../facts/block-columns.js'
import { OLD_MESSAGE_FIELDS } from '../facts/block-look.js'
import type { Rule } from '../profile.js'
import type { Resume } from '../resume.js'
import { blockOf } from './item-looks.js'

/** Names that tools of the client had before. */
const RENAMED = { Task: 'Agent', ListPeers: 'ListAgents', RunWorkflow: 'Workflow' } as const

export const renamedTool: Rule = {
  id: 'N21',
  does: 'sends calls of Task as Agent, and calls of Edit and SendMessage without duplicate fields',
  apply(resume) {
    const names = new Map(Object.entries(RENAMED).map(([old, name]) => [resume.rows.names.find(old), name]))
    names.delete(0)
    const { blocks } = resume.facts
    if (names.size === 0 && (blocks.seenFlags & (HAS_EDITS | HAS_OLD_FIELDS)) === 0) return
    change(resume, at => {
      if (blocks.kind[at] !== TOOL_USE) return undefined
      const name = names.get(blocks.toolName[at]!)
      if (name !== undefined) return { rule: 'N21', kind: 'renamed', name }
      if ((blocks.flags[at]! & HAS_OLD_FIELDS) !== 0)
        return { rule: 'N21', kind: 'input-without', fields: OLD_MESSAGE_FIELDS }
      if ((blocks.flags[at]! & HAS_EDITS) === 0) return undefined
      return { rule: 'N21', kind: 'input-without', fields: ['old_string', 'new_string', 'replace_all'] }
    })
  },
}

/** What the API takes of the name of a tool. */
const LONGEST_NAME = 200

export const longNames: Rule = {
  id: 'A2.10',
  does: 'cuts the names of tools to 200 characters',
  apply(resume) {
    const { blocks } = resume.facts
    const cut = new Map<number, string | undefined>()
    change(resume, at => {
      if (blocks.kind[at] !== TOOL_USE) return undefined
      const id = blocks.toolName[at]!
      if (!cut.has(id)) cut.set(id, cutName(resume.rows.names.text(id)))
      const name = cut.get(id)
      return name === undefined ? undefined : { rule: 'A2.10', kind: 'renamed', name }
    })
  },
}

function cutName(name: string): string | undefined {
  if (name.length <= LONGEST_NAME) return undefined
  const letters = [...name]
  return letters.length > LONGEST_NAME ? letters.slice(0, LONGEST_NAME).join('') : undefined
}

export const textOnlyErrors: Rule = {
  id: 'N23',
  does: 'leaves only text in results that are errors',
  apply(resume) {
    const { blocks } = resume.facts
    const wanted = IS_ERROR | HOLDS_MEDIA
    if ((blocks.seenFlags & wanted) !== wanted) return
    change(resume, at => {
      const isMixed = blocks.kind[at] === TOOL_RESULT && (blocks.flags[at]! & wanted) === wanted
      return isMixed ? { rule: 'N23', kind: 'text-only' } : undefined
    })
  },
}

function isText({ change: made }: Extract<Part, { readonly kind: 'stored' }>): boolean {
  return made?.kind === 'framed' || made?.kind === 'reminder' || made?.kind === 'rendered'
}

export const oddResults: Rule = {
  id: 'R-T10',
  does: 'sends results that are neither text nor blocks as JSON text',
  apply(resume) {
    const { blocks } = resume.facts
    if ((blocks.seenFlags & ODD_CONTENT) === 0) return
    change(resume, at => {
      const isOdd = blocks.kind[at] === TOOL_RESULT && (blocks.flags[at]! & ODD_CONTENT) !== 0
      return isOdd ? { rule: 'R-T10', kind: 'as-text' } : undefined
    })
  },
}

/** Gives stored blocks a change; the last one that is asked for counts. */
function change(resume: Resume, changeAt: (block: number) => BlockChange | undefined): void {
  for (const draft of resume.messages) {
    const { parts } = draft
    let changed: Part[] | undefined
    parts.forEach((part, at) => {
      if (part.kind !== 'stored' || isText(part)) return
      const asked = changeAt(blockOf(resume.facts, part))
      if (asked) (changed ??= [...parts])[at] = { ...part, change: asked }
    })
    if (changed) draft.parts = changed
  }
}
