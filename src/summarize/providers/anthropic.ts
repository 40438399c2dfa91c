// The API, through the vendor's own package, which is loaded when it is asked for. The key comes from the environment
// (ANTHROPIC_API_KEY), as the package reads it. The answer is streamed, so that a long one is not cut by a timeout.

import type Anthropic from '@anthropic-ai/sdk'
import { PASSING_STATUS, type Question, type Summarizer, SummaryFailed } from '../summarizer.js'

export interface AnthropicOptions {
  readonly model: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly concurrency: number
}

export const DEFAULT_MODEL = 'claude-haiku-4-5'

export function anthropicSummarizer({ model, env, timeoutMs, concurrency }: AnthropicOptions): Summarizer {
  let client: Promise<Anthropic> | undefined
  const open = async (): Promise<Anthropic> => {
    const { default: Client } = await loaded()
    const baseURL = env['ANTHROPIC_BASE_URL']
    const apiKey = env['ANTHROPIC_API_KEY']
    if (!apiKey) throw new SummaryFailed('ANTHROPIC_API_KEY is not set')
    // Trying again is done in one place for all summarizers (ask-all.ts).
    return new Client({ apiKey, maxRetries: 0, ...(baseURL ? { baseURL } : {}) })
  }
  return {
    name: `anthropic (${model})`,
    key: `anthropic ${model}`,
    concurrency,
    async ask(question, signal) {
      client ??= open()
      return answerFrom(await client, model, question, timeoutMs, signal)
    },
  }
}

async function loaded(): Promise<typeof import('@anthropic-ai/sdk')> {
  try {
    return await import('@anthropic-ai/sdk')
  } catch {
    throw new SummaryFailed('package @anthropic-ai/sdk not found: run npm install @anthropic-ai/sdk')
  }
}

async function answerFrom(
  client: Anthropic,
  model: string,
  { instructions, data, tokens }: Question,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  const limit = AbortSignal.timeout(timeoutMs)
  const stream = client.messages.stream(
    {
      model,
      // Room for a model that says more than it should; what it says beyond is cut.
      max_tokens: Math.ceil(tokens * 2) + 500,
      system: instructions,
      messages: [{ role: 'user', content: data }],
    },
    { signal: AbortSignal.any([signal, limit]) },
  )
  let message: Awaited<ReturnType<typeof stream.finalMessage>>
  try {
    message = await stream.finalMessage()
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted)
      throw new SummaryFailed(`no answer within ${Math.round(timeoutMs / 1000)} seconds (timed out)`, {
        isPassing: true,
      })
    throw failure(error)
  }
  if (message.stop_reason === 'refusal') throw new SummaryFailed('the model refused to answer')
  if (message.stop_reason === null)
    throw new SummaryFailed('the stream ended before the answer was complete', { isPassing: true })
  return message.content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('')
}

/** With a status it is the API's answer; without one the connection broke. */
function failure(error: unknown): SummaryFailed {
  const { status, headers, message } = error as { status?: unknown; headers?: unknown; message?: unknown }
  const said = typeof message === 'string' ? message.slice(0, 300) : String(error)
  if (typeof status !== 'number') return new SummaryFailed(`connection failed: ${said}`, { isPassing: true })
  const after = headers instanceof Headers ? Number(headers.get('retry-after')) : Number.NaN
  return new SummaryFailed(`the API answered ${said}`, {
    isPassing: PASSING_STATUS.has(status),
    ...(after > 0 ? { retryAfterMs: after * 1000 } : {}),
  })
}
