// Which entries does the client take up on resume, and where does it lose the thread? (N1 to N3, N8, N32, R-L11)
//
// The walk goes from the leaf up. Where it ends although there is history before, it goes on with the entry before in
// the file: what it meets then is lost, and counted for the break at which it was lost.

import type { Compaction } from '../conversation/compactions.js'
import type { Conversation } from '../conversation/conversation.js'
import { rowsByUuid } from '../conversation/graph.js'
import { chooseLeaf } from '../conversation/leaf.js'
import {
  ASSISTANT,
  ATTACHMENT,
  HAS_TOOL_RESULT,
  has,
  kindOf,
  META,
  NONE,
  PROGRESS,
  type Rows,
  SIDECHAIN,
  SYSTEM,
  USER,
} from '../conversation/rows.js'
import { bridges, isLink } from './bridge.js'

/** Larger files are read in another way (B1). */
const LARGE = 5_242_880

/** On the walk itself. */
export const WALKED = 1
/** Taken along with a message that is on it (N8). */
export const TAKEN = 2

type BreakKind = 'missing' | 'unknown-type' | 'ring' | 'root'

export interface Break {
  readonly kind: BreakKind
  /** The row that names what is not there; where progress lies between, that of the progress. */
  readonly row: number
  /** The row of the conversation that hangs on it: its time counts (N2). */
  readonly child: number
  /** Where the client goes on all the same; NONE where the history is cut. */
  readonly bridgedTo: number
  /** Entries of the history up to here that are not taken up, and whether there are words among them. */
  lost: number
  lostTalk: boolean
  /** The row at which the lost history ends. */
  lostFrom: number
}

export interface ClientPath {
  /** The leaf; NONE where the client finds no conversation. */
  readonly tip: number
  /** From the leaf up. */
  readonly rows: readonly number[]
  /** WALKED or TAKEN for each row that is sent, 0 for all others. */
  readonly sent: Uint8Array
  /** From the leaf up; of those behind which history was lost, each stands for the stretch up to the next. */
  readonly breaks: readonly Break[]
  /** Positions in `rows` of main rows that hang on a row of a subagent (N3). */
  readonly intoSidechain: readonly number[]
  /** The file of a subagent: it has no main rows, and its own are taken in their place. */
  readonly isAgent: boolean
  readonly isLarge: boolean
  /** Rows on damaged lines: we read them, the client does not (R-F1, R-F3). */
  readonly unread: ReadonlySet<number>
  readonly rowOf: Int32Array
}

const paths = new WeakMap<Conversation, ClientPath>()

/** Several families ask; it is found once. */
export function clientPath(conversation: Conversation): ClientPath {
  let path = paths.get(conversation)
  if (!path) paths.set(conversation, (path = findPath(conversation)))
  return path
}

/** The compaction whose boundary cuts the history: the last one counts (N32). */
export function lastBoundary({ compactions }: Conversation): Compaction | undefined {
  return compactions.findLast(({ dialect }) => dialect === 'boundary')
}

function findPath(conversation: Conversation): ClientPath {
  const { rows, inventory } = conversation
  const rowOf = rowsByUuid(rows)
  const isAgent = !someRow(rows, row => isLink(rows, row) && rows.uuid[row] !== 0 && !has(rows, row, SIDECHAIN))
  const isLarge = inventory.bytes > LARGE
  const unread = unreadRows(conversation)
  let tip = tipOf(conversation, isAgent, isLarge)
  while (unread.has(tip)) tip = previousLink(rows, tip, isAgent)
  const walked = walk(conversation, { tip, rowOf, unread, isAgent })
  const sent = sentRows(conversation, rowOf, unread, walked.rows)
  return { tip, ...walked, sent, isAgent, isLarge, unread, rowOf }
}

/** By row of the path: the row of the path that hangs on it; progress between them is passed over. */
export function belowOnPath(conversation: Conversation): ReadonlyMap<number, number> {
  const { rows: path } = clientPath(conversation)
  const { rows, graph } = conversation
  const below = new Map<number, number>()
  for (let at = 1; at < path.length; at++) {
    let above = graph.parent[path[at - 1]!]!
    while (above !== NONE && rows.role[above] === PROGRESS) above = graph.parent[above]!
    if (above === path[at]) below.set(above, path[at - 1]!)
  }
  return below
}

