// D2, D3: where turns start, what they hold, and how each ended.

import { describe, expect, test } from 'vitest'
import type { Conversation } from '../../src/conversation/conversation.js'
import { NONE } from '../../src/conversation/rows.js'
import {
  answer,
  answers,
  at,
  attachment,
  boundary,
  calls,
  command,
  image,
  interrupted,
  type Line,
  last,
  meta,
  output,
  progress,
  prompt,
  queue,
  queuedCommand,
  read,
  result,
  rowOf,
  side,
  summaryOf,
  system,
  text,
  user,
} from './lines.js'

const bash = (uuid: string): Line => user(uuid, '<bash-input>ls</bash-input>')
const bashOutput = (uuid: string): Line => user(uuid, '<bash-stdout>a</bash-stdout>')
const synthetic = (uuid: string, more: Line = {}): Line => answer(uuid, { model: '<synthetic>', more })
const caveat = (uuid: string): Line =>
  user(uuid, '<local-command-caveat>Caveat</local-command-caveat>', { isMeta: true })

const starts = (conversation: Conversation): string =>
  conversation.turns.list.map(turn => `${at(conversation, turn.row)}:${turn.kind}`).join(' ')

type Case = readonly [string, readonly (Line | readonly Line[])[], string]

describe('D3 where turns start', () => {
  const cases: readonly Case[] = [
    ['each prompt', [prompt('u1'), last('a1'), prompt('u2'), last('a2')], 'u1:prompt u2:prompt'],
    ['a prompt that nobody answered', [prompt('u1'), prompt('u2'), last('a2')], 'u1:prompt u2:prompt'],
    [
      'a prompt that a hook stopped',
      [prompt('u1'), system('s1', 'informational', { content: 'blocked' })],
      'u1:prompt',
    ],
    ['a picture alone', [user('u1', [image()]), last('a1')], 'u1:prompt'],
    ['white space alone does not', [prompt('u1'), user('u2', ' '), last('a1')], 'u1:prompt'],
    [
      'a hook that stops the work does not, nor does an entry without content',
      [prompt('u1'), last('a1'), user('h1', 'Operation stopped by hook: red'), user('n1', '(no content)'), last('a2')],
      'u1:prompt',
    ],
    [
      'a queued prompt',
      [prompt('u1'), calls('a1', 'c'), result('r1', 'c'), queuedCommand('q1', 'more')],
      'u1:prompt q1:queued',
    ],
    [
      'a queued notice does not',
      [prompt('u1'), queuedCommand('q1', 'x', { commandMode: 'task-notification' })],
      'u1:prompt',
    ],
    ['a notice does not', [prompt('u1'), user('n1', '<task-notification>', {}), last('a1')], 'u1:prompt'],
    ['a command that is answered', [command('c1'), meta('m1'), last('a1')], 'c1:command'],
    ['a command answered at once', [command('c1'), last('a1')], 'c1:command'],
    [
      'a command answered through attachments',
      [command('c1'), meta('m1'), attachment('t1', 'file'), last('a1')],
      'c1:command',
    ],
    [
      'a command answered through a meta row with a picture',
      [command('c1'), user('m1', [image()], { isMeta: true }), last('a1')],
      'c1:command',
    ],
    [
      'a local command does not',
      [prompt('u1'), caveat('k1'), command('c1'), output('o1'), prompt('u2')],
      'u1:prompt u2:prompt',
    ],
    ['a local command before an answer does not', [prompt('u1'), command('c1'), output('o1'), last('a1')], 'u1:prompt'],
    ['a command stopped before its answer', [prompt('u1'), command('c1'), meta('m1'), interrupted('i1')], 'u1:prompt'],
    ['a command answered by a synthetic row', [prompt('u1'), command('c1'), synthetic('a1')], 'u1:prompt'],
    [
      'a command answered by an API error',
      [prompt('u1'), command('c1'), answer('a1', { more: { isApiErrorMessage: true } })],
      'u1:prompt',
    ],
    [
      'a command answered behind an API error',
      [command('c1'), synthetic('e1', { isApiErrorMessage: true }), last('a1')],
      'c1:command',
    ],
    ['a command without child', [prompt('u1'), last('a1'), command('c1')], 'u1:prompt'],
    [
      'a command of the model',
      [prompt('u1'), calls('a1', 'x'), command('c1', { sourceToolUseID: 'x' }), meta('m1'), last('a2')],
      'u1:prompt',
    ],
    ['bash mode that is answered', [bash('b1'), bashOutput('o1'), last('a1')], 'b1:bash'],
    [
      'bash mode that is not',
      [prompt('u1'), bash('b1'), bashOutput('o1'), prompt('u2'), last('a2')],
      'u1:prompt u2:prompt',
    ],
    [
      'words beside a result do not',
      [prompt('u1'), calls('a1', 'c'), user('r1', [answers('c'), text('quick')])],
      'u1:prompt',
    ],
    [
      'an editor’s note alone does not',
      [user('u0', [text('<ide_opened_file>x</ide_opened_file>')]), prompt('u1')],
      'u1:prompt',
    ],
    [
      'a compact summary does not',
      [prompt('u1'), last('a1'), boundary('b1'), summaryOf('s1'), last('a2')],
      'u1:prompt',
    ],
    [
      'a sidechain does not',
      [
        prompt('u1'),
        calls('a1', 'c'),
        side(prompt('p1', { parent: null }), last('p2')),
        result('r1', 'c', { parent: 'a1' }),
      ],
      'u1:prompt',
    ],
    [
      'an abandoned prompt',
      [prompt('u1'), last('a1'), prompt('u2'), prompt('u3', { parent: 'a1' }), last('a3')],
      'u1:prompt u2:prompt u3:prompt',
    ],
    ['one uuid twice is one start', [prompt('u1'), prompt('u1', { parent: null }), last('a1')], 'u1:prompt'],
    [
      'an enqueued prompt that left no entry',
      [prompt('u1'), queue('enqueue', 'x'), queue('remove'), last('a1')],
      'u1:prompt',
    ],
    ['work without a prompt', [calls('a1', 'c'), result('r1', 'c')], 'a1:implicit'],
    ['an agent’s own file', [side(prompt('p1'), last('a1'))], 'a1:implicit'],
    ['only results', [result('r1', 'c')], ''],
    ['nothing at all', [], ''],
  ]
  test.each(cases)('%s', (_, lines, expected) => expect(starts(read(...lines))).toBe(expected))

  test('a turn holds the row that it begins at, also where a later copy replaces that row (N7)', () => {
    const { turns } = read(calls('a1', 'c'), meta('a1'))
    expect(turns.list.map(turn => turns.of[turn.row])).toEqual([0])
  })

  test('an implicit turn is number 0, the others count from 1', () => {
    expect(read(calls('a1', 'c')).turns.list[0]!.index).toBe(0)
    expect(read(prompt('u1'), last('a1'), prompt('u2')).turns.list.map(turn => turn.index)).toEqual([1, 2])
  })

  test('40,000 notes below one command do not overflow the stack', () => {
    const notes = Array.from({ length: 40_000 }, (_, n) => ({ type: 'system', uuid: `n${n}`, parentUuid: 'c1' }))
    expect(starts(read(command('c1'), notes, last('a1', { parent: 'n7' })))).toBe('c1:command')
  })
})

