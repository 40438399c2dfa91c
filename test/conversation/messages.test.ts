// D1: the entries of one message id are one message. Each case: the entries, then the blocks as type:words or type:id.

import { describe, expect, test } from 'vitest'
import type { Conversation } from '../../src/conversation/conversation.js'
import type { Message } from '../../src/conversation/messages.js'
import { parseSession } from '../../src/format/session.js'
import { answer, bytesOf, type Line, prompt, read, result, text, thinking, use, word } from './lines.js'

const one = (...contents: readonly (readonly Line[])[]): readonly Line[] =>
  contents.map((blocks, index) => answer(`a${index + 1}`, { message: 'm', blocks }))
const placed = (index: number, ...blocks: readonly Line[]): Line =>
  answer(`i${index}`, { message: 'm', blocks, more: { apiBlockIndex: index } })

/** What the blocks say, read again from the file at the place that each names. */
function blocksOf(lines: readonly Line[]): string {
  const bytes = bytesOf(prompt('u1'), ...lines)
  const { entries } = parseSession(bytes)
  const conversation = read(prompt('u1'), ...lines)
  const message = conversation.messages.find(found => word(conversation, found.id) === 'm')!
  return message.blocks.map(block => words(bytes, entries[block.row]!, block.index)).join(' ')
}

function words(bytes: Uint8Array, entry: { readonly offset: number; readonly length: number }, index: number): string {
  const json = new TextDecoder().decode(bytes.subarray(entry.offset, entry.offset + entry.length))
  const block = JSON.parse(json).message.content[index] as Record<string, string>
  return `${block['type']}:${block['text'] ?? block['thinking'] ?? JSON.stringify(block['input'] ?? block['id'])}`
}

test.each([
  ['one block an entry', one([thinking('t')], [text('x')], [use('c1')]), 'thinking:t text:x tool_use:{}'],
  ['an entry with several blocks', one([thinking('t'), text('x')], [use('c1')]), 'thinking:t text:x tool_use:{}'],
  ['a text that grows', one([text('He')], [text('Hello')], [text('Hello you')]), 'text:Hello you'],
  ['thinking that grows', one([thinking('so')], [thinking('so far')]), 'thinking:so far'],
  [
    'growing chunks of two blocks, the second extended',
    one([text('p1')], [text('p1'), text('p')], [text('p1'), text('pq')]),
    'text:p1 text:pq',
  ],
  ['a last block that grows', one([thinking('t')], [text('He')], [text('Hello')]), 'thinking:t text:Hello'],
  ['a block repeated', one([text('x')], [text('x')], [use('c1')]), 'text:x tool_use:{}'],
  ['a call repeated', one([use('c1')], [use('c1')]), 'tool_use:{}'],
  ['a call whose input came later', one([use('c1')], [use('c1', 'Read', { a: 1 })]), 'tool_use:{"a":1}'],
  [
    'two calls of one tool',
    one([use('c1', 'Read', { a: 1 })], [use('c2', 'Read', { a: 2 })]),
    'tool_use:{"a":1} tool_use:{"a":2}',
  ],
  ['two texts, equal, in one entry', one([text('x'), text('x')]), 'text:x text:x'],
  ['the same words as text and as thinking', one([thinking('x')], [text('x')]), 'thinking:x text:x'],
  [
    'entries out of order',
    [placed(2, use('c1')), placed(0, thinking('t')), placed(1, text('x'))],
    'thinking:t text:x tool_use:{}',
  ],
  [
    'equal texts at two places',
    [placed(0, text('x')), placed(1, use('c1')), placed(2, text('x'))],
    'text:x tool_use:{} text:x',
  ],
  [
    'a text at another place that begins alike',
    [placed(0, text('I')), placed(1, text('I will'))],
    'text:I text:I will',
  ],
  [
    'the same place written twice',
    [placed(0, text('x')), placed(0, text('x')), placed(1, use('c1'))],
    'text:x tool_use:{}',
  ],
])('D1 %s', (_, lines, expected) => expect(blocksOf(lines)).toBe(expected))

test('D1 entries of one message keep together across results and other messages', () => {
  const conversation = read(
    prompt('u1'),
    answer('a1', { message: 'm', blocks: [use('x')] }),
    result('r1', 'x'),
    answer('b1', { message: 'n' }),
    answer('a2', { message: 'm', blocks: [use('y')], parent: 'a1' }),
  )
  expect(conversation.messages.map(message => [word(conversation, message.id), message.rows])).toEqual([
    ['m', [1, 4]],
    ['n', [3]],
  ])
})

test('D1 an entry without message id is a message of its own', () => {
  const conversation = read(prompt('u1'), answer('a1', { message: null }), answer('a2', { message: null }))
  expect(conversation.messages.map(message => message.rows)).toEqual([[1], [2]])
})

describe('D1 stop reason and usage', () => {
  const said = (stop: string | null, output: number, uuid = `s${output}`): Line =>
    answer(uuid, { message: 'm', stop, usage: { output_tokens: output }, blocks: [text(uuid)] })
  const told = (conversation: Conversation, message: Message): string =>
    `${word(conversation, message.stopReason)} ${message.usage?.outputTokens}`

  test.each([
    ['stop reason: the last that is not null', [said('tool_use', 1), said('end_turn', 2), said(null, 3)], 'end_turn 2'],
    ['usage: the entry with a stop reason', [said(null, 90), said('tool_use', 40)], 'tool_use 40'],
    ['usage: it stays when a chunk comes later', [said('tool_use', 40), said(null, 90)], 'tool_use 40'],
    ['usage: else the highest output', [said(null, 1), said(null, 70), said(null, 8)], '- 70'],
    ['usage: the same on every entry', [said('tool_use', 9, 'p'), said('tool_use', 9, 'q')], 'tool_use 9'],
  ])('%s', (_, lines, expected) => {
    const conversation = read(prompt('u1'), ...lines)
    expect(told(conversation, conversation.messages[0]!)).toBe(expected)
  })
})
