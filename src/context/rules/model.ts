// Which model does the resumed request ask? (N28, N29)

import { ASSISTANT, has, SYNTHETIC } from '../../conversation/rows.js'
import type { Rule } from '../profile.js'
import { isWritten } from '../resume.js'

export const sessionModel: Rule = {
  id: 'N28',
  does: 'asks the model of the last answer that is sent, where it is still offered',
  apply(resume) {
    const { rows, facts, items } = resume
    const last = items.findLast(
      item =>
        !isWritten(item) && rows.role[item] === ASSISTANT && facts.model[item] !== 0 && !has(rows, item, SYNTHETIC),
    )
    if (last === undefined) return
    const model = withoutWindow(rows.names.text(facts.model[last]!))
    if (isOffered(model)) resume.model = model
  },
}

export const wishedModel: Rule = {
  id: 'model',
  does: 'asks the model that was named',
  apply(resume) {
    if (resume.wishes.model !== undefined) resume.model = withoutWindow(resume.wishes.model)
  },
}

function withoutWindow(model: string): string {
  return model.replace(/\[1m\]$/i, '')
}

/** Models are compared without date and window (N29). */
export function plainModel(model: string): string {
  return withoutWindow(model).replace(/-\d{8}(?=$|-v\d)/, '')
}

function isOffered(model: string): boolean {
  return /(?:haiku|sonnet|opus|fable|mythos)-(?:4-[5-9]|5)(?:\D|$)/.test(model)
}
