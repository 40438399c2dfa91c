// What a plan says of the next request's cost: the sizes that it shows, times the price in the table.

import { afterAll, expect, test } from 'vitest'
import { PRICES } from '../../src/catalog/usage/price-table.js'
import { served } from './served.js'

const LONG = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'

const server = served()
afterAll(() => server.close())

test('before and after, with a cold and a warm cache', async () => {
  const answer = await server.post(`/api/sessions/${LONG}/plans`, { verb: 'strip', tools: true })
  const { value } = (await answer.json()) as {
    value: {
      report: { before: { tokens: number }; after: { tokens: number } }
      next: { model: string; costs: { coldUSD: number; warmUSD: number }[] }
    }
  }
  const { report, next } = value
  const row = PRICES.find(one => next.model.startsWith(one.model))!
  expect(report.after.tokens).toBeLessThan(report.before.tokens)
  for (const [at, { tokens }] of [report.before, report.after].entries()) {
    expect(next.costs[at]!.coldUSD).toBeCloseTo((tokens * row.cacheWrite5m) / 1e6, 9)
    expect(next.costs[at]!.warmUSD).toBeCloseTo((tokens * row.cacheRead) / 1e6, 9)
  }
})
