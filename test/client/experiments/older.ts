// What only clients up to 2.0 do (O1 to O19): chains on which they fail, full windows, rows that they take or leave in
// their own way. The newest client is not asked.

import { a, att, boundary, call, experiment, image, r, result, row, summaryOf, sys, text, u } from './builders.js'
import type { Experiment } from './experiment.js'

const OLDER = { clients: ['2.0.42', '1.0.128'] }

const ask = u('u1', null, 'one')
const turn = [ask, a('a1', 'u1', 'm1', 'two')]
const round = [ask, a('a1', 'u1', 'm1', call('x')), r('r1', 'a1', 'x')]
const queued = (name: string, parent: string) =>
  att(name, parent, 'queued_command', { prompt: 'queued words', commandMode: 'prompt' })

/** A turn whose answer has this usage. */
const spent = (name: string, parent: string, usage: object) =>
  a(name, parent, name, 'spent', { message: { usage: { output_tokens: 0, ...usage } } })

/** So many rounds of a tool, each with a result of so many characters; the last answer has this usage. */
function rounds(
  count: number,
  characters: number,
  tokens: number,
  tool = 'Bash',
  content?: (words: string) => unknown,
) {
  const rows = [ask]
  for (let at = 1; at <= count; at++) {
    const before = at === 1 ? 'u1' : `r${at - 1}`
    const words = `${at} ${'w'.repeat(characters - String(at).length - 1)}`
    rows.push(a(`a${at}`, before, `m${at}`, call(`c${at}`, tool)))
    rows.push(r(`r${at}`, `a${at}`, `c${at}`, (content ? content(words) : words) as never))
  }
  return [...rows, spent('z1', `r${count}`, { input_tokens: tokens })]
}

