// Old turns made smaller: a summary in their place, or shorter words in the turns that stay.

import { randomUUID } from 'node:crypto'
import { contextCalibration, contextEstimate, findContext } from '../../context/index.js'
import { neutralFolder } from '../../disk/answer-store.js'
import { dataDir } from '../../disk/index.js'
import { InputError } from '../../format/error.js'
import { figure } from '../../format/figure.js'
import {
  type CompressSelection,
  chooseWork,
  compressBands,
  compress as compressVerb,
  type DividingOptions,
  type Price,
  type SentTurn,
  sentTurns,
} from '../../reshape/compress/index.js'
import type { AskProgress } from '../../summarize/ask-all.js'
import { summaryTokens } from '../../summarize/extractive/extract.js'
import { anthropicSummarizer, DEFAULT_MODEL } from '../../summarize/providers/anthropic.js'
import { claudeSummarizer } from '../../summarize/providers/claude.js'
import { commandSummarizer } from '../../summarize/providers/command.js'
import type { Summarizer } from '../../summarize/summarizer.js'
import { type Doing, openOptions, timeAt } from '../action.js'
import { releaseMemory } from '../release-memory.js'
import { type ChangeRequest, changeCall } from '../reshape/change-request.js'
import { newIdentity } from '../reshape/identities.js'
import { type Requested, reshape } from '../reshape/reshape.js'
import type { ReshapeReport } from '../reshape/reshape-report.js'
import type { OpenForChange } from '../reshape/reshape-source.js'
import type { Place } from '../session/place.js'
import { type CompressWords, compressChoice } from './compress-words.js'
import { type PartFigures, tokensOfText } from './parts.js'
import { askedSummaries, extractiveSummaries, type Made } from './summaries.js'
import { bandTexts } from './texts.js'

export interface CompressCall extends ChangeRequest, CompressWords {
  /** One line for each tool call that goes. */
  readonly keepTools?: boolean
  /** Default: extractive, which asks nobody. */
  readonly summarizer?: SummarizerOptions
}

export type SummarizerOptions = { readonly timeoutMs: number; readonly concurrency: number } & (
  | { readonly kind: 'extractive' }
  | { readonly kind: 'claude'; readonly model: string | undefined }
  | { readonly kind: 'anthropic'; readonly model: string | undefined }
  | { readonly kind: 'command'; readonly command: string }
)

const EXTRACTIVE: SummarizerOptions = { kind: 'extractive', timeoutMs: 180_000, concurrency: 3 }

export interface CompressReport extends ReshapeReport {
  /** Who wrote the summaries. */
  readonly summarizer: string
  readonly parts: readonly PartFigures[]
}

export async function compress(place: Place, call: CompressCall, doing: Doing = {}): Promise<CompressReport> {
  compressChoice(call) // a wrong word is told before the session is read
  const summarizer = summarizerFor(place, call.summarizer ?? EXTRACTIVE)
  let parts: readonly PartFigures[] = []
  const report = await reshape(
    place,
    {
      ...changeCall(place, 'compress', call),
      request: async open => {
        const made = await requested(place, open, call, summarizer, doing)
        parts = made.parts
        // The context that they were chosen from, and all that was said, are done with.
        releaseMemory(open.state.size)
        return made.request
      },
    },
    openOptions(place, doing),
  )
  return { ...report, summarizer: summarizer?.name ?? 'extractive', parts }
}

/** Undefined for the extractive one, which asks nobody. */
function summarizerFor(place: Place, wish: SummarizerOptions): Summarizer | undefined {
  const { env } = place
  switch (wish.kind) {
    case 'extractive':
      return undefined
    case 'command':
      return commandSummarizer({ ...wish, env })
    case 'anthropic':
      if (!env['ANTHROPIC_API_KEY'])
        throw new InputError('usage', '--summarizer anthropic needs ANTHROPIC_API_KEY to be set')
      return anthropicSummarizer({ ...wish, env, model: wish.model ?? DEFAULT_MODEL })
    case 'claude':
      return claudeSummarizer({ ...wish, env, cwd: neutralFolder(dataDir(place)) })
  }
}

