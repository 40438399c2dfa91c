// What the fake API answers: replies are scripted, each fits some requests, and a message is made of it.

export interface ScriptedReply {
  /** Which requests it fits; absent: of the main conversation. */
  readonly when?: { readonly kind?: RequestKind; readonly last?: RegExp; readonly model?: RegExp }
  /** How often it may be used; 1 where absent. */
  readonly times?: number
  readonly blocks?: readonly ScriptedBlock[]
  /** `tool_use` where a tool is called, else `end_turn`. */
  readonly stop?: string | null
  readonly usage?: Readonly<Record<string, number>>
  /** An HTTP error instead of a message. */
  readonly error?: {
    readonly status: number
    readonly type?: string
    readonly message?: string
    readonly retryAfter?: number
  }
  /** Milliseconds before the reply, and between its blocks. */
  readonly delay?: number
  readonly gap?: number
  /** After the blocks: leave the stream open, or break the connection. */
  readonly end?: 'hang' | 'drop'
  readonly id?: string
}

export type ScriptedBlock =
  | string
  | { readonly text: string }
  | { readonly thinking: string; readonly signature?: string }
  | { readonly redacted: string }
  | { readonly tool: string; readonly input?: Readonly<Record<string, unknown>>; readonly id?: string }
  | { readonly raw: Block }

/**
 * `sub`: a subagent's, told by `[sub:…]` in its first user text, so scripts write that into the prompts of agents.
 * `compact`: the client asks for a summary. `aux`: a title, a topic, a check; these have no tools.
 */
export type RequestKind = 'main' | 'sub' | 'compact' | 'aux'

export interface Block {
  readonly type: string
  readonly [field: string]: unknown
}

export interface Message {
  readonly role: string
  readonly content: string | readonly Block[]
}

export interface RequestBody {
  readonly model: string
  readonly messages: readonly Message[]
  readonly system?: string | readonly Block[]
  readonly tools?: readonly { readonly name: string }[]
  readonly stream?: boolean
}

export interface ReplyMessage {
  readonly id: string
  readonly content: readonly Block[]
  readonly stop_reason: string | null
  readonly usage: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

const COMPACT_PROMPTS = /^(CRITICAL: Respond with TEXT ONLY|Your task is to create a detailed summary)/
const COMPACT_SYSTEM = /tasked with summarizing conversations/

export function kindOf(body: RequestBody): RequestKind {
  const users = body.messages.filter(message => message.role === 'user')
  const system = texts(body.system ?? '').join('\n')
  if (COMPACT_PROMPTS.test(texts(users.at(-1)?.content ?? '').at(-1) ?? '') || COMPACT_SYSTEM.test(system))
    return 'compact'
  if (!body.tools?.length) return 'aux'
  return texts(users[0]?.content ?? '').some(text => text.includes('[sub:')) ? 'sub' : 'main'
}

/** The texts of a content, without those inside tool results. */
export const texts = (content: string | readonly Block[]): readonly string[] =>
  typeof content === 'string'
    ? [content]
    : content.flatMap(block => (typeof block['text'] === 'string' ? [block['text']] : []))

export const lastUserText = (body: RequestBody): string =>
  texts(body.messages.findLast(message => message.role === 'user')?.content ?? '').join('\n')

export function fits(reply: ScriptedReply, kind: RequestKind, body: RequestBody): boolean {
  const when = reply.when ?? {}
  if ((when.kind ?? 'main') !== kind) return false
  if (when.last && !when.last.test(lastUserText(body))) return false
  return !when.model || when.model.test(body.model)
}

/** The answer where the script has none. */
export function ordinaryReply(kind: RequestKind, count: number): ScriptedReply {
  if (kind === 'aux') return { blocks: [JSON.stringify({ title: `Title ${count}`, branch: 'some/branch' })] }
  if (kind === 'compact') {
    return {
      blocks: [`<analysis>what was done</analysis>\n<summary>\nSummary ${count} of the conversation.\n</summary>`],
    }
  }
  return { blocks: [`reply ${count}`] }
}

export function messageOf(reply: ScriptedReply, body: RequestBody, newId: (prefix: string) => string): ReplyMessage {
  const content = (reply.blocks ?? []).map(block => blockOf(block, newId))
  const calls = content.some(block => block.type === 'tool_use')
  const tokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4)
  return {
    id: reply.id ?? newId('msg_'),
    type: 'message',
    role: 'assistant',
    model: body.model,
    content,
    stop_reason: reply.stop === undefined ? (calls ? 'tool_use' : 'end_turn') : reply.stop,
    stop_sequence: null,
    usage: {
      input_tokens: tokens(body.messages),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens: tokens(content),
      service_tier: 'standard',
      ...reply.usage,
    },
  }
}

function blockOf(block: ScriptedBlock, newId: (prefix: string) => string): Block {
  if (typeof block === 'string') return { type: 'text', text: block }
  if ('raw' in block) return block.raw
  if ('text' in block) return { type: 'text', text: block.text }
  if ('redacted' in block) return { type: 'redacted_thinking', data: block.redacted }
  if ('thinking' in block) {
    const signature = block.signature ?? `signed:${Buffer.from(block.thinking).toString('base64')}`
    return { type: 'thinking', thinking: block.thinking, signature }
  }
  return { type: 'tool_use', id: block.id ?? newId('toolu_'), name: block.tool, input: block.input ?? {} }
}
