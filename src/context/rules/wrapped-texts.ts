// What the client does to the blocks of one user row before it is merged with others. (N22, N27)

import { USER } from '../../conversation/rows.js'
import { type Part, WHOLE } from '../context.js'
import { OPENS_ODD_TAG, SAYS_TOOL_LOADED, TEXT } from '../facts/block-columns.js'
import { FROM_TASK } from '../facts/session-facts.js'
import { hasToolSearch, saysNothingLoaded, takesSystem } from '../models.js'
import type { Rule } from '../profile.js'
import { isWritten, type Resume } from '../resume.js'
import { blockOf } from './item-looks.js'

const TOOL_LOADED = 'Tool loaded.'
const NONE_AVAILABLE = '[Tool references removed - tools no longer available]'
const NO_SEARCH = '[Tool references removed - tool search not enabled]'

/** References to tools that are not there are removed; behind those that stay the client says that they are loaded. */
export const toolReferences: Rule = {
  id: 'N22',
  does: 'removes references to missing tools, and adds "Tool loaded." after the others',
  apply(resume) {
    if (resume.facts.references.size === 0) return
    const available = availableTools(resume)
    resume.blockSteps.push((row, parts) => withReferences(resume, row, parts, available))
  },
}

function withReferences(resume: Resume, row: number, parts: Part[], available: readonly string[]): Part[] {
  const { facts } = resume
  const hasSearch = hasToolSearch(resume.model)
  const none = hasSearch ? NONE_AVAILABLE : NO_SEARCH
  let isReferring = false
  let isLoaded = false
  let saysSo = false
  const withBlockSteps = parts.map((part): Part => {
    if (part.kind !== 'stored') return part
    const at = blockOf(facts, part)
    if (facts.blocks.kind[at] === TEXT && (facts.blocks.flags[at]! & SAYS_TOOL_LOADED) !== 0) saysSo = true
    const names = facts.references.get(at)
    if (!names) return part
    isReferring = true
    if (names.some(name => name === '' || available.includes(name))) isLoaded = true
    return { ...part, change: { rule: 'N22', kind: 'references', available, none } }
  })
  if (!(hasSearch ? isLoaded : isReferring) || saysSo || saysNothingLoaded(resume.model)) return withBlockSteps
  return [...withBlockSteps, { kind: 'written', block: { type: 'text', text: TOOL_LOADED }, rule: 'N22', row }]
}

/** The client's own tools, and those that the session has recorded the definitions of. */
function availableTools(resume: Resume): readonly string[] {
  if (!hasToolSearch(resume.model)) return []
  const names = new Set(resume.profile.tools)
  if (!takesSystem(resume.model)) for (const name of resume.profile.taskTools) names.add(name)
  for (const item of resume.items) {
    const detail = isWritten(item) ? undefined : resume.facts.details.get(item)
    if (detail?.kind === 'tools-record') for (const name of detail.names) names.add(name)
  }
  return [...names]
}

/** What looks like the client's own reminder and is none must not be taken for one. */
export const oddTags: Rule = {
  id: 'N27-tag',
  does: "writes texts of the user that open like a reminder's tag so that they open none",
  apply(resume) {
    const { rows, facts } = resume
    if ((facts.blocks.seenFlags & OPENS_ODD_TAG) === 0) return
    resume.blockSteps.push((row, parts) => {
      if (rows.role[row] !== USER) return parts
      return parts.map((part): Part => {
        if (part.kind !== 'stored' || part.change || facts.blocks.kind[blockOf(facts, part)] !== TEXT) return part
        const isOdd = (facts.blocks.flags[blockOf(facts, part)]! & OPENS_ODD_TAG) !== 0
        return isOdd ? { ...part, change: { rule: 'N27', kind: 'escaped' } } : part
      })
    })
  },
}

const NOTICE = { before: '<system-reminder>\n', after: '\n</system-reminder>' }

/** What a background task says is no word of the user: all its texts go into one reminder. */
export const taskNotices: Rule = {
  id: 'N27-notice',
  does: 'sends the notices of background tasks inside reminders',
  apply(resume) {
    const { rows, facts } = resume
    resume.blockSteps.push((row, parts) => {
      if (rows.role[row] !== USER || facts.origin[row] !== FROM_TASK) return parts
      const isText = (part: Part): boolean => part.kind === 'stored' && facts.blocks.kind[blockOf(facts, part)] === TEXT
      if (!parts.some(isText)) return parts
      const notice: Part = {
        kind: 'stored',
        row,
        block: WHOLE,
        change: { rule: 'N27', kind: 'reminder', ...NOTICE },
      }
      return [notice, ...parts.filter(part => !isText(part))]
    })
  },
}
