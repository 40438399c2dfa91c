// Sessions that nearly fill their window, made smaller: the real client sends the result as `context` says, and
// summarises none that fits. A sample each time; 60 sessions in every way with `-- --all`.

import { describe, expect, test } from 'vitest'
import { contextEstimate, findContext, readForContext } from '../../src/context/index.js'
import { fullSessions } from '../reshape/full-sessions.js'
import { FULL_WAYS } from '../reshape/full-ways.js'
import { judgedSuite } from './judged-suite.js'
import { ALL, RECORD, sample, seed } from './sample.js'
import { fromOutside } from './subjects.js'

const CLIENTS = ['2.1.325', '2.0.42']
const FULL = 90_000

const { judged } = judgedSuite('full')

if (RECORD) test.skip('nothing to record', () => undefined)
else {
  const made = fullSessions(ALL ? 60 : 3, ALL ? 1 : 100 + (seed % 1000))
  const outside = fromOutside()
    .map(({ name, sessionId, read }) => ({ name, sessionId, bytes: read() }))
    .filter(({ bytes }) => tokensOf(bytes) >= FULL)
  const subjects = [...made, ...sample(outside, 2, 'full')]

  describe.each(CLIENTS)('client %s', version => {
    describe.each(Object.keys(FULL_WAYS))('%s', way => {
      test.concurrent.for(subjects)('$name', async ({ name, bytes, sessionId }, { skip }) => {
        const changed = await FULL_WAYS[way]!(bytes, sessionId)
        if (!changed) return skip('nothing to take')
        expect(changed.verdict.broken).toEqual([])
        // What fits is sent, not summarised first.
        const context = findContext(changed.after.reading, { client: version })
        if (context.outcome.kind === 'compacts')
          expect(contextEstimate(changed.after.reading, context).estimate).toBeGreaterThan(context.outcome.limit)
        await judged({
          name: `${way}: ${name}`,
          version,
          session: changed.bytes,
          sessionId: changed.plan.sessionId,
        })
      })
    })
  })
}

function tokensOf(bytes: Uint8Array): number {
  const reading = readForContext(bytes)
  const context = findContext(reading)
  return context.outcome.kind === 'refuses' ? 0 : contextEstimate(reading, context).estimate
}
