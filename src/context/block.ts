// The block as it is sent, made from a part and the decoded entry that it names.

import type { BlockChange, ContextMessage, Part } from './context.js'
import { WHOLE } from './context.js'

type Value = Readonly<Record<string, unknown>>

/** `entry` is the decoded record of the part's row; a written part needs none. */
export function blockAsSent(part: Part, entry: Value | undefined, { unmended = false } = {}): Value {
  if (part.kind === 'written') return { ...part.block }
  const block = part.change ? changed(entry ?? {}, part as Changed) : storedBlock(entry ?? {}, part.block)
  return unmended ? block : (wellFormed(block) as Value)
}

/** All blocks of a message. `entryOf` gives the decoded record of a row. */
export function contentAsSent(message: ContextMessage, entryOf: (row: number) => Value | undefined): readonly Value[] {
  const content: Value[] = []
  // Laid to the last block in one go: there may be thousands.
  let joined: string[] = []
  const lay = (): void => {
    if (joined.length > 0) content.push(withTexts(content.pop()!, joined))
    joined = []
  }
  for (const part of message.parts) {
    const block = blockAsSent(part, part.kind === 'stored' ? entryOf(part.row) : undefined, message)
    const last = content.at(-1)
    if (last && joins(part) && (joined.length > 0 || takesText(last))) {
      joined.push(textOf(block))
      continue
    }
    lay()
    if (last && goesOn(part)) content.push({ ...content.pop(), text: textOf(last) + textOf(block) })
    else content.push(block)
  }
  lay()
  return content
}

function joins(part: Part): boolean {
  const change = part.kind === 'stored' ? part.change : undefined
  return (change?.kind === 'reminder' || change?.kind === 'rendered') && change.joins === true
}

function goesOn(part: Part): boolean {
  const change = part.kind === 'stored' ? part.change : undefined
  return change?.kind === 'reminder' && change.goesOn === true
}

/** A result, unless it refers to tools. */
function takesText(block: Value): boolean {
  if (block['type'] !== 'tool_result') return false
  return !blocksOf(block['content']).some(inner => object(inner)['type'] === 'tool_reference')
}

/** N34, O15: one text, with an empty line between; among blocks, blocks of their own. */
function withTexts(result: Value, texts: readonly string[]): Value {
  const { content } = result
  if (Array.isArray(content))
    return { ...result, content: [...content, ...texts.map(text => ({ type: 'text', text }))] }
  const all = [content, ...texts].filter(one => typeof one === 'string').map(one => one.trim())
  return { ...result, content: all.filter(one => one !== '').join('\n\n') }
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
  return attachment['type'] === 'file' ? attachedImages(object(attachment['content'])) : attachment['prompt']
}

/** An image that was named with @, or the images in the outputs of a notebook. */
function attachedImages(content: Value): readonly Value[] {
  const file = object(content['file'])
  if (content['type'] === 'image') return [image(file['type'], file['base64'])]
  return blocksOf(file['cells'])
    .flatMap(cell => blocksOf(object(cell)['outputs']))
    .map(output => object(object(output)['image']))
    .filter(found => typeof found['image_data'] === 'string')
    .map(found => image(found['media_type'], found['image_data']))
}

function image(mediaType: unknown, data: unknown): Value {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
}

function changed(entry: Value, { block: at, change }: Changed): Value {
  if (change.kind === 'rendered') return { type: 'text', text: rendered(entry) }
  if (change.kind === 'framed' || change.kind === 'reminder')
    return {
      type: 'text',
      text: `${change.before}${allTexts(entry, change.kind === 'reminder' && change.emptyLines)}${change.after}`,
    }
  const block = storedBlock(entry, at)
  switch (change.kind) {
    case 'renamed':
      return { ...block, name: change.name }
    case 'input-without':
      return { ...block, input: without(object(block['input']), change.fields) }
    case 'text-only':
      return { ...block, content: joinedTexts(blocksOf(block['content'])) }
    case 'as-text':
      return { ...block, content: JSON.stringify(block['content']) }
    case 'references':
      return { ...block, content: available(blocksOf(block['content']), change.available, change.none) }
    case 'without-media':
      return { ...block, content: withoutMedia(blocksOf(block['content']), change.types, change.none) }
    case 'media-texts':
      return { ...block, content: mediaTexts(blocksOf(block['content']), change.texts) }
    case 'escaped':
      return { ...block, text: `&lt;${textOf(block).slice(1)}` }
    case 'stand-in':
      return { ...block, content: change.text }
  }
}

/** What is left of a result that is an error: its texts in one. */
function joinedTexts(blocks: readonly unknown[]): readonly Value[] {
  const texts = blocks.filter(inner => object(inner)['type'] === 'text').map(inner => textOf(object(inner)))
  return texts.length > 0 ? [{ type: 'text', text: texts.join('\n\n') }] : []
}

function withoutMedia(blocks: readonly unknown[], types: readonly string[], none: string): readonly unknown[] {
  const left = blocks.filter(inner => !types.includes(String(object(inner)['type'])))
  return left.length > 0 ? left : [{ type: 'text', text: none }]
}

function mediaTexts(blocks: readonly unknown[], texts: readonly (string | null)[]): readonly unknown[] {
  let next = 0
  return blocks.map(inner => {
    const type = object(inner)['type']
    const text = type === 'image' || type === 'document' ? texts[next++] : undefined
    return text == null ? inner : { type: 'text', text }
  })
}

type Changed = Extract<Part, { readonly kind: 'stored' }> & { readonly change: BlockChange }

/** The words of an entry: its text, or all its texts line by line. */
function allTexts(entry: Value, emptyLines = false): string {
  const content = contentOf(entry)
  if (!Array.isArray(content)) return String(content)
  const isText = (inner: unknown): boolean => object(inner)['type'] === 'text'
  return content
    .filter(inner => emptyLines || isText(inner))
    .map(inner => (isText(inner) ? textOf(object(inner)) : ''))
    .join('\n')
}

function rendered(entry: Value): string {
  return blocksOf(entry['rendered'])
    .map(item => object(item)['content'])
    .filter(content => typeof content === 'string')
    .join('\n')
}

/** `none`: what stands there when no reference is left. */
function available(blocks: readonly unknown[], names: readonly string[], none: string): readonly unknown[] {
  const left = blocks.filter(inner => {
    const { type, tool_name: name } = object(inner) as Value & { type?: unknown; tool_name?: unknown }
    return type !== 'tool_reference' || typeof name !== 'string' || names.includes(name)
  })
  return left.length > 0 ? left : [{ type: 'text', text: none }]
}

function without(input: Value, fields: readonly string[]): Value {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !fields.includes(key)))
}

/** N31: half of a surrogate pair becomes U+FFFD, in every text. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return isWellFormed(value) ? value : value.replace(LONE_SURROGATE, '\ufffd')
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [wellFormed(key), wellFormed(inner)]))
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
