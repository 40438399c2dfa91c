// What the rules of a source document lose of a session, one sentence each.

import type { Conversation } from '../../conversation/conversation.js'
import type { Place, SourceResult } from '../../conversation/source-rules/index.js'
import type { OpenSession } from '../session/open-session.js'
import { outsideLosses } from './outside.js'
import { turnLosses } from './turns.js'

export interface Loss {
  /** Stable, for programs. */
  readonly kind: LossKind
  readonly count: number
  readonly sentence: string
  /** Lines of the first few. */
  readonly lines: readonly number[]
}

export type LossKind =
  | 'blocks'
  | 'tool-calls'
  | 'tool-calls-unseen'
  | 'pairs'
  | 'turns-missed'
  | 'turns-invented'
  | 'calls-outside-turns'
  | 'order'
  | 'untimed'
  | 'walk'
  | 'entries-off-the-walk'
  | 'turns-off-the-walk'
  | 'calls-off-the-walk'
  | 'other-types'
  | 'text'
  | 'broken-chains'
  | 'compactions'
  | 'not-read'

const MOST_LINES = 5

export function lossesOf(result: SourceResult, open: OpenSession, unread: readonly number[]): readonly Loss[] {
  const { conversation } = open
  return [
    ...droppedLosses(result),
    ...callLosses(result, conversation),
    ...turnLosses(result, open),
    ...orderLosses(result),
    ...outsideLosses(result, conversation),
    ...some(
      'not-read',
      unread.map(row => conversation.rows.line[row]!),
      n =>
        `${things(n, 'entry', 'entries')} ${isOrAre(n)} nested too deep to be decoded, and left out of the comparison.`,
    ),
  ]
}

/** D1: an entry is a part of its message, as a rule, not a state of the whole. */
function* droppedLosses({ dropped, figures }: SourceResult): Generator<Loss> {
  const { messages, written } = dropped
  yield* some('blocks', lines(dropped.blocks), n => {
    const kinds = tally(dropped.blocks.map(block => block.type))
    return (
      `Of ${things(messages, 'message')} written in ${things(written, 'entry', 'entries')} it keeps one entry each: ` +
      `${things(n, 'block')} ${isOrAre(n)} lost (${kinds}) and ${figures.blocks ?? 0} ${isOrAre(figures.blocks ?? 0)} left.`
    )
  })
  const calls = dropped.blocks.filter(block => block.type === 'tool_use')
  yield* some(
    'tool-calls',
    lines(calls),
    n => `${things(n, 'tool call')} ${n === 1 ? 'goes' : 'go'} with them; the results stay behind without a call.`,
  )
}

/** D4, D14: a result may stand before its call, and the calls of document 004 are entries. */
function* callLosses(result: SourceResult, { toolCalls, rows }: Conversation): Generator<Loss> {
  const { calls, paired } = result
  const id = (name: number): string => rows.names.text(name)
  if (calls) {
    const missed = toolCalls.list.filter(call => !calls.has(id(call.use.id)))
    const form = result.seed === 'seed-004' ? 'blocks of a message' : 'entries of their own'
    yield* some(
      'tool-calls-unseen',
      missed.map(call => rows.line[call.use.row]!),
      n => `${things(n, 'tool call')} ${isOrAre(n)} not seen: ${n === 1 ? 'it is' : 'they are'} written as ${form}.`,
    )
  }
  if (calls && paired) {
    const missed = toolCalls.list.filter(
      call => call.result && calls.has(id(call.use.id)) && !paired.has(id(call.use.id)),
    )
    yield* some(
      'pairs',
      missed.map(call => rows.line[call.result!.row]!),
      n => `${things(n, 'result')} ${isOrAre(n)} not paired: ${n === 1 ? 'it stands' : 'they stand'} before the call.`,
    )
  }
  yield* some(
    'calls-outside-turns',
    lines(result.callsOutsideTurns ?? []),
    n => `${things(n, 'tool call')} ${n === 1 ? 'belongs' : 'belong'} to no turn: no text block has opened one.`,
  )
}

/** D15: lines of a session go back in time here and there, and bookkeeping has none. */
function* orderLosses({ seed, backInTime, untimed }: SourceResult): Generator<Loss> {
  const sentences: Readonly<Record<string, (n: number) => string>> = {
    'seed-000': n =>
      `${things(n, 'entry', 'entries')} ${n === 1 ? 'changes its' : 'change their'} place when sorted by time.`,
    'seed-003': n =>
      `${things(n, 'line')} ${isOrAre(n)} older than a line before, so the file is not in the order of time.`,
    'seed-004': n =>
      `${things(n, 'entry', 'entries')} ${isOrAre(n)} older than the parent, against the order in chains.`,
  }
  const sentence = sentences[seed]
  if (sentence) yield* some('order', lines(backInTime), sentence)
  yield* some(
    'untimed',
    lines(untimed),
    n =>
      `${things(n, 'entry', 'entries')} ${n === 1 ? 'has no timestamp to sort by, and loses its' : 'have no timestamp to sort by, and lose their'} place.`,
  )
}

export function* some(kind: LossKind, at: readonly number[], sentence: (count: number) => string): Generator<Loss> {
  if (at.length === 0) return
  yield { kind, count: at.length, sentence: sentence(at.length), lines: [...new Set(at)].slice(0, MOST_LINES) }
}

export function lines(places: readonly Place[]): readonly number[] {
  return places.map(place => place.line)
}

const MOST_WORDS = 8

/** "3 text, 1 thinking": the most first. */
export function tally(words: readonly string[], several: (word: string) => string = word => word): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const sorted = [...counts].toSorted((a, b) => b[1] - a[1])
  const shown = sorted.slice(0, MOST_WORDS).map(([word, n]) => `${n} ${n === 1 ? word : several(word)}`)
  return [...shown, ...(sorted.length > MOST_WORDS ? [`${sorted.length - MOST_WORDS} more kinds`] : [])].join(', ')
}

export function things(n: number, one: string, several = `${one}s`): string {
  return `${n} ${n === 1 ? one : several}`
}

export function isOrAre(n: number): string {
  return n === 1 ? 'is' : 'are'
}
