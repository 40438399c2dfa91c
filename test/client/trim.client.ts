// Trimmed and cut sessions in the real client: it resumes them and sends exactly what `context` says of them; so the
// estimate by which the budget was met is one of what is sent. A sample each time.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contextEstimate } from '../../src/context/index.js'
import { cutOut, turnRows } from '../../src/reshape/cut-turns.js'
import { bytesOf, listed } from '../corpus/corpus-files.js'
import { change } from '../reshape/in-memory.js'
import { trimmable } from '../reshape/trimmed.js'
import { type FakeApi, startFakeApi } from './fake-api.js'
import { recordedSessions } from './goldens.js'
import { judge } from './judge.js'
import { keepResults, type Result } from './results.js'
import { RECORD, sample } from './sample.js'

const CLIENT = '2.1.325'

let api: FakeApi
const results: Result[] = []
beforeAll(async () => {
  api = await startFakeApi()
})
afterAll(async () => {
  keepResults('trimmed', results)
  await api.close()
})

interface Subject {
  readonly name: string
  readonly sessionId: string
  read(): Uint8Array
}

const recorded = recordedSessions()
  .filter(({ version }) => version === CLIENT)
  .map(({ name, sessionId, file }): Subject => ({ name, sessionId, read: () => readFileSync(file) }))
const outside = listed
  .filter(({ file }) => /^real\/.*\/[0-9a-f-]{36}\.jsonl$/.test(file))
  .map(({ file }): Subject => ({ name: file, sessionId: basename(file, '.jsonl'), read: () => bytesOf(file) }))

if (RECORD) test.skip('nothing to record', () => undefined)
else {
  const subjects = [...sample(recorded, 12, 'trim'), ...sample(outside, 12, 'trim')]

  describe.each([1, 2])('trim, a part of %d in three of what can go', third => {
    test.concurrent.each(subjects)('$name', async ({ name, sessionId, read }) => {
      const session = trimmable(read(), sessionId)
      const least = session.tokensWithout(session.ladder().items)
      // Nothing can go, or the client does not resume it anyway.
      if (!session.resumes || least >= session.tokens) return
      const budget = session.tokens - Math.round(((session.tokens - least) * third) / 3)
      const { chosen } = await session.trim(budget)
      const { bytes, plan, after, verdict } = session.without(chosen)
      expect(verdict.broken).toEqual([])
      await judge(
        api,
        { suite: 'trimmed', name: `${third}/3 ${name}`, version: CLIENT, session: bytes, sessionId: plan.sessionId },
        results,
      )
      expect(contextEstimate(after.reading, verdict.after, session.calibration).estimate).toBeLessThanOrEqual(budget)
    })
  })

  describe.each(['first', 'last'])('cut the %s turn', which => {
    test.concurrent.each(subjects)('$name', async ({ name, sessionId, read }) => {
      const { bytes, plan, verdict } = change(
        read(),
        source => {
          const turns = source.conversation.turns.list.filter(turn => turn.branch === 1)
          const turn = turns.length < 2 ? undefined : which === 'first' ? turns[0] : turns.at(-1)
          return turn ? { verbs: [cutOut(turnRows(source, [turn.index]), 'a turn')] } : {}
        },
        sessionId,
      )
      if (verdict.broken.length > 0) return
      await judge(
        api,
        { suite: 'trimmed', name: `cut ${which} ${name}`, version: CLIENT, session: bytes, sessionId: plan.sessionId },
        results,
      )
    })
  })
}
