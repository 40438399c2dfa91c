// Two merges of one file: a reader of the conversation wants growing chunks once (D1); the client sends each chunk that
// it finds (R-M2), and the context follows the client.

import { expect, test } from 'vitest'
import { blockAsSent } from '../../src/context/block.js'
import { contextReader } from '../../src/context/context-reader.js'
import { findContext } from '../../src/context/find-context.js'
import { recordReader } from '../../src/format/records.js'
import { a, lines, session, text, u } from '../client/experiments/builders.js'

const rows = [
  u('u1', null, 'one'),
  a('a1', 'u1', 'm1', [text('p1')]),
  a('a2', 'a1', 'm1', [text('p1'), text('p2')]),
  u('u2', 'a2', 'next'),
  a('a3', 'u2', 'm2', 'done'),
]

test('growing chunks: the conversation has them once, the client sends them all', () => {
  const reader = contextReader()
  const records = recordReader(reader)
  records.push(session(rows))
  records.end()
  const reading = reader.finish()
  const entries = lines(rows).map(line => JSON.parse(line))

  const [message] = reading.conversation.messages
  expect(message!.blocks.map(({ row, index }) => entries[row].message.content[index].text)).toEqual(['p1', 'p2'])

  const answer = findContext(reading, { client: '2.1.325' }).messages.find(({ role }) => role === 'assistant')!
  const sent = answer.parts.map(part => blockAsSent(part, part.kind === 'stored' ? entries[part.row] : undefined))
  expect(sent).toEqual([text('p1'), text('p1'), text('p2')])
})