/** Damage behind which the client skips all that is on the line. */
const SKIPPED = new Set(['line-cut', 'line-glued', 'line-nul', 'line-garbage'])

/** The client reads a record that begins its line, and nothing behind it or behind the damage. */
function unreadRows({ rows, findings }: Conversation): ReadonlySet<number> {
  const from = new Map<number, number>()
  for (const { code, line, offset } of findings) {
    if (!SKIPPED.has(code) || line === undefined) continue
    from.set(line, Math.min(from.get(line) ?? Infinity, offset ?? 0))
  }
  const unread = new Set<number>()
  if (from.size > 0)
    for (let row = 0; row < rows.count; row++) {
      const start = from.get(rows.line[row]!)
      if (start !== undefined && rows.offset[row]! >= start) unread.add(row)
    }
  return unread
}

function tipOf(conversation: Conversation, isAgent: boolean, isLarge: boolean): number {
  const { rows, graph, leaf } = conversation
  if (isAgent) {
    for (let row = rows.count - 1; row >= 0; row--) if (rows.uuid[row] !== 0 && isLink(rows, row)) return row
    return NONE
  }
  if (leaf.kind === 'none') return NONE
  const boundary = lastBoundary(conversation)
  const skipped = boundary !== undefined && boundary.preserved.length === 0 && !boundary.segment
  // B1: in a large file a checkpoint cannot name what stands before a boundary that keeps nothing.
  if (!isLarge || leaf.kind !== 'checkpoint' || !skipped || leaf.row > boundary.row) return leaf.row
  const last = chooseLeaf(rows, graph, [])
  return last.kind === 'none' ? NONE : last.row
}

type Start = Pick<ClientPath, 'tip' | 'rowOf' | 'unread' | 'isAgent'>

function walk(conversation: Conversation, { tip, rowOf, unread, isAgent }: Start) {
  const { rows } = conversation
  const boundary = lastBoundary(conversation)
  const kept = boundary ? keptRows(boundary, rows, rowOf) : []
  const isKept = new Set(kept)
  const bridge = bridges(rows, row => rowOf[rows.uuid[row]!] === row && !unread.has(row), isAgent)
  const visited = new Uint8Array(rows.count)
  const found: number[] = []
  const breaks: Break[] = []
  const intoSidechain: number[] = []
  let lostAt: Break | undefined
  let row = tip
  while (row !== NONE) {
    if (!lostAt && boundary && (row === boundary.summaryRow || isKept.has(row))) {
      // N32: what is kept stands behind the summary, whatever its parents are.
      for (const one of [...kept.toReversed(), boundary.summaryRow]) if (one !== NONE && !visited[one]) visit(one)
      if (row !== boundary.summaryRow) row = boundary.row
    }
    visit(row)
    if (isBoundary(rows, row)) break // R-C2: whatever its parent is
    const step = follow(row)
    if (step.target !== NONE && !visited[step.target]) {
      if (!lostAt && has(rows, step.target, SIDECHAIN) && !has(rows, row, SIDECHAIN))
        intoSidechain.push(found.length - 1)
      row = step.target
      continue
    }
    if (lostAt && step.target !== NONE) {
      // What is lost hangs on what was met before: it is told already.
      row = previousLink(rows, row, isAgent)
      if (row === NONE || visited[row]) break
      continue
    }
    const kind = step.target === NONE ? step.kind : 'ring'
    const bridgedTo = kind === 'root' ? NONE : bridge(row, one => visited[one] === 1)
    const broken: Break = { kind, row: step.at, child: row, bridgedTo, lost: 0, lostTalk: false, lostFrom: NONE }
    breaks.push(broken)
    row = bridgedTo
    if (row !== NONE) continue
    // A summary stands for all that was before it (R-C3).
    const above = kindOf(rows, broken.child) === 'compact-summary' ? NONE : previousLink(rows, broken.child, isAgent)
    if (above === NONE || visited[above]) break
    lostAt = broken
    row = above
  }
  return { rows: found, breaks, intoSidechain }

  function visit(one: number): void {
    if (visited[one]) return
    visited[one] = 1
    if (!lostAt) found.push(one)
    else {
      if (lostAt.lostFrom === NONE) lostAt.lostFrom = one
      lostAt.lost++
      if (rows.role[one] === USER || rows.role[one] === ASSISTANT) lostAt.lostTalk = true
    }
  }

  /** The parent as the client finds it: progress, and rows without a message, only lead on (N2). */
  function follow(from: number): { readonly target: number; readonly at: number; readonly kind: BreakKind } {
    let at = from
    for (;;) {
      const name = rows.parentName[at]!
      if (name === 0) return { target: NONE, at, kind: 'root' }
      const target = rowOf[name]!
      // In what is lost anyway, the damaged line has been told already.
      if (target === NONE || (!lostAt && unread.has(target))) return { target: NONE, at, kind: 'missing' }
      if (isLink(rows, target)) return { target, at, kind: 'ring' }
      if (rows.role[target] !== PROGRESS && rows.role[target] !== USER && rows.role[target] !== ASSISTANT)
        return { target: NONE, at, kind: 'unknown-type' }
      if (visited[target]) return { target: NONE, at, kind: 'ring' }
      visited[target] = 1
      at = target
    }
  }
}

