// The experiments one by one, as `npm run mutants` wants them: what is predicted is what the real clients sent
// (test/client/predictions.test.ts judges the same in one).

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { profileFor } from '../../src/context/profiles/index.js'
import { readForContext } from '../../src/context/read-context.js'
import { CLIENTS } from '../client/clients.js'
import { EXPERIMENTS } from '../client/experiments/index.js'
import { experimentGolden, type GoldenPlace, readGolden, recordedSessions } from '../client/goldens.js'
import { partingFrom } from '../client/needed-rules.js'
import { predict } from '../client/prediction.js'

const experiments = EXPERIMENTS.filter(one => !one.large && one.fileName === undefined)

/** Read once for all mutants: none of them is where sessions are read. */
const read = new Map<string, readonly [string, () => string | undefined][]>()

function partings(name: string, make: () => Uint8Array, goldens: readonly (readonly [string, GoldenPlace])[]) {
  const known = read.get(name)
  if (known) return known
  const bytes = make()
  const reading = readForContext(bytes)
  const made = goldens.flatMap(([client, place]): [string, () => string | undefined][] => {
    const sent = readGolden(place, bytes)
    if (!sent) return []
    const profile = profileFor(client)
    // That it cannot tell is no answer to what the client has answered.
    const isTold = (): boolean => predict(bytes, profile, reading).kind === 'told'
    return [[client, () => partingFrom(sent, bytes, profile, reading) ?? (isTold() ? undefined : 'cannot tell')]]
  })
  read.set(name, made)
  return made
}

function expectSent(...args: Parameters<typeof partings>): void {
  for (const [client, parting] of partings(...args)) expect(parting(), client).toBeUndefined()
}

test.each(experiments.map(one => [one.name, one] as const))('%s', (name, { clients = CLIENTS, session }) => {
  const asked = clients.filter(one => CLIENTS.includes(one))
  expectSent(
    name,
    session,
    asked.map(client => [client, experimentGolden(name, client)]),
  )
})

test.each(recordedSessions().map(one => [one.file, one] as const))('%s', (name, { version, file, golden }) => {
  expectSent(name, () => readFileSync(file), [[version, golden(version)]])
})
