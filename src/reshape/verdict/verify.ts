// Does the result keep what the plan promises? It is read as the client would find it, before anything is written.

import { type Context, findContext } from '../../context/index.js'
import { NONE } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import type { SessionFolder } from '../../format/session-folder.js'
import type { Plan, Promises } from '../plan/plan.js'
import { type Basis, basisOf, type FoundBefore } from './basis.js'
import type { Examined } from './examine.js'
import { blockPrints, type SentBlock, type SentBlocks } from './sent-blocks.js'
import { sideFilesKept } from './side-files.js'
import { notMoreThanEver, stillSent, worseFindings } from './verify-mended.js'

export interface Judgement {
  /** Why the result is not written; empty where it keeps all promises. */
  readonly broken: readonly string[]
  /** Findings that were not there before. */
  readonly findings: readonly Finding[]
  readonly after: Context
}

export interface Verdict extends Judgement {
  readonly before: Context
}

/** What a plan is judged by. */
export interface Evidence extends ResultEvidence {
  readonly before: Examined
  /** What the context is compared with, where it is not the session but as much of it as the promise says. */
  readonly compared?: Examined | undefined
}

export interface ResultEvidence {
  readonly after: Examined
  /** Edits that do what the plan does not name (account.ts). */
  readonly unaccounted: readonly string[]
  /** The session's folder as it is; undefined where it is no file. */
  readonly folder: SessionFolder | undefined
}

/** Both readings at hand. */
export function verify(plan: Plan, { before, compared = before, ...result }: Evidence): Verdict {
  const context = comparedContext(compared, plan.promises.leaf)
  return { ...verifyAgainst(plan, basisOf(plan, before, compared, context), result), before: context }
}

export type JudgedPlan = Pick<Plan, 'promises' | 'sourceRows' | 'changes'> & {
  readonly named: Pick<Plan['named'], 'idBefore' | 'leftOut'>
}

/** The source's reading may be gone: what is asked of it is in the basis. */
export function verifyAgainst(
  plan: JudgedPlan,
  basis: Basis,
  { after, unaccounted, folder }: ResultEvidence,
): Judgement {
  const { promises } = plan
  const context = findContext(after.reading)
  const isMended = promises.context === 'mended'
  const news = newFindings(plan, basis, after)
  const findings = isMended ? worseFindings(news) : news
  const sentBefore = basis.sent
  const sentAfter = blockPrints(context, after, plan.sourceRows)
  const broken = [
    ...unaccounted,
    ...sameNumber(plan, after),
    ...sideFilesKept(plan, folder),
    ...findings.map(newProblem),
    ...outcome(basis, context, isMended),
    ...(basis.outcome.kind === 'refuses'
      ? []
      : isMended
        ? [
            ...stillSent(sentBefore, sentAfter, promises),
            ...(promises.mayGrow ? [] : notMoreThanEver(basis.weight, after, context)),
          ]
        : promises.context === 'same'
          ? sameBlocks(sentBefore, sentAfter, promises.rewritten)
          : promises.context === 'rest'
            ? sameRest(sentBefore, sentAfter, promises)
            : sameWords(sentBefore, withoutFreed(basis, sentAfter), promises)),
    // What a repair brings back is what the thinking behind it was signed with.
    ...(isMended ? [] : validThinking(sentBefore, sentAfter)),
  ]
  return { broken, findings, after: context }
}

/** A session that does not resume promises nothing about what is sent. */
export function comparedContext({ reading }: Examined, leaf: number | undefined): Context {
  const asIs = findContext(reading)
  return leaf === undefined || asIs.outcome.kind === 'refuses' ? asIs : findContext(reading, { leaf })
}

/** Entries are told by their places: one more or less, and all behind it would be taken for others. */
function* sameNumber({ sourceRows }: JudgedPlan, { reading }: Examined): Generator<string> {
  const { count } = reading.conversation.rows
  if (count !== sourceRows.length) yield `the result would have ${count} entries instead of ${sourceRows.length}`
}

export function newProblem(one: Finding): string {
  return `the result would have a new problem: ${one.code}${at(one)}: ${one.message}`
}

function at({ line }: Finding): string {
  return line === undefined ? '' : ` on line ${line}`
}

/**
 * Findings about the session as a whole: the entry that they name is only the first of several. And a parent that is
 * missing: where an entry goes, what hung on it inherits that.
 */
