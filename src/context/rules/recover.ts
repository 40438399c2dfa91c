// Rows beside the chain that belong to its messages: parallel calls and their results hang side by side, and the chain
// passes through one of them only. (N8, N9)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, HAS_TOOL_USE, has, NONE, SIDECHAIN } from '../../conversation/rows.js'
import { TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import { parentOf, type Walk } from '../path.js'
import type { PathRule } from '../profile.js'
import { sideOf } from './bridge.js'
import { idsIn, isMessageRow, isNote, isResult, isTalk } from './item-looks.js'
import { childLists, talkAbove } from './leaf.js'

export const recovered: PathRule = {
  id: 'N8',
  does: 'includes all rows of a message on the chain, their results, and the reminders below these',
  apply(walk) {
    walk.chain = withRecovered(walk, walk.chain)
  },
}

/** What hangs below the last prompt or answer without being talk itself: in the order of time, each with what is below. */
export const notesBelow: PathRule = {
  id: 'N4-notes',
  does: 'includes the attachments and system rows below the last prompt or answer',
  apply(walk) {
    const { rows, leaf, wanted } = walk
    if (leaf === NONE || wanted !== undefined) return
    const { first, next } = childLists(walk, walk.order)
    const seen = new Uint8Array(rows.count)
    for (const row of walk.chain) seen[row] = 1
    const byTime = (a: number, b: number): number => timeOf(walk, a) - timeOf(walk, b)
    const open = [leaf]
    for (let row = open.pop(); row !== undefined; row = open.pop()) {
      if (row !== leaf) {
        if (seen[row]) continue
        seen[row] = 1
        walk.chain.push(row)
      }
      const notes: number[] = []
      for (let child = first[row]!; child !== NONE; child = next[child]!) if (!isTalk(rows, child)) notes.push(child)
      notes.sort(byTime)
      for (const note of notes.reverse()) if (!seen[note]) open.push(note)
    }
    walk.leaf = lowest(walk, seen)
  },
}

/** The note that the history ends at: the last row of the file, or what the checkpoint names. */
function lowest(walk: Walk, onChain: Uint8Array): number {
  const { leaf, last, checkpoint } = walk
  return [last, checkpoint.row].find(row => onChain[row] === 1 && talkAbove(walk, row) === leaf) ?? leaf
}

/** A row without a time is older than all. */
function timeOf({ rows: { time } }: Walk, row: number): number {
  return Number.isNaN(time[row]!) ? 0 : time[row]!
}

/** Where a message stands on the chain, and what is taken along there. */
interface Region {
  /** The place of its first row on the chain. */
  readonly start: number
  /** Behind its last row, and behind the results and notes that follow. */
  end: number
  taken: number[]
  /** By a note of the chain: what hangs on it, which follows right behind it. */
  readonly behind: Map<number, readonly number[]>
}

function withRecovered(walk: Walk, chain: readonly number[]): number[] {
  const { rows, order } = walk
  const seen = new Uint8Array(rows.count)
  const placeOnChain = new Int32Array(rows.count).fill(NONE)
  chain.forEach((row, at) => {
    seen[row] = 1
    placeOnChain[row] = at
  })
  const messages = messagesOn(walk, chain)

  const results = resultIndex(walk, chain)
  const children = lazily(() => childLists(walk, order))
  /** By row: its place in the file; a result that is found by its id stands behind all rows of its message. */
  const late = new Map<number, number>()
  const placeOf = (row: number): number => late.get(row) ?? walk.place[row]!
  const byPlace = (a: number, b: number): number => placeOf(a) - placeOf(b) || walk.place[a]! - walk.place[b]!

  const chainNotes = remaining(chain.length, at => isNote(walk, chain[at]!))
  const regions: Region[] = []
  for (const own of messages) {
    // A row that is the whole message, with nothing below it: so are most of a long talk.
    if (own.length === 1 && !has(rows, own[0]!, HAS_TOOL_USE) && !results.isAbove(own[0]!)) continue
    const message = rows.messageId[own[0]!]!
    const isOwn = (row: number): boolean => rows.role[row] === ASSISTANT && rows.messageId[row] === message
    const taken = own.filter(row => !seen[row])
    const { below, elsewhere } = results.of(own, isOwn, row => seen[row] === 1)
    for (const one of below) taken.push(one)
    const lastPlace = own.reduce((most, row) => Math.max(most, walk.place[row]!), 0)
    for (const row of results.wanted(elsewhere.sort(byPlace), below, isOwn)) {
      late.set(row, Math.max(walk.place[row]!, lastPlace + 0.5))
      taken.push(row)
    }
    for (const row of taken) seen[row] = 1
    const places = own.flatMap(row => (placeOnChain[row] === NONE ? [] : [placeOnChain[row]!]))
    const start = places.reduce((least, place) => Math.min(least, place))
    let end = places.reduce((most, place) => Math.max(most, place)) + 1
    while (end < chain.length && isMessageRow(walk, chain[end]!, message)) end++
    const behind = new Map<number, readonly number[]>()
    if (own.some(row => has(rows, row, HAS_TOOL_USE))) {
      const notesOf = (row: number): number[] => notesBelowRow(walk, children(), row, seen, late)
      const tops = [...own, ...results.under(own).filter(row => seen[row])]
      for (const row of new Set(tops)) for (const one of notesOf(row)) taken.push(one)
      for (let at = chainNotes.from(start + 1); at < end; at = chainNotes.from(at + 1)) {
        chainNotes.take(at) // what hangs on it is taken once
        const notes = notesOf(chain[at]!)
        if (notes.length > 0) behind.set(chain[at]!, notes)
      }
    }
    if (taken.length > 0 || behind.size > 0) regions.push({ start, end, taken: taken.sort(byPlace), behind })
  }
  return laidIn(chain, joined(regions, byPlace), placeOf, row => walk.place[row]!)
}

/** The messages in the order of the chain, each with all its rows, on the chain or not, in the client's order. */
function* messagesOn({ rows, order }: Walk, chain: readonly number[]): Generator<readonly number[]> {
  const head = new Int32Array(rows.names.count).fill(NONE) // by message id: its first row
  const tail = new Int32Array(rows.names.count).fill(NONE)
  const next = new Int32Array(rows.count).fill(NONE)
  for (const row of order) {
    const message = rows.role[row] === ASSISTANT ? rows.messageId[row]! : 0
    if (message === 0) continue
    if (head[message] === NONE) head[message] = row
    else next[tail[message]!] = row
    tail[message] = row
  }
  for (const row of chain) {
    const message = rows.role[row] === ASSISTANT ? rows.messageId[row]! : 0
    if (message === 0 || head[message] === NONE) continue
    const own: number[] = []
    for (let one = head[message]!; one !== NONE; one = next[one]!) own.push(one)
    head[message] = NONE // once
    yield own
  }
}

/** Regions that overlap are one. */
function joined(regions: readonly Region[], byPlace: (a: number, b: number) => number): readonly Region[] {
  const result: Region[] = []
  for (const region of regions.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (!last || region.start >= last.end) {
      result.push(region)
      continue
    }
    last.end = Math.max(last.end, region.end)
    last.taken = [...last.taken, ...region.taken].sort(byPlace)
    for (const [row, notes] of region.behind) last.behind.set(row, [...(last.behind.get(row) ?? []), ...notes])
  }
  return result
}

/** N9: behind the first row of a region, in the order of the file among the rows of the chain. */
function laidIn(
  chain: readonly number[],
  regions: readonly Region[],
  placeOf: (row: number) => number,
  chainPlace: (row: number) => number,
): number[] {
  const result: number[] = []
  let from = 0
  for (const { start, end, taken, behind } of regions) {
    while (from <= start) result.push(chain[from++]!)
    let next = 0
    for (; from < end; from++) {
      const row = chain[from]!
      while (next < taken.length && placeOf(taken[next]!) < chainPlace(row)) result.push(taken[next++]!)
      result.push(row, ...(behind.get(row) ?? []))
    }
    while (next < taken.length) result.push(taken[next++]!)
  }
  while (from < chain.length) result.push(chain[from++]!)
  return result
}

/** Results by the row that they hang on, and by the call that they answer where that is another row. */
function resultIndex(walk: Walk, chain: readonly number[]) {
  const { rows, order } = walk
  const underRow = new Map<number, number[]>()
  const callRow = new Map<Name, number>() // NONE where two messages have a call of that id
  const all: number[] = []
  for (const row of order) {
    if (isResult(rows, row)) all.push(row)
    if (rows.role[row] !== ASSISTANT || rows.messageId[row] === 0) continue
    for (const id of idsIn(walk, row, TOOL_USE)) {
      const before = callRow.get(id)
      const isSame = before === undefined || (before !== NONE && rows.messageId[before] === rows.messageId[row])
      callRow.set(id, isSame ? row : NONE)
    }
  }
  for (const row of all) {
    const parent = parentOf(walk, row)
    if (parent >= 0) add(underRow, parent, row)
  }
  let lastCalls: { row: number; ids: ReadonlySet<number> } = { row: NONE, ids: new Set() }
  for (const row of all) {
    const parent = parentOf(walk, row)
    const own = callsOf(parent)
    const ids = idsIn(walk, row, TOOL_RESULT)
    if (ids.every(id => own.has(id))) continue
    for (const id of ids) {
      const called = callRow.get(id) ?? NONE
      if (called === NONE || called === parent) continue
      if (has(rows, called, SIDECHAIN) === has(rows, row, SIDECHAIN)) add(underRow, called, row)
    }
  }
  // Results of one entry of calls follow each other: its calls are looked up once.
  function callsOf(row: number): ReadonlySet<number> {
    if (row !== lastCalls.row) {
      const isAnswer = row >= 0 && rows.role[row] === ASSISTANT
      lastCalls = { row, ids: new Set(isAnswer ? idsIn(walk, row, TOOL_USE) : []) }
    }
    return lastCalls.ids
  }
  const answered = lazily(
    () => new Set(chain.flatMap(row => (isResult(rows, row) ? idsIn(walk, row, TOOL_RESULT) : []))),
  )
  const under = (own: readonly number[]): readonly number[] => [...new Set(own.flatMap(row => underRow.get(row) ?? []))]
  return {
    under,
    isAbove: (row: number): boolean => underRow.has(row),
    /** Those that hang on rows of the message, and those that only answer its calls. */
    of(own: readonly number[], isOwn: (row: number) => boolean, isSeen: (row: number) => boolean) {
      const free = under(own).filter(row => !isSeen(row))
      const isBelow = (row: number): boolean => parentOf(walk, row) >= 0 && isOwn(parentOf(walk, row))
      return { below: free.filter(isBelow), elsewhere: free.filter(row => !isBelow(row)) }
    },
    /** Those of them that answer a call of the message that nothing has answered yet. */
    *wanted(elsewhere: readonly number[], below: readonly number[], isOwn: (row: number) => boolean): Iterable<number> {
      if (elsewhere.length === 0) return
      const known = new Set(answered())
      for (const row of below) for (const id of idsIn(walk, row, TOOL_RESULT)) known.add(id)
      for (const row of elsewhere) {
        const ids = idsIn(walk, row, TOOL_RESULT)
        if (!ids.some(id => !known.has(id) && (callRow.get(id) ?? NONE) !== NONE && isOwn(callRow.get(id)!))) continue
        for (const id of ids) known.add(id)
        yield row
      }
    },
  }
}

/** Notes that hang on a row one below the other, where nothing else hangs on them. */
function notesBelowRow(
  walk: Walk,
  { first, next }: ReturnType<typeof childLists>,
  top: number,
  seen: Uint8Array,
  late: Map<number, number>,
): number[] {
  const found: number[] = []
  for (let child = first[top]!; child !== NONE; child = next[child]!) {
    const line = noteLine(walk, first, next, top, child, seen)
    for (const row of line) {
      seen[row] = 1
      found.push(row)
      const place = late.get(top)
      if (place !== undefined) late.set(row, Math.max(walk.place[row]!, place))
    }
  }
  return found
}

function noteLine(
  walk: Walk,
  first: Int32Array,
  next: Int32Array,
  top: number,
  start: number,
  seen: Uint8Array,
): readonly number[] {
  const { rows } = walk
  const line: number[] = []
  const passed = new Set<number>()
  for (let row = start; row !== NONE; ) {
    if (seen[row] || passed.has(row) || !isNote(walk, row) || sideOf(rows, row) !== sideOf(rows, top)) return []
    passed.add(row)
    line.push(row)
    const below: number[] = []
    for (let child = first[row]!; child !== NONE; child = next[child]!) if (!seen[child]) below.push(child)
    if (below.length > 1) return []
    row = below[0] ?? NONE
  }
  return line
}

function add<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key)
  if (!list) lists.set(key, [value])
  else if (list.at(-1) !== value) list.push(value)
}

/** The places that hold, until they are taken. */
function remaining(length: number, holds: (at: number) => boolean) {
  const next = Int32Array.from({ length: length + 1 }, (_, at) => at)
  const isGone = Uint8Array.from({ length }, (_, at) => (holds(at) ? 0 : 1))
  return {
    /** The first of them from here on; `length` where there is none. */
    from(start: number): number {
      let at = Math.min(start, length)
      while (at < length && isGone[at]) {
        if (next[at] === at) next[at] = at + 1
        else next[at] = next[next[at]!]!
        at = next[at]!
      }
      return at
    },
    take(at: number): void {
      isGone[at] = 1
    },
  }
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
