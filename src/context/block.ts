// The block as it is sent, made from a part and the decoded entry that it names.

import type { BlockChange, Part } from './context.js'
import { WHOLE } from './context.js'

type Value = Readonly<Record<string, unknown>>

/** `entry` is the decoded record of the part's row; a written part needs none. */
export function blockAsSent(part: Part, entry: Value | undefined): Value {
  if (part.kind === 'written') return { ...part.block }
  const stored = storedBlock(entry ?? {}, part.block)
  return wellFormed(part.change ? changed(stored, part.change) : stored) as Value
}

/** The block as it stands in the entry: of a message, of a queued prompt, of an attached image, of a system entry. */
function storedBlock(entry: Value, block: number): Value {
  const content = contentOf(entry)
  if (block === WHOLE) return typeof content === 'string' ? { type: 'text', text: content } : object(content)
  const found: unknown = Array.isArray(content) ? content[block] : undefined
  return typeof found === 'string' ? { type: 'text', text: found } : object(found)
}

function contentOf(entry: Value): unknown {
  if (entry['type'] === 'system') return entry['content']
  if (entry['type'] !== 'attachment') return object(entry['message'])['content']
  const attachment = object(entry['attachment'])
  return attachment['type'] === 'file' ? attachedImage(object(attachment['content'])) : attachment['prompt']
}

function attachedImage(content: Value): Value {
  const file = object(content['file'])
  return { type: 'image', source: { type: 'base64', media_type: file['type'], data: file['base64'] } }
}

function changed(block: Value, change: BlockChange): Value {
  switch (change.kind) {
    case 'renamed':
      return { ...block, name: change.name }
    case 'input-without':
      return { ...block, input: without(object(block['input']), change.fields) }
    case 'text-only':
      return { ...block, content: blocksOf(block['content']).filter(inner => object(inner)['type'] === 'text') }
    case 'references':
      return { ...block, content: available(blocksOf(block['content']), change.available) }
    case 'stand-in':
      return { ...block, content: change.text }
    case 'framed':
    case 'reminder':
      return { type: 'text', text: `${change.before}${textOf(block)}${change.after}` }
  }
}

const NO_REFERENCE = '[Tool references removed - tools no longer available]'

function available(blocks: readonly unknown[], names: readonly string[]): readonly unknown[] {
  const left = blocks.filter(inner => {
    const { type, tool_name: name } = object(inner) as { type?: unknown; tool_name?: unknown }
    return type !== 'tool_reference' || (typeof name === 'string' && names.includes(name))
  })
  return left.length > 0 ? left : [{ type: 'text', text: NO_REFERENCE }]
}

function without(input: Value, fields: readonly string[]): Value {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !fields.includes(key)))
}

/** N31: half of a surrogate pair becomes U+FFFD, in every text. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return isWellFormed(value) ? value : value.replace(LONE_SURROGATE, '\ufffd')
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wellFormed(inner)]))
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udfff]/.test(text) || text.search(LONE_SURROGATE) < 0
}

function textOf(block: Value): string {
  return typeof block['text'] === 'string' ? block['text'] : ''
}

function blocksOf(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content : content == null ? [] : [content]
}

function object(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : {}
}
