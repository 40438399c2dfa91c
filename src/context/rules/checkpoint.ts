// What `last-prompt` entries say about the end of the history. (R-L2 to R-L5, N5, N6)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, ATTACHMENT, has, NONE, SIDECHAIN, SYSTEM, USER } from '../../conversation/rows.js'
import { TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import { HELD, parentOf, type Walk } from '../path.js'
import type { PathRule } from '../profile.js'
import { idsIn, isMessageRow, isNote, isResult } from './item-looks.js'
import { subtypeOf } from './left-out.js'

/** The last one counts, up to the next compaction; it stays explicit when it repeats the leaf of an explicit one. */
export const checkpoints: PathRule = {
  id: 'N5',
  does: 'ends at the row that the last checkpoint names, if it is on another branch or was rewound to',
  apply(walk) {
    const { rows, facts, held, rowOf } = walk
    let leaf: string | undefined
    let at = NONE
    let isExplicit = false
    let wasExplicit = false
    let isRewound = false
    let isEmpty = false
    let exists = false
    for (const [row, detail] of withRows(walk)) {
      if (detail === 'row') {
        isExplicit = isRewound = isEmpty = false
        continue
      }
      if (facts.unread.has(row)) continue
      if (detail.kind === 'boundary') {
        // What it names is before the compaction.
        if (held[row] !== HELD) continue
        leaf = undefined
        isExplicit = wasExplicit = isRewound = false
        continue
      }
      exists = true
      if (detail.leafUuid === null && detail.explicit) {
        isEmpty = true
        leaf = undefined
        at = row
        isExplicit = wasExplicit = isRewound = false
      } else if (detail.leafUuid) {
        const repeats = detail.leafUuid === leaf
        isExplicit = detail.explicit || (isExplicit && repeats)
        wasExplicit = detail.explicit || (wasExplicit && repeats)
        isRewound = detail.rewound || (isRewound && repeats)
        isEmpty = false
        leaf = detail.leafUuid
        at = row
      }
    }
    const name = leaf === undefined ? 0 : rows.names.find(leaf)
    const row = name === 0 ? NONE : (rowOf[name] ?? NONE)
    walk.checkpoint = { row, at, isExplicit, wasExplicit, isRewound, isEmpty, exists }
  },
}

type Told = Extract<
  NonNullable<ReturnType<Walk['facts']['details']['get']>>,
  { readonly kind: 'boundary' | 'checkpoint' }
>

/** Checkpoints and compactions in the order of the file, and where a row of the main conversation stands between. */
function* withRows({ rows, facts, held }: Walk): Iterable<readonly [number, Told | 'row']> {
  let from = 0
  const hasRow = (to: number): boolean => {
    for (; from < to; from++) if (held[from] === HELD && !has(rows, from, SIDECHAIN)) return true
    return false
  }
  for (const [at, detail] of facts.details) {
    if (detail.kind !== 'boundary' && detail.kind !== 'checkpoint') continue
    if (hasRow(detail.kind === 'boundary' ? at + 1 : at)) yield [at, 'row']
    from = at
    yield [at, detail]
  }
  if (hasRow(rows.count)) yield [rows.count, 'row']
}

/**
 * Is what a checkpoint names left behind by the chain of the last row, so that it names no other branch? It stands on
 * that chain, or belongs to an answer of it: a side result of a parallel call, a sister row.
 */
export function continues(walk: Walk, last: number, named: number, isDirect: boolean): boolean {
  return passes(walk, last, named, isDirect) || passesSplitAnswer(walk, last, named)
}

function passes(walk: Walk, last: number, named: number, isDirect: boolean): boolean {
  const { rows } = walk
  const batch = walk.checkpoint.wasExplicit ? undefined : batchOf(walk, named)
  const above = new Set(batch ? answerAbove(walk, batch.row) : [])
  let before = NONE
  let met = false // another call row of the same answer
  for (const row of chainUp(walk, last)) {
    if (isDirect && row === named) return true
    if (batch && batch.row === row) {
      if (met) return true
      const others = before === NONE ? [] : idsIn(walk, before, TOOL_RESULT)
      const [calls, results] = [new Set(batch.calls), new Set(batch.results)]
      const isAnswered = batch.results.some(id => calls.has(id))
      if (isAnswered && others.some(id => calls.has(id) && !results.has(id))) return true
    } else if (batch && rows.role[row] === ASSISTANT && isSister(walk, row, batch)) {
      if (above.has(row)) return true
      met = true
    } else if (batch && !isMessageRow(walk, row, batch.message)) met = false
    before = row
  }
  return false
}

interface Batch {
  /** An answer with calls. */
  readonly row: number
  readonly message: Name
  readonly calls: readonly Name[]
  /** What the named row answers of them. */
  readonly results: readonly Name[]
}

/** The calls that a row belongs to: it is one of them, or a result of one, or a note below such a result. */
function batchOf(walk: Walk, named: number): Batch | undefined {
  const { rows } = walk
  const seen = new Set<number>()
  let row = named
  while (row >= 0 && isNote(walk, row) && !seen.has(row)) {
    seen.add(row)
    row = parentOf(walk, row)
  }
  if (row < 0) return undefined
  const results = isResult(rows, row) ? idsIn(walk, row, TOOL_RESULT) : []
  if (!isResult(rows, row) && seen.size > 0) return undefined
  const answer = isResult(rows, row) ? parentOf(walk, row) : row
  if (answer < 0 || rows.role[answer] !== ASSISTANT || rows.messageId[answer] === 0) return undefined
  const calls = idsIn(walk, answer, TOOL_USE)
  return calls.length === 0 ? undefined : { row: answer, message: rows.messageId[answer]!, calls, results }
}

function isSister(walk: Walk, row: number, { message }: Batch): boolean {
  return walk.rows.messageId[row] === message && idsIn(walk, row, TOOL_USE).length > 0
}

function* chainUp(walk: Walk, from: number): Iterable<number> {
  const seen = new Set<number>()
  for (let row = from; row >= 0 && !seen.has(row); row = parentOf(walk, row)) {
    seen.add(row)
    yield row
  }
}

/** The rows right above one that belong to the same answer. */
function answerAbove(walk: Walk, from: number): readonly number[] {
  const message = walk.rows.messageId[from]!
  const above: number[] = []
  for (const row of chainUp(walk, from)) {
    if (row === from) continue
    if (!isMessageRow(walk, row, message)) break
    above.push(row)
  }
  return above
}

/** An answer without calls that attachments have cut in two: the conversation went on from between its rows. */
function passesSplitAnswer(walk: Walk, last: number, named: number): boolean {
  const { rows } = walk
  if (named === NONE || rows.role[named] !== ASSISTANT || rows.messageId[named] === 0) return false
  const above = answerAbove(walk, named)
  const top = above.findLastIndex(row => rows.role[row] === ASSISTANT)
  const between = above.slice(0, Math.max(top, 0)).filter(row => rows.role[row] !== ASSISTANT)
  const answers = [named, ...above.filter(row => rows.role[row] === ASSISTANT)]
  const split = between[0]
  if (split === undefined || answers.some(row => idsIn(walk, row, TOOL_USE).length > 0)) return false
  if (!between.every(row => rows.role[row] === ATTACHMENT || isQuietSystem(walk, row))) return false
  let hasTalk = false
  let child = NONE
  for (const row of chainUp(walk, last)) {
    if (row === split) {
      const isNewer = child !== NONE && rows.time[child]! > rows.time[named]!
      return hasTalk && isNewer && !isContinued(walk, last, named)
    }
    hasTalk ||= rows.role[row] === ASSISTANT || isPrompt(walk, row)
    child = row
  }
  return false
}

function isQuietSystem(walk: Walk, row: number): boolean {
  return walk.rows.role[row] === SYSTEM && subtypeOf(walk, row) !== 'local_command'
}

function isPrompt(walk: Walk, row: number): boolean {
  return walk.rows.role[row] === USER && !isNote(walk, row) && !isResult(walk.rows, row)
}

function isContinued(walk: Walk, last: number, named: number): boolean {
  return walk.order.some(row => {
    const parent = parentOf(walk, row)
    if (parent === named) return true
    return parent === last && !has(walk.rows, row, SIDECHAIN) && !isNote(walk, row)
  })
}
