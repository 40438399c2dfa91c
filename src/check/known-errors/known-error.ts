// A message of the API or the client that is known, and what in a file makes them say it.

import type { Code } from '../codes.js'

export interface KnownError {
  /** Stable: part of the JSON. */
  readonly id: string
  /** As one reads it, for the docs; N and M stand for numbers, … for what varies. */
  readonly wording: string
  readonly by: 'API' | 'client'
  /** The rule that is broken. */
  readonly rule: string
  readonly says: RegExp
  /** What it means, in plain words. */
  readonly cause: string
  /** The findings that show the place, the most telling first. Empty where no check looks for it. */
  readonly codes: readonly Code[]
  /** What an index or an id in the message names; `size`: nothing, the whole is too large. */
  readonly names?: Named
  /** What to do where no finding has a command. */
  readonly advice: string
}

export type Named = 'call' | 'result' | 'thinking' | 'text' | 'media' | 'block' | 'message' | 'size'

export const TAKE_OUT =
  'Remove the block, or the entry if it contains nothing else, and attach its children to its parent.'
