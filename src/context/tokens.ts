// How many tokens will the resumed request have? Nobody can count that without the vendor's tokenizer, but the session
// says what its own requests had (`usage`), and a resumed request is the last of these with its answer and a little
// more. So the estimate starts at the last request whose history is still there, and what came after it is weighed
// (tokens-weight.ts) at the price that the session's earlier requests show (tokens-steps.ts).
//
// A calibration is made from one context of a session. It may be asked for another one, such as the same session after
// a change.

import type { Name } from '../conversation/names.js'
import { NONE } from '../conversation/rows.js'
import { figure } from '../format/figure.js'
import {
  bounded,
  errorOf,
  holdsLess,
  isPlausible,
  knownOutput,
  ownRate,
  type RecordedRequest,
  stepsBetween,
  trusted,
} from './tokens-steps.js'
import { textWeight } from './tokens-weight.js'

export interface TokenEstimate {
  /** Tokens of the history with system prompt and tools, without the next prompt. */
  readonly estimate: number
  /** How it was made, in a plain sentence. */
  readonly method: string
  /** What nine of ten predictions of this session's own requests stayed within, as a part of 1. */
  readonly error: number
}

/** A message of a context, as far as the estimate looks at it. */
export interface WeighedMessage {
  readonly weight: number
  /** The same with the blocks as they stand in the file: what was sent before the client cut them (B2). */
  readonly storedWeight: number
  /** The newest entry of which it is made; NONE where the client wrote it. */
  readonly newestRow: number
  /** The request that it answers, where it has figures. */
  readonly request: RecordedRequest | undefined
  /** A note stands in it for content that was taken out (left-out.ts). */
  readonly isReduced?: boolean
}

export interface Calibration {
  /** What is sent besides the history: system prompt, tools, reminders. */
  readonly base: number
  /** Tokens a unit of weight. */
  readonly rate: number
  readonly method: string
  readonly error: number
}

/** Sessions without figures: the middle of 74 real ones, and what nine of ten of these stay within. */
const ORDINARY_BASE = 26_000
const ORDINARY_ERROR = 0.45
/** History of another branch, or cut since: known base and price, but no request that had just this. */
const ERROR_WITHOUT_ANCHOR = 0.2

/** More than the history explains: the request had what is not in the file any more. */
const UNEXPLAINED = 1.05

export function estimateTokens(sent: Iterable<WeighedMessage>, calibration: Calibration): TokenEstimate {
  const { base, rate, method, error } = calibration
  return { estimate: Math.round(base + rate * weightOf(sent)), method, error }
}

/** `model` is the one that the resumed request asks; its own requests count before those of others. */
export function calibrate(sent: Iterable<WeighedMessage>, all: readonly RecordedRequest[], model: Name): Calibration {
  const requests = trusted(all)
  const first = requests[0]
  if (!first) return uncalibrated()
  const steps = stepsBetween(requests)
  const rate = ownRate(steps)
  const anchors = anchorsIn(sent, model)
  // After a compaction the client adds what the file does not hold; the first request since then tells.
  const { request: start, storedBefore: weightBefore } = anchors?.first ?? {
    request: first,
    storedBefore: first.weightBefore,
  }
  const base = Math.max(start.prompt - rate * weightBefore, 0)
  const price =
    `calibrated on ${requests.length === 1 ? 'one request' : `${requests.length} requests`} of this session: ` +
    `${figure(base)} tokens of system prompt and tools, ${bytesAToken(rate)} bytes per token`
  const guess = (why: string): Calibration => ({ base, rate, method: `${price}; ${why}`, error: ERROR_WITHOUT_ANCHOR })

  if (!anchors) return guess('no recorded request has this history')
  const { request, weight, before, storedBefore, after } = anchors.last
  if (holdsLess(steps, request.prompt - base, rate * storedBefore))
    return guess('the file has less content than its requests')
  // Where notes stand, there may also be something gone that left none: calls, thinking.
  if (isReducedIn(sent) && request.prompt > (base + rate * storedBefore) * UNEXPLAINED)
    return guess('content was removed from the session')
  // Thinking that is left out of the answer was in its count.
  const isWhole = weight >= request.weight * 0.95 - 5
  const answer = (isWhole ? knownOutput(request) : undefined) ?? rate * weight
  const since = rate * (after + before - storedBefore)
  return {
    ...through(request.prompt + answer + since, weightOf(sent), base),
    method: `${price}; the last request had ${figure(request.prompt)} tokens, its answer ${figure(answer)}`,
    error: Math.max(errorOf(steps), 0.01),
  }
}

/** Before a session that was made of another one has asked anything itself. */
export function inheritedCalibration({ base, rate }: Pick<Calibration, 'base' | 'rate'>): Calibration {
  const method =
    `calibrated on the source session: ${figure(base)} tokens of system prompt and tools, ` +
    `${bytesAToken(rate)} bytes per token; no requests of its own yet`
  return { base, rate, method, error: ERROR_WITHOUT_ANCHOR / 2 }
}

function uncalibrated(): Calibration {
  const method =
    `not calibrated, because no request in this session has token counts: ${figure(ORDINARY_BASE)} tokens of system prompt and tools ` +
    `and ${bytesAToken(1)} bytes per token are assumed`
  return { base: ORDINARY_BASE, rate: 1, method, error: ORDINARY_ERROR }
}

interface Anchor {
  readonly request: RecordedRequest
  /** Of the answer, as it is sent now. */
  readonly weight: number
  /** Weight of the history before its answer, as it is now and as it was. */
  readonly before: number
  readonly storedBefore: number
  /** Weight of what follows the answer. */
  readonly after: number
}

interface Anchors {
  readonly first: Anchor
  readonly last: Anchor
}

/**
 * The messages that answer a request which had the same history. A message with younger entries before it does not: it
 * was kept across a compaction (N32), and its figures tell of what was summarised.
 */
function anchorsIn(sent: Iterable<WeighedMessage>, model: Name): Anchors | undefined {
  let own: Anchors | undefined
  let foreign: Anchors | undefined
  let before = 0
  let storedBefore = 0
  let newest = NONE
  const total = weightOf(sent)
  for (const { request, weight, storedWeight, newestRow } of sent) {
    if (request && newest < request.row && isPlausible(request.prompt, storedBefore)) {
      const last = { request, weight, before, storedBefore, after: total - before - weight }
      if (request.model === model) own = { first: own?.first ?? last, last }
      else foreign = { first: foreign?.first ?? last, last }
    }
    before += weight
    storedBefore += storedWeight
    newest = Math.max(newest, newestRow)
  }
  return own ?? foreign
}

/** The line that gives this total for this weight: the base as known, unless the price would be an absurd one. */
function through(total: number, weight: number, base: number): Pick<Calibration, 'base' | 'rate'> {
  const rate = weight > 0 ? bounded((total - base) / weight) : 1
  return { base: total - rate * weight, rate }
}

function weightOf(sent: Iterable<WeighedMessage>): number {
  let sum = 0
  for (const { weight } of sent) sum += weight
  return sum
}

function isReducedIn(sent: Iterable<WeighedMessage>): boolean {
  for (const { isReduced } of sent) if (isReduced) return true
  return false
}

function bytesAToken(rate: number): string {
  return (1 / textWeight(1) / rate).toFixed(1)
}
