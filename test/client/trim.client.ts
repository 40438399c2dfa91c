// Trimmed and cut sessions in the real client: it resumes them and sends exactly what `context` says of them; so the
// estimate by which the budget was met is one of what is sent. A sample each time.

import { describe, expect, test } from 'vitest'
import { contextEstimate } from '../../src/context/index.js'
import { cutOut, turnRows } from '../../src/reshape/cut/cut-turns.js'
import { change } from '../reshape/in-memory.js'
import { trimmable } from '../reshape/trimmed.js'
import { judgedSuite } from './judged-suite.js'
import { RECORD, sample } from './sample.js'
import { fromOutside, recordedBy } from './subjects.js'

const CLIENT = '2.1.325'

const { judged } = judgedSuite('trimmed')

const [recorded, outside] = [recordedBy(CLIENT), fromOutside()]

if (RECORD) test.skip('nothing to record', () => undefined)
else {
  const subjects = [...sample(recorded, 12, 'trim'), ...sample(outside, 12, 'trim')]

  describe.each([1, 2])('trim, a part of %d in three of what can go', third => {
    test.concurrent.for(subjects)('$name', async ({ name, sessionId, read }, { skip }) => {
      const session = trimmable(read(), sessionId)
      const least = session.tokensWithout(session.ladder().items)
      skip(!session.resumes, 'the client does not resume it')
      skip(least >= session.tokens, 'nothing can go')
      const budget = session.tokens - Math.round(((session.tokens - least) * third) / 3)
      const { chosen } = await session.trim(budget)
      const { bytes, plan, after, verdict } = session.without(chosen)
      expect(verdict.broken).toEqual([])
      await judged({ name: `${third}/3 ${name}`, version: CLIENT, session: bytes, sessionId: plan.sessionId })
      expect(contextEstimate(after.reading, verdict.after, session.calibration).estimate).toBeLessThanOrEqual(budget)
    })
  })

  describe.each(['first', 'last'])('cut the %s turn', which => {
    test.concurrent.for(subjects)('$name', async ({ name, sessionId, read }, { skip }) => {
      const { bytes, plan, verdict } = change(
        read(),
        source => {
          const turns = source.conversation.turns.list.filter(turn => turn.branch === 1)
          const turn = turns.length < 2 ? undefined : which === 'first' ? turns[0] : turns.at(-1)
          return turn ? { verbs: [cutOut(turnRows(source, [turn.index]), 'a turn')] } : {}
        },
        sessionId,
      )
      skip(verdict.broken.length > 0, 'refused')
      await judged({ name: `cut ${which} ${name}`, version: CLIENT, session: bytes, sessionId: plan.sessionId })
    })
  })
}
