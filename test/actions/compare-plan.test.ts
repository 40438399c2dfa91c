// What a plan would change, where its words are more than are kept at once.

import { expect, test } from 'vitest'
import { comparePlan } from '../../src/actions/planned/compare-plan.js'
import { strip } from '../../src/actions/reshape/index.js'
import { samplesHome } from './samples-home.js'

const LONG = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'

test('words that were not kept are fetched with the page that shows them', async () => {
  const { place } = samplesHome()
  let rounds = 0
  const again = {
    place,
    reference: LONG,
    expectSame() {},
    dryRun(look: Parameters<typeof strip>[1]['look']) {
      rounds++
      return strip(place, { reference: LONG, results: true, mode: 'stub', dryRun: true, look })
    },
  }
  const all = await comparePlan(again).page({ from: 0, to: 1000 }, {})
  expect([rounds, all.changes.length]).toEqual([1, all.differences])
  rounds = 0
  const few = comparePlan(again, 1)
  const pages = []
  for (let from = 0; from < all.differences; from += 10) pages.push(await few.page({ from, to: from + 10 }, {}))
  expect(pages.flatMap(page => page.changes)).toEqual(all.changes)
  expect(rounds).toBe(2)
  few.forget()
  await few.page({ from: 0, to: 1 }, {})
  expect(rounds).toBe(3)
})
