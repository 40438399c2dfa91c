// What was used today, as far as it was counted: left beside the index for the status line.

import type { CountedUsage } from '../../catalog/usage/ledger.js'
import type { Prices } from '../../catalog/usage/prices.js'
import { dayTeller } from './days.js'
import { messageCost } from './message-cost.js'

export interface DayUsage {
  readonly version: 1
  /** In the zone of this machine. */
  readonly day: string
  readonly costUSD: number
  /** The part of each session. */
  readonly sessions: Readonly<Record<string, number>>
}

export function dayUsage(counted: CountedUsage, prices: Prices, now: number): DayUsage {
  const today = new Date(now)
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const start = new Date(year, month, date).getTime()
  const end = new Date(year, month, date + 1).getTime()
  const sessions = new Map<string, number>()
  let costUSD = 0
  for (let at = 0; at < counted.messages; at++) {
    // Most are older: their time alone tells.
    const time = counted.timeOf(at)
    if (time === null || time < start || time >= end) continue
    const message = counted.message(at)
    const cost = messageCost(message, prices) ?? 0
    costUSD += cost
    sessions.set(message.session, (sessions.get(message.session) ?? 0) + cost)
  }
  return { version: 1, day: dayTeller(undefined)(now), costUSD, sessions: Object.fromEntries(sessions) }
}

export function isDayUsage(value: unknown): value is DayUsage {
  const { version, day, costUSD, sessions } = (value ?? {}) as Partial<DayUsage>
  return version === 1 && typeof day === 'string' && typeof costUSD === 'number' && typeof sessions === 'object'
}