interface MadeRequest {
  readonly request: Requested
  readonly parts: readonly PartFigures[]
}

async function requested(
  place: Place,
  { source, before }: OpenForChange,
  call: CompressCall,
  summarizer: Summarizer | undefined,
  { signal = new AbortController().signal, progress }: Doing,
): Promise<MadeRequest> {
  const { keepTools = false, now = timeAt(place), idsFrom } = call
  const wish = compressChoice(call)
  const context = findContext(before.reading)
  if (context.outcome.kind === 'refuses') return nothing(`the session does not resume: ${context.outcome.reason}`)
  const turns = sentTurns(before.reading, context)
  const calibration = contextCalibration(before.reading, context)
  const { rate } = calibration
  const ask = {
    signal,
    ...(progress ? { onProgress: (step: AskProgress) => progress({ kind: 'summaries', ...step }) } : {}),
  }
  if (wish.kind === 'bands') {
    const made = await bandTexts(
      { source, context, turns, bands: wish.bands, rate, keepTools },
      summarizer,
      dataDir(place),
      ask,
    )
    if (made.turns.length === 0) return nothing('no turn falls into these bands')
    return { request: { verbs: [compressBands(made)] }, parts: made.parts }
  }
  const { count, fits, early } = chooseWork(source, turns, wish, calibration, summaryTokens)
  if (count === 0 && !early) return nothing(whyNothing(turns.length, wish, fits))
  const material = { source, context, turns, count, early, rate, sessionId: source.folder.id, keepTools }
  const made: Made = summarizer
    ? await askedSummaries(material, summarizer, dataDir(place), ask)
    : extractiveSummaries(material)
  if (made.summaries.length === 0 && !made.early)
    return { ...nothing(`nothing was compressed: ${made.parts[0]?.reason}`), parts: made.parts }
  const tokens = contextEstimate(before.reading, context, calibration).estimate
  const verb = compressVerb({
    turns,
    summaries: made.summaries,
    early: made.early,
    tokens,
    now: new Date(now).toISOString(),
    freshId: freshIds(source.folder.id, idsFrom),
  })
  const left = tokensLeft(turns, made, calibration)
  const tooMuch = wish.kind === 'budget' && left > wish.tokens
  const refused = tooMuch ? [`the result would still have about ${figure(left)} tokens, more than ${asked(wish)}`] : []
  return { request: { verbs: [verb], linear: true, refused }, parts: made.parts }
}

/** What is sent of the result: the summaries as they are, and the other turns without thinking (A0). */
function tokensLeft(turns: readonly SentTurn[], { summaries, early }: Made, { base, rate }: Price): number {
  const isGone = (at: number): boolean => summaries.some(({ from, to }) => at >= from && at < to)
  const kept = turns.reduce((sum, turn, at) => sum + (isGone(at) ? 0 : turn.weight - turn.thinking), 0)
  const texts = [...summaries, ...(early ? [early] : [])].reduce((sum, { text }) => sum + tokensOfText(text, rate), 0)
  return base + rate * (kept - (early?.work.weight ?? 0)) + texts
}

function nothing(reason: string): MadeRequest {
  return { request: { verbs: [], refused: [reason] }, parts: [] }
}

function whyNothing(turns: number, wish: CompressSelection | DividingOptions, fits: boolean): string {
  if (turns < 2 && (wish.kind === 'keep-last' || wish.kind === 'oldest'))
    return 'nothing to compress: the model sees only one turn; to summarize its early work, use --oldest 60% --by calls or --keep-last-calls 20'
  if (wish.kind === 'budget' && fits) return `nothing to compress: it already fits in ${asked(wish)} tokens`
  return `nothing to compress: the model sees ${turns} turns, and all of them are to be kept`
}

function asked(wish: CompressSelection | DividingOptions): string {
  return wish.kind === 'budget' ? figure(wish.tokens) : ''
}

function freshIds(sessionId: string, seed: string | undefined): () => string {
  if (seed === undefined) return () => randomUUID()
  const { newId } = newIdentity(sessionId, seed, undefined)
  let made = 0
  return () => newId(`compress ${++made}`)
}
