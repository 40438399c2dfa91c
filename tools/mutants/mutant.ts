/** One small change of the source that a test should notice. */
export interface Mutant {
  /** Its number in the switch, from 1. */
  readonly id: number
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly kind: MutantKind
  readonly original: string
  readonly mutated: string
}

export type MutantKind =
  | 'always true'
  | 'always false'
  | 'comparison'
  | 'boundary'
  | 'operator'
  | 'boolean operator'
  | 'fallback'
  | 'not'
  | 'constant'
  | 'text'
  | 'boolean'
  | 'empty list'
  | 'optional'
  | 'method'
  | 'result'
  | 'statement'
