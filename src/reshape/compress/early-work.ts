// The older part of one turn: the prompt stays, the early work becomes a summary, the recent calls stay whole.

import { THINKING } from '../../context/facts/block-columns.js'
import { NONE } from '../../conversation/rows.js'
import type { ReshapeSource } from '../plan/plan.js'
import { firstRow, oldestPart, weightOf, withoutLast } from '../zones/request-region.js'
import { type Request, requestsOf } from '../zones/requests.js'
import { type Choice, type CompressSelection, chooseTurns, type Price } from './choose.js'
import type { SentTurn } from './sent-turns.js'

/** Requests at the beginning of a turn that go. */
export interface EarlyWork {
  /** The turn, by its place among those that the model gets. */
  readonly turn: number
  /** How many of its requests. */
  readonly requests: number
  readonly rows: ReadonlySet<number>
  /** The first entry that stays. */
  readonly before: number
  readonly weight: number
}

/** A part that may end within a turn. */
export type DividingOptions =
  | { readonly kind: 'oldest'; readonly share: number; readonly by: 'calls' | 'tokens' }
  | { readonly kind: 'keep-last-calls'; readonly calls: number }

export interface DividedChoice extends Choice {
  readonly early?: EarlyWork
}

type Source = Pick<ReshapeSource, 'conversation' | 'facts'>

/** Whole turns, and where the wish asks for it or the budget needs it, the early work of the next one. */
export function chooseWork(
  source: Source,
  turns: readonly SentTurn[],
  wish: CompressSelection | DividingOptions,
  price: Price,
  summaryTokens: (tokens: number) => number,
): DividedChoice {
  if (wish.kind === 'keep-last-calls' || (wish.kind === 'oldest' && 'by' in wish)) return divided(source, turns, wish)
  const choice = chooseTurns(turns, wish, price, summaryTokens)
  if (wish.kind !== 'budget' || choice.fits || turns.length === 0) return choice
  return withinLastTurn(source, turns, choice, wish.tokens, price, summaryTokens)
}

function divided(source: Source, turns: readonly SentTurn[], wish: DividingOptions): DividedChoice {
  const list = sentRequests(source, turns)
  const measure = (one: Request): number =>
    wish.kind === 'oldest' && wish.by === 'tokens' ? weightOf(source, one) : one.calls
  const asked = wish.kind === 'oldest' ? oldestPart(list, measure, wish.share) : withoutLast(list, measure, wish.calls)
  const first = list[Math.min(asked, list.length - 1)]
  if (!first) return { count: 0, fits: true }
  const turn = turns.findIndex(({ position }) => position === first.turn)
  let count = turn
  while (count > 0 && !turns[count]!.canFollowSummary) count--
  const early = first.number > 1 ? earlyWork(source, turns, turn, first.number - 1) : undefined
  return { count, fits: true, ...(early ? { early } : {}) }
}

/** All turns before the last have gone, or cannot: as much of the last one as is needed. */
function withinLastTurn(
  source: Source,
  turns: readonly SentTurn[],
  { count }: Choice,
  tokens: number,
  { base, rate }: Price,
  summaryTokens: (tokens: number) => number,
): DividedChoice {
  const turn = turns.length - 1
  const own = sentRequests(source, turns).filter(one => one.turn === turns[turn]!.position)
  const before = turns.slice(0, count).reduce((sum, one) => sum + one.weight, 0)
  // Behind a summary no thinking is left (A0).
  const kept = turns.slice(count).reduce((sum, one) => sum + one.weight - one.thinking, 0)
  const fixed = base + (before > 0 ? summaryTokens(rate * before) : 0)
  let [requests, all, words, fits] = [0, 0, 0, false]
  while (requests < own.length - 1 && !fits) {
    const one = own[requests++]!
    all += weightOf(source, one)
    words += weightOf(source, one) - thinkingOf(source, one)
    fits = fixed + rate * (kept - words) + summaryTokens(rate * all) <= tokens
  }
  const early = requests === 0 ? undefined : earlyWork(source, turns, turn, requests)
  return { count, fits, ...(early ? { early } : {}) }
}

function sentRequests({ conversation }: Source, turns: readonly SentTurn[]): readonly Request[] {
  const positions = new Set(turns.map(({ position }) => position))
  return requestsOf(conversation).list.filter(({ turn }) => positions.has(turn))
}

/** Undefined where nothing would go. */
function earlyWork(source: Source, turns: readonly SentTurn[], turn: number, requests: number): EarlyWork | undefined {
  const { conversation } = source
  const { position } = turns[turn]!
  const { list, of } = requestsOf(conversation)
  const places = [...list.keys()].filter(place => list[place]!.turn === position)
  const own = places.map(place => list[place]!)
  const next = own[requests]
  if (!next) return undefined
  const gone = new Set(places.slice(0, requests))
  const [from, to] = [firstRow(own[0]!), firstRow(next)]
  const rows = new Set<number>()
  for (let row = 0; row < conversation.rows.count; row++) {
    if (of[row] === NONE ? row >= from && row < to && conversation.turns.of[row] === position : gone.has(of[row]!))
      rows.add(row)
  }
  const weight = own.slice(0, requests).reduce((sum, one) => sum + weightOf(source, one), 0)
  return { turn, requests, rows, before: to, weight }
}

function thinkingOf({ facts }: Source, { rows }: Request): number {
  let weight = 0
  for (const row of rows)
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++)
      if (facts.blocks.kind[block] === THINKING) weight += facts.blocks.weight[block]!
  return weight
}
