// Assistant rows: one content block a row; the rows of one message share its id and request.
import type { Block } from './content-blocks.js'
import { messageId, requestId, uuid } from './identifiers.js'
import type { Random } from './random.js'
import { appendRow, type Fields, type Writer } from './session-writer.js'
import { takeRequest, tokensOf, type UsageFigures, usageObject } from './token-growth.js'

export type StopReason = 'end_turn' | 'tool_use' | 'max_tokens' | 'stop_sequence' | 'refusal'

export interface Answer {
  readonly messageId: string
  /** One uuid a block, in order. */
  readonly rows: readonly string[]
  readonly usage: UsageFigures
}

export interface AnswerOptions {
  /** The stream broke off: no stop reason on any row. */
  readonly interrupted?: boolean
  readonly model?: string
  readonly extra?: Fields
  /** Called after each row but the last: results may come between the blocks of a slow stream. */
  readonly between?: (row: number) => void
}

export function answer(
  writer: Writer,
  blocks: readonly Block[],
  stop: StopReason,
  options: AnswerOptions = {},
): Answer {
  const { random, clock, generation } = writer
  const id = messageId(random)
  const request = requestId(random)
  const total = blocks.reduce((sum, block) => sum + outputTokens(block, random), 0)
  const usage = takeRequest(writer.growth, total, random)
  const rows: string[] = []
  clock.pass(2.4)
  for (const [index, block] of blocks.entries()) {
    const last = index === blocks.length - 1
    const knows = generation.stopReason === 'every-row' || (generation.stopReason === 'last-row' && last)
    const final = knows && options.interrupted !== true
    const share = Math.max(1, Math.round((usage.outputTokens * (index + 1)) / blocks.length))
    const figures = final || last ? usage : { ...usage, outputTokens: share }
    const message = messageObject(writer, { id, block, model: options.model ?? writer.model }, final ? stop : null)
    const body = { ...message, usage: usageObject(generation, figures, final) }
    const diagnostics = generation.sessionFields === 'last' ? { diagnostics: null } : {}
    const place = generation.name === '2.1' ? { apiBlockIndex: index } : {}
    const row = appendRow(writer, stamp => ({
      message: { ...body, ...diagnostics },
      requestId: request,
      ...place,
      ...options.extra,
      type: 'assistant',
      ...stamp,
    }))
    rows.push(row)
    writer.answered = true
    clock.pass(0.7)
    if (!last) options.between?.(index)
  }
  return { messageId: id, rows, usage }
}

/** The client's own words in the model's place, when a request failed for good. */
export function apiErrorMessage(writer: Writer, words: string): string {
  writer.clock.pass(0.4)
  const id = uuid(writer.random)
  const none = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const usage = {
    ...none,
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: null,
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
    inference_geo: null,
    iterations: null,
    speed: null,
  }
  return appendRow(writer, stamp => ({
    type: 'assistant',
    ...stamp,
    message: {
      id,
      container: null,
      model: '<synthetic>',
      role: 'assistant',
      stop_reason: 'stop_sequence',
      stop_sequence: '',
      type: 'message',
      usage,
      content: [{ type: 'text', text: words }],
      context_management: null,
    },
    error: 'unknown',
    isApiErrorMessage: true,
  }))
}

/** Thinking that is not shown was still written, and is paid for. */
function outputTokens(block: Block, random: Random): number {
  if (block.type === 'thinking') return tokensOf(block.thinking) + (block.thinking === '' ? random.int(90, 700) : 0)
  if (block.type === 'redacted_thinking') return random.int(90, 400)
  return tokensOf(block.type === 'text' ? block.text : JSON.stringify(block))
}

interface MessagePart {
  readonly id: string
  readonly block: Block
  readonly model: string
}

function messageObject(writer: Writer, part: MessagePart, stop: StopReason | null): Fields {
  const { generation } = writer
  const direct = generation.caller && part.block.type === 'tool_use' ? { caller: { type: 'direct' } } : {}
  const content = [{ ...part.block, ...direct }]
  const details = generation.sessionFields === 'last' ? { stop_details: null } : {}
  const ending = { content, stop_reason: stop, stop_sequence: null, ...details }
  if (generation.name === '1.0') {
    return { id: part.id, type: 'message', role: 'assistant', model: part.model, ...ending }
  }
  return { model: part.model, id: part.id, type: 'message', role: 'assistant', ...ending }
}
