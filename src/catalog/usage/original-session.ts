// The session that a message belongs to: the one that made the call. Its copies name it, or at least what they are.
//
// Where several sessions hold a message as their own, the original is one that had something of its own before it; else
// the one that was left first: a fork goes on from the end of what it has copied. What is in one session only tells when
// that one went on.

import { IS_COPY, type Logged, type NameNumbers } from './logged.js'
import { countsBefore, type Messages } from './same-message.js'

/** The session that another one was made from, where that is known. */
export type CopyOf = (session: string) => string | undefined

const SHARED = -1

export interface Owners {
  /** By message: the number of the session, and the best row that lies in it. */
  readonly session: Int32Array
  readonly row: Int32Array
}

export function originalSessions(
  rows: Logged,
  messages: Messages,
  sessionOf: (row: number) => number,
  names: NameNumbers,
  copyOf: CopyOf = () => undefined,
): Owners {
  const session = new Int32Array(messages.count)
  const row = new Int32Array(messages.count)
  /** By session, of what it has alone: the first, and the first behind all that it shares. */
  const began = new Float64Array(names.count).fill(Infinity)
  const wentOn = new Float64Array(names.count).fill(Infinity)
  /** Of what it shares, and of all. */
  const lastShared = new Float64Array(names.count).fill(-Infinity)
  const end = new Float64Array(names.count).fill(-Infinity)
  const shared: number[] = []
  for (let at = 0; at < messages.count; at++) {
    const winner = messages.winner[at]!
    session[at] = sessionOf(winner)
    row[at] = winner
    const holders = messages.isAlone(at) ? undefined : sessionsOf(messages.rowsOf(at))
    if (holders !== undefined && holders.length > 1) {
      shared.push(at)
      session[at] = SHARED
      for (const one of holders) {
        noteLast(lastShared, one, rows.time[winner]!)
        noteLast(end, one, rows.time[winner]!)
      }
    } else {
      const only = holders?.[0] ?? session[at]!
      session[at] = only
      noteLast(end, only, rows.time[winner]!)
      noteFirst(began, only, rows.time[winner]!)
    }
  }
  if (shared.length > 0)
    for (let at = 0; at < messages.count; at++) {
      const only = session[at]!
      const time = rows.time[messages.winner[at]!]!
      if (only !== SHARED && time > lastShared[only]!) noteFirst(wentOn, only, time)
    }
  for (const at of shared) {
    const all = messages.rowsOf(at)
    const owner = original(sessionsOf(all), rows.time[messages.winner[at]!]!)
    session[at] = owner
    const own = all.filter(one => sessionOf(one) === owner)
    row[at] = own.reduce((best, one) => (countsBefore(rows, one, best) ? one : best), own[0]!)
  }
  return { session, row }

  /** Whoever says that it was copied is asked last. */
  function sessionsOf(all: readonly number[]): readonly number[] {
    const own = new Set<number>()
    const copied = new Set<number>()
    for (const one of all) ((rows.flags[one]! & IS_COPY) === 0 ? own : copied).add(sessionOf(one))
    // The session that copies name is the original, also where its file is gone.
    for (const one of copied) if (own.has(one)) return [one]
    return own.size > 0 && copied.size === 0 ? [...own] : [...copied]
  }

  function original(holders: readonly number[], time: number): number {
    const known = new Set(holders.map(one => names.text(one)))
    const made = holders.filter(one => !isMadeFrom(names.text(one), known))
    const hadOwn = (one: number): number => (began[one]! < time ? 0 : 1)
    // Whoever did not go on was left first.
    const left = (one: number): number => (wentOn[one] === Infinity ? -Infinity : wentOn[one]!)
    return (made.length > 0 ? made : holders).toSorted(
      (a, b) =>
        hadOwn(a) - hadOwn(b) ||
        compare(left(a), left(b)) ||
        compare(end[a]!, end[b]!) ||
        (names.text(a) < names.text(b) ? -1 : 1),
    )[0]!
  }

  function isMadeFrom(one: string, others: ReadonlySet<string>): boolean {
    const seen = new Set([one])
    for (let from = copyOf(one); from !== undefined && !seen.has(from); from = copyOf(from)) {
      if (others.has(from)) return true
      seen.add(from)
    }
    return false
  }
}

function noteFirst(times: Float64Array, at: number, time: number): void {
  if (time < times[at]!) times[at] = time
}

function noteLast(times: Float64Array, at: number, time: number): void {
  if (time > times[at]!) times[at] = time
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
