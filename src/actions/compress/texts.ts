// The prompts and answers of turns in bands, each made shorter on its own. One that fails stays as it is.

import { type Context, WHOLE } from '../../context/index.js'
import { kindOf, NONE } from '../../conversation/rows.js'
import { decodeText } from '../../format/json/walk.js'
import { type Band, bandOf, type Rewritten, type SentTurn } from '../../reshape/compress/index.js'
import type { ReshapeSource } from '../../reshape/plan/index.js'
import { type AskOptions, askAll } from '../../summarize/ask-all.js'
import { traceOf } from '../../summarize/extractive/collect.js'
import { shorten } from '../../summarize/extractive/shorten.js'
import { shorterQuestion } from '../../summarize/prompt.js'
import type { Summarizer } from '../../summarize/summarizer.js'
import { objectOf, turnEvents } from '../../summarize/turn-events.js'
import { type PartFigures, storeFor, tokensOf, tokensOfText } from './parts.js'

export interface MadeTexts {
  readonly turns: readonly SentTurn[]
  readonly texts: readonly Rewritten[]
  readonly traces: ReadonlyMap<string, string> | undefined
  /** One a band. */
  readonly parts: readonly PartFigures[]
}

export interface BandMaterial {
  readonly source: ReshapeSource
  readonly context: Context
  readonly turns: readonly SentTurn[]
  readonly bands: readonly Band[]
  readonly rate: number
  readonly keepTools: boolean
}

/** Shorter ones are not worth it. */
const LEAST_TOKENS = 50

interface Found extends Rewritten {
  readonly role: 'user' | 'assistant'
  readonly band: Band
  readonly tokens: number
}

export async function bandTexts(
  material: BandMaterial,
  summarizer: Summarizer | undefined,
  dataDir: string,
  options: Omit<AskOptions, 'store'>,
): Promise<MadeTexts> {
  const { turns, bands } = material
  const inBands = turns.filter((_, at) => bandOf(bands, at, turns.length))
  const found = textsIn(material)
  const outcomes = summarizer ? await asked(found, summarizer, dataDir, options) : found.map(extracted)
  const texts: Rewritten[] = []
  outcomes.forEach((outcome, at) => {
    const { row, block } = found[at]!
    if (outcome.text !== undefined) texts.push({ row, block, text: outcome.text })
  })
  const traces = material.keepTools ? tracesOf(material, inBands) : undefined
  return { turns: inBands, texts, traces, parts: figures(material, found, outcomes, traces) }
}

interface Outcome {
  /** Undefined where the text stays. */
  readonly text?: string
  readonly reason?: string
  readonly isStored?: boolean
}

function extracted({ text, band }: Found): Outcome {
  const shorter = shorten(text, band.share)
  return shorter.length < text.length ? { text: shorter } : {}
}

async function asked(
  found: readonly Found[],
  summarizer: Summarizer,
  dataDir: string,
  options: Omit<AskOptions, 'store'>,
): Promise<readonly Outcome[]> {
  const questions = found.map(({ text, role, band, tokens }) =>
    shorterQuestion(text, role, band.share, tokens * band.share),
  )
  const answers = await askAll(summarizer, questions, { ...options, store: storeFor(summarizer, dataDir) })
  return answers.map((answer, at) => {
    if (answer.kind === 'failed') return { reason: answer.reason }
    if (answer.text.length >= found[at]!.text.length) return { reason: 'the rewritten text is not shorter' }
    return { text: answer.text, isStored: answer.isStored }
  })
}