const OF_THE_WHOLE = new Set([
  'parent-missing',
  'parent-missing-aside',
  'parent-bridged',
  'parent-null',
  'agent-missing',
  'backup-missing',
  'output-elsewhere',
  'session-id-mixed',
  'session-id-differs',
  'unknown-field',
  'unknown-type',
  'parent-forward',
  'timestamp-bad',
  'timestamp-tip',
  'tool-results-parallel',
])
/** Findings that come with the point at which a session is made to end: a call waits there, another model answered. */
const OF_THE_END = new Set([
  'tool-call-pending',
  'tool-results-parallel',
  'tool-reference',
  'tool-result-repeated',
  'thinking-other-model',
  'parent-bridged',
  'checkpoint-rewound',
  'parent-missing-aside',
])
/** Agents of the client's own, which no call started: told only where no other agent is there, whose calls may have gone. */
const TOLD_ALONE = 'agent-unlinked'
/** An output that is gone is gone, whatever folder its path names; half a line is cut, whether or not one follows. */
const SAME_AS: Readonly<Record<string, string>> = {
  'output-elsewhere': 'output-missing',
  'line-half': 'line-cut',
}

/** By code and entry: the same trouble in the same entry is no news, wherever its line is now. */
export function newFindings(
  { sourceRows, promises }: Pick<Plan, 'sourceRows' | 'promises'>,
  before: FoundBefore,
  after: Pick<Examined, 'reading' | 'findings'>,
): readonly Finding[] {
  const { rows } = after.reading.conversation
  const found = new Set(after.findings.map(({ line }) => line))
  const sourceLines = new Map<number, number>()
  for (let row = 0; row < rows.count; row++) {
    const source = sourceRows[row] ?? NONE
    const line = rows.line[row]!
    if (source !== NONE && found.has(line)) sourceLines.set(line, before.lines[source]!)
  }
  const nameOf = (code: string): string => SAME_AS[code] ?? code
  const { wasSent, freed } = before
  const known = new Map<string, number>()
  for (const { code, line } of before.findings) {
    for (const where of placesOf(nameOf(code), line)) known.set(where, (known.get(where) ?? 0) + 1)
  }
  const troubled = new Set(before.findings.map(({ line }) => line))
  return after.findings.filter(finding => {
    const code = nameOf(finding.code)
    if (code === TOLD_ALONE && promises.context !== 'same') return false
    const isWhole = OF_THE_WHOLE.has(finding.code)
    // Damage that is no entry stays where it is, on a line that no entry tells.
    const line = finding.line === undefined ? undefined : sourceLines.get(finding.line)
    const [exact, anywhere] = placesOf(code, line)
    const where = isWhole || (finding.line !== undefined && line === undefined) ? anywhere! : exact!
    const left = known.get(where) ?? 0
    known.set(where, left - 1)
    // What hung on nothing but what is cut on purpose begins the conversation.
    if (code === 'parent-null' && line !== undefined && freed.has(line)) return false
    // Said of a block that had a worse finding as long as it was sent.
    if (left > 0 || (code === 'block-not-sent' && line !== undefined && troubled.has(line))) return false
    return wasSent === undefined || !(OF_THE_END.has(finding.code) || (line !== undefined && !wasSent.has(line)))
  })
}

function placesOf(code: string, line: number | undefined): readonly string[] {
  return [`${code} ${line ?? ''}`, `${code} anywhere`]
}

/** A repair may bring back more than fits; any other change makes no session that is compacted where its source was not. */
function* outcome(before: Pick<Context, 'outcome'>, after: Context, isMended: boolean): Generator<string> {
  if (after.outcome.kind === 'refuses' && before.outcome.kind !== 'refuses')
    yield `the result would not resume: ${after.outcome.reason}`
  if (after.outcome.kind === 'compacts' && before.outcome.kind === 'resumes' && !isMended)
    yield `the client would compact the result before sending anything: ${after.outcome.reason}`
}

function* sameBlocks(before: SentBlocks, after: SentBlocks, rewritten: ReadonlySet<number>): Generator<string> {
  const differs = firstDifference(before, after, rewritten)
  if (differs === undefined) return
  const place = before.at(differs) ?? after.at(differs)
  yield `the model would not see the same: block ${differs + 1} of ${before.length} (${describe(place)}) differs`
}

/** The client drops the words of an entry with a call that has no result (R-T2, N17); without the call they are sent. */
function withoutFreed({ unanswered }: Basis, after: SentBlocks): SentBlocks {
  return after.filter(({ row }) => !unanswered.has(row))
}

/** Every prompt and every answer but those that go on purpose, in order, with nothing between that was not there. */
function* sameWords(before: SentBlocks, after: SentBlocks, { rewritten, gone }: Promises): Generator<string> {
  const isWord = ({ type, row, isStored, isNote, isBlank }: SentBlock): boolean =>
    type === 'text' && isStored && !isNote && !isBlank && !gone.has(row)
  const wordsBefore = attachedInFileOrder(before.filter(isWord))
  const wordsAfter = attachedInFileOrder(after.filter(isWord))
  const differs = firstDifference(wordsBefore, wordsAfter, rewritten, UNFRAMED)
  if (differs === undefined) return
  const place = wordsBefore.at(differs) ?? wordsAfter.at(differs)
  yield `prompts and answers would not all be kept in order: the first difference is ${describe(place)}`
}

