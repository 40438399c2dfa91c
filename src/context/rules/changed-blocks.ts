// Blocks that are sent otherwise than they are stored. (N21 to N23, A2.9)

import type { BlockChange, Part } from '../context.js'
import { HAS_EDITS, HOLDS_MEDIA, IS_ERROR, TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import type { Resume } from '../resume.js'
import { blockOf } from './item-looks.js'

export const renamedTool: Rule = {
  id: 'N21',
  does: 'sends calls of Task as Agent, and calls of Edit with edits without the single strings',
  apply(resume) {
    const task = resume.rows.names.find('Task')
    const { blocks } = resume.facts
    change(resume, at => {
      if (blocks.kind[at] !== TOOL_USE) return undefined
      if (task !== 0 && blocks.toolName[at] === task) return { rule: 'N21', kind: 'renamed', name: 'Agent' }
      if ((blocks.flags[at]! & HAS_EDITS) === 0) return undefined
      return { rule: 'N21', kind: 'input-without', fields: ['old_string', 'new_string'] }
    })
  },
}

export const textOnlyErrors: Rule = {
  id: 'N23',
  does: 'leaves only text in results that are errors',
  apply(resume) {
    const { blocks } = resume.facts
    change(resume, at => {
      const wanted = IS_ERROR | HOLDS_MEDIA
      const isMixed = blocks.kind[at] === TOOL_RESULT && (blocks.flags[at]! & wanted) === wanted
      return isMixed ? { rule: 'N23', kind: 'text-only' } : undefined
    })
  },
}

/** Gives stored blocks a change; the first one that is asked for counts. */
function change(resume: Resume, changeAt: (block: number) => BlockChange | undefined): void {
  for (const draft of resume.messages) {
    draft.parts = draft.parts.map((part): Part => {
      if (part.kind !== 'stored' || part.change) return part
      const asked = changeAt(blockOf(resume.facts, part))
      return asked ? { ...part, change: asked } : part
    })
  }
}
