// What can go to make a session smaller, in the order of what is lost by it: first what the model has elsewhere, then
// what is outdated, then what it can do without, at last what it did. Prompts and answers are not on the ladder, nor are
// the newest calls. Whatever stands on a step goes one by one, the oldest first.

import { textWeight } from '../../context/tokens-weight.js'
import type { Name } from '../../conversation/names.js'
import { placeholder } from '../edits/placeholders.js'
import type { ReshapeSource } from '../plan/plan.js'
import { isNamed } from '../strip/rule.js'
import { isOnOddLine } from '../tree/odd-lines.js'
import { regionOf } from '../zones/region.js'
import { type Outdated, outdatedCalls } from './outdated.js'
import { type Sent, type SentCall, type SentPiece, sentOf } from './sent.js'
import { usersWords } from './users-words.js'

export const TRIM_STEPS = ['reads', 'stale', 'images', 'thinking', 'bookkeeping', 'results', 'calls'] as const
export type TrimStep = (typeof TRIM_STEPS)[number]

/** What each step takes, and why it stands where it does. */
export const TRIM_STEP_TEXTS: Readonly<Record<TrimStep, string>> = {
  reads: 'file reads repeated by a later read or write',
  stale: 'outdated output: files edited since, calls made again',
  images: 'images and documents; those in prompts last',
  thinking: 'thinking, newest first: later thinking is invalid without it (A0)',
  bookkeeping: 'reminders attached by the client and hooks',
  results: 'old tool results; a note says where they are',
  calls: 'old tool calls with their results',
}

/** One thing that can go. */
export interface TrimItem {
  readonly step: TrimStep
  readonly row: number
  /** The id of a call; 0 where it is none. */
  readonly call: Name
  /** About what it frees, in the weight of tokens-weight.ts. */
  readonly weight: number
}

export interface TrimOptions {
  /** So many of the last turns stay as they are. */
  readonly protectLast?: number | undefined
  /** So many of the last calls, with all that is sent in one round with them. */
  readonly protectLastCalls?: number | undefined
  /** The newest rounds that weigh no more than that together. */
  readonly protectWeight?: number | undefined
  /** Tools whose calls and results stay; a `*` at the end stands for anything. */
  readonly protect: readonly string[]
}

export interface Ladder {
  /** Step after step. */
  readonly items: readonly TrimItem[]
  /** What prompts and answers weigh, by turn. */
  readonly words: Float64Array
  /** What stays for being new. */
  readonly protected: Protected
}

export interface Protected {
  readonly calls: number
  readonly weight: number
}

/** Behind it, nothing is gained: what a note weighs that stands for a result. */
const NOTE = textWeight(placeholder('tool result', 10_000, { sessionId: 'x'.repeat(36), line: 1000 }).length)
/** What stands around a result, in tokens-weight.ts. */
const FRAME = 27

export function trimLadder(source: ReshapeSource, options: TrimOptions): Ladder {
  const sent = sentOf(source)
  const inRegion = regionFor(source, options)
  // What stands on damaged lines is left alone.
  const open = (row: number): boolean => inRegion(row) && !isOnOddLine({ source }, row)
  const { names } = source.conversation.rows
  const holdsUsersWords = usersWords(source)
  const calls = sent.calls.filter(
    call => open(call.row) && !isNamed(options.protect, names.text(call.name)) && !holdsUsersWords(call),
  )
  const steps = itemsOf(sent, calls, outdatedCalls(source, sent.calls), open, imagesOpen(sent, calls, open))
  return {
    items: TRIM_STEPS.flatMap(step => steps[step].filter(({ weight }) => weight >= 1)),
    words: sent.words,
    protected: protectedOf(sent, inRegion),
  }
}

/** What is not protected for being new. */
function regionFor(
  source: ReshapeSource,
  { protectLast, protectLastCalls, protectWeight }: TrimOptions,
): (row: number) => boolean {
  return regionOf(source, {
    ...(protectLast === undefined ? {} : { keepLast: protectLast }),
    ...(protectLastCalls === undefined ? {} : { keepLastCalls: protectLastCalls }),
    ...(protectWeight === undefined ? {} : { keepLastWeight: protectWeight }),
  })
}

function protectedOf({ calls }: Sent, inRegion: (row: number) => boolean): Protected {
  const kept = calls.filter(({ row }) => !inRegion(row))
  return { calls: kept.length, weight: kept.reduce((sum, { weight, result }) => sum + weight + result, 0) }
}

/** Images in results go by the call; a protected tool keeps them. */
function imagesOpen(sent: Sent, calls: readonly SentCall[], open: (row: number) => boolean): readonly SentPiece[] {
  const ofCalls = new Set(sent.calls.map(call => call.resultRow))
  const ofOpenCalls = new Set(calls.map(call => call.resultRow))
  const inResults = sent.images.filter(({ row }) => open(row) && (!ofCalls.has(row) || ofOpenCalls.has(row)))
  return [...inResults, ...sent.promptImages.filter(({ row }) => open(row))]
}

function itemsOf(
  sent: Sent,
  calls: readonly SentCall[],
  { superseded, stale }: Outdated,
  open: (row: number) => boolean,
  images: readonly SentPiece[],
): Readonly<Record<TrimStep, readonly TrimItem[]>> {
  const piece = (step: TrimStep, { row, weight }: SentPiece): TrimItem => ({ step, row, call: 0, weight })
  const resultOf = (step: TrimStep, { id, resultRow, result }: SentCall): TrimItem => ({
    step,
    row: resultRow,
    call: id,
    weight: result - NOTE - FRAME,
  })
  const withResult = calls.filter(call => call.result > 0 && !call.isServers)
  const isOutdated = ({ id }: SentCall): boolean => superseded.has(id) || stale.has(id)
  // Images of results that are left out before them are gone with these.
  const outdatedRows = new Set(withResult.filter(isOutdated).map(call => call.resultRow))
  return {
    reads: withResult.filter(({ id }) => superseded.has(id)).map(call => resultOf('reads', call)),
    stale: withResult.filter(({ id }) => stale.has(id)).map(call => resultOf('stale', call)),
    images: images
      .filter(({ row }) => !outdatedRows.has(row))
      .map(image => piece('images', { ...image, weight: image.weight - NOTE })),
    // Without one of them all that stand behind it are void: so the fewest go from the end on.
    thinking: sent.thinking.toReversed().map(one => piece('thinking', one)),
    bookkeeping: sent.notes.filter(({ row }) => open(row)).map(one => piece('bookkeeping', one)),
    results: withResult.filter(call => !isOutdated(call)).map(call => resultOf('results', call)),
    calls: calls.map(({ id, row, weight, result }) => ({
      step: 'calls',
      row,
      call: id,
      weight: weight + Math.min(result, NOTE + FRAME),
    })),
  }
}
