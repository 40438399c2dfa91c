// One shape for everything that is wrong, lost or odd in a session: a value, never an exception.

/** What happens: the client or the API will not take it; it resumes with less than is there; or nothing that matters. */
export type Severity = 'refuses' | 'loses' | 'cosmetic'

export interface Finding {
  /** Stable and documented in docs/findings.md; never reused for something else. */
  readonly code: string
  readonly severity: Severity
  /** 1-based; absent where a finding concerns the whole file or a side file. */
  readonly line?: number
  /** Byte offset in the file, where the place is known that exactly. */
  readonly offset?: number
  readonly uuid?: string
  readonly message: string
  /** The command that mends it, where there is one. */
  readonly fix?: string
}
