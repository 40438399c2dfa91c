// A suite of comparisons: one fake API for all of them, and what came out is kept for the table.

import { afterAll, beforeAll } from 'vitest'
import { type FakeApi, startFakeApi } from './fake-api.js'
import { type Case, judge } from './judge.js'
import { keepResults, type Result } from './results.js'

export interface JudgedSuite {
  api(): FakeApi
  readonly results: Result[]
  /** Fails where the client differs from what is stored or predicted. */
  judged(one: Omit<Case, 'suite'> & { readonly suite?: string }): Promise<void>
}

export function judgedSuite(suite: string): JudgedSuite {
  const results: Result[] = []
  const fake = fakeApi()
  afterAll(() => keepResults(suite, results))
  return { api: fake, results, judged: one => judge(fake(), { suite, ...one }, results) }
}

/** For as long as the tests of a file run. */
export function fakeApi(): () => FakeApi {
  let api: FakeApi
  beforeAll(async () => {
    api = await startFakeApi()
  })
  afterAll(() => api.close())
  return () => api
}
