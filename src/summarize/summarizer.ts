// What all summarizers have in common that are asked for a text: a program, the client, the API.

export interface Summarizer {
  /** As it is shown. */
  readonly name: string
  /** All that its answers depend on, besides what it is asked. */
  readonly key: string
  /** So many at a time. */
  readonly concurrency: number
  ask(question: Question, signal: AbortSignal): Promise<string>
}

/** Instructions, and apart from them the data that they are about. */
export interface Question {
  readonly instructions: string
  /** Delimited: whoever reads it can tell where it begins and ends (prompt.ts). */
  readonly data: string
  /** What the answer may have, about. */
  readonly tokens: number
}

/** It did not answer. A passing trouble is worth another try. */
export class SummaryFailed extends Error {
  readonly isPassing: boolean
  /** The service says when to ask again. */
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    { isPassing = false, retryAfterMs }: { isPassing?: boolean; retryAfterMs?: number } = {},
  ) {
    super(message)
    this.name = 'SummaryFailed'
    this.isPassing = isPassing
    this.retryAfterMs = retryAfterMs
  }
}

/** Too many requests, overloaded, a passing trouble of the service: as numbers, or in the words of the client. */
export const PASSING_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529])
export const PASSING_WORDS =
  /\b(429|500|502|503|504|529)\b|overloaded|rate.?limit|timed? ?out|ECONNRESET|ECONNREFUSED|socket hang up/i
