// Turns that did not come to their end, and those that did: taken up again by the client, ended with it, by a tool, by a
// refusal. Messages that were taken back.

import {
  a,
  apiError,
  att,
  call,
  experiment,
  type Fields,
  id,
  meta,
  NEWEST,
  r,
  result,
  sys,
  text,
  u,
} from './builders.js'
import type { Experiment } from './experiment.js'

const CONTINUE = 'Continue from where you left off.'
const RESTARTED =
  "This session's worker process was restarted. If your previous turn was already complete, take no action and wait for the next event. Otherwise, continue from where you left off."
const GIVEN_UP =
  '[Tool call did not complete: the turn was ended to deliver the message that follows. Nothing refused it; re-run it if still needed.]'
const NOTICE = '<task-notification>\n<task-id>b1</task-id>\n</task-notification>'
const FROM_TASK = { origin: { kind: 'task-notification' }, queueTranscriptOnly: true }

const start = [u('u1', null, 'one'), a('a1', 'u1', 'm1', 'reply one')]
const asked = [...start, u('u2', 'a1', 'two')]
/** A text and a call in one answer, without a result. */
const open = [...asked, a('t2', 'u2', 'm2', 'let me'), a('a2', 't2', 'm2', call('c1'))]
/** One of the two calls of an answer has a result. */
const half = [...open, a('a3', 'a2', 'm2', call('c2')), r('r2', 'a3', 'c2')]
const goesOn = (parent: string) => [u('u9', parent, 'nine'), a('a9', 'u9', 'm9', 'done')]
/** Two answers with a call each: the first is open, the second has this result. */
const ended = (result_: Fields = {}, content: string | null = 'out', tool = 'Bash', block: Fields = {}) => [
  ...asked,
  a('b1', 'u2', 'm2', call('c1')),
  a('b2', 'b1', 'm3', call('c2', tool)),
  u('r2', 'b2', [result('c2', content, block)], result_),
]
const note = att('n1', 'r2', 'novelty', { content: '' })
/** Uuids of messages differ in more than their last part. */
const uuid = (digit: number) => `${digit}1111111-2222-4333-8444-555555555555`
const takenBack = (over: Fields, makes: (over: Fields) => Fields, uuids: readonly string[] = [uuid(1)]) => [
  ...asked,
  a('x1', 'u2', 'm2', 'taken back', { uuid: uuid(1) }),
  makes({ parentUuid: uuid(1), retractedMessageUuids: uuids, ...over }),
]
const refused = (over: Fields) => ({ message: { model: '<synthetic>', stop_reason: 'refusal' }, ...over })

