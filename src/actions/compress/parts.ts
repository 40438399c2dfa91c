// What a part of the session was and what it became: the figures that a compression reports.

import { textWeight } from '../../context/index.js'
import { storedAnswers } from '../../disk/answer-store.js'
import type { SentTurn } from '../../reshape/compress/index.js'
import type { AnswerStore } from '../../summarize/ask-all.js'
import { writtenBytes } from '../../summarize/extractive/render.js'
import type { Question, Summarizer } from '../../summarize/summarizer.js'

export interface PartFigures {
  /** The first and the last turn, by their numbers. */
  readonly turns: readonly [number, number]
  /** Only so many requests at the beginning of the turn. */
  readonly requests?: number
  readonly state: 'compressed' | 'kept'
  /** Estimated as they are sent. */
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** Why it, or something in it, was kept. */
  readonly reason?: string
  /** So many answers were known from earlier calls. */
  readonly fromStore?: number
}

export function tokensOf(turns: readonly SentTurn[], rate: number): number {
  return turns.reduce((sum, turn) => sum + turn.weight * rate, 0)
}

/** Tokens of a text as it will be sent. */
export function tokensOfText(text: string, rate: number): number {
  return rate * textWeight(writtenBytes(text))
}

/** Answers are known again where all that they depend on is the same: who is asked, for what, about what. */
export function storeFor({ key }: Summarizer, dataDir: string): AnswerStore {
  const stored = storedAnswers(dataDir)
  const keyOf = ({ instructions, data, tokens }: Question): string =>
    JSON.stringify([key, instructions, data, Math.round(tokens)])
  return {
    get: async question => stored.get(keyOf(question)),
    put: async (question, answer) => stored.put(keyOf(question), answer),
  }
}
