// What a command that changes a session says of it.

import type { Finding } from '../../format/finding.js'
import type { Step } from '../../reshape/plan/index.js'

export interface ReshapeReport {
  /** Of the result. */
  readonly sessionId: string
  /** Null where nothing was written. */
  readonly path: string | null
  /** What to type; null where nothing was written, or where the client cannot find it by its id. */
  readonly resume: string | null
  readonly dryRun: boolean
  readonly written: boolean
  readonly before: Figures
  readonly after: Figures
  readonly steps: readonly Step[]
  /** Findings that the result would have and the source has not. */
  readonly findings: readonly Finding[]
  /** Why nothing was written; empty where it was, or can be. */
  readonly refused: readonly string[]
  readonly receipt: string | null
}

export interface Figures {
  readonly entries: number
  /** Messages that the model gets. */
  readonly messages: number
  readonly toolCalls: number
  readonly bytes: number
  /** Tokens of the history with system prompt and tools, estimated. */
  readonly tokens: number
}
