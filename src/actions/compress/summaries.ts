// Summaries of turns, by whichever summarizer. A part that cannot be summarised, or only with more words than it has,
// stays as it is and counts as kept.

import type { Context } from '../../context/index.js'
import { decodeText } from '../../format/json/walk.js'
import { type EarlyWork, partsOf, type SentTurn, type Summary, type WorkSummary } from '../../reshape/compress/index.js'
import type { ReshapeSource } from '../../reshape/plan/index.js'
import { type AskOptions, askAll } from '../../summarize/ask-all.js'
import { withEarlierWork } from '../../summarize/earlier-work.js'
import { extract, summaryTokens } from '../../summarize/extractive/extract.js'
import { summaryQuestion } from '../../summarize/prompt.js'
import type { Summarizer } from '../../summarize/summarizer.js'
import { traceLines } from '../../summarize/traces.js'
import { transcriptOf } from '../../summarize/transcript.js'
import { type TurnEvent, turnEvents } from '../../summarize/turn-events.js'
import { turnRange } from '../../summarize/words.js'
import { withAgentWork } from './agent-work.js'
import { type PartFigures, storeFor, tokensOf, tokensOfText } from './parts.js'

export interface Made {
  readonly summaries: readonly Summary[]
  readonly early?: WorkSummary
  readonly parts: readonly PartFigures[]
}

export interface Material {
  readonly source: ReshapeSource
  readonly context: Context
  readonly turns: readonly SentTurn[]
  /** How many of the turns are compressed. */
  readonly count: number
  /** The early work of the turn behind them, where it goes as well. */
  readonly early?: EarlyWork | undefined
  /** Tokens a unit of weight. */
  readonly rate: number
  readonly sessionId: string
  readonly keepTools: boolean
}

/** A part that is given to a model at once. */
const PART_TOKENS = 60_000
const MODEL_MOST = 6000
const MODEL_LEAST = 150
/** Characters. */
const LEAST_SUMMARY = 80

export function extractiveSummaries(material: Material): Made {
  return withEarly(material.count === 0 ? NOTHING : extractedTurns(material), extractedWork(material))
}

const NOTHING: Made = { summaries: [], parts: [] }

function withEarly(made: Made, work: Weighed | undefined): Made {
  if (!work) return made
  const early = work.summary && { early: { work: work.work!, text: work.summary.text } }
  return { ...made, ...early, parts: [...made.parts, work.figures] }
}

function extractedWork(material: Material): Weighed | undefined {
  const { source, turns, early, rate, sessionId, keepTools } = material
  if (!early) return undefined
  const { index } = turns[early.turn]!
  const text = extract(workEvents(material, early), {
    about: {
      sessionId,
      cwd: source.conversation.about.cwd,
      firstTurn: index,
      lastTurn: index,
      turns: 1,
      requests: early.requests,
    },
    tokens: summaryTokens(early.weight * rate),
    rate,
    keepTools,
  })
  return weighedWork(material, early, { kind: 'text', text, isStored: false })
}

function* workEvents(material: Material, { turn, rows }: EarlyWork): Generator<TurnEvent> {
  for (const event of eventsOf(material, [material.turns[turn]!])) if (rows.has(event.row)) yield event
}

function extractedTurns(material: Material): Made {
  const { source, turns, count, rate, sessionId, keepTools } = material
  const chosen = turns.slice(0, count)
  const [first, last] = [chosen[0]!.index, chosen.at(-1)!.index]
  const { read } = source
  const { rows } = source.conversation
  const json = (row: number): string => {
    const bytes = read(rows.offset[row]!, rows.length[row]!)
    return decodeText(bytes, 0, bytes.length)
  }
  const positions = new Set(chosen.map(turn => turn.position))
  const own = withAgentWork(source, positions, eventsOf(material, chosen))
  const events = withEarlierWork({ conversation: source.conversation, json }, own)
  const text = extract(events, {
    about: { sessionId, cwd: source.conversation.about.cwd, firstTurn: first, lastTurn: last, turns: count },
    tokens: summaryTokens(tokensOf(chosen, rate)),
    rate,
    keepTools,
  })
  return joined([weighed(material, 0, count, { kind: 'text', text, isStored: false })])
}

