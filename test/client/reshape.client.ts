// Changed sessions in the real client: it resumes them, sends exactly what `context` says of them, and of a clone
// exactly what it sends of the original. All recorded sessions as clones; of the other ways a sample each time.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, listed } from '../corpus/corpus-files.js'
import { type Changed, change } from '../reshape/in-memory.js'
import { CLONES, COMBINED, STRIPS, type Way } from '../reshape/ways.js'
import { answerOf, stored } from './answer.js'
import { type FakeApi, startFakeApi } from './fake-api.js'
import { type RecordedSession, readGolden, recordedSessions } from './goldens.js'
import { judge } from './judge.js'
import { keepResults, type Result } from './results.js'
import { NEXT_PROMPT, resume } from './resume.js'
import { RECORD, sample } from './sample.js'

/** 1.0 clients read less of a tree than there is, before and after. */
const CLIENTS = ['2.1.325', '2.0.42']

let api: FakeApi
const results: Result[] = []
beforeAll(async () => {
  api = await startFakeApi()
})
afterAll(async () => {
  keepResults('reshaped', results)
  await api.close()
})

const sessions = recordedSessions()
const ways = Object.entries({ ...CLONES, ...COMBINED, ...STRIPS }).filter(([name]) => name !== 'clone')

if (RECORD) test.skip('nothing to record', () => undefined)
else
  describe.each(CLIENTS)('client %s', version => {
    const own = sessions.filter(session => session.version === version)
    test.concurrent.each(own)('clone of $name', one => expectSame(one, version))

    const tried = sample(
      own.flatMap(one => ways.map(([name, way]) => ({ one, name, way, title: `${name}: ${one.name}` }))),
      version === '2.1.325' ? 60 : 15,
      `reshaped ${version}`,
    )
    test.concurrent.each(tried)('$title', async ({ one, name, way }) => {
      await expectPredicted(changedBy(readFileSync(one.file), way, one.sessionId), version, `${name}: ${one.name}`)
    })

    const files = listed.map(({ file }) => file).filter(file => /^real\/.*\/[0-9a-f-]{36}\.jsonl$/.test(file))
    const outside = sample(
      files.flatMap(file =>
        Object.entries({ ...CLONES, ...COMBINED, ...STRIPS }).map(([name, way]) => ({ file, name, way })),
      ),
      version === '2.1.325' ? 30 : 10,
      `reshaped corpus ${version}`,
    )
    if (outside.length > 0)
      test.concurrent.each(outside)('$name: $file', async ({ file, name, way }) => {
        await expectPredicted(changedBy(bytesOf(file), way, basename(file, '.jsonl')), version, `${name}: ${file}`)
      })
  })

/** No change is refused: that would be a session less that is compared. */
function changedBy(bytes: Uint8Array, way: Way, id: string): Changed {
  const changed = change(bytes, way, id)
  expect(changed.verdict.broken).toEqual([])
  return changed
}

/** With the ids of both sessions made equal: they stand in paths and words. */
async function expectSame(one: RecordedSession, version: string): Promise<void> {
  const bytes = readFileSync(one.file)
  const { bytes: session, plan, verdict } = change(bytes, {}, one.sessionId)
  expect(verdict.broken).toEqual([])
  const original = readGolden(one.golden(version), bytes)
  const sent = answerOf(await resume(api, { version, session, sessionId: plan.sessionId }), NEXT_PROMPT)
  const equal = JSON.parse(JSON.stringify(sent).replaceAll(plan.sessionId, one.sessionId)) as typeof sent
  expect(stored(equal)).toEqual(original)
}

async function expectPredicted({ bytes, plan }: Changed, version: string, name: string): Promise<void> {
  await judge(api, { suite: 'reshaped', name, version, session: bytes, sessionId: plan.sessionId }, results)
}
