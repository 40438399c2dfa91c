// Which entries are one message.
//
// An answer is written as several entries while it comes, and copied with its session: into forks, resumed files, clones,
// other folders. All of them have its id. So an id is one message, whatever else differs. But there are gateways that give
// every answer the same id: answers that were finished at different times, by different requests or with different
// figures, are several.

import { isBetterFigure } from '../../conversation/usage.js'
import { FINAL, IS_PROGRESS, type Logged } from './logged.js'

export interface Messages {
  readonly count: number
  /** The entry that counts. */
  readonly winner: Int32Array
  rowsOf(at: number): readonly number[]
  /** It has no other entry than the one that counts. */
  isAlone(at: number): boolean
}

const NONE = -1

/** Parts of one answer that say the same are no further apart than this, where nothing but their id joins them. */
const SAME_FIGURES_MS = 60_000
/** An answer takes no longer than this from one part of it to the next. */
const LONGEST_PART_MS = 600_000

export function messagesOf(rows: Logged): Messages {
  const next = new Int32Array(rows.count).fill(NONE)
  const winner = new Int32Array(rows.count)
  const first = new Int32Array(rows.count)
  let count = 0
  for (const head of rowsById(rows, next)) {
    if (next[head] === NONE || isOneRequest(rows, next, head)) add(head)
    else for (const group of groupsOf(rows, listOf(next, head))) add(linked(next, group))
  }
  return {
    count,
    winner: winner.subarray(0, count),
    rowsOf: at => listOf(next, first[at]!),
    isAlone: at => next[first[at]!] === NONE,
  }

  function add(head: number): void {
    first[count] = head
    let best = head
    for (let row = next[head]!; row !== NONE; row = next[row]!) if (countsBefore(rows, row, best)) best = row
    winner[count++] = best
  }
}

/** Does this row count rather than the other one? It does not depend on which of them was read first. */
export function countsBefore(rows: Logged, row: number, other: number): boolean {
  const [isFinal, wasFinal] = [isFinalRow(rows, row), isFinalRow(rows, other)]
  const [output, before] = [rows.output[row]!, rows.output[other]!]
  if (isFinal !== wasFinal || output !== before) return isBetterFigure(isFinal, output, wasFinal, before)
  const order =
    promptOf(rows, row) - promptOf(rows, other) ||
    timeOf(rows, row) - timeOf(rows, other) ||
    progressOf(rows, other) - progressOf(rows, row) ||
    rows.sourceRank[rows.source[other]!]! - rows.sourceRank[rows.source[row]!]! ||
    rows.line[row]! - rows.line[other]!
  return order > 0
}

function isFinalRow(rows: Logged, row: number): boolean {
  return (rows.flags[row]! & FINAL) !== 0
}

function progressOf(rows: Logged, row: number): number {
  return rows.flags[row]! & IS_PROGRESS
}

function timeOf(rows: Logged, row: number): number {
  const time = rows.time[row]!
  return Number.isNaN(time) ? -1 : time
}

function promptOf(rows: Logged, row: number): number {
  return rows.input[row]! + rows.cacheRead[row]! + writesOf(rows, row)
}

function writesOf(rows: Logged, row: number): number {
  return Math.max(rows.cacheCreation[row]!, rows.write5m[row]! + rows.write1h[row]!)
}

/** Rows with the same id hang on each other; returns the first of each. */
function rowsById(rows: Logged, next: Int32Array): Int32Array {
  const { id: ids } = rows
  const heads = new Int32Array(rows.count)
  let found = 0
  let size = 1024
  while (size < rows.count * 2) size *= 2
  const table = new Int32Array(size).fill(NONE) // by id: the row of it that came last
  const mask = size - 1
  for (let row = 0; row < rows.count; row++) {
    const id = ids[row]!
    let slot = (id >>> 0) & mask // the lower half of a hash
    while (table[slot] !== NONE && ids[table[slot]!] !== id) slot = (slot + 1) & mask
    const head = table[slot]!
    if (head === NONE) {
      table[slot] = row
      heads[found++] = row
    } else {
      next[row] = next[head]!
      next[head] = row
    }
  }
  return heads.subarray(0, found)
}

/** Most answers: all parts and copies name the same request. */
function isOneRequest(rows: Logged, next: Int32Array, head: number): boolean {
  const request = rows.request[head]!
  if (request === 0) return false
  for (let row = next[head]!; row !== NONE; row = next[row]!) if (rows.request[row] !== request) return false
  return true
}

function listOf(next: Int32Array, head: number): readonly number[] {
  const list: number[] = []
  for (let row = head; row !== NONE; row = next[row]!) list.push(row)
  return list
}

function linked(next: Int32Array, group: readonly number[]): number {
  group.forEach((row, at) => {
    next[row] = group[at + 1] ?? NONE
  })
  return group[0]!
}

interface Group {
  readonly rows: number[]
  readonly requests: Set<number>
  /** The one that counts so far. */
  best: number
  lastTime: number
}

