// Where a session names its own id is looked for once, however often a verb plans.

import { expect, test } from 'vitest'
import { findMentions } from '../../src/reshape/ids/mentions.js'
import { planReshape } from '../../src/reshape/plan/reshape.js'
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
