// How the usage figures of a session grow: what was new in one request is read from the cache in the next.
import type { Generation } from './generation.js'
import type { Random } from './random.js'

export interface TokenGrowth {
  /** System prompt and tools: part of every request, also behind a compaction. */
  readonly base: number
  cached: number
  fresh: number
}

export interface UsageFigures {
  readonly inputTokens: number
  readonly cacheWriteTokens: number
  readonly cacheReadTokens: number
  readonly outputTokens: number
}

export const growthFrom = (base: number): TokenGrowth => ({ base, cached: 0, fresh: base })

export const tokensOf = (text: string): number => Math.ceil(text.length / 3.6) + 4

export function takeRequest(growth: TokenGrowth, outputTokens: number, random: Random): UsageFigures {
  const figures = {
    inputTokens: random.int(2, 9),
    cacheWriteTokens: growth.fresh,
    cacheReadTokens: growth.cached,
    outputTokens,
  }
  growth.cached += growth.fresh
  growth.fresh = outputTokens
  return figures
}

/** The usage object, with the key order of an intermediate row or of a final one. */
export function usageObject(generation: Generation, figures: UsageFigures, final: boolean): object {
  const oneHour = generation.oneHourCache ? figures.cacheWriteTokens : 0
  const fiveMinutes = figures.cacheWriteTokens - oneHour
  const head = {
    input_tokens: figures.inputTokens,
    cache_creation_input_tokens: figures.cacheWriteTokens,
    cache_read_input_tokens: figures.cacheReadTokens,
  }
  const cacheCreation = { ephemeral_5m_input_tokens: fiveMinutes, ephemeral_1h_input_tokens: oneHour }
  if (generation.stopReason === 'never' || !final) {
    const place = generation.caller ? { inference_geo: 'not_available' } : {}
    const rest = { output_tokens: figures.outputTokens, service_tier: 'standard', ...place }
    return { ...head, cache_creation: cacheCreation, ...rest }
  }
  const iteration = {
    input_tokens: figures.inputTokens,
    output_tokens: figures.outputTokens,
    cache_read_input_tokens: figures.cacheReadTokens,
    cache_creation_input_tokens: figures.cacheWriteTokens,
    cache_creation: cacheCreation,
    type: 'message',
  }
  return {
    ...head,
    output_tokens: figures.outputTokens,
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: 'standard',
    cache_creation: { ephemeral_1h_input_tokens: oneHour, ephemeral_5m_input_tokens: fiveMinutes },
    inference_geo: '',
    iterations: generation.name === '2.1' ? [iteration] : [],
    speed: 'standard',
  }
}
