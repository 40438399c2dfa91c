// What is left of a record that breaks off: whatever it said up to there, as an entry of its own. Its id is in its own
// rest, or in what hangs on it; its content says that something is missing.

import { type Closed, closeJson } from './open-json.js'

/** What is known of a cut record from around it. */
export interface Around {
  /** The entry behind it that misses its parent, if there is one. */
  readonly child: Child | undefined
  /** Of the entry before it. */
  readonly timestamp: string | undefined
  readonly sessionId: string | undefined
  readonly newId: (what: string) => string
}

export interface Child {
  /** The id that it names. */
  readonly missing: string
  readonly role: 'user' | 'assistant' | 'other'
  /** Ids of calls that it answers, and that nobody made. */
  readonly answers: readonly string[]
}

export interface Salvaged {
  readonly json: string
  readonly uuid: string
  /** Something of what is sent is lost. */
  readonly isLossy: boolean
  readonly tookParent: boolean
}

type Fields = Readonly<Record<string, unknown>>

export const LOST_REST = '[rethread: this record was damaged, and the rest of it is lost]'
/** Of a tool: its call is known by its result alone. */
const LOST_NAME = 'unknown'
const LOST_ALL = '[rethread: this record was damaged, and what it said is lost]'

/** Undefined where it is no part of the conversation, or nothing can be made of it. */
export function salvageRecord(text: string, around: Around): Salvaged | undefined {
  const from = beginning(text)
  const head = closeJson(from)
  const rest = tailFields(head ? from.slice(head.used) : text)
  const fields: Fields = head?.value ?? {}
  const { child } = around
  const message = isFields(fields['message']) ? fields['message'] : undefined
  const known = textOf(fields['uuid']) ?? rest.uuid
  const type = textOf(fields['type']) ?? rest.type ?? textOf(message?.['role']) ?? typeBefore(fields, child)
  if (type !== 'user' && type !== 'assistant') return undefined
  const uuid = known ?? child?.missing ?? around.newId('entry')
  const openAt = head?.openAt ?? []
  // Behind the content nothing is sent.
  const inContent = openAt[0] === 'message' && openAt[1] === 'content' && (openAt.length > 2 || head!.inText)
  const isLossy = message?.['content'] === undefined || inContent
  const calls = type === 'assistant' && child?.missing === uuid ? child.answers : []
  const content = isLossy ? lossyContent(type, message?.['content'], head, calls) : message['content']
  const { type: _type, uuid: _uuid, timestamp: _time, message: _message, parentUuid, toolUseResult, ...others } = fields
  const record = {
    // Where it hung is found with the others that miss their parent.
    parentUuid: textOf(parentUuid) ?? ('parentUuid' in fields ? null : around.newId('parent')),
    ...others,
    ...(toolUseResult === undefined || openAt[0] === 'toolUseResult' ? {} : { toolUseResult }),
    type,
    message: { role: type, ...message, content },
    uuid,
    timestamp: textOf(fields['timestamp']) ?? rest.timestamp ?? around.timestamp ?? new Date(0).toISOString(),
    ...(others['sessionId'] === undefined && around.sessionId !== undefined ? { sessionId: around.sessionId } : {}),
  }
  return { json: JSON.stringify(record), uuid, isLossy, tookParent: known === undefined && child !== undefined }
}

/** A field that stands on the entry itself. */
const FIELD =
  /"(?:parentUuid|isSidechain|userType|promptId|cwd|sessionId|version|gitBranch|type":\s*"(?:user|assistant)|message":\s*\{)/

/** Where its first bytes are lost, it begins with the first field that is whole. */
function beginning(text: string): string {
  if (text.startsWith('{')) return text
  const at = FIELD.exec(text)?.index
  if (at === undefined) return text.slice(Math.max(0, text.indexOf('{')))
  return text[at - 1] === '{' ? text.slice(at - 1) : `{${text.slice(at)}`
}

