// A change from front to back: the session is opened, the change planned, its result examined and, where it keeps what
// is promised, written. Every verb goes this way.

import { remedyCall } from '../../check/remedies.js'
import {
  type Context,
  contextCalibration,
  contextEstimate,
  contextReader,
  findContext,
  PROFILES,
  type Reading,
} from '../../context/index.js'
import type { Calibration } from '../../context/tokens.js'
import { NONE } from '../../conversation/rows.js'
import {
  applyChanges,
  dataDir,
  type FileState,
  type ResolvedSession,
  readEditedRecords,
  refuseLiveAt,
} from '../../disk/index.js'
import type { Edit, Edits } from '../../format/changes.js'
import { InputError } from '../../format/error.js'
import { figure } from '../../format/figure.js'
import type { RecordSink } from '../../format/found.js'
import type { SessionFolder } from '../../format/session-folder.js'
import { inConfigDir, sessionWord } from '../../format/shell-word.js'
import {
  type Figure,
  mayBeActedOn,
  type Plan,
  planForFigures,
  planReshape,
  type ReshapeRequest,
  type Step,
  staleFigure,
  withoutRepeats,
} from '../../reshape/plan/index.js'
import {
  accountFor,
  basisOf,
  brokenTranscripts,
  comparedContext,
  type Examined,
  type JudgedPlan,
  type Judgement,
  saidOf,
} from '../../reshape/verdict/index.js'
import { refuseArchived } from '../archive/refuse-archived.js'
import { releaseMemory } from '../release-memory.js'
import type { OpenOptions } from '../session/open-session.js'
import { locate, type Place, refuseSamples } from '../session/place.js'
import { tellSwept } from '../undo/tell-swept.js'
import { refusal } from '../undo/undo.js'
import {
  comparedWith,
  eachEdit,
  provenResult,
  type ResultBasis,
  readResult,
  releasing,
  sameResult,
} from './judge-result.js'
import { editKeeper, keptEdits } from './kept-edits.js'
import type { Figures, ReshapeReport } from './reshape-report.js'
import { type OpenForChange, openForChange } from './reshape-source.js'
import { type ResultPlace, targetOf } from './result-place.js'
import { type ExaminedEdits, examinedEdits } from './same-edits.js'

export interface ReshapeCall {
  /** The command and the words of its call, for the receipt. */
  readonly verb: string
  readonly call: readonly string[]
  readonly reference: string
  readonly where: Where
  readonly dryRun: boolean
  readonly now: number
  readonly keepIds: boolean
  readonly idsFrom: string | undefined
  readonly allTexts: boolean
  readonly title: string | undefined
  /** May the reference name a place in the session? The verb then says what that means. */
  readonly allowPoint?: boolean
  /** Thinking may have to go from the transcripts of agents too. */
  readonly agentFacts?: boolean
  /** Sees every record of the result, and says what is wrong with it. */
  readonly witness?: Witness
  /** What shall happen, once the session is known. */
  readonly request: (open: OpenForChange, measure: MeasureTokens) => Requested | Promise<Requested>
  /** A verb that plans by itself. */
  readonly plan?: (open: OpenForChange, target: ReshapeRequest['target']) => Plan | Promise<Plan>
  /** What it found against its own plan. */
  readonly refuses?: () => readonly string[]
  /** Is told what the model gets before and after, one after the other. */
  readonly judged?: (which: 'before' | 'after', judged: Judged) => void
  /** Looks at the result, which is not written yet; what was known of the session is given back by then. */
  readonly look?: LookAtResult | undefined
}

export type LookAtResult = (result: SeenResult, options: OpenOptions) => Promise<void>

export interface SeenResult {
  /** The session that is changed, as it was when it was planned. */
  readonly source: Pick<OpenForChange, 'folder' | 'state'>
  /** The result is the session with these edits. */
  readonly plan: Pick<Plan, 'sessionId' | 'changes'>
  readonly after: { readonly reading: Reading; readonly context: Context }
  /** How its figures were estimated. */
  readonly calibration: Calibration
}

