// What is looked for, as it was understood.

import type { TextField } from '../store.js'

/** Words that stand next to each other; a single one is a phrase of one. */
export interface Phrase {
  readonly kind: 'phrase'
  /** As it was written, without quotes and star. */
  readonly text: string
  /** The last word may go on. */
  readonly isPrefix: boolean
}

/** Of each group one phrase must be there. */
export type Alternatives = readonly Phrase[]

export interface Question {
  /** Where more texts answer, their scores may all be the same: working them out takes longer than finding them. */
  readonly scoredUpTo?: number
  /** All of these, in one text. */
  readonly all: readonly Alternatives[]
  /** None of these in that text. */
  readonly none: readonly Phrase[]
  /** Only texts of these fields; undefined: of all. */
  readonly fields?: readonly TextField[]
  readonly text: TextFilters
  readonly session: readonly SessionFilter[]
}

/** What a text must be. */
export interface TextFilters {
  /** Any of these tools, in lower case; `*` at the end stands for more. */
  readonly tools: readonly string[]
  readonly notTools: readonly string[]
  readonly isError?: boolean
  /** Written at or after, and before. */
  readonly since?: number
  readonly before?: number
  /** Only of agents, or only of the session itself. */
  readonly inAgents?: boolean
}

export const SESSION_TRAITS = ['compaction', 'images', 'secrets'] as const
export type SessionTrait = (typeof SESSION_TRAITS)[number]

/** What a session must be, or must not be. */
export type SessionFilter = { readonly not: boolean } & (
  | { readonly key: 'project' | 'branch' | 'model' | 'file' | 'session' | 'agent'; readonly value: string }
  | { readonly key: 'has'; readonly value: SessionTrait }
)
