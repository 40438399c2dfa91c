// One hand-written session and the rules that it tries.

export interface Experiment {
  /** File name of what was recorded; unique. */
  readonly name: string
  /** Ids of the rules it is about: R-*, N*, A*, B*. */
  readonly rules: readonly string[]
  /** What the rules make of it, in one line. */
  readonly says: string
  readonly session: () => Uint8Array
  /** The clients it is run with; all when absent. */
  readonly clients?: readonly string[]
  /** Megabytes: run with the slow ones. */
  readonly large?: boolean
  /** What is asked on resume instead of the usual prompt. */
  readonly prompt?: string
  /** Name of the session file without its extension, where it matters. */
  readonly fileName?: string
}