function isBoundary(rows: Rows, row: number): boolean {
  return rows.role[row] === SYSTEM && rows.names.text(rows.subtype[row]!) === 'compact_boundary'
}

/** The rows that the last compaction keeps; none where one of them is missing (R-C8). */
function keptRows(boundary: Compaction, { names }: Rows, rowOf: Int32Array): readonly number[] {
  if (boundary.preserved.length === 0) return boundary.keptRows
  const rows = boundary.preserved.map(uuid => rowOf[names.find(uuid)] ?? NONE)
  return rows.includes(NONE) ? [] : rows
}

/** The row of the same side before it in the file. */
function previousLink(rows: Rows, from: number, isAgent: boolean): number {
  for (let row = from - 1; row >= 0; row--) {
    if (rows.uuid[row] !== 0 && isLink(rows, row) && has(rows, row, SIDECHAIN) === isAgent) return row
  }
  return NONE
}

function someRow(rows: Rows, holds: (row: number) => boolean): boolean {
  for (let row = 0; row < rows.count; row++) if (holds(row)) return true
  return false
}

/** N8: other rows of the messages on the walk, results that hang on them, and the notes and attachments below. */
function sentRows(
  conversation: Conversation,
  rowOf: Int32Array,
  unread: ReadonlySet<number>,
  walked: readonly number[],
): Uint8Array {
  const { rows, graph } = conversation
  const sent = new Uint8Array(rows.count)
  const messages = new Set<number>()
  for (const row of walked) {
    sent[row] = WALKED
    if (rows.role[row] === ASSISTANT && rows.messageId[row] !== 0) messages.add(rows.messageId[row]!)
  }
  const boundary = lastBoundary(conversation)
  const keeps = boundary && (boundary.preserved.length > 0 || boundary.segment) && sent[boundary.row]
  const forgotten = keeps ? boundary.row : 0 // N32: neither leaf nor sibling
  for (let row = forgotten; row < rows.count; row++) {
    const other = !sent[row] && !unread.has(row) && rows.role[row] === ASSISTANT && messages.has(rows.messageId[row]!)
    if (other && rowOf[rows.uuid[row]!] === row && rows.uuid[row] !== 0) sent[row] = TAKEN
  }
  const bears = new Uint8Array(rows.count) // 1: an answer, 2: a result or note taken along, as progress above it
  for (const row of graph.order) {
    const parent = graph.parent[row]!
    const above = parent === NONE ? 0 : bears[parent]!
    if (rows.role[row] === ASSISTANT) bears[row] = sent[row] && messages.has(rows.messageId[row]!) ? 1 : 0
    else if (rows.role[row] === PROGRESS) bears[row] = above
    else if (above !== 0 && isTakenAlong(rows, row, above)) {
      bears[row] = 2
      if (!sent[row] && row >= forgotten && !unread.has(row)) sent[row] = TAKEN
    }
  }
  return sent
}

function isTakenAlong(rows: Rows, row: number, above: number): boolean {
  if (has(rows, row, HAS_TOOL_RESULT)) return above === 1
  return rows.role[row] === ATTACHMENT || (rows.role[row] === USER && has(rows, row, META))
}
