// How does a history end, in the eyes of the client? (N15, N16, N24 to N26)

import {
  API_ERROR,
  ASSISTANT,
  ATTACHMENT,
  BY_SHUTDOWN,
  COMPACT_SUMMARY,
  has,
  META,
  PROMPT_SOURCE,
  SYSTEM,
  USER,
} from '../../conversation/rows.js'
import {
  OPENS_CAVEAT,
  OPENS_COMMAND,
  OPENS_OUTPUT,
  OPENS_SLASH,
  SAYS_INTERRUPTED,
  TEXT,
} from '../facts/block-columns.js'
import { type Item, isWritten, type Resume } from '../resume.js'
import { isShownNotice } from './broken-off.js'
import { endBlock, firstBlock, isCompanion, isReturn } from './item-looks.js'
import { subtypeOf } from './left-out.js'
import { isEndedByTool, isTurnsEnd } from './turn-ends.js'

export type Ending =
  /** In the middle of a turn: with results, or with attachments behind what the user said. */
  | 'in a turn'
  /** The same, or with a prompt, and an error of the API behind it. */
  | 'with an error'
  | 'with a prompt'
  /** With an answer, a command, a note, an interruption, a result that ends the turn. */
  | 'otherwise'

export function howItEnds(resume: Resume, items: readonly Item[]): Ending {
  const { rows, facts } = resume
  let hasError = false
  let hasNotice = false
  let hasLimit = false
  let attachment = -1
  const left = (): Ending => (hasError ? 'with an error' : 'in a turn')
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at]!
    if (isWritten(item) || rows.role[item] === SYSTEM) continue
    if (rows.role[item] === ATTACHMENT) {
      if (attachment < 0) attachment = at
      hasLimit ||= facts.details.get(item)?.kind === 'turns-left'
    } else if (rows.role[item] === ASSISTANT) {
      const error = has(rows, item, API_ERROR) ? errorOf(resume, item) : undefined
      if (!error || error.isFinal) return 'otherwise'
      hasError ||= !error.isUnsent
    } else if (isShownNotice(resume, item)) hasNotice = true
    else {
      const isQuiet = attachment < 0 && has(rows, item, META)
      if (isCommandTail(resume, items, at) || isQuiet || has(rows, item, COMPACT_SUMMARY)) return 'otherwise'
      if (isInterruption(resume, item)) return has(rows, item, BY_SHUTDOWN) ? left() : 'otherwise'
      if (isReturn(resume, item) && isTurnsEnd(resume, items, at)) return 'otherwise'
      if (attachment < 0 && !isReturn(resume, item))
        return hasError ? 'with an error' : hasNotice ? 'in a turn' : 'with a prompt'
      if (isEndedByTool(resume, items, at) || hasLimit) return 'otherwise'
      return isStopped(resume, items, attachment < 0 ? at : attachment) ? 'otherwise' : left()
    }
  }
  return attachment < 0 ? 'otherwise' : left()
}

/** What is told of an error; one that could not be read is one like any other. */
function errorOf({ facts }: Resume, item: Item): { readonly isFinal: boolean; readonly isUnsent: boolean } {
  const detail = facts.details.get(item)
  return detail?.kind === 'api-error' ? detail : { isFinal: false, isUnsent: false }
}

function isInterruption({ facts }: Resume, item: Item): boolean {
  const at = firstBlock(facts, item)
  return endBlock(facts, item) - at === 1 && (facts.blocks.flags[at]! & SAYS_INTERRUPTED) !== 0
}

/** A hook has stopped the turn behind its results. */
function isStopped(resume: Resume, items: readonly Item[], from: number): boolean {
  const { rows } = resume
  let isStop = false
  for (let at = from; at >= 0; at--) {
    const item = items[at]!
    if (isWritten(item)) continue
    const role = rows.role[item]
    if (role === ASSISTANT) return false
    if (role === USER && isReturn(resume, item)) {
      if (isStop) return true
    } else if (role === USER && !isCompanion(resume, item)) return false
    else if (role === ATTACHMENT) {
      const type = subtypeOf(resume, item)
      if (!isStop && (type === 'queued_command' || type === 'poll_events')) return false
      if (type === 'hook_stopped_continuation') isStop = true
    }
  }
  return false
}

type CommandRow = 'caveat' | 'record' | 'typed' | 'output'

/** N25: a local command with its caveat, or one whose rows are all notes. It asks for no answer. */
export function isCommandTail(resume: Resume, items: readonly Item[], end: number): boolean {
  const { rows } = resume
  let isAllNotes = true
  let isRecord = false
  let typedAt: number | undefined
  for (let at = end; at >= 0; at--) {
    const item = items[at]!
    if (isWritten(item) || (rows.role[item] !== USER && rows.role[item] !== ASSISTANT)) {
      if (isWritten(item)) return false
      continue
    }
    const kind = commandRow(resume, item)
    if (at === end && kind === undefined) return false
    if (kind === 'caveat') return typedAt === undefined || rows.time[item]! >= typedAt
    if (kind === undefined || isRecord) break
    isRecord = kind === 'record' || kind === 'typed'
    if (kind === 'typed') typedAt = rows.time[item]!
    isAllNotes &&= has(rows, item, META)
  }
  return isAllNotes
}

/** By how its last text opens. */
function commandRow({ rows, facts }: Resume, item: Item): CommandRow | undefined {
  if (rows.role[item] !== USER || has(rows, item, PROMPT_SOURCE)) return undefined
  const end = endBlock(facts, item) - 1
  let at = end
  while (at >= firstBlock(facts, item) && facts.blocks.kind[at] !== TEXT) at--
  const flags = at >= firstBlock(facts, item) ? facts.blocks.flags[at]! : 0
  const isMeta = has(rows, item, META)
  if ((flags & OPENS_COMMAND) !== 0) return 'record'
  if ((flags & OPENS_OUTPUT) !== 0) return 'output'
  if ((flags & OPENS_CAVEAT) !== 0 && isMeta) return 'caveat'
  return !isMeta && at === end && (flags & OPENS_SLASH) !== 0 ? 'typed' : undefined
}
