// Sessions as odd as the real client's judge gets them (test/client/random-session.ts): whatever is asked for, it is done
// or refused with a reason, and never thrown. A clone is never refused, nor is what leaves every entry in its place.

import { expect, test } from 'vitest'
import { session } from '../client/experiments/builders.js'
import { randomSession } from '../client/random-session.js'
import { random } from '../client/sample.js'
import { change } from './in-memory.js'
import { repair } from './repair/in-memory.js'
import { CLONES, COMBINED, STRIPS } from './ways.js'

const ALWAYS = ['clone', '--results', '--snapshots']
const SESSIONS = 100

const sessions = Array.from({ length: SESSIONS }, (_, at) => session(randomSession(random(`odd ${at}`))))

test.each(Object.entries({ ...CLONES, ...COMBINED, ...STRIPS }))('%s', (name, way) => {
  const refused = sessions.flatMap((bytes, at) => {
    const { broken } = change(bytes, way).verdict
    for (const reason of broken) expect(reason).not.toBe('')
    return broken.length > 0 ? [`${at}: ${broken[0]}`] : []
  })
  if (ALWAYS.includes(name)) expect(refused).toEqual([])
})

test('repair', () => {
  for (const bytes of sessions) for (const reason of repair(bytes).verdict.broken) expect(reason).not.toBe('')
})
