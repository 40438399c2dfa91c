// Real sessions from outside, where there are any: what is predicted is what the real client sends. A sample each time;
// `npm run test:client -- --all` runs them all.

import { basename } from 'node:path'
import { beforeAll, describe, test } from 'vitest'
import { bytesOf, listed, noCorpus } from '../corpus/corpus-files.js'
import { CLIENTS, NEWEST } from './clients.js'
import { judgedSuite } from './judged-suite.js'
import { RECORD, sample, seed } from './sample.js'

const { judged } = judgedSuite('corpus')
beforeAll(() => console.log(`seed ${seed}`))

/** Main sessions: a subagent's transcript is none that can be resumed. */
const isMain = (file: string): boolean => file.startsWith('real/') && !basename(file).startsWith('agent-')
const sessions = listed.map(({ file }) => file).filter(isMain)

if (sessions.length === 0) test.skip(noCorpus, () => undefined)
// They have no stored answers: nothing to record.
else if (RECORD) test.skip('nothing to record', () => undefined)
else
  describe.each(CLIENTS)('client %s', version => {
    const chosen = sample(sessions, version === NEWEST ? 24 : 8, `corpus ${version}`)
    test.concurrent.each(chosen)('%s', file => judged({ name: file, version, session: bytesOf(file) }))
  })
