// Trim against an exhaustive search on small sessions: it goes to a step only where nothing below it suffices, whatever
// is taken from there; and of that step it takes the fewest that do.

import { expect, test } from 'vitest'
import { TRIM_STEPS, type TrimItem } from '../../src/reshape/trim/ladder.js'
import { randomSession } from '../../tools/generator/random-session.js'
import { type Trimmable, trimmable } from './trimmed.js'

export function expectBestOrder(seeds: readonly number[], most: number): void {
  test.each(seeds)('session %d', async seed => {
    const { bytes, sessionId } = randomSession(seed, { turns: 2 })
    const session = trimmable(bytes, sessionId)
    const items = session.ladder().items.slice(0, most)
    if (!session.resumes || items.length === 0) return
    const tokens = allSubsets(session, items)
    for (const budget of budgets([...tokens.values(), session.tokens])) await expectBest(session, items, tokens, budget)
  })
}

/** What is sent without each subset, by the bits of what is taken. */
function allSubsets(session: Trimmable, items: readonly TrimItem[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (let bits = 0; bits < 1 << items.length; bits++)
    found.set(bits, session.tokensWithout(items.filter((_, at) => (bits >> at) & 1)))
  return found
}

/** Around the values that can be reached. */
function budgets(values: readonly number[]): readonly number[] {
  const sorted = [...new Set(values)].toSorted((a, b) => a - b)
  const some = sorted.filter((_, at) => at % Math.ceil(sorted.length / 8) === 0)
  return some.flatMap(value => [value - 1, value])
}

async function expectBest(
  session: Trimmable,
  items: readonly TrimItem[],
  tokens: ReadonlyMap<number, number>,
  budget: number,
): Promise<void> {
  const { chosen, tokens: reached } = await session.trim(budget, {}, items)
  const rank = (item: TrimItem): number => TRIM_STEPS.indexOf(item.step)
  const last = chosen.at(-1)
  const meets = (bits: number): boolean => tokens.get(bits)! <= budget
  const subsets = [...tokens.keys()]
  if (reached > budget) {
    expect(subsets.filter(meets), `budget ${budget} cannot be met`).toEqual([])
    return
  }
  if (!last) return
  const isBelow = (bits: number): boolean => items.every((item, at) => !((bits >> at) & 1) || rank(item) < rank(last))
  expect(
    subsets.filter(bits => isBelow(bits) && meets(bits)),
    `budget ${budget}: a lower step suffices`,
  ).toEqual([])
  // Without the last thing that was taken it is not met.
  expect(session.tokensWithout(chosen.slice(0, -1)), `budget ${budget}`).toBeGreaterThan(budget)
  expect(session.without(chosen).verdict.broken).toEqual([])
  // Within a step, nothing is passed over.
  for (const step of TRIM_STEPS) {
    const own = items.filter(item => item.step === step)
    const taken = chosen.filter(item => item.step === step)
    expect(taken).toEqual(own.slice(0, taken.length))
  }
}
