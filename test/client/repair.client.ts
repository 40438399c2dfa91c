// Repaired sessions in the real client: it sends exactly what `context` says of them, and with that everything that it
// sent before the damage and that the damage left. A sample of forty each time.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REMEDIES } from '../../src/check/remedies.js'
import { bytesOf, listed } from '../corpus/corpus-files.js'
import { examine, folderOf } from '../reshape/in-memory.js'
import { DAMAGES, seeded, soundSession } from '../reshape/repair/damage.js'
import { repair } from '../reshape/repair/in-memory.js'
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
  keepResults('repaired', results)
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
const ways = Object.entries(DAMAGES)
const pairs = (subjects: readonly Subject[]) =>
  subjects.flatMap(subject => ways.map(([way, damage]) => ({ ...subject, way, damage })))

if (RECORD) test.skip('nothing to record', () => undefined)
else
  test.concurrent.each([...sample(pairs(recorded), 20, 'repair'), ...sample(pairs(outside), 20, 'repair')])(
    '$way: $name',
    async ({ name, sessionId, read, way, damage }) => {
      const bytes = read()
      const { findings } = examine(bytes, folderOf(sessionId))
      if (findings.some(({ code }) => Object.hasOwn(REMEDIES, code))) return
      const sound = soundSession(bytes)
      const damaged = damage(sound, seeded(`${way} ${name}`))
      if (!damaged) return
      const { bytes: session, verdict } = repair(damaged.bytes, { id: sessionId })
      expect(verdict.broken).toEqual([])
      const again = new Set(soundSession(session).order)
      const left = sound.order.filter(uuid => !damaged.lost.includes(uuid) && uuid !== damaged.cut)
      expect(left.filter(uuid => !again.has(uuid)).length).toBeLessThanOrEqual(left.length / 20)
      await judge(api, { suite: 'repaired', name: `${way}: ${name}`, version: CLIENT, session, sessionId }, results)
    },
  )
