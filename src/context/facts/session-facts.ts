// What is kept of each entry besides the conversation's columns, so that a context can be found without reading the
// file again: its blocks, its model, what its usage adds up to. Filled while the file is read.

import { type ColumnsOf, growColumns, newColumns } from '../../conversation/columns.js'
import type { SeenEntry } from '../../conversation/conversation.js'
import type { Facts } from '../../conversation/facts.js'
import { heldValue } from '../../conversation/held-text.js'
import { type Name, type Names, pairKey } from '../../conversation/names.js'
import { API_ERROR, RETRACTS } from '../../conversation/rows.js'
import { MAX_DEPTH } from '../../format/found.js'
import { decodeText, isKey, rangeOf } from '../../format/json/walk.js'
import { textWeight } from '../tokens-weight.js'
import {
  addBlock,
  type BlockColumns,
  HOLDS_MEDIA,
  HOLDS_REFERENCES,
  MEDIA,
  NO_BLOCK,
  newBlockColumns,
  PLAIN,
  SMALL,
  TEXT,
  TOO_LARGE,
} from './block-columns.js'
import { type BlockLook, blockLook, mediaSizes, referencedTools } from './block-look.js'
import { apiErrorDetail, type EntryDetail, entryDetail, hasDetail } from './entry-details.js'
import { weightBefore } from './removed-weight.js'
import { textFlags } from './text-look.js'

/** Forms of an entry's content. */
export const NO_CONTENT = 0
export const PLAIN_TEXT = 1
export const BLOCKS = 2

/** Who sent a user's entry or a queued prompt, as far as it matters (N27, N34). */
export const NO_ORIGIN = 0
export const FROM_HUMAN = 1
export const FROM_TASK = 2
export const FROM_OTHER = 3

/** By row. */
const COLUMNS = {
  /** Its first block; the blocks end where the next row's begin. */
  first: Int32Array,
  /** NO_CONTENT, PLAIN_TEXT or BLOCKS. */
  form: Uint8Array,
  origin: Uint8Array,
  model: Int32Array,
  /** What the client takes the session's size to be by this entry; NaN where it has no figures (N30, O18). */
  tokens: Float64Array,
} as const

export interface SessionFacts extends ColumnsOf<typeof COLUMNS> {
  count: number
  /** Rows on lines that the client passes over (R-F1 to R-F3). */
  readonly unread: Set<number>
  /** Rows that do not have a line to themselves (O1). */
  readonly sharesLine: Set<number>
  /** Rows whose `parentUuid` is neither a text nor empty: their parent is missing. */
  readonly oddParents: Set<number>
  /** Answers without a message id that have a request id (R-M4). */
  readonly nameless: Set<number>
  readonly blocks: BlockColumns
  readonly details: Map<number, EntryDetail>
  /** By block: the tools that a result refers to (N22). */
  readonly references: Map<number, readonly string[]>
  /** By block: the characters of an image that the client refuses (A4.2). */
  readonly largeImages: Map<number, number>
  /** By block: what a note of ours weighed when it was still the content that was taken out. */
  readonly leftOut: Map<number, number>
  /** By row: how an attachment was shown to the model, where the entry says it. */
  readonly rendered: Map<number, Rendered>
  /** Attachments whose content is not what their type asks for (N33). */
  readonly oddAttachments: Set<number>
  /** Attachments that client 2.0 cannot show (O7). */
  readonly unshown: Set<number>
  /** By block: the characters of its image or document, or of each one in a result. */
  readonly media: Map<number, readonly number[]>
  /** By row: the messages that it says were taken back (N26). */
  readonly retracted: Map<number, readonly string[]>
  /** Types of bookkeeping entries that are there at all. */
  readonly seenTypes: Set<Name>
}

/** The text of an attachment as the model was shown it. */
export interface Rendered {
  readonly role: 'user' | 'system'
  /** Whether anything is left of it without the client's reminders. */
  readonly hasWords: boolean
}

export interface FactCollector {
  readonly facts: SessionFacts
  add(seen: SeenEntry, names: Names): void
}

