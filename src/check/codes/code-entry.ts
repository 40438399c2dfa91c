import type { Severity } from '../../format/finding.js'

export interface CodeEntry {
  readonly severity: Severity
  /** In a few words, for lists. */
  readonly title: string
  /** How a file gets there. */
  readonly cause: string
  /** What the client or the API makes of it; names the rule (R-…, N…, A…, B…). */
  readonly effect: string
  /** What one can do about it. */
  readonly remedy: string
}
