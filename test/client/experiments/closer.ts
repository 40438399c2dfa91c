// What a closer look at one step of the client shows: ends of branches, notes below the end, rows that are put together
// again, turns that were left, tails of commands.

import {
  a,
  apiError,
  att,
  boundary,
  call,
  command,
  experiment,
  explicit,
  type Fields,
  id,
  keeps,
  keepsSegment,
  lastPrompt,
  lines,
  meta,
  r,
  result,
  session,
  summaryOf,
  sys,
  text,
  think,
  u,
} from './builders.js'
import type { Experiment } from './experiment.js'

const ask = u('u1', null, 'one')
const say = a('a1', 'u1', 'm1', 'say')
const [x, y, z] = [call('x'), call('y'), call('z')] as const
const OUTPUT = '<local-command-stdout>done</local-command-stdout>'
const RECORD = '<command-name>/model</command-name>'
const caveat = (name: string, parent: string, over: Fields = {}): Fields =>
  meta(name, parent, '<local-command-caveat>Caveat: local</local-command-caveat>', over)
const queued = (name: string, parent: string | null, over: Fields = {}): Fields =>
  att(
    name,
    parent,
    'queued_command',
    { prompt: `queued ${name}`, commandMode: 'prompt', origin: { kind: 'human' }, humanTurn: true },
    over,
  )
const skill = (name: string, parent: string, over: Fields = {}): Fields =>
  meta(name, parent, `skill ${name}`, { sourceToolUseID: 'toolu_x', ...over })
const feedback = (name: string, parent: string): Fields => meta(name, parent, `Stop hook feedback:\nhook ${name}`)

