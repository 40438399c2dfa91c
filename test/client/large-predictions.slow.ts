// Predictions against stored answers, for sessions of several megabytes: what is predicted is what was sent, and the
// rules about large files and large images are needed for it.

import { expect, test } from 'vitest'
import { type Profile, withoutRule } from '../../src/context/profile.js'
import { profileFor } from '../../src/context/profiles/index.js'
import { stored } from './answer.js'
import { NEWEST } from './clients.js'
import { difference } from './difference.js'
import { EXPERIMENTS } from './experiments/index.js'
import { experimentGolden, readGolden } from './goldens.js'
import { predict } from './prediction.js'

const profile = profileFor(NEWEST)
const experiments = EXPERIMENTS.filter(one => one.large)

test('what is predicted is what was sent', () => {
  const compared = experiments.map(({ name, session }) => [name, isRight(name, session(), profile)] as const)
  expect(compared.filter(([, right]) => right === false)).toEqual([])
  expect(compared.filter(([, right]) => right).length).toBeGreaterThan(10)
})

test.each(['B1', 'B1-leaf', 'A4.2'])('%s is needed', id => {
  const without = withoutRule(profile, id)
  expect(experiments.some(({ name, session }) => isRight(name, session(), without) === false)).toBe(true)
})

/** Undefined where there is no stored answer to this session. */
function isRight(name: string, session: Uint8Array, client: Profile): boolean | undefined {
  const sent = readGolden(experimentGolden(name, NEWEST), session)
  if (!sent) return undefined
  const prediction = predict(session, client)
  if (prediction.kind === 'unknown') return true
  if ('hash' in sent) return JSON.stringify(stored(prediction.answer)) === JSON.stringify(sent)
  return difference(sent, prediction.answer) === undefined
}
