// Which thinking is sent? (N29, A0)

import type { Part } from '../context.js'
import { THINKING } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import type { Resume } from '../resume.js'
import { blockOf } from './item-looks.js'
import { plainModel } from './model.js'

/** Thinking of another model is left out without a word. */
export const thinkingOfModel: Rule = {
  id: 'N29',
  does: 'sends the thinking of the asked model only',
  apply(resume) {
    const asked = plainModel(resume.model)
    const known = new Map<number, boolean>()
    const isOwn = (row: number): boolean => {
      const name = resume.facts.model[row]!
      let own = known.get(name)
      if (own === undefined) {
        const model = resume.rows.names.text(name)
        known.set(name, (own = model === '<synthetic>' || plainModel(model) === asked))
      }
      return own
    }
    dropThinking(resume, part => !isOwn(part.row))
  },
}

type Stored = Extract<Part, { readonly kind: 'stored' }>

function dropThinking(resume: Resume, drops: (part: Stored) => boolean): void {
  const { facts } = resume
  for (const draft of resume.messages) {
    if (draft.role !== 'assistant') continue
    const isDropped = (part: Part): boolean =>
      part.kind === 'stored' && facts.blocks.kind[blockOf(facts, part)] === THINKING && drops(part)
    if (!draft.parts.some(isDropped)) continue
    for (const part of draft.parts)
      if (part.kind === 'stored' && isDropped(part)) resume.why.set(part.row, 'thinking of another model')
    draft.parts = draft.parts.filter(part => !isDropped(part))
  }
}