const broken: readonly Experiment[] = [
  experiment(
    'turn-continued',
    'N17',
    'a broken off turn that was gone on with: the whole message of the open call is dropped',
    [...open, meta('k1', 'a2', CONTINUE), a('a4', 'k1', 'm4', 'more'), ...goesOn('a4')],
    NEWEST,
  ),
  experiment(
    'turn-continued-other',
    'N17',
    'another note behind it: the text of the message is kept',
    [...open, meta('k1', 'a2', 'Go on.'), ...goesOn('k1')],
    NEWEST,
  ),
  experiment(
    'turn-continued-words',
    'N17',
    'the same words of the user are no such note',
    [...open, u('k1', 'a2', CONTINUE), ...goesOn('k1')],
    NEWEST,
  ),
  experiment(
    'turn-continued-half',
    'N17',
    'a message that has a result for one of its calls is kept',
    [...half, meta('k1', 'r2', CONTINUE), ...goesOn('k1')],
    NEWEST,
  ),
  experiment('turn-continued-tip', 'N17 N24', 'at the tip', [...open, meta('k1', 'a2', CONTINUE)], NEWEST),
  experiment(
    'turn-continued-list',
    'N17',
    'as a list of one text',
    [...open, meta('k1', 'a2', [text(CONTINUE)]), ...goesOn('k1')],
    NEWEST,
  ),
  experiment(
    'turn-continued-two-texts',
    'N17',
    'as one text of two: no such note',
    [...open, meta('k1', 'a2', [text(CONTINUE), text('more')]), ...goesOn('k1')],
    NEWEST,
  ),
  experiment(
    'turn-continued-restarted',
    'N17',
    'the words after a restart',
    [...open, meta('k1', 'a2', RESTARTED), ...goesOn('k1')],
    NEWEST,
  ),
  experiment(
    'turn-continued-second-round',
    'N17',
    'only the message of the open call goes, not the rounds before',
    [
      ...open,
      r('r1', 'a2', 'c1'),
      a('t3', 'r1', 'm3', 'second'),
      a('a3', 't3', 'm3', call('c2')),
      meta('k1', 'a3', CONTINUE),
      ...goesOn('k1'),
    ],
    NEWEST,
  ),
  experiment(
    'turn-continued-before',
    'N17',
    'an open call of an earlier turn: its text stays',
    [...open, u('u3', 'a2', 'three'), a('a4', 'u3', 'm4', 'four'), meta('k1', 'a4', CONTINUE), ...goesOn('k1')],
    NEWEST,
  ),
  experiment(
    'turn-continued-companion',
    'N17',
    'a companion row before the answers opens the turn, behind them it does not',
    [
      ...asked,
      meta('s1', 'u2', 'skill', { turnCompanion: true }),
      a('t2', 's1', 'm2', 'let me'),
      a('a2', 't2', 'm2', call('c1')),
      meta('s2', 'a2', 'skill', { turnCompanion: true }),
      meta('k1', 's2', CONTINUE),
      ...goesOn('k1'),
    ],
    NEWEST,
  ),
  experiment(
    'turn-continued-twice',
    'N17',
    'gone on with twice',
    [
      ...open,
      meta('k1', 'a2', CONTINUE),
      a('t3', 'k1', 'm3', 'again'),
      a('a3', 't3', 'm3', call('c2')),
      meta('k2', 'a3', CONTINUE),
      ...goesOn('k2'),
    ],
    NEWEST,
  ),
  experiment(
    'shutdown-result',
    'N15',
    'a result that the client wrote when it was ended is a result',
    [...open, r('r1', 'a2', 'c1', 'rejected', { interruptedByShutdown: true }), ...goesOn('r1')],
    NEWEST,
  ),
  experiment(
    'shutdown-late',
    'N15',
    'where the tool has returned after all, only that is a result',
    [
      ...open,
      r('r1', 'a2', 'c1', 'rejected', { interruptedByShutdown: true }),
      r('r3', 'r1', 'c1', 'out c1'),
      ...goesOn('r3'),
    ],
    NEWEST,
  ),
  experiment(
    'shutdown-continued',
    'N17',
    'in a turn that was gone on with it is none, and is not sent',
    [
      ...open,
      r('r1', 'a2', 'c1', 'rejected', { interruptedByShutdown: true }),
      meta('k1', 'r1', CONTINUE),
      ...goesOn('k1'),
    ],
    NEWEST,
  ),
  experiment(
    'shutdown-interrupted',
    'N15',
    'an interruption by the end of the client leaves the round open',
    [...open, u('i1', 'a2', [text('[Request interrupted by user for tool use]')], { interruptedByShutdown: true })],
    NEWEST,
  ),
  experiment(
    'shutdown-interrupted-result',
    'N16',
    'also where an earlier call is open',
    [...ended(), u('i1', 'r2', [text('[Request interrupted by user for tool use]')], { interruptedByShutdown: true })],
    NEWEST,
  ),
]

