// Changed sessions in the real client: it resumes them, sends exactly what `context` says of them, and of a clone
// exactly what it sends of the original. All recorded sessions as clones; of the other ways a sample each time. Ways
// that make the same of a session are asked once.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { change } from '../reshape/in-memory.js'
import { CLONES, COMBINED, STRIPS, type Way } from '../reshape/ways.js'
import { answerOf, stored } from './answer.js'
import { type RecordedSession, readGolden, recordedSessions } from './goldens.js'
import { judgedSuite } from './judged-suite.js'
import { NEXT_PROMPT, resume } from './resume.js'
import { RECORD, sample } from './sample.js'
import { fromOutside, recordedBy, type Subject } from './subjects.js'

/** 1.0 clients read less of a tree than there is, before and after. */
const CLIENTS = ['2.1.325', '2.0.42']

const { judged, api, results } = judgedSuite('reshaped')

const CLONE = ['clone', CLONES['clone']!] as const
const ways = Object.entries({ ...CLONES, ...COMBINED, ...STRIPS }).filter(([way]) => way !== 'clone')

if (RECORD) test.skip('nothing to record', () => undefined)
else
  describe.each(CLIENTS)('client %s', version => {
    const own = recordedSessions().filter(session => session.version === version)
    test.concurrent.each(own)('clone of $name', one => expectSame(one, version))

    const tried = sample(
      recordedBy(version).flatMap(one => ways.map(([way, how]) => ({ ...one, way, how }))),
      version === '2.1.325' ? 60 : 15,
      `reshaped ${version}`,
    )
    test.concurrent.each(tried)('$way: $name', one => expectPredicted(one, version))

    const outside = sample(
      fromOutside().flatMap(one => [...ways, CLONE].map(([way, how]) => ({ ...one, way, how }))),
      version === '2.1.325' ? 30 : 10,
      `reshaped corpus ${version}`,
    )
    if (outside.length > 0) test.concurrent.each(outside)('$way: $name', one => expectPredicted(one, version))
  })

/** With the ids of both sessions made equal: they stand in paths and words. */
async function expectSame(one: RecordedSession, version: string): Promise<void> {
  const bytes = readFileSync(one.file)
  const { bytes: session, plan, verdict } = change(bytes, {}, one.sessionId)
  expect(verdict.broken).toEqual([])
  const original = readGolden(one.golden(version), bytes)
  const sent = answerOf(await resume(api(), { version, session, sessionId: plan.sessionId }), NEXT_PROMPT)
  const equal = JSON.parse(JSON.stringify(sent).replaceAll(plan.sessionId, one.sessionId)) as typeof sent
  expect(stored(equal)).toEqual(original)
  results.push({ suite: 'reshaped', client: version, name: `clone: ${one.name}` })
}

/** By client and bytes: a session without images is the same after `--images` as after `--snapshots`. */
const asked = new Map<string, { readonly name: string; readonly answer: Promise<void> }>()

async function expectPredicted(one: Subject & { way: string; how: Way }, version: string): Promise<void> {
  const { bytes, plan, verdict } = change(one.read(), one.how, one.sessionId)
  // No change is refused: that would be a session less that is compared.
  expect(verdict.broken).toEqual([])
  const name = `${one.way}: ${one.name}`
  const key = `${version} ${createHash('sha256').update(bytes).digest('hex')}`
  const before = asked.get(key)
  const answer = before?.answer ?? judged({ name, version, session: bytes, sessionId: plan.sessionId })
  if (before === undefined) asked.set(key, { name, answer })
  await answer
  const same = before && results.find(result => result.client === version && result.name === before.name)
  if (same) results.push({ ...same, name })
}