/** An entry of the conversation of which not even that is left: who speaks before an answer, or before its reply? */
function typeBefore(fields: Fields, child: Child | undefined): string | undefined {
  if (!child || !('parentUuid' in fields) || 'attachment' in fields || 'subtype' in fields) return undefined
  return child.role === 'assistant' ? 'user' : child.role === 'user' ? 'assistant' : undefined
}

/** What there is of it, a note about the rest, and the calls that are answered behind it. */
function lossyContent(type: string, content: unknown, head: Closed | undefined, calls: readonly string[]): unknown {
  const left = head && contentOf(content, head.openAt, head.inText)
  if (type === 'user') return left ?? LOST_ALL
  const blocks = typeof left === 'string' ? [{ type: 'text', text: left }] : Array.isArray(left) ? left : []
  const made = new Set(blocks.map(block => (isFields(block) ? block['id'] : undefined)))
  const lost = calls.filter(id => !made.has(id)).map(id => ({ type: 'tool_use', id, name: LOST_NAME, input: {} }))
  if (blocks.length + lost.length === 0) return [{ type: 'text', text: LOST_ALL }]
  return [...blocks, ...lost]
}

/** The last fields of an entry stand at its end, and may be there although what was before is not. */
function tailFields(text: string): { readonly type?: string; readonly uuid?: string; readonly timestamp?: string } {
  const found = (pattern: RegExp): string | undefined => [...text.matchAll(pattern)].at(-1)?.[1]
  const type = found(/"type":\s*"(user|assistant)"/g)
  const uuid = found(/"uuid":\s*"([0-9a-f]{8}-[0-9a-f-]{27})"/g)
  const timestamp = found(/"timestamp":\s*"(\d{4}-\d\d-\d\dT[0-9:.]+Z)"/g)
  return { ...(type ? { type } : {}), ...(uuid ? { uuid } : {}), ...(timestamp ? { timestamp } : {}) }
}

/** Undefined where nothing of it can be sent. */
function contentOf(content: unknown, openAt: readonly (string | number)[], inText: boolean): unknown {
  if (typeof content === 'string') return content === '' ? undefined : `${content}\n${LOST_REST}`
  if (!Array.isArray(content)) return undefined
  // A list that breaks off between two blocks has no broken one.
  const open = openAt[1] === 'content' && openAt.length > 3 ? openAt[2] : undefined
  const blocks = content.flatMap((block: unknown, index) => {
    if (index !== open) return [block]
    const left = isFields(block) ? cutBlock(block, openAt.slice(3), inText) : undefined
    return left ? [left] : []
  })
  if (blocks.length === 0) return undefined
  const said = blocks.some(
    block => isFields(block) && ['text', 'tool_use', 'tool_result'].includes(textOf(block['type']) ?? ''),
  )
  return said ? blocks : [...blocks, { type: 'text', text: LOST_ALL }]
}

/** A block that breaks off. Thinking and images count only as a whole (A0, A4.1). */
function cutBlock(block: Fields, openAt: readonly (string | number)[], inText: boolean): Fields | undefined {
  switch (block['type']) {
    case 'text':
      return { type: 'text', text: `${textOf(block['text']) ?? ''}\n${LOST_REST}`.trimStart() }
    case 'tool_use': {
      const { id, name, input } = block
      if (textOf(id) === undefined || textOf(name) === undefined || (openAt[0] !== 'input' && inText)) return undefined
      return { type: 'tool_use', id, name, input: isFields(input) ? input : {} }
    }
    case 'tool_result': {
      const { tool_use_id: id, content } = block
      if (textOf(id) === undefined || openAt[0] === 'tool_use_id') return undefined
      const inner = Array.isArray(content) ? content.slice(0, openAt[0] === 'content' ? -1 : undefined) : []
      const text = typeof content === 'string' ? `${content}\n${LOST_REST}`.trimStart() : LOST_REST
      return {
        type: 'tool_result',
        tool_use_id: id,
        content: Array.isArray(content) ? [...inner, { type: 'text', text }] : text,
      }
    }
    default:
      return undefined
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
