// A session that ends in calls which nobody has answered: the client keeps them, and says that they were interrupted.
// (N14 to N17)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, BY_SHUTDOWN, HAS_TOOL_USE, has, SYSTEM, USER, VIRTUAL } from '../../conversation/rows.js'
import type { WrittenBlock } from '../context.js'
import { TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import { CALL_WITHOUT_RESULT } from '../omitted.js'
import type { Rule } from '../profile.js'
import { addWritten, type Item, isWritten, type Resume } from '../resume.js'
import { brokenOff, isShutdownResult } from './broken-off.js'
import { withWords } from './dropped-answers.js'
import { howItEnds } from './ending.js'
import { idsIn, isApiError, isCompanion, isResult, messageKey } from './item-looks.js'
import { subtypeOf } from './left-out.js'

export const INTERRUPTED =
  "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown. Check whether it took effect before relying on it or running it again.]"

/** What the results are told by that the client writes for calls of a session that ended with them. */
export const INTERRUPTED_RULE = 'N14'

/** Calls of the last answer are kept where only results, notes and the client's own words stand behind it. */
export const openRound: Rule = {
  id: 'N15',
  does: 'answers the open calls of the last answer with an interruption',
  apply(resume) {
    const { rows, items } = resume
    const open = openCalls(resume)
    const answered = open.size === 0 ? open : callsOfLastAnswer(resume, open, !resume.mergeRules.goesOn)
    resume.openCalls = resume.mergeRules.goesOn ? open : answered
    if (answered.size === 0) return
    const calls = withWords(resume, unanswered(resume, items, resume.openCalls)).flatMap(item =>
      isAnswer(resume, item) ? idsIn(resume, item, TOOL_USE).map(id => ({ id, row: item })) : [],
    )
    const own = calls.filter(({ id }) => answered.has(id))
    const blocks = own.map(({ id }): WrittenBlock => {
      return { type: 'tool_result', tool_use_id: rows.names.text(id), content: INTERRUPTED, is_error: true }
    })
    resume.items.push(
      addWritten(resume, { role: 'user', blocks, rule: INTERRUPTED_RULE, rows: own.map(({ row }) => row) }),
    )
  },
}

/** Where the turn was left with results, the open calls of its earlier answers are kept as well. */
export const earlierCalls: Rule = {
  id: 'N16',
  does: 'keeps the open calls of earlier answers in a turn that was left with results',
  apply(resume) {
    const left = withWords(resume, unanswered(resume, resume.items, new Set()))
    resume.mergeRules.goesOn = howItEnds(resume, left) === 'in a turn'
  },
}

/** A row with calls, none of which has a result, is dropped as a whole. */
export const unansweredCalls: Rule = {
  id: 'N17',
  does: 'drops rows whose calls have no results',
  apply(resume) {
    const kept = new Set(unanswered(resume, resume.items, resume.openCalls))
    for (const item of resume.items) if (!kept.has(item)) resume.why.set(item, CALL_WITHOUT_RESULT)
    resume.items = resume.items.filter(item => kept.has(item))
  },
}

function unanswered(resume: Resume, items: readonly Item[], kept: ReadonlySet<Name>): readonly Item[] {
  const broken = brokenOff(resume, items)
  const answered = answeredIds(resume, items, broken)
  const isDropped = (item: Item): boolean => {
    const calls = isAnswer(resume, item) ? idsIn(resume, item, TOOL_USE) : []
    return calls.length > 0 && !calls.some(id => answered.has(id) || kept.has(id))
  }
  if (broken.size === 0) return items.filter(item => !isDropped(item))
  const left = items.filter((item, at) => !(isDropped(item) || (broken.has(at) && isShutdown(resume, item))))
  const lost = lostMessages(resume, items, broken, isDropped)
  return left.filter(
    item => !isAnswer(resume, item) || !lost.has(resume.rows.messageId[item]!) || has(resume.rows, item, HAS_TOOL_USE),
  )
}

/** Messages of broken off turns of which every call is dropped: what else they say goes with them. */
function lostMessages(
  resume: Resume,
  items: readonly Item[],
  broken: ReadonlySet<number>,
  isDropped: (item: Item) => boolean,
): ReadonlySet<Name> {
  const { rows } = resume
  const lost = new Set<Name>()
  const kept = new Set<Name>()
  items.forEach((item, at) => {
    if (!isAnswer(resume, item) || !has(rows, item, HAS_TOOL_USE) || rows.messageId[item] === 0) return
    if (!isDropped(item)) kept.add(rows.messageId[item]!)
    else if (broken.has(at)) lost.add(rows.messageId[item]!)
  })
  for (const message of kept) lost.delete(message)
  return lost
}

function isShutdown({ rows }: Resume, item: Item): boolean {
  return !isWritten(item) && isShutdownResult(rows, item)
}

function isAnswer({ rows }: Resume, item: Item): boolean {
  return !isWritten(item) && rows.role[item] === ASSISTANT
}

/** Calls without a result behind the last words of the user. */
function openCalls(resume: Resume): ReadonlySet<Name> {
  const { items, rows } = resume
  const answered = answeredIds(resume, items, brokenOff(resume, items))
  const open = new Set<Name>()
  let hasAnswer = false
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at]!
    if (isAnswer(resume, item)) {
      hasAnswer = true
      for (const id of idsIn(resume, item, TOOL_USE)) if (!answered.has(id)) open.add(id)
    } else if (!isWritten(item) && rows.role[item] === USER && !isResult(rows, item)) {
      if (has(rows, item, BY_SHUTDOWN)) continue
      if (hasAnswer || !isCompanion(resume, item)) break
    }
  }
  return open
}

