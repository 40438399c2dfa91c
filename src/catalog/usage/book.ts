// The ledger as bytes: what was logged in all transcripts at the last count. With it, a count costs what has changed
// since. It is a cache: where it is missing, damaged or of another version, everything is read again.
//
// Sources, names and what is seldom told stand in front as JSON; behind it the columns as they lie in memory, so that
// nothing needs to be taken apart. On a machine with another order of bytes it is not understood, and made again.

import type { LedgerState, UsageSource } from './ledger.js'
import { COLUMN_KINDS, type Logged } from './logged.js'

/** What tells that a transcript is what it was. */
export interface BookSource extends UsageSource {
  readonly dev: number
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
  /** Answers in it that were damaged. */
  readonly damaged: number
}

export interface Book {
  readonly sources: readonly BookSource[]
  readonly state: LedgerState
}

const MAGIC = 'rethread usage 1\n'
/** Behind the magic: how long the JSON is, as hexadecimal digits. */
const DIGITS = 8
const HEAD = MAGIC.length + DIGITS

interface Front {
  readonly order: number
  readonly rows: number
  readonly sources: readonly BookSource[]
  readonly entries: readonly number[]
  readonly names: readonly string[]
  readonly manners: LedgerState['manners']
  readonly more: LedgerState['more']
}

/** Reads differently where the bytes of a number stand the other way round. */
const ORDER = new Uint32Array(new Uint8Array([1, 2, 3, 4]).buffer)[0]!

/** Piece by piece, as they lie in memory: a copy of a large book would take as much again. */
export function bookPieces({ sources, state }: Book): readonly Uint8Array[] {
  const { rows, entries, names, manners, more } = state
  const front: Front = { order: ORDER, rows: rows.count, sources, entries, names, manners, more }
  const json = new TextEncoder().encode(JSON.stringify(front))
  const head = new TextEncoder().encode(MAGIC + json.length.toString(16).padStart(DIGITS, '0'))
  const pieces: Uint8Array[] = [head, json]
  let end = HEAD + json.length
  const align = (): void => {
    pieces.push(new Uint8Array(aligned(end) - end))
    end = aligned(end)
  }
  align()
  for (const { name } of COLUMN_KINDS) {
    align()
    const column = rows[name].subarray(0, rows.count)
    pieces.push(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
    end += column.byteLength
  }
  return pieces.filter(piece => piece.length > 0)
}

/** Undefined where it is no such thing, or not whole. The columns lie in `bytes`. */
export function bookOf(bytes: Uint8Array): Book | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD))
  if (!head.startsWith(MAGIC) || head.length < HEAD || bytes.byteOffset % 8 !== 0) return undefined
  const length = Number.parseInt(head.slice(MAGIC.length), 16)
  const front = frontOf(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + length)))
  if (front?.order !== ORDER || bytes.length !== lengthOf(HEAD + length, front.rows)) return undefined
  let end = aligned(HEAD + length)
  const columns = COLUMN_KINDS.map(({ name, size, Kind }) => {
    const from = aligned(end)
    end = from + front.rows * size
    return [name, new Kind(bytes.buffer as ArrayBuffer, bytes.byteOffset + from, front.rows)]
  })
  const rows = { ...Object.fromEntries(columns), count: front.rows, sourceRank: new Int32Array(0) } as Logged
  const { sources, entries, names, manners, more } = front
  return { sources, state: { rows, sources, entries, names, manners, more } }
}

/** Without the sources that are not wanted. Columns are moved together where they are. */
export function bookWith({ sources, state }: Book, isWanted: (source: BookSource) => boolean): Book {
  const kept = sources.map(isWanted)
  if (kept.every(Boolean)) return { sources, state }
  const numbers = new Int32Array(sources.length).fill(-1)
  let count = 0
  for (const [at, isKept] of kept.entries()) if (isKept) numbers[at] = count++
  const { rows } = state
  const moved = new Int32Array(rows.count).fill(-1)
  let to = 0
  for (let row = 0; row < rows.count; row++) {
    const number = numbers[rows.source[row]!]!
    if (number < 0) continue
    if (to !== row) for (const { name } of COLUMN_KINDS) rows[name][to] = rows[name][row]!
    rows.source[to] = number
    moved[row] = to++
  }
  rows.count = to
  const left = sources.filter((_, at) => kept[at])
  return {
    sources: left,
    state: {
      rows,
      sources: left,
      entries: state.entries.filter((_, at) => kept[at]),
      names: state.names,
      manners: state.manners,
      more: state.more.flatMap(([row, more]) => (moved[row]! < 0 ? [] : [[moved[row]!, more] as const])),
    },
  }
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8
}

function lengthOf(start: number, rows: number): number {
  return COLUMN_KINDS.reduce((end, { size }) => aligned(end) + rows * size, aligned(start))
}

function frontOf(json: string): Front | undefined {
  try {
    return JSON.parse(json) as Front
  } catch {
    return undefined
  }
}
