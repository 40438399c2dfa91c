// Every hand-written experiment in the real client: what is stored still holds, and what is predicted is what is sent.
// A part of them each time, drawn by the seed: there are too many for every run. `-- --all` runs them all.

import { describe, test } from 'vitest'
import { CLIENTS, NEWEST } from './clients.js'
import type { Experiment } from './experiments/experiment.js'
import { EXPERIMENTS } from './experiments/index.js'
import { experimentGolden, readGolden } from './goldens.js'
import { judgedSuite } from './judged-suite.js'
import { RECORD, sample } from './sample.js'

const { judged } = judgedSuite('experiments')

/** Those that have a stored answer: not all of them were run on every client. */
function isRunOn({ name, clients, session }: Experiment, version: string): boolean {
  if (clients && !clients.includes(version)) return false
  return RECORD || readGolden(experimentGolden(name, version), session()) !== undefined
}

describe.each(CLIENTS)('client %s', version => {
  const own = EXPERIMENTS.filter(one => isRunOn(one, version))
  const chosen = sample(own, version === NEWEST ? 320 : 60, version)
  test.concurrent.each(chosen)('$name', ({ name, session, prompt, fileName }) =>
    judged({
      name,
      version,
      session: session(),
      golden: experimentGolden(name, version),
      ...(prompt === undefined ? {} : { prompt }),
      ...(fileName === undefined ? {} : { sessionId: fileName }),
    }),
  )
})
