// Which turns become a summary: the oldest ones, up to some point. The last turn always stays as it is.

import type { SentTurn } from './sent-turns.js'

export type CompressSelection =
  | { readonly kind: 'keep-last'; readonly turns: number }
  /** So large a part of the turns: 0.6 for 60 %. */
  | { readonly kind: 'oldest'; readonly share: number }
  /** As few turns as needed for the whole context to have at most so many tokens. */
  | { readonly kind: 'budget'; readonly tokens: number }

export interface Price {
  /** Tokens of what is sent besides the history. */
  readonly base: number
  /** Tokens a unit of weight. */
  readonly rate: number
}

export interface Choice {
  /** How many of the turns, the oldest first; 0 where nothing can be compressed. */
  readonly count: number
  /** Of a budget: is it kept, by the estimate? */
  readonly fits: boolean
}

/** `summaryTokens`: how many tokens the summary of a part of so many tokens may have. */
export function chooseTurns(
  turns: readonly SentTurn[],
  wish: CompressSelection,
  price: Price,
  summaryTokens: (tokens: number) => number,
): Choice {
  if (wish.kind === 'budget') return withinBudget(turns, wish.tokens, price, summaryTokens)
  const asked = wish.kind === 'keep-last' ? turns.length - wish.turns : Math.floor(turns.length * wish.share)
  let count = Math.max(0, Math.min(asked, turns.length - 1))
  // Rather one turn more stays than one more goes.
  while (count > 0 && !turns[count]!.canFollowSummary) count--
  return { count, fits: true }
}

function withinBudget(
  turns: readonly SentTurn[],
  tokens: number,
  { base, rate }: Price,
  summaryTokens: (tokens: number) => number,
): Choice {
  const all = turns.reduce((sum, turn) => sum + turn.weight, 0)
  if (base + rate * all <= tokens) return { count: 0, fits: true }
  let gone = 0
  // Behind a summary no thinking is left (A0).
  let kept = turns.reduce((sum, turn) => sum + turn.weight - turn.thinking, 0)
  let best = 0
  for (let count = 1; count < turns.length; count++) {
    const last = turns[count - 1]!
    gone += last.weight
    kept -= last.weight - last.thinking
    if (!turns[count]!.canFollowSummary) continue
    best = count
    if (base + rate * kept + summaryTokens(rate * gone) <= tokens) return { count, fits: true }
  }
  return { count: best, fits: false }
}

/** The chosen turns in parts of at most so many tokens, each of which may begin behind a summary. */
export function partsOf(
  turns: readonly SentTurn[],
  count: number,
  rate: number,
  most: number,
): readonly (readonly SentTurn[])[] {
  const parts: SentTurn[][] = []
  let tokens = 0
  for (const turn of turns.slice(0, count)) {
    const own = turn.weight * rate
    const part = parts.at(-1)
    if (!part || (tokens + own > most && turn.canFollowSummary)) {
      parts.push([turn])
      tokens = own
    } else {
      part.push(turn)
      tokens += own
    }
  }
  return parts
}
