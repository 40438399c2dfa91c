// Queued prompts by who sent them and how; texts that look like reminders; attachments that lack their content.

import { a, apiError, att, call, experiment, type Fields, image, NEWEST, r, text, think, u } from './builders.js'
import type { Experiment } from './experiment.js'

const HUMAN = { origin: { kind: 'human' }, humanTurn: true }
const PROMPT = { prompt: 'queued', commandMode: 'prompt' }
const FROM_OTHERS = ['auto-continuation', 'unclassified', 'channel', 'coordinator', 'plugin'] as const

/** What is queued, in words. */
const QUEUED: readonly (readonly [string, string, Fields])[] = [
  ['no-mode', 'without a mode it is no message of its own', { prompt: 'queued', ...HUMAN }],
  ['host', 'a turn of its own by its host', { ...PROMPT, hostsOwnTurn: true }],
  ['host-human', 'the same, and it says who sent it', { ...PROMPT, hostsOwnTurn: true, origin: { kind: 'human' } }],
  ['turn-only', 'a turn of a human that does not say who sent it', { ...PROMPT, humanTurn: true }],
  ['meta', 'a note that nobody sent is no word of the user', { ...PROMPT, isMeta: true }],
  ['meta-human', 'a note of a human', { ...PROMPT, isMeta: true, ...HUMAN }],
  ['rewritten', 'words that a hook has rewritten', { ...PROMPT, promptRewritten: true, ...HUMAN }],
  ['bash', 'a command for the shell', { prompt: 'ls', commandMode: 'bash', ...HUMAN }],
  ['notice', 'a notice', { prompt: 'done', commandMode: 'task-notification' }],
  ['notice-human', 'a notice that a human sent', { prompt: 'done', commandMode: 'task-notification', ...HUMAN }],
  ['image', 'nothing but an image', { ...PROMPT, prompt: [image()], ...HUMAN }],
  ...FROM_OTHERS.map(kind => [kind, `sent by ${kind}`, { ...PROMPT, origin: { kind } }] as const),
]
const MODELS = ['claude-opus-5-5', 'claude-sonnet-4-5-20250929']
const behindResult = (model: string, attachment: Fields) => [
  u('u1', null, 'one'),
  a('a1', 'u1', 'm1', call('c1'), { message: { model } }),
  r('r1', 'a1', 'c1', 'out'),
  att('q1', 'r1', 'queued_command', attachment),
  a('a2', 'q1', 'm2', 'done', { message: { model } }),
]

/** Attachments without what client 2.0 shows of them. */
const LACKING: readonly (readonly [string, Fields])[] = [
  ['file', {}],
  ['nested_memory', {}],
  ['selected_lines_in_ide', {}],
  ['hook_blocking_error', {}],
  ['async_hook_response', {}],
  ['diagnostics', {}],
  ['diagnostics', { files: [] }],
  ['todo_reminder', { content: 'words' }],
  ['hook_additional_context', { content: 'words' }],
  ['hook_additional_context', { content: '' }],
  ['memory', { content: 'words' }],
]

export const QUEUED_PROMPTS: readonly Experiment[] = [
  ...QUEUED.flatMap(([name, says, attachment]) =>
    MODELS.map((model, at) =>
      experiment(`queue-${name}-${at === 0 ? 'new' : 'old'}`, 'N34', says, behindResult(model, attachment), NEWEST),
    ),
  ),
  ...LACKING.map(([type, fields], at) =>
    experiment(
      `lacking-${type.replaceAll('_', '-')}-${at}`,
      'O7',
      `${type} with ${JSON.stringify(fields)}`,
      [
        u('u1', null, 'one'),
        a('a1', 'u1', 'm1', 'x'),
        att('t1', 'a1', type, fields),
        u('u2', 't1', 'two'),
        a('a2', 'u2', 'm2', 'done'),
      ],
      { clients: ['2.0.42'] },
    ),
  ),
  experiment(
    'lacking-before-boundary',
    'O7',
    'null in a queued prompt: client 1.0 sends no attachments',
    [
      u('u1', null, 'one'),
      a('a1', 'u1', 'm1', 'x'),
      att('t1', 'a1', 'queued_command', { prompt: [null], commandMode: 'prompt' }),
      u('u2', 't1', 'two'),
      a('a2', 'u2', 'm2', 'done'),
    ],
    { clients: ['1.0.128'] },
  ),
  ...['<system-reminder x>words', '<system-reminder\n>words', '<system-reminders>words', ' <system-reminder x>'].map(
    (words, at) =>
      experiment(
        `reminder-tag-${at}`,
        'N27',
        `a prompt that opens with ${JSON.stringify(words)}`,
        [
          u('u1', null, [text(words), text('more')]),
          a('a1', 'u1', 'm1', words),
          u('u2', 'a1', words),
          a('a2', 'u2', 'm2', 'x'),
        ],
        NEWEST,
      ),
  ),
  experiment(
    'empty-in-two-places',
    'R-M8',
    'an answer in two places, empty in one: what it stood between is one message',
    [u('u1', null, 'one'), a('a1', 'u1', 'm1', [text('')]), u('u2', 'a1', 'two'), a('a2', 'u2', 'm1', 'say')],
    NEWEST,
  ),
  experiment(
    'orphan-before-next-prompt',
    'R-T4 N26',
    'an orphan that the next prompt follows: nothing stands in its place',
    [u('u1', null, 'one'), a('a1', 'u1', 'm1', 'say'), r('r1', 'a1', 'none'), apiError('e1', 'r1')],
    NEWEST,
  ),
  experiment(
    'orphan-first-before-prompt',
    'N14 N26',
    'also where it is all there is',
    [r('r1', null, 'none'), apiError('e1', 'r1')],
    NEWEST,
  ),
  experiment(
    'empty-between-results',
    'R-M8',
    'the same behind a result',
    [
      u('u1', null, 'one'),
      a('a1', 'u1', 'm0', call('c1')),
      r('r1', 'a1', 'c1'),
      u('u3', 'r1', 'words'),
      a('a2', 'u3', 'm1', [text(''), text('')]),
      u('u2', 'a2', 'two'),
      a('a3', 'u2', 'm1', 'say'),
    ],
    NEWEST,
  ),
  experiment(
    'strip-beside-server-use',
    'A0 A2.13',
    'thinking goes before a server call without a result does',
    [
      u('u1', null, 'one'),
      a('a1', 'u1', 'm1', [{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }]),
      a('a2', 'a1', 'm1', think('h1')),
      u('u2', 'a2', 'two'),
      att('s1', 'u2', 'thinking_stripped', { scope: 'all' }),
      a('a3', 's1', 'm3', 'done'),
    ],
    NEWEST,
  ),
]