/** Rows of one id, laid together by message. */
function groupsOf(rows: Logged, list: readonly number[]): readonly (readonly number[])[] {
  const groups: Group[] = []
  const byRequest = new Map<number, Group>()
  const byTime = new Map<number, Group[]>()
  const lastIn = new Map<number, Group>()
  const isGateway = hasSeveralEnds(rows, list)
  for (const row of list.toSorted((a, b) => inTime(rows, a, b))) {
    const request = rows.request[row]!
    const source = rows.source[row]!
    const time = rows.time[row]!
    let group = request === 0 ? undefined : byRequest.get(request)
    group ??= byTime.get(time)?.find(one => isCopy(rows, row, one))
    if (group === undefined) {
      const near = lastIn.get(source) ?? groups.at(-1)
      if (near && !isAnother(rows, row, near, isGateway)) group = near
    }
    if (group === undefined) {
      group = { rows: [], requests: new Set(), best: row, lastTime: time }
      groups.push(group)
    }
    group.rows.push(row)
    if (countsBefore(rows, row, group.best)) group.best = row
    if (!(time <= group.lastTime)) group.lastTime = time
    if (request !== 0) {
      group.requests.add(request)
      byRequest.set(request, group)
    }
    lastIn.set(source, group)
    if (!Number.isNaN(time)) {
      const same = byTime.get(time)
      if (same === undefined) byTime.set(time, [group])
      else if (!same.includes(group)) same.push(group)
    }
  }
  return groups.map(group => group.rows)
}

/** What is the same in every copy decides; only rows that say the same are told apart by where they stand. */
function inTime(rows: Logged, a: number, b: number): number {
  return (
    timeOf(rows, a) - timeOf(rows, b) ||
    Number(isFinalRow(rows, a)) - Number(isFinalRow(rows, b)) ||
    rows.output[a]! - rows.output[b]! ||
    promptOf(rows, a) - promptOf(rows, b) ||
    rows.request[a]! - rows.request[b]! ||
    rows.sourceRank[rows.source[a]!]! - rows.sourceRank[rows.source[b]!]! ||
    rows.line[a]! - rows.line[b]!
  )
}

/** An entry that stands in several files has the same time in all of them. */
function isCopy(rows: Logged, row: number, group: Group): boolean {
  const source = rows.source[row]!
  const time = rows.time[row]!
  return (
    !differ(rows, row, group.best) &&
    group.rows.some(other => rows.time[other] === time && rows.source[other] !== source) &&
    !group.rows.some(other => rows.source[other] === source && isFinalRow(rows, other) && isFinalRow(rows, row))
  )
}

/** Answers with different prompts came to their end under this id: it is no answer's own. */
function hasSeveralEnds(rows: Logged, list: readonly number[]): boolean {
  const ends = list.filter(row => isFinalRow(rows, row) && promptOf(rows, row) > 0)
  return ends.some(row => differ(rows, row, ends[0]!))
}

/** Is this row no part of that answer? */
function isAnother(
  rows: Logged,
  row: number,
  { rows: parts, best, requests, lastTime }: Group,
  isGateway: boolean,
): boolean {
  const request = rows.request[row]!
  const isOtherRequest = request !== 0 && requests.size > 0 && !requests.has(request)
  const isLater = rows.time[row]! - lastTime > LONGEST_PART_MS
  const isOtherPrompt = differ(rows, row, best)
  const source = rows.source[row]
  const isSameFile = parts.some(part => rows.source[part] === source)
  // Another prompt, by another request or long after: nothing but the gateway's id joins them, in whichever file.
  if (isGateway && isOtherPrompt && (isOtherRequest || isLater)) return true
  // What is not whole says too little to be told apart from afar.
  if (!isFinalRow(rows, best))
    return isSameFile && ((isOtherRequest && (isOtherPrompt || isLater)) || (isOtherPrompt && isLater))
  // Behind the end of an answer comes another one, or what was written too late.
  if (!isFinalRow(rows, row)) return isSameFile && (isOtherRequest || isOtherPrompt)
  if (isOtherRequest || isOtherPrompt) return true
  if (isEmpty(rows, row) || isEmpty(rows, best)) return false
  if (rows.output[row] !== rows.output[best]) return true
  // The same figures again: a part of the answer, or a copy whose times were not kept.
  return isSameFile && rows.time[row]! - lastTime >= SAME_FIGURES_MS
}

/** Its figures were taken out. */
function isEmpty(rows: Logged, row: number): boolean {
  return promptOf(rows, row) + rows.output[row]! === 0
}

/** An answer has one prompt; figures that were taken out say nothing. */
function differ(rows: Logged, row: number, other: number): boolean {
  if (promptOf(rows, row) === 0 || promptOf(rows, other) === 0) return false
  return (
    rows.input[row] !== rows.input[other] ||
    rows.cacheRead[row] !== rows.cacheRead[other] ||
    writesOf(rows, row) !== writesOf(rows, other)
  )
}
