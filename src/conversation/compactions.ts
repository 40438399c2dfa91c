// Compactions in all dialects (D8): what each kept, what it left out, and the tokens before and after.

import { type Graph, rowsByUuid } from './graph.js'
import { type MessageColumns, SIDECHAIN_MESSAGE, SYNTHETIC_MESSAGE } from './message-columns.js'
import { usageOf } from './messages.js'
import type { Name } from './names.js'
import { isMain, kindOf, NONE, type Rows } from './rows.js'
import { contextTokens } from './usage.js'

/** What a boundary entry says about itself, decoded when it was read. */
export interface Boundary {
  readonly row: number
  readonly dialect: 'boundary' | 'microcompact' | 'compact-system'
  readonly trigger: string | undefined
  readonly preTokens: number | undefined
  readonly postTokens: number | undefined
  /** uuids of entries before it that stay in the conversation (R-C7). */
  readonly preserved: readonly string[]
  /** The same as a stretch of the chain, where the entries are not listed one by one. */
  readonly segment: { readonly head: string; readonly tail: string } | undefined
  /** Source document 004 counts messages instead of naming them. */
  readonly preservedCount: number | undefined
  /** Tool results that a microcompaction blanked. */
  readonly clearedToolIds: readonly string[]
}

export interface Compaction extends Boundary {
  /** 1-based, in file order. */
  readonly number: number
  /** The entry with the summary; NONE where there is none. */
  readonly summaryRow: number
  /** Entries of the conversation before it, kept and left out. */
  readonly keptRows: readonly number[]
  readonly leftOut: number
  readonly tokensBefore: number | undefined
  readonly tokensAfter: number | undefined
}

export function findCompactions(
  rows: Rows,
  graph: Graph,
  boundaries: readonly Boundary[],
  messages: MessageColumns,
): readonly Compaction[] {
  let from = 0
  let keptBefore: readonly number[] = []
  const rowOf = rowsByUuid(rows)
  const figures = contextAround(messages)
  return boundaries.map((boundary, index): Compaction => {
    const isWhole = boundary.dialect !== 'microcompact'
    const before = isWhole ? [...keptBefore, ...talkBetween(rows, from, boundary.row)] : []
    const preserved = preservedNames(rows, graph, rowOf, boundary, from)
    const keptRows = before.filter(row => preserved.has(rows.uuid[row]!))
    const kept = boundary.preservedCount ?? keptRows.length
    if (isWhole) {
      from = boundary.row
      keptBefore = keptRows
    }
    return {
      ...boundary,
      number: index + 1,
      summaryRow: isWhole ? summaryAfter(rows, boundary.row, boundaries[index + 1]?.row ?? rows.count) : NONE,
      keptRows,
      leftOut: Math.max(0, before.length - kept),
      tokensBefore: boundary.preTokens ?? figures(boundary.row).before,
      tokensAfter: boundary.postTokens ?? figures(boundary.row).after,
    }
  })
}

/** The compaction whose boundary cuts the history: the last one counts (N32). */
export function lastBoundary({ compactions }: { readonly compactions: readonly Compaction[] }): Compaction | undefined {
  return compactions.findLast(({ dialect }) => dialect === 'boundary')
}

/** R-C7, N32: the list beats the segment, which is looked for behind the compaction before. */
function preservedNames(
  rows: Rows,
  graph: Graph,
  rowOf: Int32Array,
  boundary: Boundary,
  from: number,
): ReadonlySet<Name> {
  const names = new Set(boundary.preserved.map(uuid => rows.names.find(uuid)))
  if (names.size > 0 || !boundary.segment) return names
  const head = rows.names.find(boundary.segment.head)
  const tail = rowOf[rows.names.find(boundary.segment.tail)] ?? NONE
  for (let at = tail; at >= from && at < boundary.row && !names.has(rows.uuid[at]!); at = graph.parent[at]!) {
    names.add(rows.uuid[at]!)
    if (rows.uuid[at] === head) return names
  }
  return new Set() // the chain from the tail does not lead to the head (R-C8)
}

function talkBetween(rows: Rows, from: number, to: number): readonly number[] {
  const found: number[] = []
  for (let row = from; row < to; row++) {
    if (countsForCompaction(rows, row)) found.push(row)
  }
  return found
}

/** An entry that a compaction counts. */
export function countsForCompaction(rows: Rows, row: number): boolean {
  return isMain(rows, row) && (kindOf(rows, row) !== undefined || rows.messageId[row] !== 0)
}

function summaryAfter(rows: Rows, row: number, until: number): number {
  for (let next = row + 1; next < until; next++) if (kindOf(rows, next) === 'compact-summary') return next
  return NONE
}

/**
 * The figures of the last answer before a row and of the first one behind it. (The one behind also holds what was
 * asked and answered since; nothing closer is recorded.) Rows are asked for in rising order, so one pass serves all.
 */
function contextAround(messages: MessageColumns) {
  let before = NONE
  let next = 0
  const isCounted = (at: number): boolean =>
    (messages.flags[at]! & (SYNTHETIC_MESSAGE | SIDECHAIN_MESSAGE)) === 0 && messages.usage[at] !== NONE
  const figure = (at: number): number | undefined => {
    const usage = at === NONE || at === messages.count ? undefined : usageOf(messages, at)
    return usage && contextTokens(usage)
  }
  return (row: number): { readonly before: number | undefined; readonly after: number | undefined } => {
    for (; next < messages.count && !(isCounted(next) && messages.firstRow[next]! >= row); next++)
      if (isCounted(next)) before = next
    return { before: figure(before), after: figure(next) }
  }
}
