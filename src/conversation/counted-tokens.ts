// The size that the client takes a session to have, by the figures of one answer. It decides by that whether it
// summarises the history before it sends anything (N30).

import type { UsageFacts } from './facts.js'

/** What an entry says of its figures besides the usage itself. */
export interface ClientFigures {
  /** Tokens of the last attempt at the answer, where it has several. */
  readonly iteration: number | undefined
  /** Tokens of results that were cleared on the way to the model, which the client counts all the same. */
  readonly cleared: number
  readonly isUnmetered: boolean
}

export const NO_FIGURES: ClientFigures = { iteration: undefined, cleared: 0, isUnmetered: false }

/** NaN where the client passes over the entry; 0 where nothing was asked, which it passes over as well. */
export function countedTokens(usage: UsageFacts, { iteration, cleared, isUnmetered }: ClientFigures): number {
  if (isUnmetered) return Number.NaN
  const prompt = usage.inputTokens + usage.cacheCreationTokens + usage.cacheReadTokens
  if (prompt === 0) return 0
  return (iteration ?? prompt + usage.outputTokens) + cleared
}

type Value = Readonly<Record<string, unknown>>

const ASIDE = new Set<unknown>(['advisor_message', 'compaction'])
const ANSWERS = new Set<unknown>(['message', 'fallback_message'])

/** Of `usage.iterations`; undefined where the last one does not say all that it must. */
export function lastIteration(value: unknown): number | undefined {
  const last = list(value).findLast(one => !ASIDE.has(one['type']))
  if (!last || !ANSWERS.has(last['type'])) return undefined
  const prompt = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map(key => count(last[key]))
  const output = count(last['output_tokens'])
  if (output === undefined || prompt.includes(undefined)) return undefined
  const asked = prompt.reduce<number>((sum, one) => sum + one!, 0)
  return asked > 0 ? asked + output : undefined
}

/** Of `message.context_management`. */
export function clearedTokens(value: unknown): number {
  const said = (value ?? {}) as Value
  const estimate = count(said['client_estimated_cleared_input_tokens'])
  if ((count(said['client_cut_tool_uses']) ?? 0) > 0) return estimate ?? 0
  const edits = list(said['applied_edits']).filter(one => one['type'] === 'clear_tool_uses_20250919')
  const cleared = edits.reduce((sum, one) => sum + (count(one['cleared_input_tokens']) ?? 0), 0)
  if (estimate === undefined) return cleared
  const isMeasured = said['client_estimate_measured_from_prompts'] === true && cleared > 0
  return isMeasured ? estimate : Math.min(cleared, estimate)
}

function list(value: unknown): readonly Value[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'object' && one !== null) : []
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}
