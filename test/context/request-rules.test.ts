// The API's rules on a history, each with a session whose request breaks it.

import { expect, test } from 'vitest'
import { readContext } from '../../src/context/index.js'
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