export interface Judged {
  readonly examined: Examined
  readonly context: Context
}

export interface Witness {
  readonly sink: Pick<RecordSink, 'entry' | 'gap'>
  broken(): readonly string[]
}

export interface Requested extends Omit<ReshapeRequest, 'target'> {
  /** Why nothing can be done, or shall not be written after all. */
  readonly refused?: readonly string[]
  /** The session is as it shall be already: nothing is written. */
  readonly unneeded?: boolean
  /** Of the side files that the plan was made from, before they were read. */
  readonly states?: ReadonlyMap<string, FileState>
}

/** What the client would send of the result, in tokens: for a verb that looks for the right one among several. */
export type MeasureTokens = (request: Omit<ReshapeRequest, 'target'>) => Promise<number>

/** Where the result goes. */
export type Where =
  | { readonly kind: 'same-project' }
  | { readonly kind: 'project'; readonly directory: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'in-place' }

export async function reshape(place: Place, wish: ReshapeCall, options: OpenOptions = {}): Promise<ReshapeReport> {
  const resolved = await locate(wish.reference, place, { allowPoint: wish.allowPoint ?? false })
  if (resolved.kind !== 'file') throw new InputError('usage', `${wish.verb} takes a session file, not standard input`)
  if (wish.where.kind === 'in-place') refuseArchived(resolved, `${wish.verb} --in-place`)
  if (!wish.dryRun) refuseToWrite(place, resolved.path, wish.where)
  const open = await openForChange(resolved, wish.now, {
    dataDir: dataDir(place),
    agentFacts: wish.agentFacts ?? false,
    ...options,
  })
  releaseMemory(open.state.size)
  try {
    return await reshapeOpen(place, resolved, open, wish, options)
  } finally {
    open.close()
  }
}

/**
 * A session of its own is as large as the same change made in place: its ids are as long as the old ones, and only ids are
 * other ones. So no entry but those that the verbs change is edited to know its size. Only where words are rewritten too may
 * thinking go that stood behind them.
 */
function measuredAs(target: ReshapeRequest['target']): ReshapeRequest['target'] {
  return target.kind === 'new-session' && target.allTexts ? target : { kind: 'in-place' }
}

/** A copy may be written elsewhere, in place nothing is. */
function refuseToWrite(place: Place, path: string, where: Where): void {
  if (where.kind === 'file') refuseSamples(place, where.path)
  else refuseSamples(place, path, '; use --out FILE to write a copy')
}

