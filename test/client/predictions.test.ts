// Predictions against what the real clients sent, from the stored answers: no client is needed. And each rule of a
// profile is needed: without it some prediction goes wrong.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withoutRule } from '../../src/context/profile.js'
import { PROFILES, profileFor } from '../../src/context/profiles/index.js'
import { type Answer, stored } from './answer.js'
import { CLIENTS } from './clients.js'
import { difference } from './difference.js'
import type { Experiment } from './experiments/experiment.js'
import { EXPERIMENTS } from './experiments/index.js'
import { experimentGolden, readGolden, recordedSessions } from './goldens.js'
import { predict } from './prediction.js'
import { RULES_DOCUMENT, rulesText } from './rules-document.js'

/** What a client says to the name of a file (R-F8) does not follow from what is in it. */
const small = EXPERIMENTS.filter(one => !one.large && one.fileName === undefined)
const ranWith = (version: string) => small.filter(({ clients }) => clients?.includes(version) ?? true)

describe.each(CLIENTS)('client %s', version => {
  test('experiments: what is predicted is what was sent', () => {
    const wrong = ranWith(version).flatMap(one => {
      const parting = partingOf(one, version)
      return parting === undefined ? [] : [`${one.name}: ${parting}`]
    })
    expect(wrong).toEqual([])
  })

  test('its own recorded sessions: what is predicted is what was sent', () => {
    const own = recordedSessions().filter(one => one.version === version)
    expect(own.length).toBeGreaterThan(0)
    const wrong = own.flatMap(({ name, file, golden }) => {
      const parting = compared(readFileSync(file), version, golden(version))
      return parting === undefined ? [] : [`${name}: ${parting}`]
    })
    expect(wrong).toEqual([])
  })
})

test('every client has a profile', () => {
  expect(PROFILES.map(({ client }) => client).sort()).toEqual([...CLIENTS].sort())
})

/** Rules about what the user asks for beyond resuming, which no experiment does. */
const WISHES = new Set(['leaf', 'model'])

describe.each(CLIENTS)('each rule of client %s is needed', version => {
  const profile = profileFor(version)
  test.each(profile.rules.map(rule => rule.id).filter(id => !WISHES.has(id)))('%s', id => {
    const without = withoutRule(profile, id)
    // Those about the rule first: one that goes wrong is enough.
    const order = [...ranWith(version)].sort((a, b) => Number(b.rules.includes(id)) - Number(a.rules.includes(id)))
    expect(order.some(one => partingOf(one, version, without) !== undefined)).toBe(true)
  })
})

test('the table of rules is what the experiments say', () => {
  expect(readFileSync(RULES_DOCUMENT, 'utf8')).toBe(rulesText())
})

function partingOf(one: Experiment, version: string, profile = profileFor(version)): string | undefined {
  return compared(one.session(), profile, experimentGolden(one.name, version))
}

function compared(session: Uint8Array, client: Parameters<typeof predict>[1], path: string): string | undefined {
  const sent = readGolden(path, session)
  if (!sent) return 'no stored answer to this session: npm run client:record -- --missing'
  const prediction = predict(session, client)
  if (prediction.kind === 'unknown') return undefined
  if ('hash' in sent) return JSON.stringify(stored(prediction.answer)) === JSON.stringify(sent) ? undefined : 'differs'
  return difference(sent as Answer, prediction.answer)
}
