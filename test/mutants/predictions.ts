// The experiments one by one, as `npm run mutants` wants them: what is predicted is what the real clients sent
// (test/client/predictions.test.ts judges the same in one).

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { profileFor } from '../../src/context/profiles/index.js'
import { readForContext } from '../../src/context/read-context.js'
import { CLIENTS } from '../client/clients.js'
import { EXPERIMENTS } from '../client/experiments/index.js'
import { experimentGolden, readGolden, recordedSessions } from '../client/goldens.js'
import { partingFrom } from '../client/needed-rules.js'

const experiments = EXPERIMENTS.filter(one => !one.large && one.fileName === undefined)

test.each(experiments.map(one => [one.name, one] as const))('%s', (name, { clients = CLIENTS, session }) => {
  const bytes = session()
  const reading = readForContext(bytes)
  for (const client of clients.filter(one => CLIENTS.includes(one))) {
    const sent = readGolden(experimentGolden(name, client), bytes)
    if (sent) expect(partingFrom(sent, bytes, profileFor(client), reading)).toBeUndefined()
  }
})

test.each(recordedSessions().map(one => [one.name, one] as const))('%s', (_, { version, file, golden }) => {
  const bytes = readFileSync(file)
  const sent = readGolden(golden(version), bytes)
  if (sent) expect(partingFrom(sent, bytes, profileFor(version))).toBeUndefined()
})
