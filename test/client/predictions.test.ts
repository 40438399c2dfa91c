// Predictions against what the real clients sent, from the stored answers: no client is needed. And each rule of a
// profile is needed: without it a prediction that was right goes wrong.

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { PROFILES, profileFor } from '../../src/context/profiles/index.js'
import { CLIENTS } from './clients.js'
import { EXPERIMENTS } from './experiments/index.js'
import { readGolden, recordedSessions } from './goldens.js'
import { documented, type Judged, judgePredictions, partingFrom } from './needed-rules.js'
import { RULES_DOCUMENT, rulesText } from './rules-document.js'

/** What a client says to the name of a file (R-F8) does not follow from what is in it. */
const small = EXPERIMENTS.filter(one => !one.large && one.fileName === undefined)

/** Rules about what the user asks for beyond resuming, which no experiment does. */
const WISHES = ['leaf', 'model']
/** Shown by large files, in predictions.slow.ts. */
const ofLarge = new Set(EXPERIMENTS.flatMap(one => (one.large ? one.rules : [])))

let judged: Judged
beforeAll(() => {
  judged = judgePredictions(small, rule => !WISHES.includes(rule) && !ofLarge.has(documented(rule)))
}, 120_000)

describe.each(CLIENTS)('client %s', version => {
  test('experiments: what is predicted is what was sent', () => {
    expect(judged.wrong.get(version)).toEqual([])
  })

  test('its own recorded sessions: what is predicted is what was sent', () => {
    const own = recordedSessions().filter(one => one.version === version)
    expect(own.length).toBeGreaterThan(0)
    const parted = own.flatMap(({ name, file, golden }) => {
      const bytes = readFileSync(file)
      const parting = partingFrom(readGolden(golden(version), bytes), bytes, profileFor(version))
      return parting === undefined ? [] : [`${name}: ${parting}`]
    })
    expect(parted).toEqual([])
  })

  test('each rule is needed for some experiment', () => {
    expect([...judged.idle.get(version)!]).toEqual([])
  })
})

test('every client has a profile of its own', () => {
  expect(PROFILES.map(({ client }) => client).sort()).toEqual([...CLIENTS].sort())
})

test('the table of rules is what the experiments say', () => {
  expect(readFileSync(RULES_DOCUMENT, 'utf8')).toBe(rulesText())
})