async function reshapeOpen(
  place: Place,
  resolved: ResolvedSession & { readonly kind: 'file' },
  open: OpenForChange,
  wish: ReshapeCall,
  options: OpenOptions,
): Promise<ReshapeReport> {
  const proposal = await propose(place, resolved, open, wish, options)
  open.giveBack()
  const { plan, target, unneeded, calibration } = proposal
  const judged =
    proposal.judged.kind === 'known'
      ? proposal.judged
      : await judgedByReading(open, proposal, proposal.judged, wish, options)
  const { broken, outcome, size } = judged
  const report: ReshapeReport = {
    sessionId: plan.sessionId,
    path: null,
    resume: null,
    dryRun: wish.dryRun,
    written: false,
    before: proposal.size,
    after: size,
    steps: [...plan.steps, ...stepsNotTaken(open, target), ...stillTooLarge(outcome, size.tokens)],
    findings: judged.findings,
    refused: [
      ...proposal.refused,
      ...broken,
      ...compactedAnyway(plan, outcome, size.tokens),
      ...(broken.length > 0 ? mendFirst(proposal.findings, open.folder, wish.verb, place.configDir) : []),
      ...(wish.witness?.broken() ?? []),
      ...(wish.refuses?.() ?? []),
      ...unreadSideFiles(open, target),
      ...(unneeded ? [] : liveRefusal(open, wish)),
    ],
    receipt: null,
  }
  if (wish.dryRun || unneeded || report.refused.length > 0) return report
  try {
    const { receipt, swept } = await applyChanges({
      verb: wish.verb,
      call: wish.call,
      source: { ...open.folder, state: open.state },
      changes: { ...plan.changes, edits: proposal.sameOf(plan.changes.edits) },
      target: target.apply,
      ...(proposal.states === undefined ? {} : { states: proposal.states }),
      dataDir: dataDir(place),
      ...(proposal.keepsFigures ? {} : { tokens: { base: calibration.base, rate: calibration.rate } }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
    tellSwept(place, swept)
    return { ...report, path: target.path, resume: target.resume, written: true, receipt: receipt.id }
  } catch (error) {
    return { ...report, refused: [refusal(error).message] }
  }
}

/** A plan and what is known of it when its source was read: all that is needed once that reading is given back. */
interface Proposal {
  readonly plan: JudgedPlan & Pick<Plan, 'folder' | 'sessionId' | 'steps'>
  readonly target: ResultPlace
  readonly unneeded: boolean
  readonly refused: readonly string[]
  readonly states: Requested['states']
  /** Whether edits are those that were examined. */
  readonly sameOf: ExaminedEdits['sameOf']
  readonly calibration: Calibration
  readonly size: Figures
  readonly findings: Examined['findings']
  readonly keepsFigures: boolean
  readonly judged: ({ readonly kind: 'known' } & Settled) | ({ readonly kind: 'unread' } & ResultBasis)
}

type Outcome = Context['outcome']

/** How the result is judged, and its size. */
interface Settled extends Pick<Judgement, 'broken' | 'findings'> {
  readonly outcome: Outcome
  readonly size: Figures
}

/** Nothing of what it returns may hold the source's reading, but for edits that are too many to be kept. */
async function propose(
  place: Place,
  resolved: ResolvedSession & { readonly kind: 'file' },
  open: OpenForChange,
  wish: ReshapeCall,
  options: OpenOptions,
): Promise<Proposal> {
  const { plan, target, unneeded, refused, states } = await planFor(place, resolved, open, wish, options)
  const seen = accountFor(open.source, plan.changes.edits, saidOf(plan, open.folder))
  const { edits, sameOf } = examinedEdits(seen.edits)
  const account = { ...seen, edits }
  const known =
    (unneeded ? sameResult(open, plan, wish) : undefined) ?? (await provenResult(open, plan, account, wish, options))
  const { sessionId, steps, promises, sourceRows, folder, changes, named } = plan
  const proposal = {
    plan: {
      ...{ sessionId, steps, promises, sourceRows, folder, changes },
      named: { idBefore: named.idBefore, leftOut: named.leftOut },
    },
    ...{ target, unneeded, refused, states, sameOf },
    findings: open.before.findings,
    keepsFigures: keepsFigures(open, plan),
  }
  if (known) {
    const { broken, findings, before, after } = known.verdict
    const { calibration, size } = measured(open, before)
    const settled = { broken, findings, outcome: after.outcome, size: { ...size, bytes: known.bytes } }
    return { ...proposal, calibration, size, judged: { kind: 'known', ...settled } }
  }
  const { basis, calibration, size } = await basisFor(open, plan, wish)
  releaseMemory(open.state.size)
  const kept = (await keptOf(edits, options)) ?? sameOf(changes.edits)
  const unaccounted = [...account.broken(), ...brokenTranscripts(plan, open.source)]
  return {
    ...proposal,
    ...{ calibration, size },
    plan: { ...proposal.plan, changes: { ...changes, edits: kept } },
    judged: { kind: 'unread', basis, unaccounted },
  }
}

/** Apart from all that follows: what was asked for, the turns of a session for instance, is not needed any more (I5). */
async function planFor(
  place: Place,
  resolved: ResolvedSession & { readonly kind: 'file' },
  open: OpenForChange,
  wish: ReshapeCall,
  options: OpenOptions,
) {
  const wanted = targetOf(place, resolved, open, wish)
  let price: Calibration | undefined
  const measure: MeasureTokens = async request => {
    const { reading } = open.before
    price ??= contextCalibration(reading, findContext(reading))
    const result = planReshape(open.source, { ...request, target: measuredAs(wanted.plan) })
    return tokensOf(open, result, price, options)
  }
  const { refused = [], unneeded: isUnneeded = false, states, ...request } = await wish.request(open, measure)
  const own = await wish.plan?.(open, wanted.plan)
  const unneeded = isUnneeded || own?.isNothing === true
  const target = unneeded ? targetOf(place, resolved, open, { ...wish, where: { kind: 'in-place' } }) : wanted
  const plan = own
    ? wish.dryRun || unneeded
      ? own
      : withKeptEdits(own)
    : await planned(open, { ...request, target: target.plan }, wish, options)
  return { plan, target, unneeded, refused, states }
}

/** Before the edits are looked at: what that takes, and what is sent, is too much together (I5). */
async function basisFor(open: OpenForChange, plan: Plan, { judged }: ReshapeCall) {
  releaseMemory(open.state.size)
  const { before } = open
  const compared = await comparedWith(open, plan)
  const context = comparedContext(compared, plan.promises.leaf)
  judged?.('before', { examined: before, context })
  return { basis: basisOf(plan, before, compared, context), ...measured(open, context) }
}

function measured({ before }: OpenForChange, context: Context): Pick<Proposal, 'calibration' | 'size'> {
  const calibration = contextCalibration(before.reading, context)
  return { calibration, size: figures(before, context, calibration) }
}

/** All of them are gone through; undefined where they are too many to be kept. */
async function keptOf(edits: Edits, options: OpenOptions): Promise<Iterable<Edit> | undefined> {
  const keeper = editKeeper()
  await eachEdit(edits, options, edit => {
    keeper.add(edit)
    return true
  })
  return keeper.all()
}

async function judgedByReading(
  open: OpenForChange,
  { plan, calibration }: Proposal,
  basis: ResultBasis,
  wish: ReshapeCall,
  options: OpenOptions,
): Promise<Settled> {
  const { judgement, after } = await readResult(open, plan, basis, wish, options)
  const { broken, findings, after: context } = judgement
  await wish.look?.({ source: open, plan, after: { reading: after.reading, context }, calibration }, options)
  return { broken, findings, outcome: context.outcome, size: figures(after, context, calibration) }
}

/** It fits, and the client would take it for too large all the same. */
function compactedAnyway({ promises }: Pick<Plan, 'promises'>, outcome: Outcome, tokens: number): readonly string[] {
  if (outcome.kind !== 'compacts' || tokens >= outcome.limit || promises.context === 'same') return []
  return [`the client would compact it before sending anything: ${outcome.reason}`]
}

/** Not a fault of the change, but whoever resumes it should know. */
function stillTooLarge(outcome: Outcome, tokens: number): readonly Step[] {
  if (outcome.kind !== 'compacts' || tokens < outcome.limit) return []
  const why = `about ${figure(tokens)} tokens; the client compacts at ${figure(outcome.limit)}, before sending anything`
  return [{ action: 'still too large', entries: 1, lines: [], why }]
}

/**
 * On a damaged line one record may hide another, and where a parent is missing the client goes on elsewhere: what a change
 * takes away may bring something back then. Mended, the same change is made.
 */
function mendFirst(
  findings: Examined['findings'],
  folder: SessionFolder,
  verb: string,
  configDir: string | undefined,
): readonly string[] {
  const isDamaged = verb !== 'repair' && findings.some(({ code }) => remedyCall(code, '') !== undefined)
  const call = inConfigDir(`rethread repair ${sessionWord(folder.id, folder.path)}`, configDir)
  return isDamaged ? [`the session is damaged: repair it first (${call}), then run ${verb} again`] : []
}

/** A link or a device is no file of the session's, and is not followed. */
function stepsNotTaken({ findings }: OpenForChange, { apply }: ResultPlace): readonly Step[] {
  const left = findings.filter(({ code }) => code === 'file-not-regular')
  if (apply.kind === 'in-place' || left.length === 0) return []
  const why = `side files that are not regular files: ${left.map(one => one.path).join(', ')}`
  return [{ action: 'cannot copy', entries: left.length, lines: [], why }]
}

/** A copy without them would be a copy of a part. */
function unreadSideFiles({ findings }: OpenForChange, { apply }: ResultPlace): readonly string[] {
  if (apply.kind === 'in-place') return []
  return findings
    .filter(({ code }) => code !== 'file-not-regular')
    .map(one => `cannot read a side file: ${one.path}: ${one.message}`)
}

/** Is what stands before each answer what its request had? */
function keepsFigures({ before }: OpenForChange, { promises }: Plan): boolean {
  return promises.context === 'same' && promises.leaf === undefined && before.reading.inherited === undefined
}

/** The plan; where its result is smaller than the client would take it for, with figures of its own. */
async function planned(
  open: OpenForChange,
  request: ReshapeRequest,
  { dryRun }: ReshapeCall,
  options: OpenOptions,
): Promise<Plan> {
  const { plan, withFigures } = planForFigures(open.source, request)
  const isLast = keepsFigures(open, plan) || !mayBeActedOn(open.before.reading)
  // A dry run asks once for the edits of a plan whose figures are not looked at.
  if (isLast) return dryRun ? plan : withKeptEdits(plan)
  const kept = withKeptEdits(plan)
  const figures = await figuresFor(open, kept, options)
  return figures.length === 0 ? kept : withFigures(figures, kept.changes.edits)
}

/** One client after the other: what each takes up is large. */
async function figuresFor(open: OpenForChange, plan: Plan, options: OpenOptions): Promise<readonly Figure[]> {
  const calibration = contextCalibration(open.before.reading, comparedContext(open.before, plan.promises.leaf))
  const result = await resultOf(open, plan, options)
  const rowOf = (row: number): number => plan.sourceRows[row] ?? NONE
  return withoutRepeats(
    PROFILES.map(client => {
      releaseMemory(open.state.size)
      return staleFigure(result, client, calibration, rowOf)
    }),
  )
}

/** They are asked for several times: for the figures of the result, to examine it, and to write it. */
function withKeptEdits(plan: Plan): Plan {
  return { ...plan, changes: { ...plan.changes, edits: keptEdits(plan.changes.edits) } }
}

async function tokensOf(
  open: OpenForChange,
  plan: Plan,
  calibration: Calibration,
  options: OpenOptions,
): Promise<number> {
  const result = await resultOf(open, plan, options)
  return contextEstimate(result, findContext(result), calibration).estimate
}

/** As much of the result as tells what is sent of it. */
async function resultOf(open: OpenForChange, plan: Plan, options: OpenOptions): Promise<Reading> {
  releaseMemory(open.state.size)
  const reader = contextReader()
  await readEditedRecords(open.folder.path, open.state, plan.changes.edits, reader, releasing(options))
  return reader.finish()
}

function liveRefusal({ folder }: OpenForChange, { where }: ReshapeCall): readonly string[] {
  if (where.kind !== 'in-place') return []
  try {
    refuseLiveAt(folder.path, folder.id, folder.configDir)
    return []
  } catch (error) {
    return [refusal(error).message]
  }
}

function figures({ reading }: Examined, context: Context, calibration: Calibration): Figures {
  const { rows, inventory, toolCalls } = reading.conversation
  return {
    entries: rows.count,
    messages: context.messages.length,
    toolCalls: toolCalls.list.length,
    bytes: inventory.bytes,
    tokens: contextEstimate(reading, context, calibration).estimate,
  }
}
