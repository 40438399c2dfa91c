// What the requests of a session tell about the price of its text. From one request to the next the history grows by
// an answer and by what came after it; the figures say by how many tokens, the file by how much weight.

import type { Name } from '../conversation/names.js'

/** One request of a session, by the usage of its answer. */
export interface RecordedRequest {
  /** The first row of the answer. */
  readonly row: number
  readonly model: Name
  /** Tokens sent. */
  readonly prompt: number
  /** Tokens of the answer; undefined where only the beginning of the stream was counted (D2). */
  readonly output: number | undefined
  /** Weight of the answer, and of what stands in the file before it since the last compaction. */
  readonly weight: number
  readonly weightBefore: number
}

/** Tokens and weight that one request has more than the one before it, without an answer whose tokens are known. */
export interface Step {
  readonly tokens: number
  readonly weight: number
  /** Of the later request. */
  readonly prompt: number
}

/** Steps looked at: the latest ones. */
const WINDOW = 128
/** So much weight at the ordinary price stands beside the session's own, so that a short one does not go astray. */
const PRIOR_WEIGHT = 4000
const LOWEST_RATE = 0.6
const HIGHEST_RATE = 1.7
/** Fewer tokens a unit of weight: figures without what the cache held, or of something else than this history. */
const LEAST_RATE = 0.4

/** The requests whose figures can be those of the history before them. None, where most cannot. */
export function trusted(requests: readonly RecordedRequest[]): readonly RecordedRequest[] {
  const good = requests.filter(one => isPlausible(one.prompt, one.weightBefore))
  return good.length * 2 > requests.length ? good : []
}

export function isPlausible(prompt: number, weightBefore: number): boolean {
  return prompt > 0 && prompt >= LEAST_RATE * weightBefore
}

/** Only forwards: where the prompt became smaller, history was left out, and the step tells nothing about prices. */
export function stepsBetween(requests: readonly RecordedRequest[]): readonly Step[] {
  const steps: Step[] = []
  for (let at = Math.max(1, requests.length - WINDOW); at < requests.length; at++) {
    const before = requests[at - 1]!
    const { model, prompt, weightBefore } = requests[at]!
    const known = knownOutput(before)
    const tokens = prompt - before.prompt - (known ?? 0)
    const weight = weightBefore - before.weightBefore - (known === undefined ? 0 : before.weight)
    if (model === before.model && prompt > before.prompt && weight >= 0) steps.push({ tokens, weight, prompt })
  }
  return steps
}

/**
 * The tokens of an answer as counted, unless they are far more than what the file holds of it: thinking that is not
 * sent again.
 */
export function knownOutput({ output, weight }: RecordedRequest): number | undefined {
  return output !== undefined && output <= 2 * HIGHEST_RATE * weight + 300 ? output : undefined
}

/** Tokens a unit of weight: the median over the steps, each counting by its weight. */
export function ownRate(steps: readonly Step[]): number {
  const prices = [{ rate: 1, weight: PRIOR_WEIGHT }]
  for (const { tokens, weight } of steps) if (weight > 0) prices.push({ rate: tokens / weight, weight })
  prices.sort((a, b) => a.rate - b.rate)
  let rest = prices.reduce((sum, { weight }) => sum + weight, 0) / 2
  const median = prices.find(({ weight }) => (rest -= weight) <= 0)!.rate
  return bounded(median)
}

export function bounded(rate: number): number {
  return Math.min(Math.max(rate, LOWEST_RATE), HIGHEST_RATE)
}

/** Predicts each request of the window from those before it; nine of ten predictions are at least as near as this. */
export function errorOf(steps: readonly Step[]): number {
  const errors = steps.map(({ tokens, weight, prompt }, at) => {
    const rate = ownRate(steps.slice(0, at))
    return Math.abs(rate * weight - tokens) / prompt
  })
  errors.sort((a, b) => a - b)
  return errors[Math.ceil(errors.length * 0.9) - 1] ?? 0
}

/**
 * Were the figures recorded with more than the file holds now, as after a tool that strips results? Then steps are
 * too large for what they hold, many of them, and so is the whole.
 */
export function holdsLess(steps: readonly Step[], tokens: number, weight: number): boolean {
  if (steps.length < 4 || tokens < 1.6 * weight || tokens - weight < 5000) return false
  const large = steps.filter(step => step.tokens > 2 * step.weight + 500)
  return large.length >= Math.max(0.08 * steps.length, 2)
}
