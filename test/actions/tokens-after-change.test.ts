// A session that was made smaller has smaller figures, although its answers still tell of the requests that they were
// given to: at once, and when it has asked something itself.

import { appendFileSync, readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { sessionContext } from '../../src/actions/context/context.js'
import { clone } from '../../src/actions/reshape/clone.js'
import { strip } from '../../src/actions/reshape/strip.js'
import { openReading } from '../../src/actions/session/open-reading.js'
import { locate, type Place } from '../../src/actions/session/place.js'
import { undo } from '../../src/actions/undo/undo.js'
import { dataDir } from '../../src/disk/index.js'
import type { StripRule } from '../../src/reshape/strip/rule.js'
import { records } from '../reshape/in-memory.js'
import { CHANGE, samplesHome } from './samples-home.js'

const SESSION = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const CALL = { ...CHANGE, idsFrom: undefined, linear: false }

let place: Place
beforeEach(() => {
  place = samplesHome().place
})

const stripped = (
  reference: string,
  where: 'same-project' | 'in-place' = 'same-project',
  kind: StripRule['kind'] = 'tools',
) =>
  strip(place, {
    ...CALL,
    reference,
    where: { kind: where },
    rules: [{ kind, where: {} }],
    preset: undefined,
    soft: false,
  })

async function tokens(reference: string) {
  const open = await openReading(await locate(reference, place), { dataDir: dataDir(place) })
  try {
    return sessionContext(open).tokens
  } finally {
    open.close()
  }
}

test('a stripped session is what the plan said, and so is its clone', async () => {
  const before = await tokens(SESSION)
  const report = await stripped(SESSION)
  expect(report.refused).toEqual([])
  expect(report.before.tokens).toBe(before.estimate)
  expect(report.after.tokens).toBeLessThan(before.estimate - 3000)
  const after = await tokens(report.sessionId)
  expect(after.estimate).toBe(report.after.tokens)
  expect(after.method).toContain('calibrated on the source session')
  const copy = await clone(place, { ...CALL, reference: report.sessionId, where: { kind: 'same-project' } })
  expect((await tokens(copy.sessionId)).estimate).toBe(report.after.tokens)
})

test.each(['tools', 'results'] as const)('without %s: its own next request says what it really has', async kind => {
  const { sessionId, path } = await stripped(SESSION, 'same-project', kind)
  const answer = records(readFileSync(path!)).findLast(one => one['type'] === 'assistant')!
  const { message } = answer
  const next = [
    {
      ...answer,
      type: 'user',
      uuid: '0e000000-0000-4000-8000-000000000001',
      parentUuid: answer['uuid'],
      message: { role: 'user', content: 'and now?' },
    },
    {
      ...answer,
      uuid: '0e000000-0000-4000-8000-000000000002',
      parentUuid: '0e000000-0000-4000-8000-000000000001',
      message: {
        ...message,
        id: 'msg_next',
        content: [{ type: 'text', text: 'Nothing.' }],
        usage: { input_tokens: 18_000, output_tokens: 7 },
      },
    },
  ]
  appendFileSync(path!, next.map(one => `${JSON.stringify(one)}\n`).join(''))
  const { estimate, method } = await tokens(sessionId)
  expect(estimate).toBe(18_007)
  expect(method).toContain('one request of this session')
})

test('in place and taken back: the figures are the session’s own again', async () => {
  const before = await tokens(SESSION)
  const report = await stripped(SESSION, 'in-place')
  expect((await tokens(SESSION)).estimate).toBe(report.after.tokens)
  await undo(place, { id: report.receipt!, dryRun: false })
  expect(await tokens(SESSION)).toEqual(before)
})

test('a clone of a whole session has the figures of the original', async () => {
  const before = await tokens(SESSION)
  const { sessionId } = await clone(place, { ...CALL, reference: SESSION, where: { kind: 'same-project' } })
  expect(await tokens(sessionId)).toEqual(before)
})