/**
 * Between two answers the client chooses where queued prompts go: before a prompt that they follow (N33), those with an
 * image before the others (N34). Where one of them or what stands beside it changes, so may that: all between the same
 * two answers is compared in the order of the file then.
 */
function attachedInFileOrder(words: SentBlocks): SentBlocks {
  const ordered = new Int32Array(words.length)
  for (let from = 0, to = 0; from < words.length; from = to) {
    const first = words.at(from)!
    let mayMove = first.isAttached
    for (to = from + 1; to < words.length && isAnswer(words.at(to)!) === isAnswer(first); to++)
      mayMove ||= words.at(to)!.isAttached
    const run = ordered.subarray(from, to).map((_, at) => from + at)
    ordered.set(mayMove ? run.sort((a, b) => words.at(a)!.row - words.at(b)!.row || a - b) : run, from)
  }
  return words.inOrder(ordered)
}

const isAnswer = ({ role }: SentBlock): boolean => role === 'assistant'

/**
 * Every block but thinking and what goes on purpose, in order; and besides them the new texts that the plan names. What
 * the client writes itself counts where it stands behind a block that stays: otherwise it speaks of what is gone.
 */
function* sameRest(before: SentBlocks, after: SentBlocks, { rewritten, gone, added = 0 }: Promises): Generator<string> {
  const isNew = ({ isStored, row }: SentBlock): boolean => isStored && row === NONE
  const found = after.filter(isNew)
  if (found.length !== added || found.filter(({ type }) => type !== 'text').length > 0)
    yield `the model would see ${found.length} new texts instead of ${added}`
  const stays = (block: SentBlock): boolean =>
    block.type !== 'thinking' && !block.isBlank && !isNew(block) && !(block.isStored && gone.has(block.row))
  const restOf = (blocks: SentBlocks): SentBlocks => {
    let isBehindRest = false
    return blocks.filter(block => {
      if (block.isStored) isBehindRest = !gone.has(block.row) && (isBehindRest || !isNew(block))
      return stays(block) && isBehindRest
    })
  }
  const [restBefore, restAfter] = [restOf(before), restOf(after)]
  const differs = firstDifference(restBefore, restAfter, rewritten, UNFRAMED)
  if (differs === undefined) return
  const place = restBefore.at(differs) ?? restAfter.at(differs)
  yield `kept content would not be sent as before: the first difference is ${describe(place)}`
}

/** By what blocks are told apart. */
interface Form {
  role(block: SentBlock): string
  print(block: SentBlock): number | string
}

const AS_SENT: Form = { role: ({ role }) => role, print: ({ print }) => print }
/** Whoever said it, without the form that the client gives it: a queued prompt goes with whatever stands before it. */
const UNFRAMED: Form = {
  role: ({ role }) => (role === 'assistant' ? 'assistant' : 'user'),
  print: ({ words }) => words,
}

/** A0: up to the first difference thinking is valid, behind it none is. */
function* validThinking(before: SentBlocks, after: SentBlocks): Generator<string> {
  const same = firstDifference(before, after, new Set()) ?? after.length
  let at = 0
  const void_ = after.filter(block => at++ >= same && block.type === 'thinking' && block.isStored)
  if (void_.length > 0)
    yield `${void_.length} thinking blocks would come after a change and be invalid, the first one ${describe(void_.at(0))}`
}

function firstDifference(
  before: SentBlocks,
  after: SentBlocks,
  rewritten: ReadonlySet<number>,
  form: Form = AS_SENT,
): number | undefined {
  const length = Math.max(before.length, after.length)
  let prints: Map<string, SentBlock['print']> | undefined
  /** An answer may stand in the file twice: it does not matter which of two that said the same comes first. */
  const isCopy = (a: SentBlock, b: SentBlock): boolean => {
    prints ??= new Map(Array.from(before, one => [`${one.row} ${one.type}`, form.print(one)]))
    return rewritten.has(b.row) && prints.get(`${b.row} ${b.type}`) === form.print(a)
  }
  for (let at = 0; at < length; at++) {
    const [a, b] = [before.at(at), after.at(at)]
    if (!a || !b || form.role(a) !== form.role(b) || a.type !== b.type) return at
    if (form.print(a) !== form.print(b) && !(rewritten.has(a.row) && (a.row === b.row || isCopy(a, b)))) return at
  }
  return undefined
}

function describe(block: SentBlock | undefined): string {
  if (!block) return 'at the end'
  return `${block.role} ${block.type}${block.line === 0 ? '' : ` on line ${block.line}`}`
}
