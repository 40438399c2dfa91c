// Compressed sessions in the real client: it resumes them and sends the summary and the kept turns, exactly as `context`
// says. All recorded sessions, and of the corpus another few each time; 40 of them with `-- --all`.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, listed } from '../corpus/corpus-files.js'
import { compressing } from '../reshape/compressing.js'
import { type Changed, change } from '../reshape/in-memory.js'
import { type FakeApi, startFakeApi } from './fake-api.js'
import { recordedSessions } from './goldens.js'
import { judge } from './judge.js'
import { keepResults, type Result } from './results.js'
import { ALL, RECORD, sample } from './sample.js'

const CLIENTS = ['2.1.325', '2.0.42']
const WISHES = {
  '--keep-last 1': { kind: 'keep-last', turns: 1 },
  '--oldest 60%': { kind: 'oldest', share: 0.6 },
} as const

let api: FakeApi
const results: Result[] = []
beforeAll(async () => {
  api = await startFakeApi()
})
afterAll(async () => {
  keepResults('compressed', results)
  await api.close()
})

if (RECORD) test.skip('nothing to record', () => undefined)
else
  describe.each(CLIENTS)('client %s', version => {
    // Each in the client that wrote it, or the next one to that; in both where this run covers everything.
    const own = recordedSessions()
      .filter(one => ALL || one.version === version || (version === '2.0.42' && !CLIENTS.includes(one.version)))
      .flatMap(one => compressed(one.name, readFileSync(one.file), '--keep-last 1'))
    const outside = sample(
      listed.filter(({ file }) => file.startsWith('real/')).map(({ file }) => file),
      ALL ? Number.POSITIVE_INFINITY : 16,
      'compressed corpus',
    )
      .flatMap(file => compressed(file, bytesOf(file), '--oldest 60%'))
      .slice(0, 40)
    test.concurrent.each([...own, ...outside])('$name', async ({ name, changed: { bytes, plan } }) => {
      await judge(api, { suite: 'compressed', name, version, session: bytes, sessionId: plan.sessionId }, results)
    })
  })

/** None where there is nothing to compress, or the session does not resume. */
function compressed(
  name: string,
  bytes: Uint8Array,
  wish: keyof typeof WISHES,
): readonly { readonly name: string; readonly changed: Changed }[] {
  // Most recorded sessions are shorter than any summary of them.
  const changed = change(bytes, compressing(WISHES[wish], wish === '--keep-last 1' ? 'SUMMARY' : undefined))
  if (changed.plan.promises.added === undefined || changed.verdict.before.outcome.kind === 'refuses') return []
  expect(changed.verdict.broken, name).toEqual([])
  return [{ name: `${wish}: ${name}`, changed }]
}
