import type { Severity } from '../../format/finding.js'

export interface CodeEntry {
  readonly severity: Severity
  /** In a few words, for lists. */
  readonly title: string
  /** How a file gets there. */
  readonly cause: string
  /** What the client or the API does with it. */
  readonly effect: string
  /** What one can do about it. */
  readonly remedy: string
  /** The rules of the client and the API behind it (R-…, N…, A…, B…), which docs/client-rules.md lists. */
  readonly rules?: readonly string[]
}
