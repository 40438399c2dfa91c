// Repaired sessions in the real client: it sends exactly what `context` says of them, and with that everything that it
// sent before the damage and that the damage left. A sample of forty each time.

import { expect, test } from 'vitest'
import { REMEDIES } from '../../src/check/remedies.js'
import { examine, folderOf } from '../reshape/in-memory.js'
import { DAMAGES, seeded, soundSession } from '../reshape/repair/damage.js'
import { repair } from '../reshape/repair/in-memory.js'
import { judgedSuite } from './judged-suite.js'
import { RECORD, sample } from './sample.js'
import { fromOutside, recordedBy, type Subject } from './subjects.js'

const CLIENT = '2.1.325'

const { judged } = judgedSuite('repaired')

const [recorded, outside] = [recordedBy(CLIENT), fromOutside()]
const ways = Object.entries(DAMAGES)
const pairs = (subjects: readonly Subject[]) =>
  subjects.flatMap(subject => ways.map(([way, damage]) => ({ ...subject, way, damage })))

if (RECORD) test.skip('nothing to record', () => undefined)
else
  test.concurrent.for([...sample(pairs(recorded), 20, 'repair'), ...sample(pairs(outside), 20, 'repair')])(
    '$way: $name',
    async ({ name, sessionId, read, way, damage }, { skip }) => {
      const bytes = read()
      const { findings } = examine(bytes, folderOf(sessionId))
      skip(
        findings.some(({ code }) => Object.hasOwn(REMEDIES, code)),
        'not sound to begin with',
      )
      const sound = soundSession(bytes)
      const damaged = damage(sound, seeded(`${way} ${name}`))
      if (!damaged) return skip('nothing to damage in this way')
      const careful = repair(damaged.bytes, { id: sessionId })
      // Where a turn ends, nobody can tell a wrong leaf from a rewind: that one stays until it is assumed.
      const looksMeant = careful.before.findings.some(({ code }) => code === 'checkpoint-rewound')
      const assume = careful.plan.steps.length === 0 && looksMeant
      const { bytes: session, verdict } = assume ? repair(damaged.bytes, { id: sessionId, assume }) : careful
      expect(verdict.broken).toEqual([])
      const again = new Set(soundSession(session).order)
      const left = sound.order.filter(uuid => !damaged.lost.includes(uuid) && uuid !== damaged.cut)
      expect(left.filter(uuid => !again.has(uuid)).length).toBeLessThanOrEqual(left.length / 20)
      await judged({ name: `${way}: ${name}`, version: CLIENT, session, sessionId })
    },
  )
