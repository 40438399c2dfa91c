// A full session in the interactive client: as it is, it is summarised before anything is sent; trimmed, it is sent.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findContext, readForContext } from '../../src/context/index.js'
import { fullSession } from '../reshape/full-sessions.js'
import { FULL_WAYS } from '../reshape/full-ways.js'
import { makeClientHome, placeSession } from './client-home.js'
import type { ApiRequest, FakeApi } from './fake-api.js'
import { fakeApi } from './judged-suite.js'
import { introduced } from './record/introduced.js'
import { pause, Terminal } from './record/terminal.js'
import { RECORD } from './sample.js'

const api = fakeApi()
/** One long turn that each of them wrote itself: an older screen cannot show newer entries. */
const FULL = [
  { version: '2.1.325', full: fullSession(32) },
  { version: '2.0.42', full: fullSession(35) },
]

describe.skipIf(RECORD).each(FULL)('interactive client $version', ({ version, full }) => {
  test('summarises a full session first', async () => {
    expect(findContext(readForContext(full.bytes), { client: version }).outcome.kind).toBe('compacts')
    const [first] = await firstRequests(api(), version, full.sessionId, full.bytes)
    expect(first?.kind).toBe('compact')
  })

  test('sends it when it is trimmed', async () => {
    const { bytes, plan, after } = (await FULL_WAYS['trim to 40 %']!(full.bytes, full.sessionId))!
    const context = findContext(after.reading, { client: version })
    expect(context.outcome.kind).toBe('resumes')
    const [first] = await firstRequests(api(), version, plan.sessionId, bytes)
    expect(first?.kind).toBe('main')
    // With the next prompt, which may be one message with the last.
    const sent = first!.body.messages.filter(({ role }) => role !== 'system').length
    expect(Math.abs(sent - context.messages.filter(({ role }) => role !== 'system').length)).toBeLessThanOrEqual(1)
  })
})

/** Types until the client asks something of the main model: how long it takes to start depends on the machine. */
async function firstRequests(
  fake: FakeApi,
  version: string,
  sessionId: string,
  bytes: Uint8Array,
): Promise<readonly ApiRequest[]> {
  const home = makeClientHome()
  const line = fake.open()
  placeSession(home, sessionId, bytes)
  writeFileSync(join(home.config, '.claude.json'), JSON.stringify(introduced(version, home.work)))
  const asked = (): readonly ApiRequest[] => line.requests.filter(({ kind }) => kind !== 'aux')
  const terminal = await Terminal.open({ version, home, url: line.url, args: ['--resume', sessionId] })
  try {
    for (let tries = 0; tries < 10 && asked().length === 0; tries++) {
      if (!terminal.isOpen()) throw new Error('the client has ended')
      await terminal.type('go on')
      for (let wait = 0; wait < 50 && asked().length === 0; wait++) await pause(100)
    }
    if (asked().length === 0) throw new Error(`nothing was asked:\n${terminal.screen()}`)
    return asked()
  } finally {
    await terminal.end()
    line.close()
    home.remove()
  }
}
