// The time inside a session: it moves on with every row, in a human or a machine's stride.
import type { Random } from './random.js'

export interface Clock {
  readonly now: () => string
  readonly millis: () => number
  /** Moves on by about `seconds`, and returns the new time. */
  readonly pass: (seconds: number) => string
  /** Moves on by exactly so much. */
  readonly skip: (milliseconds: number) => string
}

export function clockAt(start: string, random: Random): Clock {
  let millis = Date.parse(start)
  const now = (): string => new Date(millis).toISOString()
  const skip = (milliseconds: number): string => {
    millis += milliseconds
    return now()
  }
  const pass = (seconds: number): string => skip(Math.max(1, Math.round(seconds * 1000 * (0.6 + 0.8 * random.next()))))
  return { now, millis: () => millis, pass, skip }
}
