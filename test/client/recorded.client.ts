// Every session that a real client wrote: each client resumes it as stored and as predicted. The client that wrote it
// always; of the others an eighth each time.

import { readFileSync } from 'node:fs'
import { describe, test } from 'vitest'
import { CLIENTS } from './clients.js'
import { recordedSessions } from './goldens.js'
import { judgedSuite } from './judged-suite.js'
import { sample } from './sample.js'

const { judged } = judgedSuite('recorded')

const sessions = recordedSessions()

describe.each(CLIENTS)('client %s', version => {
  const others = sessions.filter(session => session.version !== version)
  const chosen = new Set(sample(others, Math.ceil(others.length / 8), `recorded ${version}`))
  const run = sessions.filter(session => session.version === version || chosen.has(session))
  test.concurrent.each(run)('$name', ({ name, file, sessionId, side, golden, version: writer }) =>
    judged({
      suite: writer === version ? 'recorded by the same client' : 'recorded by another client',
      name,
      version,
      session: readFileSync(file),
      sessionId,
      golden: golden(version),
      ...(side === undefined ? {} : { sideFiles: { folder: side } }),
    }),
  )
})