/** Those of the open calls that will be in the last message of the model (N10). An error of the API may close it. */
function callsOfLastAnswer(resume: Resume, open: ReadonlySet<Name>, errorCloses: boolean): ReadonlySet<Name> {
  const { rows } = resume
  const joinable = new Set<number>()
  let last: number | undefined
  let calls = new Set<Name>()
  let between: { hasResult: boolean; isPassed: boolean } | undefined = { hasResult: false, isPassed: false }
  for (const item of withWords(resume, resume.items)) {
    if (isWritten(item) || has(rows, item, VIRTUAL)) continue
    const isError = isApiError(rows, item)
    if (rows.role[item] === ASSISTANT) {
      if (isError) {
        if (errorCloses) {
          last = undefined
          calls = new Set()
        }
        continue
      }
      if (between && !between.isPassed) {
        if (!between.hasResult) joinable.clear()
        between.isPassed = true
      }
      const key = messageKey(resume, item)
      const own = idsIn(resume, item, TOOL_USE).filter(id => open.has(id))
      if (joinable.has(key)) {
        if (key === last) for (const id of own) calls.add(id)
        continue
      }
      joinable.add(key)
      last = key
      calls = new Set(own)
      between = undefined
    } else if (rows.role[item] === USER || isCommand(resume, item)) {
      between ??= { hasResult: false, isPassed: false }
      if (isResult(rows, item)) between.hasResult = true
    } else if (errorCloses && subtypeOf(resume, item) === 'model_refusal_fallback' && rows.role[item] === SYSTEM) {
      last = undefined
      calls = new Set()
    }
  }
  return calls
}

function isCommand(resume: Resume, item: Item): boolean {
  return resume.rows.role[item] === SYSTEM && subtypeOf(resume, item) === 'local_command'
}

/** Ids of all calls that have a result among the items; in turns that were broken off those of the client are none. */
function answeredIds(resume: Resume, items: readonly Item[], broken: ReadonlySet<number>): ReadonlySet<Name> {
  const ids = new Set<Name>()
  items.forEach((item, at) => {
    if (isWritten(item) || (broken.has(at) && isShutdown(resume, item))) return
    for (const id of idsIn(resume, item, TOOL_RESULT)) ids.add(id)
  })
  return ids
}