describe('D2 how turns end', () => {
  const states = (conversation: Conversation): string => conversation.turns.list.map(turn => turn.state).join(' ')
  const cases: readonly Case[] = [
    ['end_turn', [prompt('u1'), last('a1')], 'finished'],
    [
      'end_turn on the last entry of the message',
      [prompt('u1'), answer('a1', { message: 'm' }), last('a2', { message: 'm' })],
      'finished',
    ],
    ['no stop reason', [prompt('u1'), answer('a1')], 'open'],
    ['no answer', [prompt('u1')], 'open'],
    ['a call without result', [prompt('u1'), answer('a1', { stop: 'tool_use', blocks: [] })], 'open'],
    ['an interruption', [prompt('u1'), calls('a1', 'c'), interrupted('i1')], 'interrupted'],
    ['an interruption before any answer', [prompt('u1'), interrupted('i1')], 'interrupted'],
    ['an interruption, and then it goes on', [prompt('u1'), interrupted('i1'), last('a1')], 'finished'],
    ['end_turn, then an interruption', [prompt('u1'), last('a1'), interrupted('i1')], 'interrupted'],
    ['a second turn', [prompt('u1'), last('a1'), prompt('u2'), answer('a2')], 'finished open'],
    ['an API error at the end', [prompt('u1'), answer('a1', { model: '<synthetic>', stop: 'stop_sequence' })], 'open'],
    ['the row of a turn’s duration', [prompt('u1'), answer('a1'), system('s1', 'turn_duration')], 'finished'],
    [
      'only the agent inside it ended',
      [prompt('u1'), calls('a1', 'c'), side(prompt('p1', { parent: null }), last('p2'))],
      'open',
    ],
    [
      'only the agent inside it was stopped',
      [
        prompt('u1'),
        calls('a1', 'c'),
        side(prompt('p1', { parent: null }), interrupted('p2')),
        last('a2', { parent: 'a1' }),
      ],
      'finished',
    ],
    [
      'a message whose blocks stand out of order',
      [
        prompt('u1'),
        last('a2', { message: 'm', more: { apiBlockIndex: 1 } }),
        last('a1', { message: 'm', more: { apiBlockIndex: 0 } }),
        interrupted('i1'),
      ],
      'interrupted',
    ],
  ]
  test.each(cases)('%s', (_, lines, expected) => expect(states(read(...lines))).toBe(expected))
})

