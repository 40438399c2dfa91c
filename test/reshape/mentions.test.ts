// Where a session names its own id is looked for once, however often a verb plans.

import { expect, test } from 'vitest'
import { recordReader } from '../../src/format/records.js'
import { findMentions, mentionWatch } from '../../src/reshape/ids/mentions.js'
import { planReshape } from '../../src/reshape/plan/reshape.js'
import { examination } from '../../src/reshape/verdict/examine.js'
import { randomSession } from '../../tools/generator/random-session.js'
import { examine, folderOf, newTarget, sourceOf } from './in-memory.js'

test('planning a second time does not read the file again for the mentions of the id', () => {
  const { bytes, sessionId } = randomSession(3, { turns: 3 })
  const source = sourceOf(bytes, examine(bytes, folderOf(sessionId)), sessionId)
  let read = 0
  const counted = {
    ...source,
    read(offset: number, length: number) {
      read += length
      return source.read(offset, length)
    },
  }
  const first = planReshape(counted, { target: newTarget(sessionId), verbs: [] })
  expect(read).toBeGreaterThanOrEqual(bytes.length)
  read = 0
  const second = planReshape(counted, { target: newTarget(sessionId), verbs: [] })
  expect(read).toBeLessThan(bytes.length / 10)
  expect(second.steps).toEqual(first.steps)
})

test('another id is looked for anew', () => {
  const { bytes, sessionId } = randomSession(3, { turns: 3 })
  const source = sourceOf(bytes, examine(bytes, folderOf(sessionId)), sessionId)
  const other = source.conversation.rows.names.text(source.conversation.rows.uuid[0]!)
  const own = findMentions(source, sessionId)
  expect(findMentions(source, other)).not.toEqual(own)
  expect(findMentions(source, sessionId)).toEqual(own)
})

test.each([true, false])(
  'what is met while the file is read is what a second reading finds (id known: %s)',
  isKnown => {
    for (const seed of [3, 5, 8, 13]) {
      const { bytes: own, sessionId } = randomSession(seed, { turns: 4 })
      // Entries before the first one that names the session, and words that name it.
      const early = `{"type":"summary","summary":"as in ${sessionId}"}\n{"type":"summary","summary":"none"}\n`
      const late = `{"type":"user","uuid":"u","sessionId":"${sessionId}","message":{"role":"user","content":"see ${sessionId}"}}\n`
      const bytes = new Uint8Array(Buffer.concat([Buffer.from(early), own, Buffer.from(late)]))
      const watch = mentionWatch(isKnown ? sessionId : undefined)
      const examined = examination(watch.entry)
      const reader = recordReader(examined.sink)
      reader.push(bytes)
      reader.end()
      const before = examined.finish({ now: 0, cleanupDays: 30 })
      watch.end(before.reading.conversation)
      let read = 0
      const source = sourceOf(bytes, before, sessionId)
      const counted = {
        ...source,
        read(offset: number, length: number) {
          read += length
          return source.read(offset, length)
        },
      }
      const found = findMentions(counted, sessionId)
      expect(read).toBe(isKnown ? 0 : bytes.length) // a window, for the rows before
      const again = examine(bytes, folderOf(sessionId))
      expect(found).toEqual(findMentions(sourceOf(bytes, again, sessionId), sessionId))
      expect(found.all.size).toBeGreaterThan(1)
      expect(found.inWords).toContain(before.reading.conversation.rows.count - 1)
    }
  },
)

test('what was met in one reading is not taken for another one', () => {
  const { bytes, sessionId } = randomSession(3, { turns: 3 })
  const [one, other] = [examine(bytes, folderOf(sessionId)), examine(bytes, folderOf(sessionId))]
  const { rows } = one.reading.conversation
  const id = rows.names.text(rows.uuid[0]!)
  mentionWatch(id).end(one.reading.conversation) // it was shown nothing
  expect(findMentions(sourceOf(bytes, one, sessionId), id).all.size).toBe(0)
  expect(findMentions(sourceOf(bytes, other, sessionId), id).all.size).toBeGreaterThan(0)
})
