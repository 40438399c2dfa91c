// D8: compactions in three dialects: what each kept and left out, and the tokens around it.

import { expect, test } from 'vitest'
import type { Conversation } from '../../src/conversation/conversation.js'
import {
  all,
  answer,
  at,
  boundary,
  calls,
  type Line,
  last,
  prompt,
  read,
  result,
  side,
  summaryOf,
  system,
} from './lines.js'

const told = (conversation: Conversation): readonly string[] =>
  conversation.compactions.map(
    one =>
      `${one.number} ${at(conversation, one.row)} ${one.dialect} ${one.trigger ?? '-'} summary ${at(conversation, one.summaryRow)}` +
      ` kept [${all(conversation, one.keptRows)}] left ${one.leftOut} tokens ${one.tokensBefore ?? '-'} > ${one.tokensAfter ?? '-'}`,
  )
const usage = (input: number, output: number): Line => ({ input_tokens: input, output_tokens: output })
const talk = [prompt('u1'), calls('a1', 'c'), result('r1', 'c'), last('a2')] // four entries of the conversation
const compact = { trigger: 'auto', preTokens: 900, postTokens: 80 }
const flat = (uuid: string, message: string, more: Line = {}): Line => ({
  type: 'compact_system',
  uuid,
  message,
  ...more,
})

test.each<readonly [string, readonly (Line | readonly Line[])[], readonly string[]]>([
  [
    'a boundary',
    [...talk, boundary('b1', compact), summaryOf('s1'), prompt('u2')],
    ['1 b1 boundary auto summary s1 kept [] left 4 tokens 900 > 80'],
  ],
  [
    'rows beside the conversation are not counted',
    [
      ...talk.slice(0, 3),
      system('x1', 'informational'),
      last('a2'),
      { type: 'mode' },
      boundary('b1', compact),
      summaryOf('s1'),
    ],
    ['1 b1 boundary auto summary s1 kept [] left 4 tokens 900 > 80'],
  ],
  [
    'sidechains are not counted',
    [...talk, side(prompt('p1', { parent: null })), boundary('b1', compact), summaryOf('s1')],
    ['1 b1 boundary auto summary s1 kept [] left 4 tokens 900 > 80'],
  ],
  [
    'R-C7 rows kept by list',
    [
      ...talk,
      boundary('b1', {
        ...compact,
        preservedMessages: { anchorUuid: 's1', uuids: ['r1', 'a2'], allUuids: ['r1', 'a2'] },
      }),
      summaryOf('s1'),
    ],
    ['1 b1 boundary auto summary s1 kept [r1 a2] left 2 tokens 900 > 80'],
  ],
  [
    'R-C7 rows kept by segment',
    [
      ...talk,
      boundary('b1', { ...compact, preservedSegment: { headUuid: 'a1', anchorUuid: 's1', tailUuid: 'a2' } }),
      summaryOf('s1'),
    ],
    ['1 b1 boundary auto summary s1 kept [a1 r1 a2] left 1 tokens 900 > 80'],
  ],
  [
    'N32 the list beats the segment',
    [
      ...talk,
      boundary('b1', { preservedMessages: { uuids: ['a2'] }, preservedSegment: { headUuid: 'u1', tailUuid: 'a2' } }),
      summaryOf('s1'),
    ],
    ['1 b1 boundary - summary s1 kept [a2] left 3 tokens - > -'],
  ],
  [
    'R-C8 a segment that does not hold together',
    [...talk, boundary('b1', { preservedSegment: { headUuid: 'gone', tailUuid: 'a2' } }), summaryOf('s1')],
    ['1 b1 boundary - summary s1 kept [] left 4 tokens - > -'],
  ],
  [
    'no metadata: the session’s own figures',
    [
      prompt('u1'),
      last('a1', { usage: usage(500, 20) }),
      boundary('b1'),
      summaryOf('s1'),
      last('a2', { usage: usage(90, 7) }),
    ],
    ['1 b1 boundary - summary s1 kept [] left 2 tokens 520 > 97'],
  ],
  [
    'figures of synthetic and sidechain messages are none',
    [
      prompt('u1'),
      last('a1', { usage: usage(500, 20) }),
      answer('e1', { model: '<synthetic>', usage: usage(1, 1) }),
      side(last('p1', { usage: usage(2, 2) })),
      boundary('b1'),
      summaryOf('s1'),
    ],
    ['1 b1 boundary - summary s1 kept [] left 3 tokens 520 > -'],
  ],
  [
    'without summary',
    [...talk, boundary('b1', compact)],
    ['1 b1 boundary auto summary - kept [] left 4 tokens 900 > 80'],
  ],
  [
    'D8 a logical parent that is missing',
    [...talk, boundary('b1', compact, { logicalParentUuid: 'gone' }), summaryOf('s1')],
    ['1 b1 boundary auto summary s1 kept [] left 4 tokens 900 > 80'],
  ],
  [
    'two: each its own stretch and summary',
    [
      ...talk,
      boundary('b1', compact),
      summaryOf('s1'),
      prompt('u2'),
      last('a3'),
      boundary('b2', { trigger: 'manual' }),
      summaryOf('s2'),
    ],
    [
      '1 b1 boundary auto summary s1 kept [] left 4 tokens 900 > 80',
      '2 b2 boundary manual summary s2 kept [] left 3 tokens - > -',
    ],
  ],
  [
    'rows kept twice',
    [
      ...talk,
      boundary('b1', { preservedMessages: { uuids: ['a2'] } }),
      summaryOf('s1'),
      prompt('u2'),
      boundary('b2', { preservedMessages: { uuids: ['a2', 'u2'] } }),
      summaryOf('s2'),
    ],
    [
      '1 b1 boundary - summary s1 kept [a2] left 3 tokens - > -',
      '2 b2 boundary - summary s2 kept [a2 u2] left 1 tokens - > -',
    ],
  ],
  [
    'a microcompaction leaves no entry out',
    [
      ...talk,
      system('m1', 'microcompact_boundary', {
        microcompactMetadata: { trigger: 'auto', preTokens: 900, tokensSaved: 300, compactedToolIds: ['c'] },
      }),
      last('a3'),
    ],
    ['1 m1 microcompact auto summary - kept [] left 0 tokens 900 > 600'],
  ],
  [
    'D14 the trio of source document 004',
    [
      ...talk,
      flat('f1', 'conversation_compacting'),
      flat('f2', 'conversation_compacted', { metadata: { preservedMessages: 1, totalMessages: 4 } }),
      flat('f3', 'conversation_restored'),
    ],
    ['1 f2 compact-system - summary - kept [] left 3 tokens - > -'],
  ],
  ['D14 compacting that never ended is none', [...talk, flat('f1', 'conversation_compacting')], []],
  [
    'metadata that is no object',
    [...talk, boundary('b1', 'x' as never), summaryOf('s1')],
    ['1 b1 boundary - summary s1 kept [] left 4 tokens - > -'],
  ],
])('%s', (_, lines, expected) => expect(told(read(...lines))).toEqual(expected))

test('a microcompaction names the results that it blanked', () => {
  const line = system('m1', 'microcompact_boundary', { microcompactMetadata: { compactedToolIds: ['c', 'd'] } })
  expect(read(...talk, line).compactions[0]!.clearedToolIds).toEqual(['c', 'd'])
})
