// A Messages API on loopback that remembers what it was asked and answers as scripted. One server serves many clients at
// once: each has a base URL of its own.

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  fits,
  kindOf,
  messageOf,
  ordinaryReply,
  type ReplyMessage,
  type RequestBody,
  type RequestKind,
  type ScriptedReply,
} from './fake-reply.js'
import { streamMessage } from './fake-stream.js'

export interface ApiRequest {
  readonly kind: RequestKind
  readonly body: RequestBody
  readonly headers: Readonly<Record<string, unknown>>
}

/** The API as one client sees it. */
export interface ApiLine {
  /** For ANTHROPIC_BASE_URL. */
  readonly url: string
  readonly requests: readonly ApiRequest[]
  /** Paths that were asked for and are no part of the API here. */
  readonly strayed: readonly string[]
  /** Adds replies; the first that fits a request is used. */
  script(...replies: readonly ScriptedReply[]): void
  /** Told of each request before it is answered. */
  onRequest(listener: (request: ApiRequest) => void): void
  close(): void
}

export interface FakeApi {
  open(options?: { readonly replies?: readonly ScriptedReply[]; readonly tag?: string }): ApiLine
  close(): Promise<void>
}

export async function startFakeApi(): Promise<FakeApi> {
  const lines = new Map<string, Line>()
  const server = createServer((request, response) => {
    answer(lines, request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  let opened = 0
  return {
    open({ replies = [], tag = randomBytes(4).toString('hex') } = {}) {
      const id = `${++opened}`
      const line = new Line(`http://127.0.0.1:${port}/run/${id}`, tag, () => lines.delete(id))
      line.script(...replies)
      lines.set(id, line)
      return line
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>((done, fail) => server.close(error => (error ? fail(error) : done())))
    },
  }
}

class Line implements ApiLine {
  readonly requests: ApiRequest[] = []
  readonly strayed: string[] = []
  readonly #queue: { reply: ScriptedReply; left: number }[] = []
  readonly #listeners: ((request: ApiRequest) => void)[] = []
  readonly #tag: string
  #ids = 0
  #ordinary = 0

  constructor(
    readonly url: string,
    tag: string,
    readonly close: () => void,
  ) {
    this.#tag = tag
  }

  script(...replies: readonly ScriptedReply[]): void {
    this.#queue.push(...replies.map(reply => ({ reply, left: reply.times ?? 1 })))
  }

  onRequest(listener: (request: ApiRequest) => void): void {
    this.#listeners.push(listener)
  }

  took(request: ApiRequest): ScriptedReply {
    this.requests.push(request)
    for (const listener of this.#listeners) listener(request)
    const next = this.#queue.find(one => one.left > 0 && fits(one.reply, request.kind, request.body))
    if (!next) return ordinaryReply(request.kind, ++this.#ordinary)
    next.left--
    return next.reply
  }

  /** A client drops a tool call whose id the session already has, so ids repeat in no line. */
  readonly newId = (prefix: string): string => `${prefix}01${this.#tag}${String(++this.#ids).padStart(14, '0')}`
}

async function answer(
  lines: ReadonlyMap<string, Line>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await bodyOf(request)
  const [, id = '', path = ''] = /^\/run\/(\d+)(\/[^?]*)/.exec(request.url ?? '') ?? []
  const line = lines.get(id)
  if (!line) return json(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'no such run' } })
  if (path === '/v1/messages/count_tokens') return json(response, 200, { input_tokens: Math.ceil(text.length / 4) })
  if (path !== '/v1/messages') {
    line.strayed.push(`${request.method} ${path}`)
    return json(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'not a part of this API' } })
  }
  const body = JSON.parse(text) as RequestBody
  const reply = line.took({ kind: kindOf(body), body, headers: request.headers })
  if (reply.delay) await new Promise(done => setTimeout(done, reply.delay))
  const requestId = line.newId('req_')
  if (reply.error) {
    const { status, type = 'api_error', message = 'scripted error', retryAfter } = reply.error
    const retry = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    const error = { type: 'error', error: { type, message }, request_id: requestId }
    return json(response, status, error, { 'request-id': requestId, ...retry })
  }
  const message: ReplyMessage = messageOf(reply, body, line.newId)
  if (!body.stream) return json(response, 200, message, { 'request-id': requestId })
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'request-id': requestId })
  await streamMessage(response, message, reply)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function json(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}