export async function askedSummaries(
  material: Material,
  summarizer: Summarizer,
  dataDir: string,
  options: Omit<AskOptions, 'store'>,
): Promise<Made> {
  const { turns, count, rate, keepTools } = material
  const parts = partsOf(turns, count, rate, PART_TOKENS)
  const questions = parts.map(part => {
    const tokens = Math.min(MODEL_MOST, Math.max(MODEL_LEAST, summaryTokens(tokensOf(part, rate))))
    return summaryQuestion(transcriptOf(eventsOf(material, part)), tokens)
  })
  const { early } = material
  if (early) {
    const tokens = Math.min(MODEL_MOST, Math.max(MODEL_LEAST, summaryTokens(early.weight * rate)))
    questions.push(summaryQuestion(transcriptOf(workEvents(material, early)), tokens))
  }
  const store = storeFor(summarizer, dataDir)
  const answers = await askAll(summarizer, questions, { ...options, store, objection })
  let from = 0
  const made = parts.map((part, at) => {
    const answer = answers[at]!
    const traces = keepTools && answer.kind === 'text' ? traceLines(eventsOf(material, part)) : ''
    const dressed =
      answer.kind === 'text' ? { ...answer, text: `${intro(material, part)}\n\n${answer.text}${traces}` } : answer
    const one = weighed(material, from, from + part.length, dressed)
    from += part.length
    return one
  })
  return withEarly(joined(made), early && weighedWork(material, early, dressedWork(material, early, answers.at(-1)!)))
}

function dressedWork(material: Material, early: EarlyWork, answer: Answered): Answered {
  if (answer.kind !== 'text') return answer
  const { sessionId, turns, keepTools } = material
  const which = early.requests === 1 ? 'the first request' : `the first ${early.requests} requests`
  const opening = `Summary of ${which} of turn ${turns[early.turn]!.index}, of which it takes the place; in full in session ${sessionId}.`
  const traces = keepTools ? traceLines(workEvents(material, early)) : ''
  return { ...answer, text: `${opening}\n\n${answer.text}${traces}` }
}

/** Not every client says that a model refused; what it says then is a sentence and no summary. */
function objection(text: string): string | undefined {
  return text.length < LEAST_SUMMARY ? `answer too short for a summary: ${JSON.stringify(text)}` : undefined
}

interface Weighed {
  readonly summary: Summary | undefined
  readonly figures: PartFigures
  readonly work?: EarlyWork
}

type Answered =
  | { readonly kind: 'text'; readonly text: string; readonly isStored: boolean }
  | { readonly kind: 'failed'; readonly reason: string }

function weighed({ turns, rate }: Material, from: number, to: number, answer: Answered): Weighed {
  const range = [turns[from]!.index, turns[to - 1]!.index] as const
  return compared({ turns: range }, tokensOf(turns.slice(from, to), rate), rate, from, to, answer)
}

function weighedWork({ turns, rate }: Material, work: EarlyWork, answer: Answered): Weighed {
  const { index } = turns[work.turn]!
  const about = { turns: [index, index] as const, requests: work.requests }
  return { ...compared(about, work.weight * rate, rate, work.turn, work.turn + 1, answer), work }
}

/** A summary must be shorter than what it stands for. */
function compared(
  about: Pick<PartFigures, 'turns' | 'requests'>,
  tokens: number,
  rate: number,
  from: number,
  to: number,
  answer: Answered,
): Weighed {
  const before = Math.round(tokens)
  const kept = (reason: string): Weighed => ({
    summary: undefined,
    figures: { ...about, state: 'kept', tokensBefore: before, tokensAfter: before, reason },
  })
  if (answer.kind === 'failed') return kept(answer.reason)
  const after = Math.round(tokensOfText(answer.text, rate))
  if (after >= before) return kept('a summary would not be shorter')
  const figures = { ...about, state: 'compressed' as const, tokensBefore: before, tokensAfter: after }
  return {
    summary: { from, to, text: answer.text },
    figures: answer.isStored ? { ...figures, fromStore: 1 } : figures,
  }
}

/** Summaries that follow each other are one entry. */
function joined(made: readonly Weighed[]): Made {
  const summaries: Summary[] = []
  for (const { summary } of made) {
    const last = summaries.at(-1)
    if (!summary) continue
    if (last?.to === summary.from)
      summaries[summaries.length - 1] = { from: last.from, to: summary.to, text: `${last.text}\n\n${summary.text}` }
    else summaries.push(summary)
  }
  return { summaries, parts: made.map(one => one.figures) }
}

function intro({ sessionId }: Material, part: readonly SentTurn[]): string {
  const range = turnRange(part[0]!.index, part.at(-1)!.index)
  return `Summary of ${range} of this conversation, which it takes the place of; in full in session ${sessionId}.`
}

function eventsOf({ source, context }: Material, part: readonly SentTurn[]): Generator<TurnEvent> {
  return turnEvents(source, context, new Set(part.map(turn => turn.position)))
}
