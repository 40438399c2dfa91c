// Every hand-written experiment in the real client: what is stored still holds, and what is predicted is what is sent.
// A part of them each time, drawn by the seed: there are too many for every run. `-- --all` runs them all.

import { afterAll, beforeAll, describe, test } from 'vitest'
import { CLIENTS, NEWEST } from './clients.js'
import type { Experiment } from './experiments/experiment.js'
import { EXPERIMENTS } from './experiments/index.js'
import { type FakeApi, startFakeApi } from './fake-api.js'
import { experimentGolden, readGolden } from './goldens.js'
import { judge } from './judge.js'
import { keepResults, type Result } from './results.js'
import { RECORD, sample } from './sample.js'

let api: FakeApi
const results: Result[] = []
beforeAll(async () => {
  api = await startFakeApi()
})
afterAll(async () => {
  keepResults('experiments', results)
  await api.close()
})

/** Not all of them are run on the older clients: those that have a stored answer. */
function isRunOn({ name, clients, session }: Experiment, version: string): boolean {
  if (clients && !clients.includes(version)) return false
  return version === NEWEST || RECORD || readGolden(experimentGolden(name, version), session()) !== undefined
}

describe.each(CLIENTS)('client %s', version => {
  const own = EXPERIMENTS.filter(one => isRunOn(one, version))
  const chosen = sample(own, version === NEWEST ? 320 : 60, version)
  test.concurrent.each(chosen)('$name', ({ name, session, prompt, fileName }) =>
    judge(
      api,
      {
        suite: 'experiments',
        name,
        version,
        session: session(),
        golden: experimentGolden(name, version),
        ...(prompt === undefined ? {} : { prompt }),
        ...(fileName === undefined ? {} : { sessionId: fileName }),
      },
      results,
    ),
  )
})