export function factCollector(): FactCollector {
  const facts = newSessionFacts()
  let look: BlockLook | undefined
  const decoded = new Map<number, boolean>()
  return {
    facts,
    add(seen, names) {
      look ??= blockLook(names)
      const { row, facts: entry, bytes, start, found } = seen
      addRow(facts, row, entry)
      facts.seenTypes.add(entry.type)
      if (entry.parent === 0 && entry.uuid !== 0 && hasOddParent(seen)) facts.oddParents.add(row)
      if (entry.content === 'string' && isMessageText(seen)) facts.form[row] = NO_CONTENT
      if (entry.messageId === 0 && isAnswer(seen, names) && hasRequestId(seen)) facts.nameless.add(row)
      addBlocks(facts, look, seen, names)
      if (names.text(entry.type) === 'attachment') {
        addRendered(facts, seen, names)
        if (isOddAttachment(seen, names)) facts.oddAttachments.add(row)
        if (isUnshown(seen, names)) facts.unshown.add(row)
      }
      if ((entry.flags & RETRACTS) !== 0 && found.depth <= MAX_DEPTH) facts.retracted.set(row, retractedIds(seen))
      facts.first[row + 1] = facts.blocks.count
      const key = pairKey(entry.type, entry.subtype)
      let wanted = decoded.get(key)
      if (wanted === undefined)
        decoded.set(key, (wanted = hasDetail(names.text(entry.type), names.text(entry.subtype))))
      const isError = (entry.flags & API_ERROR) !== 0
      if (!(wanted || isError) || found.depth > MAX_DEPTH) return
      const value = heldValue(bytes, start, found.length)
      const detail = isError ? apiErrorDetail(value) : entryDetail(value)
      if (detail) facts.details.set(row, detail)
    },
  }
}

function newSessionFacts(): SessionFacts {
  return {
    count: 0,
    ...newColumns(COLUMNS, SMALL),
    unread: new Set(),
    sharesLine: new Set(),
    oddParents: new Set(),
    nameless: new Set(),
    blocks: newBlockColumns(),
    details: new Map(),
    references: new Map(),
    largeImages: new Map(),
    leftOut: new Map(),
    rendered: new Map(),
    oddAttachments: new Set(),
    unshown: new Set(),
    media: new Map(),
    retracted: new Map(),
    seenTypes: new Set(),
  }
}

function retractedIds({ bytes, start }: SeenEntry): readonly string[] {
  const range = rangeOf(bytes, start, ['retractedMessageUuids'])
  const ids = range ? (JSON.parse(decodeText(bytes, range.start, range.end)) as readonly unknown[]) : []
  return ids.filter(id => typeof id === 'string')
}

function addRow(facts: SessionFacts, row: number, entry: Readonly<Facts>): void {
  if (row + 2 > facts.form.length) growColumns(facts, COLUMNS, row + 2)
  facts.count = row + 1
  facts.origin[row] = originOf(entry.origin)
  facts.model[row] = entry.model
  if (entry.countedTokens !== 0) facts.tokens[row] = entry.countedTokens
  facts.form[row] = formOf(entry)
}

/** Content of which no element is a block is none. */
function formOf({ content, blocks }: Readonly<Facts>): number {
  if (content === 'string') return PLAIN_TEXT
  return content === 'blocks' && (blocks.length === 0 || blocks.some(({ type }) => type !== 0)) ? BLOCKS : NO_CONTENT
}

function originOf(origin: string): number {
  if (origin === '') return NO_ORIGIN
  return origin === 'human' ? FROM_HUMAN : origin === 'task-notification' ? FROM_TASK : FROM_OTHER
}

function isAnswer({ facts }: SeenEntry, names: Names): boolean {
  return names.text(facts.type) === 'assistant'
}

function hasRequestId({ bytes, start }: SeenEntry): boolean {
  const range = rangeOf(bytes, start, ['requestId'])
  return range !== undefined && bytes[range.start] === 0x22 && range.end - range.start > 2
}

/** Something that JavaScript takes for true. */
function hasOddParent({ bytes, start }: SeenEntry): boolean {
  const range = rangeOf(bytes, start, ['parentUuid'])
  if (!range || bytes[range.start] === 0x22) return false
  return !['null', 'false', '0'].includes(decodeText(bytes, range.start, range.end))
}

/** The message itself is a text (D14): to the client it has no content. */
function isMessageText({ facts, bytes }: SeenEntry): boolean {
  let at = facts.texts[0]!.start - 2
  while (bytes[at]! <= 0x20 || bytes[at] === 0x3a) at--
  return isKey(bytes, at - 7, at, 'message')
}

