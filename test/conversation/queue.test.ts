// D3: a queued prompt was sent, removed or lost. Each case: the lines, then text:state:entry that carries its words.

import { expect, test } from 'vitest'
import type { Conversation } from '../../src/conversation/conversation.js'
import { answer, at, calls, type Line, last, prompt, queue, queuedCommand, read, result, text, user } from './lines.js'

const told = (conversation: Conversation): string =>
  conversation.queue
    .map(
      one =>
        `${one.text}:${one.state}${one.sentRow < 0 ? '' : `:${at(conversation, one.sentRow)}`}${one.notification ? ':notice' : ''}`,
    )
    .join(', ')

const u1 = prompt('u1')
const notice = '<task-notification><task-id>b1</task-id></task-notification>'

test.each<readonly [string, readonly Line[], string]>([
  [
    'taken into the running turn',
    [u1, queue('enqueue', 'go'), queue('remove'), queuedCommand('q1', 'go')],
    'go:sent:q1',
  ],
  ['a prompt of its own', [u1, queue('enqueue', 'go'), last('a1'), queue('dequeue'), user('u2', 'go')], 'go:sent:u2'],
  ['a prompt in a block', [u1, queue('enqueue', 'go'), queue('dequeue'), user('u2', [text('go')])], 'go:sent:u2'],
  ['removed', [u1, queue('enqueue', 'go'), queue('remove'), last('a1')], 'go:removed'],
  [
    'removed by its text',
    [u1, queue('enqueue', 'a'), queue('enqueue', 'b'), queue('remove', 'b'), last('a1')],
    'a:lost, b:removed',
  ],
  [
    'taken back into the input line',
    [u1, queue('enqueue', 'a'), queue('enqueue', 'b'), queue('popAll'), last('a1')],
    'a:removed, b:removed',
  ],
  ['taken back, then typed again', [u1, queue('enqueue', 'a'), queue('popAll', 'a'), user('u2', 'a')], 'a:removed'],
  ['never left', [u1, queue('enqueue', 'go'), last('a1')], 'go:lost'],
  [
    'first in, first out',
    [u1, queue('enqueue', 'a'), queue('enqueue', 'b'), queue('dequeue'), user('u2', 'a')],
    'a:sent:u2, b:lost',
  ],
  [
    'equal words, each its own entry',
    [
      u1,
      queue('enqueue', 'a'),
      queue('enqueue', 'a'),
      queue('dequeue'),
      user('u2', 'a'),
      queue('dequeue'),
      user('u3', 'a'),
    ],
    'a:sent:u2, a:sent:u3',
  ],
  [
    'equal words said before do not count',
    [user('u1', 'a'), queue('enqueue', 'a'), queue('remove'), last('a1')],
    'a:removed',
  ],
  [
    'words in a result do not count',
    [u1, calls('a1', 'c'), queue('enqueue', 'done'), queue('remove'), result('r1', 'c')],
    'done:removed',
  ],
  [
    'words of the model do not count',
    [u1, queue('enqueue', 'ok'), queue('remove'), answer('a1', { blocks: 'ok' })],
    'ok:removed',
  ],
  ['a notice', [u1, queue('enqueue', notice), queue('dequeue'), user('n1', notice)], `${notice}:sent:n1:notice`],
  [
    'an operation on an empty queue',
    [u1, queue('dequeue'), queue('popAll'), queue('remove'), queue('enqueue', 'a')],
    'a:lost',
  ],
  ['an unknown operation', [u1, queue('enqueue', 'a'), queue('shuffle')], 'a:lost'],
  [
    'two filled and emptied',
    [u1, queue('enqueue', 'a'), queue('popAll'), queue('enqueue', 'b'), queue('remove'), queuedCommand('q1', 'b')],
    'a:removed, b:sent:q1',
  ],
  [
    'words that need escapes',
    [u1, queue('enqueue', 'a\n"b" ü'), queue('remove'), queuedCommand('q1', 'a\n"b" ü')],
    'a\n"b" ü:sent:q1',
  ],
])('D3 %s', (_, lines, expected) => expect(told(read(...lines))).toBe(expected))

test('each maps back to its lines', () => {
  const [one] = read(u1, queue('enqueue', 'go'), queue('remove'), queuedCommand('q1', 'go')).queue
  expect([one!.enqueuedRow, one!.leftRow, one!.sentRow]).toEqual([1, 2, 3])
})
