// A session made to fit into a budget of tokens: how far down the ladder, what each step frees, and what would help
// where the budget cannot be met.

import {
  type Calibration,
  type Context,
  contextCalibration,
  contextEstimate,
  findContext,
  type PartKind,
  type WeighedPart,
  weighedParts,
} from '../../context/index.js'
import { figure } from '../../format/figure.js'
import {
  climb,
  type Ladder,
  type Rung,
  TRIM_STEP_TEXTS,
  type TrimItem,
  type TrimOptions,
  type TrimStep,
  trimLadder,
  trim as trimVerb,
} from '../../reshape/trim/index.js'
import { type Doing, openOptions } from '../action.js'
import type { Place } from '../session/place.js'
import { type ChangeRequest, changeCall } from './change-request.js'
import { type MeasureTokens, type Requested, reshape } from './reshape.js'
import type { ReshapeReport } from './reshape-report.js'
import type { OpenForChange } from './reshape-source.js'
import { type Shortfall, whatHelps } from './trim-help.js'

export interface TrimCall extends ChangeRequest, Partial<Omit<TrimOptions, 'protectWeight'>> {
  /** Undefined to go through all steps, to see what each of them frees. */
  readonly budget?: number | undefined
}

export interface TrimReport extends ReshapeReport {
  readonly budget: number | null
  /** By how many tokens the budget is missed; 0 where it is met. */
  readonly shortfall: number
  /** Where the tokens go before the change: kinds of content, the largest first. */
  readonly shares: readonly { readonly kind: PartKind; readonly tokens: number }[]
  /** The newest calls, which stay as they are, and their tokens. */
  readonly protected: { readonly calls: number; readonly tokens: number }
  /** The steps that were taken, in their order. */
  readonly ladder: readonly TrimRung[]
  /** Where the budget is not met: what would bring it nearer. */
  readonly helps: readonly string[]
}

export interface TrimRung {
  readonly step: TrimStep
  readonly what: string
  /** Things taken, of all that stand on this step. */
  readonly items: number
  readonly of: number
  readonly lines: readonly number[]
  /** Tokens that it frees, with the thinking that it makes void; and what is sent after it. */
  readonly freed: number
  readonly tokens: number
  /** Does it free a hundredth of what is sent? */
  readonly worth: boolean
}

export async function trim(place: Place, call: TrimCall, doing: Doing = {}): Promise<TrimReport> {
  let found: Found = NOTHING
  const request = async (open: OpenForChange, measure: MeasureTokens): Promise<Requested> => {
    const { wished, ...rest } = await choose(open, call, measure)
    found = rest
    return wished
  }
  const report = await reshape(place, { ...changeCall(place, 'trim', call), request }, openOptions(place, doing))
  const { rungs, ...rest } = found
  return { ...report, budget: call.budget ?? null, ...rest, ladder: rungs }
}

interface Found extends Pick<TrimReport, 'protected' | 'shares'> {
  readonly rungs: readonly TrimRung[]
  readonly shortfall: number
  readonly helps: readonly string[]
}

async function choose(
  open: OpenForChange,
  call: TrimCall,
  measure: MeasureTokens,
): Promise<Found & { readonly wished: Requested }> {
  const whole = wholeOf(open)
  if (whole.kind === 'refused') return notSent(whole.reason)
  const { calibration, tokens: before, shares } = whole
  const { budget } = call
  if (budget !== undefined && before <= budget) return { ...NOTHING, wished: { verbs: [], unneeded: true } }
  // Where nothing goes, nothing is written.
  const measureAll = async (items: readonly TrimItem[]): Promise<number> =>
    items.length === 0 ? before : measure({ verbs: [trimVerb(items)] })
  const { options, ladder } = await protection(open, call, budget, before, calibration, measureAll)
  const ended = await climb(ladder, before, budget ?? Number.NEGATIVE_INFINITY, measureAll)
  const kept = { calls: ladder.protected.calls, tokens: Math.round(ladder.protected.weight * calibration.rate) }
  const rungs = ended.rungs.map(rung => rungOf(open, rung, before))
  const wished: Requested = {
    verbs: [trimVerb(ended.chosen)],
    ...(ended.chosen.length === 0 ? { unneeded: true } : {}),
  }
  if (budget === undefined || ended.tokens <= budget)
    return { rungs, shortfall: 0, helps: [], protected: kept, shares, wished }
  const shortfall: Shortfall = { budget, reached: ended.tokens, calibration, ladder, turns: turnNumbers(open, ladder) }
  const reach = async (less: TrimOptions): Promise<number> => measureAll(trimLadder(open.source, less).items)
  const missing = ended.tokens - budget
  return {
    rungs,
    shortfall: missing,
    helps: await whatHelps(shortfall, options, reach),
    protected: kept,
    shares,
    wished: {
      ...wished,
      refused: [
        `budget missed by ${figure(missing)} tokens: the smallest size trim can reach is ${figure(ended.tokens)} tokens`,
      ],
    },
  }
}

