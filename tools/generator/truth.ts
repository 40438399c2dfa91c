// What the generator knows of a random session by construction, to compare a reader with.
import type { GenerationName } from './generation.js'
import type { Writer } from './session-writer.js'
import type { UsageFigures } from './token-growth.js'

type StartKind = 'prompt' | 'queued' | 'command' | 'bash'

interface TurnStart {
  readonly uuid: string
  readonly kind: StartKind
}

interface Fork {
  readonly parent: string
  /** The first rows of the branches, oldest first. */
  readonly children: readonly string[]
}

export interface Truth {
  readonly generation: GenerationName
  /** The row where the conversation stands. */
  readonly leaf: string | null
  /** Whole records in the file, damaged ones not counted. */
  readonly records: number
  /** One for each of them in file order; null where the record has none. */
  readonly uuids: readonly (string | null)[]
  readonly prompts: readonly TurnStart[]
  /** Ids of tool uses. */
  readonly toolCalls: {
    readonly paired: readonly string[]
    readonly pending: readonly string[]
    readonly lost: readonly string[]
    readonly orphanResults: readonly string[]
  }
  readonly branches: readonly Fork[]
  /** The boundaries. */
  readonly compactions: readonly string[]
  /** Counted once a message. */
  readonly usage: UsageFigures & { readonly messages: number }
  /** Rows that were written and then destroyed by damage. */
  readonly destroyed: readonly string[]
  /** Whole records that were destroyed and had no uuid. */
  readonly destroyedBookkeeping: number
}

interface CallFact {
  readonly id: string
  readonly result: string | null
  readonly atTip: boolean
}

/** Collects the facts while the session is written. */
export interface Facts {
  readonly prompts: TurnStart[]
  readonly calls: CallFact[]
  readonly orphans: { readonly id: string; readonly row: string }[]
  readonly forks: Map<string, string[]>
  readonly compactions: string[]
  readonly usages: UsageFigures[]
}

export const noFacts = (): Facts => ({
  prompts: [],
  calls: [],
  orphans: [],
  forks: new Map(),
  compactions: [],
  usages: [],
})

/** The truth about what is left when the lines at `destroyed` are gone. */
export function truthOf(writer: Writer, facts: Facts, destroyed: ReadonlySet<number>): Truth {
  const { uuids } = writer
  const left = uuids.filter((_, line) => !destroyed.has(line))
  const gone = uuids.filter((_, line) => destroyed.has(line))
  const lostRows = new Set(gone.filter(row => row !== null))
  const answered = (call: CallFact): boolean => call.result !== null && !lostRows.has(call.result)
  const sum = (figure: keyof UsageFigures): number => facts.usages.reduce((total, usage) => total + usage[figure], 0)
  const open = facts.calls.filter(call => !answered(call))
  return {
    generation: writer.generation.name,
    leaf: writer.tip,
    records: left.length,
    uuids: left,
    prompts: facts.prompts,
    toolCalls: {
      paired: facts.calls.filter(answered).map(call => call.id),
      pending: open.filter(call => call.atTip).map(call => call.id),
      lost: open.filter(call => !call.atTip).map(call => call.id),
      orphanResults: facts.orphans.filter(({ row }) => !lostRows.has(row)).map(({ id }) => id),
    },
    branches: [...facts.forks].map(([parent, children]) => ({ parent, children })),
    compactions: facts.compactions,
    usage: {
      inputTokens: sum('inputTokens'),
      cacheWriteTokens: sum('cacheWriteTokens'),
      cacheReadTokens: sum('cacheReadTokens'),
      outputTokens: sum('outputTokens'),
      messages: facts.usages.length,
    },
    destroyed: [...lostRows],
    destroyedBookkeeping: gone.length - lostRows.size,
  }
}
