// What was counted of one session, kept in the cache dir: a status line asks again and again, and most of a session is
// what it was. Nothing but the shape is here, so that reading one costs next to nothing; count-session.ts makes them.

import type { Transcript } from '../../disk/list-transcripts.js'

export interface Tally extends TallySums {
  readonly version: typeof TALLY_VERSION
  /** Of the prices that the costs were counted by. */
  readonly pricesAsOf: string
  readonly files: readonly TalliedFile[]
}

export interface TallySums {
  readonly costUSD: number
  readonly totalTokens: number
  /** Quarters of an hour since 1970, and what was spent in each: which of them are today depends on who asks. */
  readonly costByQuarter: readonly (readonly [quarter: number, costUSD: number])[]
  /** What the last request of the session held and its answer added; null where there is none. */
  readonly contextTokens: number | null
}

export interface TalliedFile extends FileLook {
  /** Up to where it need not be read again. */
  readonly offset: number
  readonly line: number
  /** Of its first bytes, and of the last ones before `offset`. */
  readonly print: string
  /** The figures in front of `offset`, in base64 (token-pack.ts). */
  readonly packs: readonly string[]
}

/** What tells whether a file has changed. */
export type FileLook = Pick<Transcript, 'path' | 'agentId' | 'dev' | 'ino' | 'size' | 'mtimeMs'>

export const TALLY_VERSION = 1

export const QUARTER_MS = 900_000

export function isTally(value: unknown, pricesAsOf: string): value is Tally {
  const tally = (value ?? {}) as Partial<Tally>
  return (
    tally.version === TALLY_VERSION &&
    tally.pricesAsOf === pricesAsOf &&
    Array.isArray(tally.files) &&
    tally.files.every(isTalliedFile) &&
    Array.isArray(tally.costByQuarter) &&
    typeof tally.costUSD === 'number' &&
    typeof tally.totalTokens === 'number'
  )
}

function isTalliedFile(value: unknown): boolean {
  const { path, offset, packs } = (value ?? {}) as Partial<TalliedFile>
  return typeof path === 'string' && typeof offset === 'number' && Array.isArray(packs)
}

export function isSameFile(a: FileLook, b: FileLook): boolean {
  return isSamePlace(a, b) && a.size === b.size && a.mtimeMs === b.mtimeMs
}

export function isSamePlace(a: FileLook, b: FileLook): boolean {
  return a.path === b.path && a.dev === b.dev && a.ino === b.ino
}
