// The API's rules on a history, each with a session whose request breaks it.

import { describe, expect, test } from 'vitest'
import { findContext, readContext, readForContext } from '../../src/context/index.js'
import { requestFindings } from '../../src/context/request-rules.js'
import { answer, answers, bytesOf, type Line, prompt, text, thinking, use, user } from '../conversation/lines.js'

const found = (lines: readonly Line[], client?: string) =>
  readContext(bytesOf(lines), { client }).findings.map(({ code, line }) => `${code} ${line ?? '-'}`)

const end = [prompt('u9'), answer('a9')]

test('a sound session has none', () => {
  expect(
    found([
      prompt('u1'),
      answer('a1', { message: 'm', blocks: [text('so')] }),
      answer('a2', { message: 'm', blocks: [use('x')] }),
      user('r1', [answers('x')]),
      answer('a3'),
    ]),
  ).toEqual([])
})

test.each<[what: string, lines: readonly Line[], findings: readonly string[]]>([
  ['an answer first (A1.1)', [answer('a1', { parent: null }), ...end], ['sent-answer-first 1']],
  ['an empty text (A1b)', [user('u1', [text(''), text('x')]), answer('a1')], ['text-empty 1']],
  [
    'text before a result (A2.3)',
    [prompt('u1'), answer('a1', { blocks: [use('x')] }), user('r', [text('t'), answers('x')]), answer('a2')],
    ['text-before-result 3'],
  ],
  [
    'an id that the API does not take (A2.7)',
    [prompt('u1'), answer('a1', { blocks: [use('f:0')] }), user('r', [answers('f:0')]), answer('a2')],
    ['tool-id-invalid 2'],
  ],
  [
    'thinking at the end of an answer (A3.5)',
    [prompt('u1'), answer('a1', { blocks: [text('so'), thinking('hm')] }), prompt('u2'), answer('a2')],
    ['thinking-last 2'],
  ],
  [
    'a server result without its call (A2.13)',
    [
      prompt('u1'),
      answer('a1', {
        blocks: [{ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }, text('so')],
      }),
      ...end,
    ],
    ['server-tool-orphan 2'],
  ],
  [
    'a call that nobody answered, in an open round (N14)',
    [prompt('u1'), answer('a1', { blocks: [text('so'), use('x')] })],
    ['sent-result-written 2'],
  ],
])('%s', (_, lines, findings) => {
  expect(found(lines)).toEqual(findings)
})

// The client mends these before it sends: they are asked of messages that were made wrong on purpose.
describe('pairs of calls and results (A2)', () => {
  const reading = readForContext(
    bytesOf([
      prompt('u1'),
      answer('a1', { blocks: [text('so'), use('x')] }),
      user('r1', [answers('x')]),
      answer('a2'),
      prompt('u2'),
      answer('a3', { blocks: [use('y')] }),
      user('r2', [answers('y')]),
      answer('a4'),
    ]),
  )
  const { messages } = findContext(reading)
  const [u1, a1, r1, a2, u2] = messages as [Sent, Sent, Sent, Sent, Sent]
  const codes = (wrong: readonly Sent[]) => requestFindings(wrong, reading).map(({ code }) => code)

  test('nothing is wrong with them as they are', () => expect(codes(messages)).toEqual([]))

  test.each<[code: string, wrong: readonly Sent[]]>([
    ['sent-call-unanswered', [u1, a1, u2]],
    ['sent-result-orphan', [u1, a2, r1]],
    ['sent-id-twice', [u1, a1, r1, a1, r1]],
    ['sent-result-twice', [u1, a1, { ...r1, parts: [...r1.parts, ...r1.parts] }, a2]],
    ['sent-text-after-call', [u1, { ...a1, parts: a1.parts.toReversed() }, r1, a2]],
  ])('%s', (code, wrong) => expect(codes(wrong)).toEqual([code]))
})

type Sent = ReturnType<typeof findContext>['messages'][number]
