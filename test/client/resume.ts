// Resumes a copy of a session in a real client and tells what the client sent.

import { type ClientHome, makeClientHome, placeSession, type SideFiles } from './client-home.js'
import type { ApiRequest, FakeApi } from './fake-api.js'
import { type Message, texts } from './fake-reply.js'
import { runClient } from './run-client.js'

export interface Resume {
  readonly version: string
  readonly session: Uint8Array
  readonly sideFiles?: SideFiles
  /** The name of the file without `.jsonl`: a session id. */
  readonly sessionId?: string
  readonly prompt?: string
  readonly timeout?: number
  /** More arguments for the client. */
  readonly args?: readonly string[]
  /** Where the session lies already, for whoever made it; else the client gets a home with a copy of it. */
  readonly home?: ClientHome
}

export type Resumed =
  | {
      readonly kind: 'sent'
      readonly model: string
      readonly messages: readonly Message[]
      /** The client asked for a summary first (N30). */
      readonly compacted: boolean
    }
  | { readonly kind: 'refused'; readonly reason: string }

export const NEXT_PROMPT = 'NEXT'
const SESSION_ID = '5e55104a-0000-4000-8000-000000000001'
/** One that resumes needs about a second; the rest is for large files and busy machines. */
const PATIENCE = 100_000
const PROCESSOR_PATIENCE = 20
const REFUSES = /No conversation found|Failed to resume session/

export async function resume(api: FakeApi, asked: Resume): Promise<Resumed> {
  const { version, session, sideFiles, sessionId = SESSION_ID, prompt = NEXT_PROMPT } = asked
  const home = asked.home ?? makeClientHome()
  const line = api.open()
  try {
    if (!asked.home) placeSession(home, sessionId, session, sideFiles)
    let sent: ApiRequest | undefined
    const end = await runClient({
      version,
      home,
      url: line.url,
      args: ['-p', prompt, '--resume', sessionId, '--output-format', 'stream-json', '--verbose', ...(asked.args ?? [])],
      input: '',
      timeout: asked.timeout ?? PATIENCE,
      processorTime: PROCESSOR_PATIENCE,
      started: client =>
        line.onRequest(request => {
          if (sent || !carries(request, prompt)) return
          sent = request
          // What it does with the answer is of no interest here; but see below.
          if (request.body.messages.length > 1) client.kill()
        }),
    })
    // Older clients say that they refuse and go away, but on a busy machine a request without history is out before that:
    // only a client that is left to end by itself shows which it is.
    if (sent && !REFUSES.test(end.errors)) {
      const compacted = line.requests.some(request => request.kind === 'compact')
      return { kind: 'sent', model: sent.body.model, messages: sent.body.messages, compacted }
    }
    if (end.timedOut) return { kind: 'refused', reason: 'hangs' }
    return { kind: 'refused', reason: reasonOf(end.output, end.errors).replaceAll(sessionId, '<session>') }
  } finally {
    line.close()
    if (!asked.home) home.remove()
  }
}

/** The request that continues the conversation: its last user message has the prompt as a text of its own. */
function carries({ kind, body }: ApiRequest, prompt: string): boolean {
  if (kind === 'aux' || kind === 'compact') return false
  const last = body.messages.findLast(message => message.role === 'user')
  return texts(last?.content ?? '').some(text => text.trimEnd().endsWith(prompt))
}

/** What the client says on refusing: on standard error, or as errors of its last event. */
function reasonOf(output: string, errors: string): string {
  const said = errors.trim()
  if (said !== '') return said
  const result = output.trim().split('\n').at(-1) ?? ''
  try {
    const event = JSON.parse(result) as { errors?: readonly string[]; result?: string; subtype?: string }
    // The rest of the event has times and costs in it, which are others each time.
    return event.errors?.join('; ') || event.result || event.subtype || result
  } catch {
    return result || 'no request and no word'
  }
}
