// What is left of a record that breaks off: whatever it said up to there, as an entry of its own. Its id is in its own
// rest, or in what hangs on it; its content says that something is missing.

import { closeJson } from './open-json.js'

/** What is known of a cut record from around it. */
export interface Around {
  /** The id that an entry behind it names as its parent, and nobody has. */
  readonly missingParent: string | undefined
  /** Of the entry before it. */
  readonly timestamp: string | undefined
  readonly sessionId: string | undefined
  readonly newId: () => string
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
const LOST_ALL = '[rethread: this record was damaged, and what it said is lost]'

/** Undefined where it is no part of the conversation, or nothing can be made of it. */
export function salvageRecord(text: string, around: Around): Salvaged | undefined {
  const head = closeJson(text)
  const rest = tailFields(head ? text.slice(head.used) : text)
  const fields: Fields = head?.value ?? {}
  const message = head && isFields(fields['message']) ? fields['message'] : undefined
  const role = textOf(message?.['role'])
  const type = textOf(fields['type']) ?? rest.type ?? role
  if (type !== 'user' && type !== 'assistant') return undefined
  const tookParent = textOf(fields['uuid']) === undefined && rest.uuid === undefined
  const uuid = textOf(fields['uuid']) ?? rest.uuid ?? around.missingParent ?? around.newId()
  const [first, second] = head?.openAt ?? []
  // Behind the message nothing is sent.
  const isLossy = !message || (first === 'message' && (second === undefined || second === 'content'))
  const content = message ? contentOf(message['content'], head!.openAt, head!.inText) : undefined
  const { type: _type, uuid: _uuid, timestamp: _time, message: _message, parentUuid, toolUseResult, ...others } = fields
  const record = {
    parentUuid: textOf(parentUuid) ?? null,
    ...others,
    ...(toolUseResult === undefined || first === 'toolUseResult' ? {} : { toolUseResult }),
    type,
    message: { role: type, ...message, content: isLossy ? (content ?? lostContent(type)) : message['content'] },
    uuid,
    timestamp: textOf(fields['timestamp']) ?? rest.timestamp ?? around.timestamp ?? new Date(0).toISOString(),
    ...(others['sessionId'] === undefined && around.sessionId !== undefined ? { sessionId: around.sessionId } : {}),
  }
  return { json: JSON.stringify(record), uuid, isLossy, tookParent }
}

/** The last fields of an entry stand at its end, and may be there although what was before is not. */
function tailFields(text: string): { readonly type?: string; readonly uuid?: string; readonly timestamp?: string } {
  const found = (pattern: RegExp): string | undefined => [...text.matchAll(pattern)].at(-1)?.[1]
  const type = found(/"type":\s*"(user|assistant)"/g)
  const uuid = found(/"uuid":\s*"([0-9a-f]{8}-[0-9a-f-]{27})"/g)
  const timestamp = found(/"timestamp":\s*"(\d{4}-\d\d-\d\dT[0-9:.]+Z)"/g)
  return { ...(type ? { type } : {}), ...(uuid ? { uuid } : {}), ...(timestamp ? { timestamp } : {}) }
}

function lostContent(type: string): unknown {
  return type === 'user' ? LOST_ALL : [{ type: 'text', text: LOST_ALL }]
}

/** Undefined where nothing of it can be sent. */
function contentOf(content: unknown, openAt: readonly (string | number)[], inText: boolean): unknown {
  if (typeof content === 'string') return content === '' ? undefined : `${content}\n${LOST_REST}`
  if (!Array.isArray(content)) return undefined
  const open = openAt[1] === 'content' ? openAt[2] : undefined
  const blocks = content.flatMap((block: unknown, index) => {
    if (index !== open) return [block]
    const left = isFields(block) ? cutBlock(block, openAt.slice(3), inText) : undefined
    return left ? [left] : []
  })
  const said = blocks.some(
    block => isFields(block) && ['text', 'tool_use', 'tool_result'].includes(textOf(block['type']) ?? ''),
  )
  return said ? blocks : blocks.length > 0 ? [...blocks, { type: 'text', text: LOST_ALL }] : undefined
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
