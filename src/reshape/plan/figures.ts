// A session that was made smaller still has the figures of the requests that it was made from, and the client goes by
// those of the last answer: it would summarise a history that fits (N30, O18), or clear results that need not go (O19).
// So that answer gets the figures of what is left. What was recorded stays in the entry, for whoever counts what was used.

import {
  type Calibration,
  type Context,
  contextEstimate,
  findContext,
  PROFILES,
  type Profile,
  type Reading,
} from '../../context/index.js'
import { figure } from '../../format/figure.js'
import { decodeText, eachMember, isKey, rangeOf, valueEnd } from '../../format/json/walk.js'
import type { EntryAtHand } from '../edits/entry-at-hand.js'
import { addStep, type Draft } from './draft.js'

export interface Figure {
  /** The entries of one answer. */
  readonly rows: readonly number[]
  /** What the client would take the session to have, and what it has. */
  readonly recorded: number
  readonly tokens: number
}

/**
 * No client does anything about a session that is smaller than that, whatever its model: the smallest window, less what
 * clients up to 2.0 keep free of it before they clear results (O19).
 */
const ACTED_ON = 130_000
/** The estimate is no better than that. */
const WORTH = 1_000

/** Has the session an answer with such figures? */
export function mayBeActedOn({ facts, conversation }: Reading): boolean {
  // What was added since the last answer counts as well.
  return facts.tokens.subarray(0, conversation.rows.count).some(tokens => tokens >= ACTED_ON / 2)
}

/** Figures that are too large for the result. `rowOf` tells the rows by those of the source; NONE for new ones. */
export function staleFigures(
  reading: Reading,
  calibration: Calibration,
  rowOf: (row: number) => number,
): readonly Figure[] {
  if (!mayBeActedOn(reading)) return []
  return withoutRepeats(PROFILES.map(client => staleFigure(reading, client, calibration, rowOf)))
}

/** Clients may well go by the same answer. */
export function withoutRepeats(figures: readonly (Figure | undefined)[]): readonly Figure[] {
  const found = new Map<number, Figure>()
  for (const figure of figures) if (figure && !found.has(figure.rows[0]!)) found.set(figure.rows[0]!, figure)
  return [...found.values()]
}

/** As one client sees it. */
export function staleFigure(
  reading: Reading,
  client: Profile,
  calibration: Calibration,
  rowOf: (row: number) => number,
): Figure | undefined {
  const context = findContext(reading, { client })
  const { row, tokens: recorded, since } = context.counted ?? { row: undefined, tokens: 0, since: 0 }
  if (row === undefined || recorded + since < ACTED_ON) return undefined
  const tokens = contextEstimate(reading, upTo(context, row), calibration).estimate
  if (tokens > recorded - WORTH) return undefined
  return { rows: rowsOfAnswer(reading, row).map(rowOf), recorded, tokens }
}

/** The history as it was when this answer had been given. */
function upTo(context: Context, row: number): Context {
  const last = context.messages.findLastIndex(({ parts }) =>
    parts.some(part => part.kind === 'stored' && part.row === row),
  )
  return last < 0 ? context : { ...context, messages: context.messages.slice(0, last + 1) }
}

/** All entries of a message carry its figures. */
function rowsOfAnswer({ conversation: { rows }, facts }: Reading, row: number): readonly number[] {
  const id = rows.messageId[row]!
  if (id === 0) return [row]
  const own: number[] = []
  for (let one = 0; one < rows.count; one++)
    if (rows.messageId[one] === id && !Number.isNaN(facts.tokens[one]!)) own.push(one)
  return own
}

export function setFigures(draft: Draft, figures: readonly Figure[]): void {
  for (const { rows, recorded, tokens } of figures) {
    const left = rows.filter(row => row >= 0 && draft.removed[row] === 0)
    for (const row of left) draft.figures.set(row, tokens)
    addStep(
      draft,
      'update token counts',
      left,
      `with the recorded ${figure(recorded)} tokens, the client would compact the session; it has about ${figure(tokens)}`,
    )
  }
}

const utf8 = new TextEncoder()

/** `at` is where the message begins. The client counts a prompt of these tokens, and an answer as long as it was. */
export function usageEdit({ bytes, put }: EntryAtHand, at: number, tokens: number): void {
  if (bytes[at] !== 0x7b) return
  eachMember(bytes, at, (keyStart, keyEnd, start) => {
    const end = valueEnd(bytes, start)
    if (isKey(bytes, keyStart, keyEnd, 'usage') && bytes[start] === 0x7b)
      put(start, end, utf8.encode(usageOf(tokens, outputTokens(bytes, start))))
    return end
  })
}

function usageOf(tokens: number, output: number): string {
  const answer = Math.min(output, Math.max(tokens - 1, 0))
  return JSON.stringify({
    input_tokens: tokens - answer,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: answer,
  })
}

function outputTokens(bytes: Uint8Array, usage: number): number {
  const range = rangeOf(bytes, usage, ['output_tokens'])
  const count = range ? Number(decodeText(bytes, range.start, range.end)) : 0
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}

/** What the entry keeps of its own figures, to the letter. */
export function recordedFigures(bytes: Uint8Array): string {
  const range = rangeOf(bytes, 0, ['message', 'usage'])
  return `{"usage":${range ? decodeText(bytes, range.start, range.end) : 'null'}}`
}