/** Texts of prompts and answers, with their rows. Queued prompts, notes and summaries stay as they are. */
function textsIn({ source, context, turns, bands, rate }: BandMaterial): readonly Found[] {
  const { rows, turns: all } = source.conversation
  const bandAt = new Map(turns.map((turn, at) => [turn.position, bandOf(bands, at, turns.length)]))
  const found: Found[] = []
  const textAt = textsOf(source)
  for (const { parts } of context.messages) {
    for (const part of parts) {
      if (part.kind !== 'stored' || part.change) continue
      const { row } = part
      const band = bandAt.get(all.of[row] ?? NONE)
      const kind = kindOf(rows, row)
      if (!band || !(kind === undefined || kind === 'prompt')) continue
      const text = textAt(row, part.block)
      const tokens = text === undefined ? 0 : tokensOfText(text, rate)
      if (text === undefined || tokens < LEAST_TOKENS) continue
      const block = part.block === WHOLE ? 0 : part.block
      found.push({ row, block, text, role: kind === 'prompt' ? 'user' : 'assistant', band, tokens })
    }
  }
  return found
}

/** Asked for one block after the other: an entry is decoded once. */
function textsOf({ conversation: { rows }, read }: ReshapeSource): (row: number, place: number) => string | undefined {
  let last: { readonly row: number; readonly content: unknown } | undefined
  return (row, place) => {
    if (last?.row !== row) last = { row, content: contentOf(row) }
    const { content } = last
    if (typeof content === 'string') return content
    const block = Array.isArray(content) ? objectOf(content[place === WHOLE ? 0 : place]) : {}
    return block['type'] === 'text' && typeof block['text'] === 'string' ? block['text'] : undefined
  }

  function contentOf(row: number): unknown {
    const bytes = read(rows.offset[row]!, rows.length[row]!)
    const entry = objectOf(JSON.parse(decodeText(bytes, 0, bytes.length)))
    return objectOf(entry['message'])['content']
  }
}

function tracesOf({ source, context }: BandMaterial, turns: readonly SentTurn[]): ReadonlyMap<string, string> {
  const traces = new Map<string, string>()
  for (const event of turnEvents(source, context, new Set(turns.map(turn => turn.position)))) {
    if (event.kind === 'tool') traces.set(event.id, `[${traceOf(event)}]`)
  }
  return traces
}

/** What stays of a band: its texts as they are now, and the traces; tool calls and thinking go. */
function figures(
  { turns, bands, rate, source, context }: BandMaterial,
  found: readonly Found[],
  outcomes: readonly Outcome[],
  traces: ReadonlyMap<string, string> | undefined,
): readonly PartFigures[] {
  return bands.flatMap(band => {
    const own = turns.filter((_, at) => bandOf(bands, at, turns.length) === band)
    if (own.length === 0) return []
    const before = Math.round(tokensOf(own, rate))
    let after = wordsLeft(source, context, own, rate)
    let failed = 0
    let stored = 0
    let reason: string | undefined
    outcomes.forEach((outcome, at) => {
      if (found[at]!.band !== band) return
      if (outcome.text !== undefined) after += tokensOfText(outcome.text, rate) - found[at]!.tokens
      if (outcome.isStored) stored++
      if (outcome.reason === undefined) return
      failed++
      reason = outcome.reason
    })
    if (traces)
      for (const event of turnEvents(source, context, new Set(own.map(turn => turn.position))))
        if (event.kind === 'tool') after += tokensOfText(traces.get(event.id) ?? '', rate)
    return [
      {
        turns: [own[0]!.index, own.at(-1)!.index] as const,
        state:
          failed > 0 && failed === found.filter(one => one.band === band).length
            ? ('kept' as const)
            : ('compressed' as const),
        tokensBefore: before,
        tokensAfter: Math.round(after),
        ...(reason === undefined ? {} : { reason: `${failed} texts unchanged: ${reason}` }),
        ...(stored > 0 ? { fromStore: stored } : {}),
      },
    ]
  })
}

/** Tokens of all words of these turns, as they are. */
function wordsLeft(source: ReshapeSource, context: Context, turns: readonly SentTurn[], rate: number): number {
  let tokens = 0
  for (const event of turnEvents(source, context, new Set(turns.map(turn => turn.position)))) {
    if (event.kind === 'asked' || event.kind === 'said' || event.kind === 'earlier-summary')
      tokens += tokensOfText(event.text, rate)
  }
  return tokens
}
