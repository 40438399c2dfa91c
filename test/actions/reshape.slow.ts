// Every sample session as it lies on disk, with its agents, outputs and backups, changed in many ways: no change is
// refused, and what is written passes `check` as the original does.

import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type CloneCall, clone } from '../../src/actions/reshape/clone.js'
import { type StripCall, strip } from '../../src/actions/reshape/strip.js'
import type { Place } from '../../src/actions/session/place.js'
import { undo } from '../../src/actions/undo/undo.js'
import { isSessionId } from '../../src/format/session-folder.js'
import { STRIP_KINDS, type StripRule, type ToolMode } from '../../src/reshape/strip/rule.js'
import { CHANGE, SAMPLES, samplesHome } from './samples-home.js'

const CALL: Omit<CloneCall, 'reference'> = { ...CHANGE, idsFrom: undefined, linear: false }

let place: Place
beforeEach(() => {
  place = samplesHome().place
})

const sessions = readdirSync(join(SAMPLES, 'projects'), { recursive: true, encoding: 'utf8' })
  .map(path => basename(path, '.jsonl'))
  // Of the last one no client reads anything: the dialect of source document 004 (D14).
  .filter(name => isSessionId(name) && name !== 'f1a7d1a1-ec70-4004-a004-b1c2d3e4f503')

const rule = (kind: StripRule['kind'], mode?: ToolMode): StripRule => ({ kind, where: {}, ...(mode ? { mode } : {}) })
const RULES: readonly (readonly StripRule[])[] = [
  ...STRIP_KINDS.map(kind => [rule(kind)]),
  [rule('tools', 'truncate')],
  [rule('tools', 'stub')],
  [rule('results', 'truncate')],
  STRIP_KINDS.map(kind => rule(kind)),
]
const STRIPS: readonly Partial<StripCall>[] = [
  ...RULES.map(rules => ({ rules })),
  ...RULES.map(rules => ({ rules, where: { kind: 'in-place' as const } })),
  ...['gentle', 'routine', 'emergency'].map(preset => ({ preset })),
  { rules: [rule('results'), rule('thinking')], soft: true },
]
const CLONES: readonly Partial<CloneCall>[] = [
  {},
  { linear: true },
  { keepIds: true },
  { allTexts: true },
  { title: 'T' },
]

test.each(sessions)('%s', async reference => {
  const reports = []
  for (const more of CLONES) reports.push(await clone(place, { ...CALL, reference, ...more }))
  for (const more of STRIPS)
    reports.push(
      await strip(place, { ...CALL, reference, rules: [], preset: undefined, soft: false, ...more, dryRun: true }),
    )
  const refused = reports.flatMap(({ refused: why }, at) => why.map(one => `${at}: ${one}`))
  expect(refused).toEqual([])
  for (const { receipt } of reports.toReversed())
    if (receipt !== null) expect((await undo(place, { id: receipt, dryRun: false })).refused).toEqual([])
})