export const CLOSER: readonly Experiment[] = [
  // --- Which end
  experiment(
    'closer-unknown-then-child',
    'N4 R-L4',
    'a checkpoint that names nothing: the last row, not the newest below it',
    [
      ask,
      a('a2', 'a1', 'm2', 'below', { at: 9 }),
      u('u2', 'u1', 'other', { at: 10 }),
      lastPrompt('gone'),
      a('a1', 'u1', 'm1', 'say', { at: 3 }),
    ],
  ),
  experiment('closer-known-then-child', 'N4', 'without a checkpoint: the newest below the last row', [
    ask,
    a('a2', 'a1', 'm2', 'below', { at: 9 }),
    u('u2', 'u1', 'other', { at: 10 }),
    a('a1', 'u1', 'm1', 'say', { at: 3 }),
  ]),
  experiment(
    'closer-older-child',
    'N4',
    'the last row is newer than what hangs on it, another branch newer still: the child',
    [
      ask,
      a('a2', 'a1', 'm2', 'below', { at: 2 }),
      u('u2', 'u1', 'other', { at: 10 }),
      a('a1', 'u1', 'm1', 'say', { at: 5 }),
    ],
  ),
  experiment(
    'closer-newest-parent',
    'N4',
    'the last row is the newest of the file: it is the end, whatever hangs on it',
    [
      ask,
      a('a2', 'a1', 'm2', 'below', { at: 2 }),
      u('u2', 'u1', 'other', { at: 4 }),
      a('a1', 'u1', 'm1', 'say', { at: 5 }),
    ],
  ),
  experiment('closer-root-system-two-ends', 'N4', 'a root system row at the end of two branches: the newer branch', [
    ask,
    a('a1', 'u1', 'm1', 'older branch', { at: 20 }),
    a('a2', 'u1', 'm2', 'newer in the file', { at: 10 }),
    sys('s1', null, 'informational', { at: 30 }),
  ]),
  experiment('closer-root-system-checkpoint', 'N4 N5', 'the same with a checkpoint on the older branch', [
    ask,
    a('a1', 'u1', 'm1', 'named', { at: 5 }),
    a('a2', 'u1', 'm2', 'other', { at: 10 }),
    lastPrompt('a1'),
    sys('s1', null, 'informational', { at: 30 }),
  ]),
  experiment(
    'closer-checkpoint-sister',
    'N5 N8',
    'a checkpoint on a parallel call, the last row goes on from its sister',
    [
      ask,
      a('a1', 'u1', 'm1', x),
      a('a2', 'a1', 'm1', y),
      r('r1', 'a1', 'x'),
      r('r2', 'a2', 'y'),
      lastPrompt('r1'),
      a('a3', 'r2', 'm2', 'say'),
    ],
  ),
  experiment('closer-checkpoint-sister-explicit', 'N6 N8', 'the same, explicit, with a row after it: the checkpoint', [
    ask,
    a('a1', 'u1', 'm1', x),
    a('a2', 'a1', 'm1', y),
    r('r1', 'a1', 'x'),
    r('r2', 'a2', 'y'),
    explicit('r1'),
    a('a3', 'r2', 'm2', 'say'),
  ]),
  experiment(
    'closer-checkpoint-split',
    'N5',
    'an answer cut by an attachment, the checkpoint on its second row: the newer branch',
    [
      ask,
      a('a1', 'u1', 'm1', 'first'),
      att('t1', 'a1', 'novelty'),
      a('a2', 't1', 'm1', 'second'),
      lastPrompt('a2'),
      u('u2', 't1', 'next'),
      a('a3', 'u2', 'm3', 'end'),
    ],
  ),
  experiment(
    'closer-checkpoint-repeat-row-between',
    'N6',
    'an explicit checkpoint repeated after a row of another branch',
    [
      ask,
      say,
      u('u2', 'a1', 'next'),
      a('a2', 'u2', 'm2', 'end'),
      explicit('a1'),
      sys('s1', null, 'informational'),
      lastPrompt('a1'),
    ],
  ),
  experiment('closer-rewound-open', 'N6 N15', 'gone back to an open call: dropped', [
    ask,
    a('a1', 'u1', 'm1', x),
    r('r1', 'a1', 'x'),
    a('a2', 'r1', 'm2', 'end'),
    explicit('a1', { rewound: true }),
  ]),
  // --- Below the end
  experiment('closer-notes-two', 'N4', 'two attachments hang on the last answer: both are sent', [
    ask,
    say,
    queued('t1', 'a1'),
    queued('t2', 'a1'),
  ]),
  experiment('closer-notes-by-time', 'N4', 'they are in the order of time', [
    ask,
    say,
    queued('t1', 'a1', { at: 9 }),
    queued('t2', 'a1', { at: 5 }),
  ]),
  experiment('closer-notes-deep', 'N4', 'each with what hangs below it', [
    ask,
    say,
    queued('t1', 'a1', { at: 4 }),
    queued('t2', 'a1', { at: 5 }),
    queued('t3', 't1', { at: 6 }),
    command('s1', 't3', OUTPUT, { at: 7 }),
  ]),
  experiment('closer-notes-meta', 'N4', 'a meta row below the last answer is talk: it is the end', [
    ask,
    say,
    queued('t1', 'a1'),
    meta('k1', 'a1', 'meta words'),
  ]),
  // --- Sides
  experiment('closer-side-unstated', 'N1', 'a row that does not say its side is bridged to such rows only', [
    u('u0', null, 'unstated', { isSidechain: undefined }),
    ask,
    say,
    u('u2', 'gone', 'next', { isSidechain: undefined, at: 4 }),
  ]),
  experiment('closer-side-unstated-none', 'N1', 'where there is none the history is cut', [
    ask,
    say,
    u('u2', 'gone', 'next', { isSidechain: undefined }),
  ]),
  experiment(
    'closer-side-bridge',
    'N1 N3',
    'a break in a sidechain that the chain runs through is bridged to the sidechain',
    [
      ask,
      u('x1', null, 'SIDE one', { isSidechain: true }),
      a('x2', 'gone', 'mx', 'SIDE two', { isSidechain: true }),
      u('u2', 'x2', 'next'),
    ],
  ),
  // --- Taken along
  experiment('closer-notes-fork', 'N8', 'two notes hang on a note below a side result: none is taken', [
    ask,
    a('a1', 'u1', 'm1', [x, y]),
    r('r1', 'a1', 'x'),
    queued('t1', 'r1'),
    queued('t2', 't1'),
    queued('t3', 't1'),
    r('r2', 'a1', 'y'),
    a('a2', 'r2', 'm2', 'end'),
  ]),
  experiment('closer-notes-line', 'N8', 'one below the other: both are taken', [
    ask,
    a('a1', 'u1', 'm1', [x, y]),
    r('r1', 'a1', 'x'),
    queued('t1', 'r1'),
    queued('t2', 't1'),
    r('r2', 'a1', 'y'),
    a('a2', 'r2', 'm2', 'end'),
  ]),
  experiment('closer-notes-on-chain-note', 'N8', 'a note below a note of the chain stands right behind it', [
    ask,
    a('a1', 'u1', 'm1', x),
    r('r1', 'a1', 'x'),
    queued('t1', 'r1'),
    queued('t2', 't1'),
    meta('k1', 't1', 'meta words'),
    a('a2', 'k1', 'm2', 'end'),
  ]),
  experiment(
    'closer-region-around-prompt',
    'N9',
    'a message before and after a prompt, its side row behind both in the file',
    [
      ask,
      a('a1', 'u1', 'm1', 'first'),
      u('u2', 'a1', 'next'),
      a('a2', 'u2', 'm1', 'second'),
      a('a3', 'a1', 'm1', 'side'),
      u('u3', 'a2', 'last'),
    ],
  ),
  experiment('closer-region-between', 'N9', 'the same, the side row between them in the file', [
    ask,
    a('a1', 'u1', 'm1', 'first'),
    a('a3', 'a1', 'm1', 'side'),
    u('u2', 'a1', 'next'),
    a('a2', 'u2', 'm1', 'second'),
    u('u3', 'a2', 'last'),
  ]),
  // --- Put together again
  experiment('closer-split-queued', 'N19', 'a queued prompt between two rows of an answer: behind them', [
    ask,
    a('a1', 'u1', 'm1', 'first'),
    queued('t1', 'a1'),
    a('a2', 't1', 'm1', 'second'),
    u('u2', 'a2', 'next'),
  ]),
  experiment('closer-split-skill', 'N19', 'the text of a skill between two calls of an answer: behind the results', [
    ask,
    a('a1', 'u1', 'm1', x),
    r('r1', 'a1', 'x'),
    skill('k1', 'r1'),
    a('a2', 'k1', 'm1', y),
    r('r2', 'a2', 'y'),
    a('a3', 'r2', 'm2', 'end'),
  ]),
  experiment('closer-split-meta', 'N19', 'an ordinary meta row there: the answer stays split', [
    ask,
    a('a1', 'u1', 'm1', x),
    r('r1', 'a1', 'x'),
    meta('k1', 'r1', 'meta words'),
    a('a2', 'k1', 'm1', y),
    r('r2', 'a2', 'y'),
    a('a3', 'r2', 'm2', 'end'),
  ]),
  experiment(
    'closer-early-over-answer',
    'N19',
    'a result before its call with another answer between: behind its call',
    [ask, r('r1', 'u1', 'x'), a('a1', 'r1', 'm1', 'other'), a('a2', 'a1', 'm2', x), u('u2', 'a2', 'next')],
  ),
  experiment('closer-early-queued', 'N19', 'what was attached behind an early result moves with it', [
    ask,
    r('r1', 'u1', 'x'),
    queued('t1', 'r1'),
    a('a2', 't1', 'm2', x),
    u('u2', 'a2', 'next'),
  ]),
  // --- Turns that were left
  experiment('closer-open-skill', 'N15', 'an open call, then the text of a skill at the tip: the round stays open', [
    ask,
    a('a1', 'u1', 'm1', [x, y]),
    r('r1', 'a1', 'x'),
    skill('k1', 'r1'),
  ]),
  experiment('closer-open-feedback', 'N15', 'an open call, then the word of a stop hook at the tip', [
    ask,
    a('a1', 'u1', 'm1', x),
    feedback('k1', 'a1'),
  ]),
  experiment('closer-open-skill-before', 'N15', 'the text of a skill before the open call closes what is before it', [
    ask,
    a('a1', 'u1', 'm1', x),
    skill('k1', 'a1'),
    a('a2', 'k1', 'm2', y),
  ]),
  experiment('closer-open-words-result', 'N16', 'words before a result in the last row: no turn that was left', [
    ask,
    a('a1', 'u1', 'm1', x),
    a('a2', 'a1', 'm2', y),
    u('r1', 'a2', [text('words'), result('y')]),
  ]),
  experiment('closer-open-hook-stop', 'N16', 'a hook stopped the turn behind the results: earlier calls dropped', [
    ask,
    a('a1', 'u1', 'm1', x),
    a('a2', 'a1', 'm2', y),
    r('r1', 'a2', 'y'),
    att('t1', 'r1', 'hook_stopped_continuation', {
      hookEvent: 'PostToolUse',
      hookName: 'PostToolUse',
      message: 'stop',
    }),
  ]),
  experiment('closer-open-interrupted', 'N15', 'an open call, then an interruption: dropped', [
    ask,
    a('a1', 'u1', 'm1', x),
    u('u2', 'a1', [text('[Request interrupted by user for tool use]')]),
  ]),
  // --- Tips
  experiment('closer-tip-summary-attachment', 'N24', 'an attachment behind a summary: nothing is written', [
    ask,
    boundary('c1', null),
    summaryOf('k1', 'c1'),
    att('t1', 'k1', 'novelty'),
  ]),
  experiment('closer-tip-interrupted-attachment', 'N24', 'an attachment behind an interruption: nothing is written', [
    ask,
    say,
    u('u2', 'a1', [text('[Request interrupted by user]')]),
    att('t1', 'u2', 'novelty'),
  ]),
  experiment('closer-tip-meta-attachment', 'N24', 'an attachment behind a meta row: the insertion', [
    ask,
    say,
    meta('k1', 'a1', 'meta words'),
    att('t1', 'k1', 'novelty'),
  ]),
  experiment('closer-tip-error-attachment', 'N24 N26', 'a prompt, an error of the API, an attachment', [
    ask,
    apiError('e1', 'u1'),
    att('t1', 'e1', 'novelty'),
  ]),
  experiment('closer-tip-answer-error-attachment', 'N24 N26', 'the same behind an earlier answer', [
    ask,
    say,
    u('u2', 'a1', 'next'),
    apiError('e1', 'u2'),
    att('t1', 'e1', 'novelty'),
  ]),
  experiment('closer-command-two-records', 'N25', 'two commands behind one caveat: the insertion', [
    ask,
    say,
    caveat('k1', 'a1'),
    u('c1', 'k1', RECORD),
    u('c2', 'c1', OUTPUT),
    u('c3', 'c2', RECORD),
    u('c4', 'c3', OUTPUT),
  ]),
  experiment('closer-command-two-outputs', 'N25', 'two outputs of one command: nothing is written', [
    ask,
    say,
    caveat('k1', 'a1'),
    u('c1', 'k1', RECORD),
    u('c2', 'c1', OUTPUT),
    u('c3', 'c2', OUTPUT),
  ]),
  experiment('closer-command-all-meta', 'N25', 'a command without a caveat, all its rows meta: nothing is written', [
    ask,
    say,
    meta('c1', 'a1', RECORD),
    meta('c2', 'c1', OUTPUT),
  ]),
  experiment(
    'closer-command-typed',
    'N25',
    'a command as it was typed, its caveat at the same time: nothing is written',
    [ask, say, caveat('k1', 'a1', { at: 5 }), u('c1', 'k1', '/model', { at: 5 }), u('c2', 'c1', OUTPUT)],
  ),
  experiment('closer-command-typed-later', 'N25', 'the caveat is older: the insertion', [
    ask,
    say,
    caveat('k1', 'a1', { at: 4 }),
    u('c1', 'k1', '/model', { at: 5 }),
    u('c2', 'c1', OUTPUT),
  ]),
  experiment('closer-command-sourced', 'N25', 'a command row that says where its prompt came from: the insertion', [
    ask,
    say,
    caveat('k1', 'a1'),
    u('c1', 'k1', RECORD, { promptSource: 'typed' }),
  ]),
  // --- Compaction
  experiment('closer-kept-anchor-missing', 'N32 R-C8', 'the anchor is nowhere: the kept rows are bridged', [
    ask,
    say,
    boundary('c1', null, keeps('gone', 'u1', 'a1')),
    summaryOf('k1', 'c1'),
    u('u2', 'k1', 'next'),
    a('a2', 'u2', 'm2', 'end'),
  ]),
  experiment(
    'closer-kept-attachment-left',
    'N32',
    'an attachment on a row that is forgotten does not follow the kept rows',
    [
      ask,
      say,
      u('u2', 'a1', 'kept'),
      boundary('c1', null, keeps('k1', 'u2')),
      summaryOf('k1', 'c1'),
      queued('t1', 'a1', { at: 60 }),
      a('a2', 't1', 'm2', 'end', { at: 61 }),
    ],
  ),
  experiment('closer-kept-two-ends', 'N32 N4', 'two branches behind the kept rows: the one of the last row', [
    ask,
    say,
    boundary('c1', null, keeps('k1', 'a1')),
    summaryOf('k1', 'c1'),
    u('u2', 'a1', 'first branch', { at: 20 }),
    u('u3', 'a1', 'second branch', { at: 10 }),
  ]),
  experiment('closer-kept-checkpoint', 'N32 N5', 'the same with a checkpoint on the first', [
    ask,
    say,
    boundary('c1', null, keeps('k1', 'a1')),
    summaryOf('k1', 'c1'),
    u('u2', 'a1', 'first branch', { at: 20 }),
    u('u3', 'a1', 'second branch', { at: 10 }),
    lastPrompt('u2'),
  ]),
  experiment('closer-kept-empty-list', 'N32', 'a list of nothing: all before is forgotten', [
    ask,
    say,
    boundary('c1', null, { preservedMessages: { anchorUuid: id('k1'), uuids: [] } }),
    summaryOf('k1', 'c1'),
    u('u2', 'a1', 'next'),
  ]),
  experiment('closer-segment-one', 'N32', 'a segment of one row', [
    ask,
    say,
    boundary('c1', null, keepsSegment('k1', 'a1', 'a1')),
    summaryOf('k1', 'c1'),
    u('u2', 'k1', 'next'),
  ]),
  experiment('closer-boundary-open', 'R-C1 N15', 'an open call behind a compaction whose result is before it', [
    ask,
    a('a1', 'u1', 'm1', x),
    r('r1', 'a1', 'x'),
    boundary('c1', 'r1'),
    summaryOf('k1', 'c1'),
    a('a2', 'k1', 'm2', z),
  ]),
  experiment('closer-boundary-last', 'R-C10', 'a compaction that hangs on the last answer and has no summary', [
    ask,
    say,
    boundary('c1', 'a1'),
  ]),
  // --- Content
  experiment('closer-blank-before-thinking', 'N12', 'white space before thinking is an answer', [
    ask,
    a('a1', 'u1', 'm1', [text(' '), think('H')]),
    u('u2', 'a1', 'next'),
  ]),
  experiment('closer-empty-text-thinking', 'R-M8', 'an empty text between two thinking blocks', [
    ask,
    a('a1', 'u1', 'm1', [think('H'), text(''), think('I'), text('say')]),
    u('u2', 'a1', 'next'),
  ]),
  experiment('closer-repeated-call-thinking', 'R-T9', 'a repeated call between two thinking blocks', [
    ask,
    a('a1', 'u1', 'm1', x),
    r('r1', 'a1', 'x'),
    a('a2', 'r1', 'm2', [think('H'), x, think('I'), text('say')]),
    u('u2', 'a2', 'next'),
  ]),
  experiment('closer-adviser-only', 'A2.13', 'an answer of the adviser alone', [
    ask,
    a('a1', 'u1', 'm1', [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'advisor', input: {} },
      { type: 'advisor_tool_result', tool_use_id: 'srvtoolu_1', content: { type: 'advisor_result', text: 'hm' } },
    ]),
    u('u2', 'a1', 'next'),
  ]),
  experiment('closer-long-tool-name', 'A2.10', 'the name of a tool of 300 characters', [
    ask,
    a('a1', 'u1', 'm1', call('x', 'n'.repeat(300))),
    r('r1', 'a1', 'x'),
    a('a2', 'r1', 'm2', 'end'),
  ]),
  experiment('closer-textless-tip', 'R-M9', 'a text block without a text at the tip: the row is dropped', [
    ask,
    say,
    u('u2', 'a1', [{ type: 'text' }]),
  ]),
  experiment('closer-blank-user-between', 'R-M9', 'a prompt of white space between two answers', [
    ask,
    say,
    u('u2', 'a1', [text(' ')]),
    a('a2', 'u2', 'm2', 'end'),
  ]),
  experiment(
    'closer-stripped-blank',
    'A0',
    'thinking that is marked as not accepted goes with the white space beside it',
    [
      ask,
      a('a1', 'u1', 'm1', [text(' '), think('H')]),
      u('u2', 'a1', 'next'),
      a('a2', 'u2', 'm2', 'end'),
      att('t1', 'a2', 'thinking_stripped', { scope: 'all' }),
    ],
  ),
  experiment(
    'closer-invalid-utf8-middle',
    'R-F1',
    'a line with bytes that are no UTF-8 in the middle of the file: only it is lost',
    () => {
      const rows = lines([ask, say, u('u2', 'a1', 'bad HERE'), a('a2', 'u2', 'm2', 'end')])
      const [before, after] = rows[2]!.split('HERE')
      const encode = (words: string): Uint8Array => new TextEncoder().encode(words)
      const parts = [encode(`${rows[0]}\n${rows[1]}\n${before}`), Uint8Array.of(0xff), encode(`${after}\n${rows[3]}\n`)]
      return new Uint8Array(parts.flatMap(part => [...part]))
    },
  ),
  experiment('closer-virtual-words', 'N12 N27', 'thinking whose words are a virtual row: dropped with them', [
    ask,
    a('a1', 'u1', 'm1', think('H')),
    a('a2', 'a1', 'm1', 'say', { isVirtual: true }),
    u('u2', 'a2', 'next'),
  ]),
  experiment('closer-empty-and-orphan', 'R-M9 R-T4', 'an empty prompt and an orphan result as first message', [
    u('u1', null, ''),
    r('r1', 'u1', 'gone'),
  ]),
  experiment('closer-empty-two', 'R-M9', 'two empty prompts', [
    ask,
    say,
    u('u2', 'a1', ''),
    u('u3', 'u2', ' '),
    a('a3', 'u3', 'm3', 'end'),
  ]),
  experiment('closer-empty-one', 'R-M9', 'one empty prompt', [ask, say, u('u2', 'a1', ''), a('a3', 'u2', 'm3', 'end')]),
  experiment('closer-odd-attachment', 'N33 N24', 'a reminder without its list behind a summary does not count', [
    ask,
    boundary('c1', null),
    summaryOf('k1', 'c1'),
    att('t1', 'k1', 'todo_reminder', { content: '' }),
  ]),
  experiment('closer-forgotten-attachment', 'N33 N24', 'an attachment of a forgotten type behind a summary', [
    ask,
    boundary('c1', null),
    summaryOf('k1', 'c1'),
    att('t1', 'k1', 'new_file'),
  ]),
  experiment('closer-error-stops-queued', 'N33 N26', 'a queued prompt moves up to an error of the API, not over it', [
    ask,
    apiError('e1', 'u1'),
    u('u2', 'e1', 'next'),
    queued('t1', 'u2'),
    a('a2', 't1', 'm2', 'end'),
  ]),
  experiment('closer-virtual-stops-queued', 'N33 N27', 'the same with a virtual answer', [
    ask,
    a('a1', 'u1', 'm1', 'shown', { isVirtual: true }),
    u('u2', 'a1', 'next'),
    queued('t1', 'u2'),
    a('a2', 't1', 'm2', 'end'),
  ]),
  experiment(
    'closer-model-before-boundary',
    'N28 R-C2',
    'the model of an answer before a compaction that hangs on it',
    [
      ask,
      a('a1', 'u1', 'm1', 'say', { message: { model: 'claude-opus-4-6' } }),
      boundary('c1', 'a1'),
      summaryOf('k1', 'c1'),
      u('u2', 'k1', 'next'),
    ],
  ),
  experiment('closer-model-boundary-root', 'N28 R-C1', 'the same, the compaction a root: the default', [
    ask,
    a('a1', 'u1', 'm1', 'say', { message: { model: 'claude-opus-4-6' } }),
    boundary('c1', null),
    summaryOf('k1', 'c1'),
    u('u2', 'k1', 'next'),
  ]),
  experiment('closer-send-message', 'N21', 'SendMessage with the fields of two times: the older are left out', [
    ask,
    a('a1', 'u1', 'm1', [
      call('x', 'SendMessage', {
        to: 'b',
        message: 'hi',
        type: 'message',
        recipient: 'b',
        content: 'hi',
        summary: 's',
      }),
      call('y', 'SendMessage', { type: 'message', recipient: 'b', content: 'hi' }),
    ]),
    u('r1', 'a1', [result('x'), result('y')]),
    a('a2', 'r1', 'm2', 'end'),
  ]),
  experiment('closer-plan', 'N21', 'ExitPlanMode with its plan', [
    ask,
    a('a1', 'u1', 'm1', call('x', 'ExitPlanMode', { plan: 'p', planFilePath: '/tmp/p.md' })),
    r('r1', 'a1', 'x'),
    a('a2', 'r1', 'm2', 'end'),
  ]),
  experiment('closer-plain-session', 'N8', 'nothing odd at all', () =>
    session([ask, a('a1', 'u1', 'm1', x), r('r1', 'a1', 'x'), a('a2', 'r1', 'm2', 'end')]),
  ),
]
