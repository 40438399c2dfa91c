// Predictions against what the real clients sent, from the stored answers: no client is needed. And, in the slow suite,
// each rule of a profile is needed: without it a prediction that was right goes wrong.

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { PROFILES, profileFor } from '../../src/context/profiles/index.js'
import { runs } from '../runs.js'
import { CLIENTS } from './clients.js'
import { EXPERIMENTS } from './experiments/index.js'
import { readGolden, recordedSessions } from './goldens.js'
import { type Judged, judgePredictions, partingFrom } from './needed-rules.js'
import { RULES_DOCUMENT, rulesText } from './rules-document.js'

/** What a client says to the name of a file (R-F8) does not follow from what is in it. */
const experiments = EXPERIMENTS.filter(one => !one.large && one.fileName === undefined)

/** Rules about what the user asks for beyond resuming, which no experiment does. */
const WISHES = ['leaf', 'model']
/** predictions.slow.ts shows that these are needed. */
const OF_LARGE_FILES = ['B1', 'B1-leaf', 'A4.2']

/** All of them again without each rule takes several times as long. */
const ASKS_EACH_RULE = runs(0, 1) === 1

let judged: Judged
beforeAll(() => {
  const isAsked = (rule: string): boolean => ASKS_EACH_RULE && ![...WISHES, ...OF_LARGE_FILES].includes(rule)
  judged = judgePredictions(experiments, isAsked)
}, 120_000)

describe.each(CLIENTS)('client %s', version => {
  test('experiments: what is predicted is what was sent', () => {
    expect(judged.wrong.get(version)).toEqual([])
  })

  test('each experiment that it is asked has a stored answer: else npm run client:record -- --missing', () => {
    expect(judged.unanswered.get(version)).toEqual([])
  })

  test('its own recorded sessions: what is predicted is what was sent', () => {
    const own = recordedSessions().filter(one => one.version === version)
    expect(own.length).toBeGreaterThan(0)
    const parted = own.flatMap(({ name, file, golden }) => {
      const bytes = readFileSync(file)
      const sent = readGolden(golden(version), bytes)
      const parting = sent ? partingFrom(sent, bytes, profileFor(version)) : 'no stored answer to this session'
      return parting === undefined ? [] : [`${name}: ${parting}`]
    })
    expect(parted).toEqual([])
  })

  test.runIf(ASKS_EACH_RULE)('each rule is needed for some experiment', () => {
    expect([...judged.idle.get(version)!]).toEqual([])
  })
})

test('every client has a profile of its own', () => {
  expect(PROFILES.map(({ client }) => client).sort()).toEqual([...CLIENTS].sort())
})

test('the table of rules is what the experiments say', () => {
  expect(readFileSync(RULES_DOCUMENT, 'utf8')).toBe(rulesText())
})
