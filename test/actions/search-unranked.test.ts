// Where very many texts match and somebody types: the same sessions and figures, the newest first, without looking for the best.

import { expect, test } from 'vitest'
import { search } from '../../src/actions/search/index.js'
import { samplesHome } from './samples-home.js'

test('too many to be ranked at once: the newest are the answer, with the same figures, and it says so', async () => {
  const { place } = samplesHome()
  const ranked = await search(place, { query: 'the', limit: 100 })
  expect(ranked).not.toHaveProperty('unranked')
  const matchesOf = ({ sessions }: Pick<typeof ranked, 'sessions'>) =>
    sessions.map(one => [one.id, one.matches] as const)
  const found = new Map(matchesOf(ranked))
  const all = [...found.values()].reduce((sum, one) => sum + one, 0)
  expect(found.size).toBeGreaterThan(5)
  // As many as are allowed are ranked.
  const same = await search(place, { query: 'the', limit: 100, rankedUpTo: all })
  expect(same).not.toHaveProperty('unranked')
  // Not the scores: a file that was written just before is read again, and the engine weighs a word by all texts it ever had.
  expect(matchesOf(same)).toEqual(matchesOf(ranked))
  const newest = await search(place, { query: 'the', limit: 100, rankedUpTo: all - 1 })
  expect(newest.unranked).toBe(true)
  expect(new Map(matchesOf(newest))).toEqual(found)
  const times = newest.sessions.map(one => one.updatedAt)
  expect(times).toEqual(times.toSorted().toReversed())
  for (const { hits } of newest.sessions) {
    expect(hits.length).toBeGreaterThan(0)
    for (const { snippet } of hits) expect(snippet?.toLowerCase()).toContain('the')
  }
  const asked = await search(place, { query: 'the', limit: 100, order: 'newest', rankedUpTo: 1 })
  expect(asked).not.toHaveProperty('unranked')
})
