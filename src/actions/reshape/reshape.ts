// A change from front to back: the session is opened, the change planned, its result examined and, where it keeps what
// is promised, written. Every verb goes this way.

import { dirname, resolve } from 'node:path'
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
  type ApplyTarget,
  applyChanges,
  configDirs,
  dataDir,
  expectInsideProjects,
  type FileState,
  type ResolvedSession,
  readEditedRecords,
  refuseLiveAt,
} from '../../disk/index.js'
import { InputError } from '../../format/error.js'
import { figure } from '../../format/figure.js'
import type { RecordSink } from '../../format/found.js'
import { encodeProjectPath, isSessionId, SESSION_ENDING } from '../../format/session-folder.js'
import { inConfigDir, sessionWord, shellWord } from '../../format/shell-word.js'
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
import { accountFor, comparedContext, type Examined, saidOf } from '../../reshape/verdict/index.js'
import { refuseArchived } from '../archive/refuse-archived.js'
import { releaseMemory } from '../release-memory.js'
import { resumeCall } from '../resume/resume-call.js'
import type { OpenOptions } from '../session/open-session.js'
import { locate, type Place, refuseSamples } from '../session/place.js'
import { tellSwept } from '../undo/tell-swept.js'
import { refusal } from '../undo/undo.js'
import { newIdentity } from './identities.js'
import { provenResult, readResult, releasing, sameResult } from './judge-result.js'
import { keptEdits } from './kept-edits.js'
import type { Figures, ReshapeReport } from './reshape-report.js'
import { type OpenForChange, openForChange } from './reshape-source.js'
import { examinedEdits } from './same-edits.js'

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
  /** Is told what the model gets before and after. */
  readonly judged?: (before: Judged, after: Judged) => void
  /** Looks at the result, which is not written yet, while the session is open. */
  readonly look?: LookAtResult | undefined
}

export type LookAtResult = (result: SeenResult, options: OpenOptions) => Promise<void>