export const OLDER_CLIENTS: readonly Experiment[] = [
  // Chains on which they fail.
  experiment(
    'older-ring',
    'O5 R-L13',
    'a ring of parents: never ends',
    [u('u1', 'a1', 'one'), a('a1', 'u1', 'm1', 'two')],
    {
      ...OLDER,
    },
  ),
  experiment(
    'older-answer-text',
    'O6 R-M10',
    'an answer whose content is a text: refuses',
    [ask, row('assistant', 'a1', 'u1', { message: { id: 'msg_1', role: 'assistant', content: 'two' } })],
    OLDER,
  ),
  experiment(
    'older-answer-no-message',
    'O6 O2 R-M10',
    'an answer without a message on the chain: refuses',
    [ask, row('assistant', 'a1', 'u1', {}), u('u2', 'a1', 'three')],
    OLDER,
  ),
  experiment(
    'older-user-no-content',
    'O6 O2',
    'a prompt without content on the chain: refuses',
    [...turn, u('u2', 'a1', null), a('a2', 'u2', 'm2', 'four')],
    OLDER,
  ),
  experiment(
    'older-no-message-off-chain',
    'O6 O2',
    'a row without a message beside the chain: no harm',
    [ask, row('assistant', 'x1', 'u1', {}), a('a1', 'u1', 'm1', 'two')],
    OLDER,
  ),
  experiment(
    'older-no-message-before-boundary',
    'O6 R-C1',
    'a row without a message before a boundary that is linked: refuses',
    [ask, row('assistant', 'a1', 'u1', {}), boundary('c1', 'a1'), summaryOf('k1', 'c1'), a('a2', 'k1', 'm2', 'after')],
    OLDER,
  ),
  experiment(
    'older-user-null-block',
    'O7',
    'null among the blocks of a prompt: fails',
    [...turn, u('u2', 'a1', [null, text('three')] as never), a('a2', 'u2', 'm2', 'four')],
    OLDER,
  ),
  experiment(
    'older-attachment-empty',
    'O6',
    'an attachment row without an attachment: refuses',
    [...turn, row('attachment', 't1', 'a1', {}), a('a2', 't1', 'm2', 'four')],
    OLDER,
  ),

  // The end of the history.
  experiment(
    'older-side-newest',
    'O3 O4 R-F15',
    'the newest row is of a sidechain: 1.0 takes it up',
    [...turn, u('x1', null, 'SIDE', { isSidechain: true }), a('x2', 'x1', 'mx', 'side', { isSidechain: true })],
    OLDER,
  ),
  experiment(
    'older-side-only',
    'O3 O4 R-F14',
    'nothing but a sidechain: 1.0 takes it up',
    [u('x1', null, 'SIDE', { isSidechain: true }), a('x2', 'x1', 'mx', 'side', { isSidechain: true })],
    OLDER,
  ),
  experiment(
    'older-time-null',
    'O3 O4 R-L9',
    'a row with the timestamp null is the oldest',
    [...turn, u('u2', 'a1', 'three', { timestamp: null })],
    OLDER,
  ),
  experiment(
    'older-time-some-missing',
    'O3 O4 R-L9',
    'rows without timestamps between others: what the sort makes of it',
    [
      ask,
      a('a1', 'u1', 'm1', 'two', { timestamp: undefined }),
      u('u2', 'a1', 'three'),
      a('a2', 'u2', 'm2', 'four', { timestamp: 'nonsense' }),
      u('u3', 'a2', 'five'),
      a('a3', 'u3', 'm3', 'six', { timestamp: undefined }),
    ],
    OLDER,
  ),
  experiment(
    'older-time-same',
    'O3 O4',
    'all at one time: the first row of the file is the end',
    [u('u1', null, 'one', { at: 5 }), a('a1', 'u1', 'm1', 'two', { at: 5 }), u('u2', 'a1', 'three', { at: 5 })],
    OLDER,
  ),

  // Compaction.
  experiment(
    'older-boundary-linked',
    'R-C1 R-C2',
    'a boundary that is linked to the old rows: cut there',
    [...turn, boundary('c1', 'a1'), summaryOf('k1', 'c1'), a('a2', 'k1', 'm2', 'after')],
    OLDER,
  ),
  experiment(
    'older-call-before-boundary',
    'O9 R-C1',
    'a result before the boundary answers a call behind it',
    [...round, boundary('c1', 'r1'), summaryOf('k1', 'c1'), a('a2', 'k1', 'm2', [text('again'), call('x')])],
    OLDER,
  ),

  // A full window.
  experiment(
    'older-size-over',
    'O18',
    '155,000 tokens: summarises first',
    [ask, spent('a1', 'u1', { input_tokens: 155_000 })],
    OLDER,
  ),
  experiment(
    'older-size-under',
    'O18',
    '154,999 tokens: sent',
    [ask, spent('a1', 'u1', { input_tokens: 154_999 })],
    OLDER,
  ),
  experiment(
    'older-size-all-counts',
    'O18',
    'cache and output count',
    [
      ask,
      spent('a1', 'u1', {
        input_tokens: 10,
        cache_read_input_tokens: 150_000,
        cache_creation_input_tokens: 4_000,
        output_tokens: 990,
      }),
    ],
    OLDER,
  ),
  experiment(
    'older-size-not-last',
    'O18',
    'only the last usage counts',
    [ask, spent('a1', 'u1', { input_tokens: 190_000 }), u('u2', 'a1', 'more'), spent('a2', 'u2', { input_tokens: 10 })],
    OLDER,
  ),
  experiment(
    'older-size-zero-last',
    'O18',
    'a last usage of nothing counts as nothing',
    [ask, spent('a1', 'u1', { input_tokens: 190_000 }), u('u2', 'a1', 'more'), spent('a2', 'u2', { input_tokens: 0 })],
    OLDER,
  ),
  experiment(
    'older-size-before-boundary',
    'O18 R-C1',
    'a usage before the boundary does not count',
    [
      ask,
      spent('a1', 'u1', { input_tokens: 190_000 }),
      boundary('c1', 'a1'),
      summaryOf('k1', 'c1'),
      a('a2', 'k1', 'm2', 'after', { message: { usage: undefined } }),
    ],
    OLDER,
  ),
  experiment(
    'older-cleared',
    'O19',
    'ten results of 10,000 tokens at 140,000: the oldest six are cleared',
    rounds(10, 40_000, 140_000),
    OLDER,
  ),
  experiment('older-cleared-warning', 'O19', 'at 135,000 too', rounds(10, 40_000, 135_000), OLDER),
  experiment('older-cleared-not-yet', 'O19', 'at 134,999 none', rounds(10, 40_000, 134_999), OLDER),
  experiment('older-cleared-worth', 'O19', 'what would not save 20,000 stays', rounds(5, 46_000, 140_000), OLDER),
  experiment(
    'older-cleared-last-three',
    'O19',
    'the last three calls keep their results',
    rounds(4, 200_000, 140_000),
    OLDER,
  ),
  experiment(
    'older-cleared-other-tool',
    'O19',
    'results of other tools stay',
    rounds(10, 40_000, 140_000, 'Task'),
    OLDER,
  ),
  experiment(
    'older-cleared-multi-edit',
    'O19',
    'MultiEdit: cleared by 1.0, which has the tool',
    rounds(10, 40_000, 140_000, 'MultiEdit'),
    OLDER,
  ),
  experiment(
    'older-cleared-blocks',
    'O19',
    'results that are blocks: texts and images count',
    rounds(10, 32_000, 140_000, 'Read', words => [text(words), image()]),
    OLDER,
  ),

  // Rows and blocks in their own way.
  experiment(
    'older-hook-feedback',
    'O11',
    'feedback of a hook as a system row: not sent',
    [...turn, sys('s1', 'a1', 'post_tool_hook_feedback', { content: 'hook words' }), a('a2', 's1', 'm2', 'four')],
    OLDER,
  ),
  experiment(
    'older-queued-in-result',
    'O15 O16 R-M16',
    'a queued prompt behind a result becomes part of its text',
    [...round, queued('t1', 'r1'), a('z1', 't1', 'm9', 'done')],
    OLDER,
  ),
  experiment(
    'older-queued-two',
    'O15',
    'two queued prompts behind a result',
    [...round, queued('t1', 'r1'), queued('t2', 't1'), a('z1', 't2', 'm9', 'done')],
    OLDER,
  ),
  experiment(
    'older-queued-blocks',
    'O15',
    'behind a result of blocks it is a block of its own',
    [
      ask,
      a('a1', 'u1', 'm1', call('x')),
      r('r1', 'a1', 'x', [text('out')]),
      queued('t1', 'r1'),
      a('z1', 't1', 'm9', 'done'),
    ],
    OLDER,
  ),
  experiment(
    'older-queued-empty-result',
    'O15',
    'behind an empty result',
    [ask, a('a1', 'u1', 'm1', call('x')), r('r1', 'a1', 'x', ''), queued('t1', 'r1'), a('z1', 't1', 'm9', 'done')],
    OLDER,
  ),
  experiment(
    'older-queued-words-between',
    'O15 O14',
    'result, words, queued prompt',
    [...round, u('u2', 'r1', 'words'), queued('t1', 'u2'), a('z1', 't1', 'm9', 'done')],
    OLDER,
  ),
  experiment(
    'older-queued-mixed-row',
    'O15 O14',
    'a row of a result and words, then a queued prompt',
    [
      ask,
      a('a1', 'u1', 'm1', call('x')),
      u('r1', 'a1', [result('x'), text('words')]),
      queued('t1', 'r1'),
      a('z1', 't1', 'm9', 'done'),
    ],
    OLDER,
  ),
  experiment(
    'older-queued-mixed-row-reversed',
    'O15 O14',
    'a row of words and a result, then a queued prompt',
    [
      ask,
      a('a1', 'u1', 'm1', call('x')),
      u('r1', 'a1', [text('words'), result('x')]),
      queued('t1', 'r1'),
      a('z1', 't1', 'm9', 'done'),
    ],
    OLDER,
  ),
  experiment(
    'older-queued-after-answer',
    'O15 O16',
    'a queued prompt behind an answer',
    [...turn, queued('t1', 'a1'), u('u2', 't1', 'three'), a('a2', 'u2', 'm2', 'four')],
    OLDER,
  ),
  experiment(
    'older-row-split',
    'O9 O13',
    'words, result, words in one row: 2.0 puts the result first',
    [ask, a('a1', 'u1', 'm1', call('x')), u('r1', 'a1', [text('before'), result('x'), text('behind')])],
    OLDER,
  ),
  experiment(
    'older-no-ids',
    'O12 R-M4',
    'neighbouring answers without ids are one',
    [ask, a('a1', 'u1', null, 'two'), a('a2', 'a1', null, 'three'), a('a3', 'a2', 'm1', 'four')],
    OLDER,
  ),
]
