// Which model does the resumed request ask? (N28)

import { ASSISTANT, has, SYNTHETIC } from '../../conversation/rows.js'
import { isOffered, withoutWindow } from '../models.js'
import type { Rule } from '../profile.js'
import { isWritten } from '../resume.js'

export const sessionModel: Rule = {
  id: 'N28',
  does: 'uses the model of the last answer that is sent, if it is still available',
  apply(resume) {
    const { rows, facts, items } = resume
    const last = items.findLast(
      item =>
        !isWritten(item) && rows.role[item] === ASSISTANT && facts.model[item] !== 0 && !has(rows, item, SYNTHETIC),
    )
    if (last === undefined) return
    const model = rows.names.text(facts.model[last]!)
    if (!isOffered(model)) return
    resume.model = withoutWindow(model).toLowerCase()
    resume.hasLargeWindow = withoutWindow(model) !== model.trim()
  },
}

export const askedModel: Rule = {
  id: 'model',
  does: 'uses the model that was given',
  apply(resume) {
    const { model } = resume.asked
    if (model === undefined) return
    resume.model = withoutWindow(model)
    resume.hasLargeWindow = withoutWindow(model) !== model.trim()
  },
}