export interface SeenResult {
  readonly open: OpenForChange
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
  const seen = accountFor(open.source, plan.changes.edits, saidOf(plan, open.source.folder))
  const examined = examinedEdits(seen.edits)
  const account = { ...seen, edits: examined.edits }
  const result =
    (unneeded ? sameResult(open, plan, wish) : undefined) ??
    (await provenResult(open, plan, account, wish, options)) ??
    (await readResult(open, plan, account, wish, options))
  const { verdict } = result
  const calibration = contextCalibration(open.before.reading, verdict.before)
  const sizeBefore = figures(open.before, verdict.before, calibration)
  const sizeAfter =
    result.kind === 'proven'
      ? { ...sizeBefore, bytes: result.bytes }
      : figures(result.after, verdict.after, calibration)
  if (result.kind === 'read')
    await wish.look?.(
      { open, plan, after: { reading: result.after.reading, context: verdict.after }, calibration },
      options,
    )
  const report: ReshapeReport = {
    sessionId: plan.sessionId,
    path: null,
    resume: null,
    dryRun: wish.dryRun,
    written: false,
    before: sizeBefore,
    after: sizeAfter,
    steps: [...plan.steps, ...stepsNotTaken(open, target), ...stillTooLarge(verdict.after, sizeAfter.tokens)],
    findings: verdict.findings,
    refused: [
      ...refused,
      ...verdict.broken,
      ...compactedAnyway(plan, verdict.after, sizeAfter.tokens),
      ...(verdict.broken.length > 0 ? mendFirst(open, wish.verb, place.configDir) : []),
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
      source: { ...open.source.folder, state: open.state },
      changes: { ...plan.changes, edits: examined.sameOf(plan.changes.edits) },
      target: target.apply,
      ...(states === undefined ? {} : { states }),
      dataDir: dataDir(place),
      ...(keepsFigures(open, plan) ? {} : { tokens: { base: calibration.base, rate: calibration.rate } }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
    tellSwept(place, swept)
    return { ...report, path: target.path, resume: target.resume, written: true, receipt: receipt.id }
  } catch (error) {
    return { ...report, refused: [refusal(error).message] }
  }
}

/** It fits, and the client would take it for too large all the same. */
function compactedAnyway({ promises }: Plan, { outcome }: Context, tokens: number): readonly string[] {
  if (outcome.kind !== 'compacts' || tokens >= outcome.limit || promises.context === 'same') return []
  return [`the client would compact it before sending anything: ${outcome.reason}`]
}

/** Not a fault of the change, but whoever resumes it should know. */
function stillTooLarge({ outcome }: Context, tokens: number): readonly Step[] {
  if (outcome.kind !== 'compacts' || tokens < outcome.limit) return []
  const why = `about ${figure(tokens)} tokens; the client compacts at ${figure(outcome.limit)}, before sending anything`
  return [{ action: 'still too large', entries: 1, lines: [], why }]
}

/**
 * On a damaged line one record may hide another, and where a parent is missing the client goes on elsewhere: what a change
 * takes away may bring something back then. Mended, the same change is made.
 */
function mendFirst(
  { before: { findings }, source: { folder } }: OpenForChange,
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
  await readEditedRecords(open.source.folder.path, open.state, plan.changes.edits, reader, releasing(options))
  return reader.finish()
}

function liveRefusal({ source: { folder } }: OpenForChange, { where }: ReshapeCall): readonly string[] {
  if (where.kind !== 'in-place') return []
  try {
    refuseLiveAt(folder.path, folder.id, folder.configDir)
    return []
  } catch (error) {
    return [refusal(error).message]
  }
}

interface ResultPlace {
  readonly plan: ReshapeRequest['target']
  readonly apply: ApplyTarget
  readonly path: string
  readonly resume: string | null
}

function targetOf(
  place: Place,
  { archived, ...resolved }: ResolvedSession & { readonly kind: 'file' },
  { source: { folder } }: OpenForChange,
  { where, keepIds, idsFrom, allTexts, title }: ReshapeCall,
): ResultPlace {
  // One that is only in the archive is read from a copy; what is made of it belongs where it lay.
  const { configDir } = archived ?? resolved
  if (where.kind === 'in-place') {
    return {
      plan: { kind: 'in-place' },
      apply: { kind: 'in-place' },
      path: folder.path,
      resume: isSessionId(folder.id) ? resumeCall(place, folder.id, configDir) : null,
    }
  }
  const named = where.kind === 'file' ? idOfFile(where.path) : undefined
  const { sessionId, newId, newAgentId } = newIdentity(folder.id, idsFrom, named)
  const plan = {
    kind: 'new-session' as const,
    sessionId,
    newId: keepIds ? undefined : newId,
    newAgentId,
    allTexts,
    title,
  }
  if (where.kind === 'file') {
    const path = resolve(place.cwd, where.path)
    return { plan, apply: { kind: 'file', path }, path, resume: null }
  }
  const isHere = where.kind === 'same-project'
  const config = configDir ?? (isHere ? undefined : configDirs(dirsOf(place))[0])
  const projectFolder = isHere
    ? archived
      ? dirname(archived.path)
      : folder.projectFolder
    : resolve(config!, 'projects', encodeProjectPath(resolve(place.cwd, where.directory)))
  if (config !== undefined) expectInsideProjects(projectFolder, config)
  const call = resumeCall(place, sessionId, config)
  return {
    plan,
    apply: {
      kind: 'new-session',
      id: sessionId,
      projectFolder,
      ...(config === undefined ? {} : { configDir: config }),
    },
    path: resolve(projectFolder, sessionId + SESSION_ENDING),
    resume: isHere ? call : `cd ${shellWord(resolve(place.cwd, where.directory))} && ${call}`,
  }
}

function dirsOf({ env, home, configDir }: Place) {
  return { env, home, ...(configDir === undefined ? {} : { flag: configDir }) }
}

/** A file that is called by a uuid is the session of that id; the client finds no other (R-F8). */
function idOfFile(path: string): string | undefined {
  const name = path.slice(dirname(path) === '.' && !path.startsWith('.') ? 0 : dirname(path).length + 1)
  const id = name.endsWith(SESSION_ENDING) ? name.slice(0, -SESSION_ENDING.length) : ''
  return isSessionId(id) ? id : undefined
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