function addBlocks(
  { blocks, references, largeImages, leftOut, media }: SessionFacts,
  look: BlockLook,
  seen: SeenEntry,
  names: Names,
): void {
  const { facts, bytes, start } = seen
  if (facts.content === 'string' && isMessageText(seen)) return
  if (facts.blocks.length > 0) {
    for (const block of facts.blocks) {
      const looked = look.look(bytes, block)
      const isTextless = looked.kind === TEXT && block.textEnd === 0 && names.text(facts.type) !== 'attachment'
      const added = isTextless ? { ...looked, kind: NO_BLOCK } : looked
      if ((added.flags & HOLDS_REFERENCES) !== 0) references.set(blocks.count, referencedTools(bytes, block))
      if ((added.flags & TOO_LARGE) !== 0) largeImages.set(blocks.count, block.end - block.start)
      const sizes = added.kind === MEDIA || (added.flags & HOLDS_MEDIA) !== 0 ? mediaSizes(bytes, block) : []
      if (sizes.length > 0) media.set(blocks.count, sizes)
      const before = weightBefore(bytes, block, added.kind)
      if (before !== undefined) leftOut.set(blocks.count, before)
      addBlock(blocks, added)
    }
    return
  }
  const text = facts.texts[0] ?? systemText(seen, names)
  if (!text) return
  const flags = textFlags(bytes, text.start, text.end) | PLAIN
  const weight = textWeight(text.end - text.start)
  addBlock(blocks, {
    kind: TEXT,
    flags,
    type: names.of('text'),
    id: 0,
    toolName: 0,
    size: text.end - text.start,
    weight,
  })

  /** The words of a system entry stand beside no message. */
  function systemText({ facts: { type, subtype } }: SeenEntry, { text: word }: Names) {
    if (word(type) !== 'system' || word(subtype) !== 'local_command') return undefined
    const range = rangeOf(bytes, start, ['content'])
    return range && bytes[range.start] === 0x22 ? { start: range.start + 1, end: range.end - 1 } : undefined
  }
}

/** What the value of a field of an attachment begins with, by the attachment's type. */
const CONTENT_OF_TYPE: ReadonlyMap<string, readonly [string, number]> = new Map([
  ['invoked_skills', ['skills', 0x5b]],
  ['hook_success', ['content', 0x22]],
  ['hook_additional_context', ['content', 0x5b]],
  ['task_reminder', ['content', 0x5b]],
  ['todo_reminder', ['content', 0x5b]],
  ['file', ['content', 0x7b]],
  ['already_read_file', ['content', 0x7b]],
])

function isOddAttachment({ facts, bytes, start }: SeenEntry, names: Names): boolean {
  if (facts.subtype === 0) return true
  const asked = CONTENT_OF_TYPE.get(names.text(facts.subtype))
  if (!asked) return false
  const range = rangeOf(bytes, start, ['attachment', asked[0]])
  return !range || bytes[range.start] !== asked[1]
}

/** Fields without which client 2.0 cannot show an attachment, and whether they must be lists (O7). */
const SHOWN_BY: ReadonlyMap<string, readonly [string, 'value' | 'list']> = new Map([
  ['file', ['content', 'value']],
  ['nested_memory', ['content', 'value']],
  ['selected_lines_in_ide', ['content', 'value']],
  ['hook_blocking_error', ['blockingError', 'value']],
  ['async_hook_response', ['response', 'value']],
  ['diagnostics', ['files', 'value']],
  ['todo_reminder', ['content', 'list']],
  ['hook_additional_context', ['content', 'list']],
  ['memory', ['memories', 'list']],
])

function isUnshown({ facts, bytes, start }: SeenEntry, names: Names): boolean {
  const asked = SHOWN_BY.get(names.text(facts.subtype))
  if (!asked) return false
  const range = rangeOf(bytes, start, ['attachment', asked[0]])
  if (!range || bytes[range.start] === 0x6e) return true
  const isEmptyText = bytes[range.start] === 0x22 && range.end - range.start === 2
  const isEmptyContext = isEmptyText && names.text(facts.subtype) === 'hook_additional_context'
  return asked[1] === 'list' && bytes[range.start] !== 0x5b && !isEmptyContext
}

/** A snapshot of the system prompt is large, and no message. */
const NEVER_RENDERED = 'prompt_snapshot'

function addRendered({ rendered }: SessionFacts, { facts, bytes, start, row }: SeenEntry, names: Names): void {
  if (names.text(facts.subtype) === NEVER_RENDERED) return
  const range = rangeOf(bytes, start, ['rendered'])
  if (!range || bytes[range.start] !== 0x5b) return
  const texts = (JSON.parse(decodeText(bytes, range.start, range.end)) as readonly unknown[]).map(contentText)
  if (texts.length === 0 || texts.includes(undefined)) return
  const role = rangeOf(bytes, start, ['renderedRole'])
  const isUser = role !== undefined && decodeText(bytes, role.start, role.end) === '"user"'
  const hasWords = texts.some(text => text!.replace(REMINDER, '').trim() !== '')
  rendered.set(row, { role: isUser ? 'user' : 'system', hasWords })
}

const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g

function contentText(item: unknown): string | undefined {
  const content = (item as { readonly content?: unknown } | null)?.content
  return typeof content === 'string' ? content : undefined
}
