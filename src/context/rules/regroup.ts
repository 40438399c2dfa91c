// Answers whose rows do not stand together, and results that stand before their calls. (R-T7, N19)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, has, SYSTEM, USER, VIRTUAL } from '../../conversation/rows.js'
import { TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { type Item, isWritten, type Resume } from '../resume.js'
import { idsIn, isCompanion, isResult, messageKey } from './item-looks.js'
import { subtypeOf } from './left-out.js'

/** What a row is to an answer whose rows it stands between, or whose results it stands behind. */
type Part = 'own' | 'result' | 'delivery' | 'boundary'

/** The rows of an answer on the chain. */
interface Answer {
  readonly first: number
  last: number
  count: number
  /** Something was delivered between its rows: they are put together again. */
  isSplit: boolean
  /** Words of the user or another answer stand between: it stays as it is. */
  isFenced: boolean
  /** Results from before its first row, with what was delivered behind them. */
  readonly early: number[]
}

export const regrouped: Rule = {
  id: 'N19',
  does: 'merges the rows of an answer if only attachments and results are between them, and moves results before it after it',
  apply(resume) {
    const { items } = resume
    const answers = answersOf(resume)
    if (answers.size === 0) return
    const isEarly = moveEarly(resume, answers)
    if (isEarly.size === 0 && ![...answers.values()].some(({ isSplit }) => isSplit)) return
    const result: Item[] = []
    const done = new Uint8Array(items.length)
    const push = (at: number): void => {
      result.push(items[at]!)
      done[at] = 1
    }
    const open = items
      .map((_, at) => at)
      .filter(at => !isEarly.has(at))
      .reverse()
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (done[at]) continue
      const answer = answers.get(keyOf(resume, items[at]!) ?? '')
      if (!answer || answer.first !== at || (!answer.isSplit && answer.early.length === 0)) {
        push(at)
        continue
      }
      const others: number[] = []
      for (let one = at; one <= answer.last; one++) {
        if (done[one] || isEarly.has(one)) continue
        if (!answer.isSplit || keyOf(resume, items[one]!) === keyOf(resume, items[at]!)) push(one)
        else others.push(one)
      }
      for (const one of answer.early) push(one)
      for (const one of others.reverse()) open.push(one)
    }
    resume.items = result
  },
}

/** The message of a row; a virtual row has none, nor has one of several without an id that share a request. */
function keyOf({ rows, facts }: Resume, item: Item): number | undefined {
  if (isWritten(item) || rows.role[item] !== ASSISTANT || has(rows, item, VIRTUAL)) return undefined
  return facts.nameless.has(item) ? undefined : messageKey({ rows, facts }, item)
}

function partOf(resume: Resume, item: Item, key: number): Part {
  const { rows } = resume
  switch (rows.role[item]) {
    case ASSISTANT:
      return keyOf(resume, item) === key ? 'own' : 'boundary'
    case USER:
      return isResult(rows, item) ? 'result' : isCompanion(resume, item) ? 'delivery' : 'boundary'
    case SYSTEM:
      return BOUNDARIES.has(subtypeOf(resume, item)) ? 'boundary' : 'delivery'
    default:
      return 'delivery'
  }
}

const BOUNDARIES: ReadonlySet<string> = new Set(['compact_boundary', 'local_command'])

function answersOf(resume: Resume): Map<number | string, Answer> {
  const { items } = resume
  const answers = new Map<number | string, Answer>()
  items.forEach((item, at) => {
    const key = keyOf(resume, item)
    if (key === undefined) return
    const answer = answers.get(key)
    if (answer) {
      answer.last = at
      answer.count++
    } else answers.set(key, { first: at, last: at, count: 1, isSplit: false, isFenced: false, early: [] })
  })
  for (const [key, answer] of answers) {
    if (answer.last - answer.first + 1 === answer.count) continue
    for (let at = answer.first + 1; at < answer.last && !answer.isFenced; at++) {
      const part = partOf(resume, items[at]!, key as number)
      if (part === 'boundary') answer.isFenced = true
      else if (part === 'delivery') answer.isSplit = true
    }
    if (answer.isFenced) answer.isSplit = false
  }
  return answers
}

/** Notes with each answer the results that stand before it; returns their places. */
function moveEarly(resume: Resume, answers: ReadonlyMap<number | string, Answer>): ReadonlySet<number> {
  const { items, rows } = resume
  const callers = callersOf(resume)
  const moved = new Set<number>()
  // Words of the user, commands and compactions that nothing moves over: how many stand up to a place.
  let walls = 0
  const wallsBefore = items.map(item => {
    const before = walls
    if (rows.role[item] !== ASSISTANT && partOf(resume, item, Number.NaN) === 'boundary') walls++
    return before
  })
  items.forEach((item, at) => {
    const ids = isResult(rows, item) ? idsIn(resume, item, TOOL_RESULT) : []
    const keys = new Set(ids.map(id => callers.get(id)))
    const [key] = keys
    const answer = keys.size === 1 && key !== undefined && key !== null ? answers.get(key) : undefined
    if (!answer || answer.isFenced || at >= answer.first || wallsBefore[at] !== wallsBefore[answer.first]) return
    moved.add(at)
    answer.early.push(at)
    for (let one = at + 1; one < answer.first && partOf(resume, items[one]!, key!) === 'delivery'; one++) {
      moved.add(one)
      answer.early.push(one)
    }
  })
  return moved
}

/** By the id of a call: the message that calls; null where several do. */
function callersOf(resume: Resume): ReadonlyMap<Name, number | null> {
  const callers = new Map<Name, number | null>()
  for (const item of resume.items) {
    const key = keyOf(resume, item)
    if (key === undefined) continue
    for (const id of idsIn(resume, item, TOOL_USE)) {
      const before = callers.get(id)
      callers.set(id, before === undefined || before === key ? key : null)
    }
  }
  return callers
}