describe('D3 what a turn holds', () => {
  const turnOf = (conversation: Conversation, uuid: string): number => {
    const turn = conversation.turns.of[rowOf(conversation, uuid)]!
    return turn === NONE ? NONE : conversation.turns.list[turn]!.index
  }

  test('results, notes, sidechains and rows without uuid; a late row belongs to the turn it hangs on', () => {
    const conversation = read(
      system('s0', 'informational'),
      prompt('u1', { parent: null }),
      calls('a1', 'c', 'd'),
      side(prompt('p1', { parent: null }), last('p2')),
      result('r1', 'c', { parent: 'a1' }),
      last('a2'),
      { type: 'mode', mode: 'normal' },
      prompt('u2'),
      last('a3'),
      result('r2', 'd', { parent: 'a1' }),
      progress('g1', { parent: 'r2' }),
    )
    const found = ['s0', 'u1', 'a1', 'p1', 'p2', 'r1', 'a2', 'u2', 'a3', 'r2', 'g1'].map(uuid =>
      turnOf(conversation, uuid),
    )
    expect(found).toEqual([NONE, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1])
    expect(conversation.turns.of[7]).toBe(0)
    const [first, second] = conversation.turns.list
    expect([first!.firstRow, first!.lastRow, first!.entries]).toEqual([1, 11, 9])
    expect([second!.firstRow, second!.lastRow, second!.entries]).toEqual([8, 9, 2])
  })

  test('a turn on an abandoned branch ends before the next start of its own path', () => {
    const conversation = read(
      prompt('u1'),
      last('a1'),
      prompt('u2'),
      last('a2'),
      prompt('u3', { parent: 'a1' }),
      last('a3'),
      last('a2b', { parent: 'a2' }),
    )
    expect(turnOf(conversation, 'a3')).toBe(3)
    expect(turnOf(conversation, 'a2b')).toBe(2)
  })

  test('D8 what follows a compaction belongs to the turn that was compacted', () => {
    const conversation = read(
      prompt('u1'),
      calls('a1', 'c'),
      boundary('b1', {}, { logicalParentUuid: 'a1' }),
      summaryOf('s1'),
      last('a2'),
    )
    expect(turnOf(conversation, 'a2')).toBe(1)
  })
})
