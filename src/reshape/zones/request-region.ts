// A part of a session that is counted in requests: so it can end within a turn. A round of parallel calls is one request.

import { NONE } from '../../conversation/rows.js'
import type { ReshapeSource } from '../plan/plan.js'
import type { Where } from '../strip/rule.js'
import type { Region } from './region.js'
import { type Request, type Requests, requestsOf } from './requests.js'

/** Undefined where the wish is about whole turns only. */
export function requestRegion(source: Pick<ReshapeSource, 'conversation' | 'facts'>, where: Where): Region | undefined {
  const { by = 'turns', oldest, part, keepLastCalls, keepLastWeight } = where
  const divides = by !== 'turns' && (oldest !== undefined || part !== undefined)
  if (!divides && keepLastCalls === undefined && keepLastWeight === undefined) return undefined
  const requests = requestsOf(source.conversation)
  const { list } = requests
  const measure = by === 'tokens' ? (one: Request) => weightOf(source, one) : (one: Request) => one.calls
  const ends = [
    divides && oldest !== undefined ? oldestPart(list, measure, oldest) : list.length,
    keepLastCalls === undefined ? list.length : withoutLast(list, one => one.calls, keepLastCalls),
    keepLastWeight === undefined ? list.length : withoutLastWeight(source, list, keepLastWeight),
  ]
  let [from, to] = [0, ends.reduce((least, one) => Math.min(least, one))]
  if (divides && part) {
    // Only requests with calls are counted, as only turns with calls are.
    const most = withoutLast(list, one => Math.min(one.calls, 1), part.spare)
    from = part.from === 0 ? 0 : Math.min(most, oldestPart(list, measure, part.from))
    to = Math.min(to, most, part.to === 1 ? list.length : oldestPart(list, measure, part.to))
  }
  return between(requests, from, to)
}

function between({ list, of }: Requests, from: number, to: number): Region {
  if (from >= to) return () => false
  const first = from === 0 ? 0 : firstRow(list[from]!)
  const end = to === list.length ? Number.POSITIVE_INFINITY : firstRow(list[to]!)
  return row => {
    const position = of[row] ?? NONE
    return position === NONE ? row >= first && row < end : position >= from && position < to
  }
}

/** Rows are in the order of the file. */
export function firstRow({ rows }: Request): number {
  return rows[0]!
}

/** How many requests, the oldest first, make up this part. */
export function oldestPart(list: readonly Request[], measure: (one: Request) => number, part: number): number {
  const wanted = part * list.reduce((sum, one) => sum + measure(one), 0)
  let sum = 0
  let count = 0
  // A part is not exceeded; but for what the machine's numbers are off by.
  for (; count < list.length; count++) {
    sum += measure(list[count]!)
    if (sum > wanted + 1e-6) break
  }
  return count
}

/** How many are left without the last ones that have so much together. */
export function withoutLast(list: readonly Request[], measure: (one: Request) => number, kept: number): number {
  let sum = 0
  let count = list.length
  while (count > 0 && sum < kept) sum += measure(list[--count]!)
  return count
}

/** The newest stay as long as they do not weigh more than that. */
function withoutLastWeight(
  source: Pick<ReshapeSource, 'conversation' | 'facts'>,
  list: readonly Request[],
  kept: number,
): number {
  let sum = 0
  let count = list.length
  while (count > 0) {
    sum += weightOf(source, list[count - 1]!)
    if (sum > kept) break
    count--
  }
  return count
}

export function weightOf({ facts }: Pick<ReshapeSource, 'facts'>, { rows }: Request): number {
  let weight = 0
  for (const row of rows)
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) weight += facts.blocks.weight[block]!
  return weight
}
