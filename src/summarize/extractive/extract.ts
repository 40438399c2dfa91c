// The summary that needs no model: deterministic, in the words of the session itself, with turn numbers.

import { textWeight } from '../../context/index.js'
import type { TurnEvent } from '../turn-events.js'
import { collect } from './collect.js'
import { renderWithin, type SummaryAbout } from './render.js'

export interface ExtractOptions {
  readonly about: SummaryAbout
  /** Tokens that the summary may have. */
  readonly tokens: number
  /** Tokens a unit of weight, from the session's calibration. */
  readonly rate: number
  /** One line for each tool call, whatever room there is. */
  readonly keepTools: boolean
}

export function extract(events: Iterable<TurnEvent>, { about, tokens, rate, keepTools }: ExtractOptions): string {
  const bytes = Math.floor(tokens / (rate * textWeight(1)))
  const collected = collect(events, keepTools)
  const traces = collected.traces.reduce((sum, { text }) => sum + text.length + 16, 0)
  return renderWithin(collected, about, bytes + traces)
}

/** A part of so many tokens becomes at most so many. */
const SHARE = 0.13
/** Parts below this are short already; they may keep more. */
const SHORT = 8000
const SHORT_SHARE = 0.5
/** More than this nobody reads. */
const MOST = 8000

export function summaryTokens(partTokens: number): number {
  if (partTokens <= SHORT) return Math.min(SHORT * SHARE, partTokens * SHORT_SHARE)
  return Math.min(partTokens * SHARE, MOST)
}
