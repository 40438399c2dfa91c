// How an agent looks something up: search, read the best place, and where the answer is not there, the next one; never more
// than 4,000 tokens in all.

import { sizeOf } from '../../src/present/answers/budget.js'
import { type Agent, structureOf, textOf } from './agent.js'

export const MOST = 4000

export interface LookedUp {
  readonly isAnswered: boolean
  readonly tokens: number
}

interface Found {
  readonly sessions: readonly { readonly hits: readonly { readonly ref: string }[] }[]
}

export async function lookUp(agent: Agent, query: string, isAnswer: (text: string) => boolean): Promise<LookedUp> {
  const found = await agent.call('search', { query })
  let tokens = costOf(found)
  if (isAnswer(textOf(found))) return { isAnswered: true, tokens }
  const { sessions } = structureOf(found).data as Found
  // The best place of each session first, then the second best.
  const places = [0, 1].flatMap(at => sessions.flatMap(({ hits }) => hits[at]?.ref ?? []))
  for (const [at, session] of [...new Set(places)].slice(0, 2).entries()) {
    const budget = Math.floor((MOST - tokens) / (2 - at))
    if (budget < 200) break
    const read = await agent.call('read', { session, budget })
    tokens += costOf(read)
    if (isAnswer(textOf(read))) return { isAnswered: tokens <= MOST, tokens }
  }
  return { isAnswered: false, tokens }
}

/** Of the larger of its two faces: a client gives its model one of them. */
function costOf(result: Parameters<typeof textOf>[0]): number {
  const unit = { unit: 'tokens' as const }
  return Math.max(sizeOf(textOf(result), unit), sizeOf(JSON.stringify(structureOf(result)), unit))
}