/** What is sent of the session as it is. The messages are not held while others are looked at (I5). */
function wholeOf({ before: { reading } }: OpenForChange) {
  const context = findContext(reading)
  if (context.outcome.kind === 'refuses') return { kind: 'refused', reason: context.outcome.reason } as const
  const calibration = contextCalibration(reading, context)
  const tokens = contextEstimate(reading, context, calibration).estimate
  return { kind: 'sent', calibration, tokens, shares: sharesOf(weighedParts(reading, context, calibration)) } as const
}

const NOTHING: Found = { rungs: [], shortfall: 0, helps: [], protected: { calls: 0, tokens: 0 }, shares: [] }

function sharesOf(parts: Iterable<WeighedPart>): TrimReport['shares'] {
  const sums = new Map<PartKind, number>()
  for (const { kind, tokens } of parts) sums.set(kind, (sums.get(kind) ?? 0) + tokens)
  return [...sums].map(([kind, tokens]) => ({ kind, tokens: Math.round(tokens) })).sort((a, b) => b.tokens - a.tokens)
}

/** Where nothing else is said, the newest calls may take up so much of the budget; less where it is not met otherwise. */
const SHARES = [0.25, 0.1, 0]

/** What is needed to go on stays: the last prompt and its answer so far are words, which no step takes; and the newest calls. */
async function protection(
  { source }: OpenForChange,
  { protectLast, protectLastCalls, protect = [] }: TrimCall,
  budget: number | undefined,
  before: number,
  { base, rate }: Calibration,
  measure: (items: readonly TrimItem[]) => Promise<number>,
): Promise<{ readonly options: TrimOptions; readonly ladder: Ladder }> {
  if (protectLast !== undefined || protectLastCalls !== undefined) {
    const options = { protectLast, protectLastCalls, protect }
    return { options, ladder: trimLadder(source, options) }
  }
  for (const share of SHARES) {
    // Without a budget: a quarter of the history.
    const options = { protect, protectWeight: (share * (budget ?? before - base)) / rate }
    const ladder = trimLadder(source, options)
    if (share === SHARES.at(-1) || budget === undefined || (await measure(ladder.items)) <= budget)
      return { options, ladder }
  }
  throw new Error('the last share is always taken')
}

function notSent(reason: Extract<Context['outcome'], { kind: 'refuses' }>['reason']): Found & { wished: Requested } {
  return { ...NOTHING, wished: { verbs: [], refused: [`the session does not resume: ${reason}`] } }
}

function rungOf({ source }: OpenForChange, { step, items, of, rows, freed, tokens }: Rung, before: number): TrimRung {
  const { line } = source.conversation.rows
  const lines = [...new Set(rows.map(row => line[row]!))].sort((a, b) => a - b)
  return { step, what: TRIM_STEP_TEXTS[step], items, of, lines, freed, tokens, worth: freed >= before / 100 }
}

/** By the turn's place in the list: its number, where it is on the active path. */
function turnNumbers({ source }: OpenForChange, { words }: Ladder): readonly { number: number; weight: number }[] {
  return source.conversation.turns.list.flatMap((turn, position) =>
    turn.branch === 1 ? [{ number: turn.index, weight: words[position]! }] : [],
  )
}
