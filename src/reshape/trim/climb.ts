// How far down the ladder must one go? What is sent is measured after each step, on the result itself; within the step
// that meets the budget the fewest things are looked for that do. Each measure reads the session once, so there are few
// of them: one a step, and within the last step about two, since the weights of the things tell where to look. At worst
// it is a binary search: the logarithm of their number.

import { type Ladder, TRIM_STEPS, type TrimItem, type TrimStep } from './ladder.js'

/** The tokens that are sent without these. */
export type Measure = (items: readonly TrimItem[]) => Promise<number>

export interface Rung {
  readonly step: TrimStep
  /** Things that it takes, of all that stand on it. */
  readonly items: number
  readonly of: number
  readonly rows: readonly number[]
  /** Tokens that are sent less than after the step before, and what is then left. */
  readonly freed: number
  readonly tokens: number
}

export interface Climb {
  readonly chosen: readonly TrimItem[]
  readonly rungs: readonly Rung[]
  /** Tokens that are sent in the end. */
  readonly tokens: number
}

/** Stops where the budget is met; without one it goes through all steps. */
export async function climb({ items }: Ladder, before: number, budget: number, measure: Measure): Promise<Climb> {
  const chosen: TrimItem[] = []
  const rungs: Rung[] = []
  let tokens = before
  for (const step of TRIM_STEPS) {
    const own = items.filter(item => item.step === step)
    if (tokens <= budget || own.length === 0) continue
    const all = { count: own.length, tokens: await measure([...chosen, ...own]) }
    // What frees nothing, such as thinking that is void already, stays as it is.
    if (all.tokens >= tokens) continue
    const none = { count: 0, tokens }
    const taken =
      all.tokens > budget
        ? all
        : await fewest(own, none, all, budget, count => measure([...chosen, ...own.slice(0, count)]))
    const some = own.slice(0, taken.count)
    const rows = some.map(({ row }) => row)
    rungs.push({ step, items: some.length, of: own.length, rows, freed: tokens - taken.tokens, tokens: taken.tokens })
    for (const item of some) chosen.push(item)
    tokens = taken.tokens
  }
  return { chosen, rungs, tokens }
}

interface Point {
  readonly count: number
  readonly tokens: number
}

/** `low` does not meet the budget, `high` does: the first count between them that does. */
async function fewest(
  items: readonly TrimItem[],
  from: Point,
  to: Point,
  budget: number,
  measure: (count: number) => Promise<number>,
): Promise<Point> {
  let [low, high] = [from, to]
  const freedBy = [0]
  for (const { weight } of items) freedBy.push(freedBy.at(-1)! + weight)
  let met = true
  for (let round = 0; high.count - low.count > 1; round++) {
    const look = round % 3 === 0 ? byWeight : round % 3 === 1 ? (met ? justBelow : justAbove) : middle
    const count = Math.min(Math.max(look(low, high, budget, freedBy), low.count + 1), high.count - 1)
    const found = { count, tokens: await measure(count) }
    met = found.tokens <= budget
    if (met) high = found
    else low = found
  }
  return high
}

/** By weight, then the neighbour of what that gave, then the middle, and again. */
type WayOfLooking = (low: Point, high: Point, budget: number, freedBy: readonly number[]) => number

const byWeight: WayOfLooking = (low, high, budget, freedBy) => {
  const [first, last] = [freedBy[low.count]!, freedBy[high.count]!]
  const share = (low.tokens - budget) / (low.tokens - high.tokens)
  const wanted = first + share * (last - first)
  let [least, most] = [low.count, high.count]
  while (most - least > 1) {
    const between = (least + most) >> 1
    if (freedBy[between]! >= wanted) most = between
    else least = between
  }
  return most
}
const justBelow: WayOfLooking = (_, high) => high.count - 1
const justAbove: WayOfLooking = low => low.count + 1
const middle: WayOfLooking = (low, high) => (low.count + high.count) >> 1
