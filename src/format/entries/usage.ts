// What does the API report about the cost of one answer?
//
// Every entry of a message repeats this record (or, in slow 1.0.x streams, an early state of it), so adding it up over
// entries counts a message several times: add up over messages.

import type { OneOf, Open } from './open.js'

export interface Usage extends Open {
  readonly input_tokens?: number
  readonly output_tokens?: number
  readonly cache_creation_input_tokens?: number
  readonly cache_read_input_tokens?: number
  readonly cache_creation?: CacheCreation | null
  readonly output_tokens_details?: OutputTokensDetails | null
  readonly server_tool_use?: ServerToolUsage | null
  readonly service_tier?: OneOf<'standard' | 'priority' | 'batch'> | null
  readonly inference_geo?: OneOf<'not_available' | 'global'> | null
  readonly iterations?: readonly UsageIteration[] | null
  readonly speed?: OneOf<'standard' | 'fast'> | null
}

/** Tokens written to the cache, by how long they live there. Adds up to `cache_creation_input_tokens`. */
export interface CacheCreation extends Open {
  readonly ephemeral_5m_input_tokens?: number
  readonly ephemeral_1h_input_tokens?: number
}

export interface OutputTokensDetails extends Open {
  readonly thinking_tokens?: number
}

/** Calls of tools that the API runs itself. */
export interface ServerToolUsage extends Open {
  readonly web_search_requests?: number
  readonly web_fetch_requests?: number
}

/** One of several model runs behind a single answer. */
export interface UsageIteration extends Open {
  readonly type?: OneOf<'message'>
  readonly input_tokens?: number
  readonly output_tokens?: number
  readonly cache_creation_input_tokens?: number
  readonly cache_read_input_tokens?: number
  readonly cache_creation?: CacheCreation | null
}
