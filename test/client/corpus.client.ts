// Real sessions from outside, where there are any: what is predicted is what the real client sends. A sample each time;
// `npm run test:client -- --all` runs them all.

import { basename } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { bytesOf, listed, noCorpus } from '../corpus/corpus-files.js'
import { CLIENTS, NEWEST } from './clients.js'
import { type FakeApi, startFakeApi } from './fake-api.js'
import { judge } from './judge.js'
import { keepResults, type Result } from './results.js'
import { RECORD, sample, seed } from './sample.js'

let api: FakeApi
const results: Result[] = []
beforeAll(async () => {
  api = await startFakeApi()
  console.log(`seed ${seed}`)
})
afterAll(async () => {
  keepResults('corpus', results)
  await api.close()
})

/** Main sessions: a subagent's transcript is none that can be resumed. */
const isMain = (file: string): boolean => file.startsWith('real/') && !basename(file).startsWith('agent-')
const sessions = listed.map(({ file }) => file).filter(isMain)

if (sessions.length === 0) test.skip(noCorpus, () => undefined)
// They have no stored answers: nothing to record.
else if (RECORD) test.skip('nothing to record', () => undefined)
else
  describe.each(CLIENTS)('client %s', version => {
    const chosen = sample(sessions, version === NEWEST ? 24 : 8, `corpus ${version}`)
    test.concurrent.each(chosen)('%s', file =>
      judge(api, { suite: 'corpus', name: file, version, session: bytesOf(file) }, results),
    )
  })