const ends: readonly Experiment[] = [
  experiment('ends-denial', 'N16', 'a denial that ends the turn', ended({ toolDenialEndsTurn: true }), NEWEST),
  experiment(
    'ends-denial-note',
    'N16 N24',
    'and an attachment behind it: nothing is inserted',
    [...ended({ toolDenialEndsTurn: true }), note],
    NEWEST,
  ),
  experiment(
    'ends-background',
    'N16',
    'a call that went on in the background',
    ended({ toolUseResult: { backgroundedByTurnAbort: true } }),
    NEWEST,
  ),
  experiment(
    'ends-background-note',
    'N16 N24',
    'and an attachment behind it',
    [...ended({ toolUseResult: { backgroundedByTurnAbort: true } }), note],
    NEWEST,
  ),
  experiment('ends-tool', 'N16', 'a result with which its tool ends the turn', ended({ toolEndsTurn: true }), NEWEST),
  experiment(
    'ends-tool-error',
    'N16',
    'an error does not end it',
    ended({ toolEndsTurn: true }, 'out', 'Bash', { is_error: true }),
    NEWEST,
  ),
  experiment(
    'ends-tool-note',
    'N16 N24',
    'and an attachment behind it',
    [...ended({ toolEndsTurn: true }), note],
    NEWEST,
  ),
  experiment(
    'ends-mcp',
    'N16',
    'an MCP tool that ends the turn',
    ended({ mcpMeta: { _meta: { 'claude/endTurn': true } } }),
    NEWEST,
  ),
  experiment('ends-given-up', 'N16', 'a call that was given up for a message', ended({}, GIVEN_UP), NEWEST),
  ...['SendUserMessage', 'Brief', 'SendUserFile', 'StructuredOutput'].map((tool, at) =>
    experiment(`ends-to-user-${at}`, 'N16', `the result of ${tool}`, ended({}, 'out', tool), NEWEST),
  ),
  experiment(
    'ends-to-user-note',
    'N16 N24',
    'and an attachment behind it',
    [...ended({}, 'out', 'SendUserMessage'), note],
    NEWEST,
  ),
  experiment(
    'ends-max-turns',
    'N16',
    'all turns used up: the client was to end',
    [...ended(), att('n1', 'r2', 'max_turns_reached', { maxTurns: 3, turnCount: 4 })],
    NEWEST,
  ),
  experiment(
    'ends-max-turns-open',
    'N16 N24',
    'all turns used up before the client was to end',
    [...ended(), att('n1', 'r2', 'max_turns_reached', { maxTurns: 3, turnCount: 4, exitCommitted: false })],
    NEWEST,
  ),
  experiment(
    'ends-refusal',
    'N26',
    'a refusal of the model behind a result',
    [...ended(), apiError('e1', 'r2', 'API Error: refused', refused({}))],
    NEWEST,
  ),
  experiment(
    'ends-refusal-note',
    'N26 N24',
    'a refusal and an attachment: nothing is inserted',
    [...asked, apiError('e1', 'u2', 'API Error: refused', refused({})), att('n1', 'e1', 'novelty', { content: '' })],
    NEWEST,
  ),
  experiment(
    'ends-denied',
    'N26',
    'an error that is final by its name, and an attachment',
    [
      ...asked,
      apiError('e1', 'u2', 'API Error', { apiError: 'dlp_request_denied' }),
      att('n1', 'e1', 'novelty', { content: '' }),
    ],
    NEWEST,
  ),
  experiment(
    'ends-unsent',
    'N26',
    'an error that stands for no request',
    [...ended(), apiError('e1', 'r2', 'API Error', { apiError: 'unattended_start_unconfirmed' })],
    NEWEST,
  ),
  experiment(
    'ends-fallback',
    'N15',
    'a refusal after which another model was asked closes the round',
    [...open, sys('s1', 'a2', 'model_refusal_fallback')],
    NEWEST,
  ),
  experiment(
    'notice-shown',
    'N24',
    'a notice that is only shown, behind an answer: nothing is inserted',
    [...start, u('n1', 'a1', NOTICE, FROM_TASK)],
    NEWEST,
  ),
  experiment('notice-shown-prompt', 'N24', 'behind a prompt', [...asked, u('n1', 'u2', NOTICE, FROM_TASK)], NEWEST),
  experiment('notice-shown-result', 'N24', 'behind a result', [...ended(), u('n1', 'r2', NOTICE, FROM_TASK)], NEWEST),
  experiment('notice-shown-open', 'N24', 'behind an open call', [...open, u('n1', 'a2', NOTICE, FROM_TASK)], NEWEST),
]

const retracted: readonly Experiment[] = [
  experiment(
    'retracted-note',
    'N26',
    'a note says that an answer was taken back: it is not sent',
    [...takenBack({}, over => meta('k1', 'x1', 'try again', over)), ...goesOn('k1')],
    NEWEST,
  ),
  experiment(
    'retracted-block',
    'N26',
    'named by another block of the same message',
    [
      ...takenBack({}, over => meta('k1', 'x1', 'try again', over), [`${uuid(1).slice(0, 24)}000000000007`]),
      ...goesOn('k1'),
    ],
    NEWEST,
  ),
  experiment(
    'retracted-fallback',
    'N26',
    'said by the row of another model that was asked',
    [...takenBack({}, over => sys('k1', 'x1', 'model_refusal_fallback', over)), ...goesOn('k1')],
    NEWEST,
  ),
  experiment(
    'retracted-system',
    'N26',
    'said by any other row of the system: it is sent',
    [...takenBack({}, over => sys('k1', 'x1', 'informational', over)), ...goesOn('k1')],
    NEWEST,
  ),
  experiment(
    'retracted-error',
    'N26',
    'said by an error of the API',
    takenBack({}, over => apiError('k1', 'x1', 'no valid call', over)),
    NEWEST,
  ),
  experiment(
    'retracted-aside',
    'N26',
    'said by a row beside the chain: it is sent',
    [
      ...takenBack({ parentUuid: id('u1') }, over => meta('k1', 'x1', 'try again', over)),
      u('u9', 'x1', 'nine', { parentUuid: uuid(1) }),
      a('a9', 'u9', 'm9', 'done'),
    ],
    NEWEST,
  ),
  experiment(
    'retracted-tip',
    'N26',
    'the answer at the tip',
    takenBack({}, over => meta('k1', 'x1', 'try again', over)),
    NEWEST,
  ),
]

export const TURNS: readonly Experiment[] = [...broken, ...ends, ...retracted]
