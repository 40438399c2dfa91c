// Rows of hand-written sessions. A row names itself and its parent by short names; ids and times follow from them.
// Keys stand as the client writes them (parentUuid first, uuid directly before timestamp), which matters above 5 MiB (B1).

import type { Experiment } from './experiment.js'

/** Fields of a row. `at` is its time in seconds instead of one second after the row before. */
export type Fields = Readonly<Record<string, unknown>> & { readonly at?: number }
/** A row, or a line as it stands. */
export type Row = Fields | string
export type Block = Readonly<Record<string, unknown>>
type Content = string | Block | readonly unknown[] | null | undefined
type Parent = string | null | undefined

/** One experiment as a line of a table; the rules are separated by blanks. */
export function experiment(
  name: string,
  rules: string,
  says: string,
  rows: readonly Row[] | (() => Uint8Array),
  more: Partial<Experiment> = {},
): Experiment {
  const built = typeof rows === 'function' ? rows : () => session(rows)
  return { name, rules: rules.split(' '), says, session: built, ...more }
}

/** Only the newest generation is asked: what older ones do here is a hang or not of interest. */
export const NEWEST = { clients: ['2.1.325'] }

export const OPUS = 'claude-opus-5-5'

/** A uuid that spells its name in hexadecimal. */
export function id(name: string): string {
  const hex = Array.from(name, letter => letter.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')
    .padStart(24, '0')
  if (hex.length > 24) throw new Error(`a name of at most twelve letters: ${name}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4000-8000-${hex.slice(12)}`
}

// --- Rows of the chain

export function row(type: string, name: string, parent: Parent, own: Fields, over: Fields = {}): Fields {
  const { message, ...others } = over
  const fields: Record<string, unknown> = {
    parentUuid: typeof parent === 'string' ? id(parent) : parent,
    isSidechain: false,
    type,
    ...own,
    uuid: id(name),
    timestamp: NEXT_SECOND,
    sessionId: SESSION,
    ...others,
  }
  if ('message' in over) fields['message'] = merged(own['message'], message)
  return fields
}

export const u = (name: string, parent: Parent, content: Content, over: Fields = {}): Fields =>
  row('user', name, parent, { message: { role: 'user', content: blocks(content, false) } }, over)

/** An assistant row; `message` names its message, null gives it no message id. */
export const a = (name: string, parent: Parent, message: string | null, content: Content, over: Fields = {}): Fields =>
  row('assistant', name, parent, { message: answer(message, blocks(content, true)) }, over)

export const sys = (name: string, parent: Parent, subtype: string, over: Fields = {}): Fields =>
  row('system', name, parent, { subtype, content: subtype, level: 'info', isMeta: false }, over)

export const att = (name: string, parent: Parent, type: string, fields: Fields = {}, over: Fields = {}): Fields =>
  row('attachment', name, parent, { attachment: { type, ...fields } }, over)

export const progress = (name: string, parent: Parent, over: Fields = {}): Fields =>
  row('progress', name, parent, { data: { type: 'hook_progress' } }, over)

export const command = (name: string, parent: Parent, text: string, over: Fields = {}): Fields =>
  sys(name, parent, 'local_command', { content: text, ...over })

/** A user row with one result, hanging on its own call's row as the client writes it. */
export const r = (name: string, parent: Parent, call: string, content: Content = `out ${call}`, over: Fields = {}) =>
  u(name, parent, [result(call, content)], over)

export const meta = (name: string, parent: Parent, content: Content, over: Fields = {}): Fields =>
  u(name, parent, content, { isMeta: true, ...over })

export const apiError = (name: string, parent: Parent, text = 'API Error: 500', over: Fields = {}): Fields =>
  a(name, parent, `e${name}`, text, { isApiErrorMessage: true, message: { model: '<synthetic>' }, ...over })

export const boundary = (name: string, parent: Parent, more: Fields = {}, over: Fields = {}): Fields =>
  sys(name, parent, 'compact_boundary', {
    content: 'Conversation compacted',
    compactMetadata: { trigger: 'manual', preTokens: 1000, ...more },
    ...over,
  })

export const summaryOf = (name: string, parent: Parent, text = 'SUMMARY', over: Fields = {}): Fields =>
  u(name, parent, text, { isCompactSummary: true, isVisibleInTranscriptOnly: true, ...over })

/** The list of rows that a compaction keeps (N32). */
export const keeps = (anchor: string, ...names: readonly string[]): Fields => ({
  preservedMessages: { anchorUuid: id(anchor), uuids: names.map(id), allUuids: names.map(id) },
})
export const keepsSegment = (anchor: string, head: string, tail: string): Fields => ({
  preservedSegment: { headUuid: id(head), anchorUuid: id(anchor), tailUuid: id(tail) },
})

// --- Rows beside the chain

export const lastPrompt = (leaf: Parent, over: Fields = {}): Fields => ({
  type: 'last-prompt',
  lastPrompt: 'p',
  leafUuid: typeof leaf === 'string' ? id(leaf) : leaf,
  sessionId: SESSION,
  ...over,
})
export const explicit = (leaf: Parent, over: Fields = {}): Fields => lastPrompt(leaf, { explicit: true, ...over })
export const note = (type: string, over: Fields = {}): Fields => ({ type, sessionId: SESSION, ...over })

// --- Blocks

export const text = (words: string): Block => ({ type: 'text', text: words })
export const think = (words: string, over: Fields = {}): Block => ({
  type: 'thinking',
  thinking: words,
  signature: `sig-${words}`,
  ...over,
})
export const redacted = (data: string): Block => ({ type: 'redacted_thinking', data })
export const call = (name: string, tool = 'Bash', input: unknown = { command: name }, over: Fields = {}): Block => ({
  type: 'tool_use',
  id: `toolu_${name}`,
  name: tool,
  input,
  ...over,
})
export const result = (name: string, content: Content = `out ${name}`, over: Fields = {}): Block => ({
  type: 'tool_result',
  tool_use_id: `toolu_${name}`,
  content,
  ...over,
})
export const image = (data = PIXEL, media = 'image/png'): Block => ({
  type: 'image',
  source: { type: 'base64', media_type: media, data },
})
/** A PNG of one dot. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

// --- Files

/** The rows as the bytes of a file, each on its own line. */
export const session = (rows: readonly Row[]): Uint8Array => new TextEncoder().encode(`${lines(rows).join('\n')}\n`)

/** The rows as lines, for files that are damaged afterwards. */
export function lines(rows: readonly Row[]): readonly string[] {
  let now = 0
  return rows.map(one => {
    if (typeof one === 'string') return one
    const { at, ...fields } = one
    if (fields['timestamp'] !== NEXT_SECOND) return JSON.stringify(fields)
    now = at ?? Math.floor(now) + 1
    return JSON.stringify({ ...fields, timestamp: time(now) })
  })
}

export const time = (seconds: number): string => new Date(START + Math.round(seconds * 1000)).toISOString()

const START = Date.UTC(2026, 5, 1)
const SESSION = '5e551011-0000-4000-8000-000000000001'
const NEXT_SECOND = 'next second'

function answer(message: string | null, content: unknown): Fields {
  return {
    ...(message === null ? {} : { id: `msg_${message}` }),
    type: 'message',
    role: 'assistant',
    model: OPUS,
    content,
    stop_reason: 'end_turn',
    usage: { input_tokens: 5, output_tokens: 5 },
  }
}

/** A single block stands for a list of one; the words of an answer are a text block. */
function blocks(content: Content, wrap: boolean): unknown {
  if (typeof content === 'string') return wrap ? [text(content)] : content
  return content && !Array.isArray(content) ? [content] : content
}

function merged(own: unknown, over: unknown): unknown {
  return over && typeof over === 'object' && !Array.isArray(over) ? { ...(own as Fields), ...over } : over
}
