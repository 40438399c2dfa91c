// The edits inside one entry: which member of it each of them is in, and whether it belongs there.

import type { Conversation } from '../../conversation/conversation.js'
import type { Name } from '../../conversation/names.js'
import { placeBefore } from '../../conversation/place-before.js'
import { NONE } from '../../conversation/rows.js'
import type { Edit } from '../../format/changes.js'
import { decodeString, decodeText, eachElement, eachMember, isKey, rangeOf, valueEnd } from '../../format/json/walk.js'
import type { ChangedParts } from '../plan/plan.js'
import type { Said } from './account.js'
import { ID_TABLE, type IdField, type IdKind, type IdTable } from './id-fields.js'
import type { IdMap } from './id-map.js'

/** What can be wrong with an edit. */
export type Fault = 'bytes' | 'entries' | 'overlap' | 'id' | 'parent'

export interface EntryAccountOptions {
  readonly conversation: Conversation
  readonly said: Said
  readonly ids: IdMap
  /** By row: 1 where it stays. */
  readonly stays: Uint8Array
}

export interface EntryAccount {
  /** What is wrong with the edits of this row, which stand in the file; undefined where nothing is. */
  check(row: number, bytes: Uint8Array, edits: readonly Edit[]): Fault | undefined
  /** A row that names an id instead of its own target's which no entry has, when all have been looked at. */
  unknown(added: ReadonlySet<string>): number | undefined
  /** So many edits put a whole id into the place of a whole id, under the one map. */
  idEdits(): number
}

interface Member {
  readonly keyStart: number
  readonly keyEnd: number
  readonly start: number
  readonly end: number
}

interface Elements {
  readonly of: number
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** Copies of what stands in the content. */
const SECOND_OUTPUT_KEYS = ['toolUseResult', 'mcpMeta']
const SECOND_OUTPUTS = /^[,\s]*"(?:toolUseResult|mcpMeta)"/
const ORIGIN = 'forkedFrom'

export function entryAccount({ conversation, said, ids, stays }: EntryAccountOptions): EntryAccount {
  const { rows } = conversation
  const { named, idAfter, agentNames, hasAgents } = said
  const { newIds, idBefore, changed, rehung, figures } = named
  const isNewSession = idBefore !== undefined
  const before = utf8.encode(idBefore ?? '')
  const after = utf8.encode(idAfter)
  const agents = new Map<string, string>()
  let row = 0
  let bytes: Uint8Array = before
  let edits: readonly Edit[] = []
  let base = 0
  let next = 0
  let fault: Fault | undefined
  const pending = new Map<string, number>()
  let idEdits = 0
  // Of the entry at hand.
  let members: { readonly of: number; readonly list: readonly Member[] } | undefined
  let elements: Elements | undefined

  function check(at: number, text: Uint8Array, own: readonly Edit[]): Fault | undefined {
    row = at
    bytes = text
    edits = own
    base = rows.offset[at]!
    next = 0
    fault = undefined
    members = undefined
    elements = undefined
    const messageEnd = rows.messageEnd[at]!
    eachMember(bytes, 0, (keyStart, keyEnd, start) => {
      const isMessage = start < messageEnd && isKey(bytes, keyStart, keyEnd, 'message')
      const end = isMessage ? messageEnd : valueEnd(bytes, start)
      between(keyStart)
      const field = fieldFor(ID_TABLE, bytes, keyStart, keyEnd)
      if (field) idField(field, start, end)
      else member(keyStart, keyEnd, start, end)
      return end
    })
    between(bytes.length)
    bytes = before // what was looked at may be long, and is not held
    return fault
  }

  /** Members that go as a whole, and what is put behind the last one. */
  function between(to: number): void {
    for (; next < edits.length && edits[next]!.offset - base < to; next++) {
      const { offset, length, content } = edits[next]!
      const from = offset - base
      if (length === 0) {
        if (!isAddition(decodeText(content, 0, content.length))) fault ??= 'bytes'
      } else if (!goes(from, from + length, content)) fault ??= 'bytes'
    }
  }

  function goes(from: number, to: number, content: Uint8Array): boolean {
    return (
      content.length === 0 &&
      changed.get(row)?.dropsSecondOutput === true &&
      SECOND_OUTPUTS.test(decodeText(bytes, from, to))
    )
  }

  /** What an entry says of itself: which entry it was, and what was used for it. */
  function isAddition(text: string): boolean {
    const usage = rangeOf(bytes, 0, ['message', 'usage'])
    const recorded = usage ? decodeText(bytes, usage.start, usage.end) : 'null'
    const origin = newIds || !isNewSession ? '' : `,"${ORIGIN}":${originOf()}`
    const figuresOf = figures.has(row) ? `,"rethread":{"usage":${recorded}}` : ''
    return text !== '' && (text === origin || text === figuresOf || text === origin + figuresOf)
  }

  function originOf(): string {
    return JSON.stringify({ sessionId: idBefore, messageUuid: rows.names.text(rows.uuid[row]!) })
  }

  function idField({ key, kind }: IdField, start: number, end: number): void {
    if (key === 'compactMetadata' && changed.get(row)?.dropsPreserved) skip(end)
    else if (
      key === ORIGIN &&
      takeIf(start, end, edit => isWhole(edit, start, end) && isText(edit.content, originOf()))
    )
      return
    else if (typeof kind === 'object') inside(kind, start, end)
    else if (kind === 'list') list(start, end)
    else if (bytes[start] === 0x22) one(kind, start, end)
    else if (kind === 'parent' && editIn(end)) parentWhereNone(start, end)
    if (editIn(end)) {
      fault ??= 'bytes'
      skip(end)
    }
  }

  function inside(fields: IdTable, at: number, to: number): void {
    if (bytes[at] !== 0x7b) return
    eachMember(bytes, at, (keyStart, keyEnd, start) => {
      const end = valueEnd(bytes, start)
      const field = fieldFor(fields, bytes, keyStart, keyEnd)
      if (field) idField(field, start, end)
      else member(keyStart, keyEnd, start, end)
      return end
    })
    if (editIn(to)) fault ??= 'bytes'
  }

  /** A string that is an id. */
  function one(kind: IdKind, start: number, end: number): void {
    const edit = editIn(end)
    if (edit) next++
    if (kind === 'session') {
      if (isNewSession ? !isInside(edit, start, end) || !isBytes(edit!.content, after) : edit !== undefined)
        fault ??= 'id'
      else if (edit) idEdits++
      return
    }
    const wrong = kind === 'parent' ? 'parent' : 'id'
    if (!isRight(kind, start, end, edit)) fault ??= wrong
  }

  function isRight(kind: IdKind, start: number, end: number, edit: Edit | undefined): boolean {
    const text = (): string => decodeString(bytes, start + 1, end - 1)
    const id = nameIn(start, end) || rows.names.find(text())
    const target = id === 0 ? NONE : ids.rowOf(id)
    if (kind === 'parent' && rehung.has(row)) return isHung(start, end, edit)
    // An empty parent is none (source document 003), and is written so.
    if (kind === 'parent' && edit !== undefined && text() === '') return textOf(edit.content) === 'null'
    if (target === NONE) return edit === undefined || counted(isOther(text(), start, end, edit))
    if (kind !== 'own' && stays[target] === 0) return edit !== undefined && namesOne(edit)
    if (!newIds) return edit === undefined
    return counted(isInside(edit, start, end) && ids.becomes(id, edit!.content, 0, edit!.content.length))
  }

  /** Mostly it is the entry's own id or that of its parent; 0 where it is neither. */
  function nameIn(start: number, end: number): Name {
    const own = rows.uuid[row]!
    const parent = rows.parentName[row]!
    if (own !== 0 && rows.names.is(own, bytes, start + 1, end - 1)) return own
    return parent !== 0 && rows.names.is(parent, bytes, start + 1, end - 1) ? parent : 0
  }

  function counted(isIt: boolean): boolean {
    if (isIt) idEdits++
    return isIt
  }

  /** On what the plan says, or where that goes on another that stays. */
  function isHung(start: number, end: number, edit: Edit | undefined): boolean {
    const wanted = rehung.get(row)!
    const id = rows.names.find(wanted)
    const target = id === 0 ? NONE : ids.rowOf(id)
    const text = edit ? textOf(edit.content) : decodeText(bytes, start, end)
    if (wanted === '') return text === 'null'
    if (target !== NONE && stays[target] === 0) return edit !== undefined && namesOne(edit)
    const bare = text.startsWith('"') ? text.slice(1, -1) : text
    if (target === NONE) return bare === wanted
    if (!newIds) return bare === wanted
    const now = utf8.encode(bare)
    return edit !== undefined && ids.becomes(id, now, 0, now.length)
  }

  /** An id of an entry in a transcript that lies beside the session. */
  function isOther(text: string, start: number, end: number, edit: Edit): boolean {
    const { content } = edit
    return newIds && hasAgents && isInside(edit, start, end) && ids.otherBecomes(text, textOf(content))
  }

  /** Instead of an entry that goes: another one that stays, one that is added, or none. */
  function namesOne({ content }: Edit): boolean {
    const text = textOf(content)
    if (text === 'null') return true
    const id = text.startsWith('"') ? text.slice(1, -1) : text
    const name = rows.names.find(id)
    const target = name === 0 ? NONE : ids.rowOf(name)
    if (target !== NONE) return !newIds && stays[target] === 1
    // What was missing already above an entry that goes; or a new id, which may only be met later on.
    if (name === 0 && !pending.has(id)) pending.set(id, row)
    return true
  }

  function parentWhereNone(start: number, end: number): void {
    const edit = editIn(end)!
    next++
    if (!isWhole(edit, start, end) || !rehung.has(row) || !isHung(start, end, edit)) fault ??= 'parent'
  }

  /** What goes is taken out of a list; the others stay in order. */
  function list(start: number, end: number): void {
    const own: Edit[] = []
    for (let edit = editIn(end); edit; edit = editIn(end)) {
      own.push(edit)
      next++
    }
    if (bytes[start] !== 0x5b) {
      if (own.length > 0) fault ??= 'bytes'
      return
    }
    let at = 0
    eachElement(bytes, start, from => {
      const to = valueEnd(bytes, from)
      // Blanks and commas beside it go with an element.
      while (at < own.length && own[at]!.offset - base + own[at]!.length <= from) at++
      const edit = at < own.length && own[at]!.offset - base < to ? own[at] : undefined
      const isGone = edit !== undefined && edit.content.length === 0 && edit.offset - base <= from
      const id = bytes[from] === 0x22 ? rows.names.find(decodeString(bytes, from + 1, to - 1)) : 0
      const target = id === 0 ? NONE : ids.rowOf(id)
      const isId = bytes[from] === 0x22
      if (isGone ? target === NONE || stays[target] === 1 : isId ? !isRight('entry', from, to, edit) : edit)
        fault ??= 'id'
      return to
    })
    if (own.length > 0) expectList(start, end, own)
  }

  /** Whatever goes: what is left is a list. */
  function expectList(start: number, end: number, own: readonly Edit[]): void {
    let text = ''
    let at = start
    for (const { offset, length, content } of own) {
      text += decodeText(bytes, at, offset - base) + textOf(content)
      at = offset - base + length
    }
    try {
      if (!Array.isArray(JSON.parse(text + decodeText(bytes, at, end)))) fault ??= 'bytes'
    } catch {
      fault ??= 'bytes'
    }
  }

  /** A member that holds no ids. */
  function member(keyStart: number, keyEnd: number, start: number, end: number): void {
    for (let edit = editIn(end); edit; edit = editIn(end)) {
      next++
      const from = edit.offset - base
      if (from + edit.length > end || !isKnown(edit, from, from + edit.length, keyStart, keyEnd, start))
        fault ??= 'bytes'
    }
  }

  function isKnown(edit: Edit, from: number, to: number, keyStart: number, keyEnd: number, start: number): boolean {
    const { content } = edit
    const isIt = (key: string): boolean => isKey(bytes, keyStart, keyEnd, key)
    if (isNewSession && isBytes(content, after) && isBytes(bytes.subarray(from, to), before)) return true
    if (agentNames.size > 0 && isAgent(isIt, from, to, start, textOf(content))) return true
    if (named.replaces?.(decodeText(bytes, from, to), textOf(content))) return true
    if (isIt('message')) return isOfMessage(start, from, to)
    const parts = changed.get(row)
    if (SECOND_OUTPUT_KEYS.some(isIt)) return parts?.dropsSecondOutput === true
    const prompt = isIt('attachment') && bytes[start] === 0x7b ? rangeOf(bytes, start, ['prompt']) : undefined
    return prompt !== undefined && from >= prompt.start && to <= prompt.end && isIn(parts, prompt.start, from, to)
  }

  function isOfMessage(message: number, from: number, to: number): boolean {
    if (bytes[message] !== 0x7b) return false
    const parts = changed.get(row)
    const own = membersOf(message).find(({ start, end }) => from >= start && to <= end)
    if (!own) return false
    const isIt = (key: string): boolean => isKey(bytes, own.keyStart, own.keyEnd, key)
    if (isIt('usage')) return figures.has(row) && from === own.start && to === own.end
    if (isIt('stop_reason')) return parts?.endsTurn === true
    return isIt('content') && isIn(parts, own.start, from, to)
  }

  /** Is it in blocks of this content that change, and in no other? Content that is a text is its only block. */
  function isIn(parts: ChangedParts | undefined, content: number, from: number, to: number): boolean {
    if (!parts) return false
    if (bytes[content] !== 0x5b) return parts.blocks.has(0)
    const { starts, ends } = elementsOf(content)
    for (let at = placeBefore(ends, from + 1) + 1; at < starts.length && starts[at]! < to; at++)
      if (!parts.blocks.has(at)) return false
    return true
  }

  // One entry may have thousands of blocks, and an edit in each: where its parts lie is looked for once.

  function membersOf(object: number): readonly Member[] {
    if (members?.of === object) return members.list
    const list: Member[] = []
    eachMember(bytes, object, (keyStart, keyEnd, start) => {
      const end = valueEnd(bytes, start)
      list.push({ keyStart, keyEnd, start, end })
      return end
    })
    members = { of: object, list }
    return list
  }

  function elementsOf(list: number): Elements {
    if (elements?.of === list) return elements
    const [starts, ends]: [number[], number[]] = [[], []]
    eachElement(bytes, list, start => {
      const end = valueEnd(bytes, start)
      starts.push(start)
      ends.push(end)
      return end
    })
    elements = { of: list, starts, ends }
    return elements
  }

  /** An agent that gets another name gets the same everywhere. */
  function isAgent(isIt: (key: string) => boolean, from: number, to: number, start: number, name: string): boolean {
    const range = isIt('agentId')
      ? { start, end: valueEnd(bytes, start) }
      : (isIt('toolUseResult') || isIt('data')) && bytes[start] === 0x7b
        ? rangeOf(bytes, start, ['agentId'])
        : undefined
    if (!range || from !== range.start + 1 || to !== range.end - 1) return false
    const old = decodeText(bytes, from, to)
    const known = agents.get(old)
    if (known === undefined) agents.set(old, name)
    return agentNames.has(old) && (known ?? name) === name
  }

  /** The edit that comes next, where it begins before this place. */
  function editIn(end: number): Edit | undefined {
    const edit = edits[next]
    return edit && edit.offset - base < end ? edit : undefined
  }

  function takeIf(_start: number, end: number, fits: (edit: Edit) => boolean): boolean {
    const edit = editIn(end)
    if (newIds || !isNewSession || !edit || !fits(edit)) return false
    next++
    return true
  }

  function skip(end: number): void {
    while (editIn(end)) next++
  }

  function isInside(edit: Edit | undefined, start: number, end: number): boolean {
    return edit !== undefined && edit.offset - base === start + 1 && edit.length === end - start - 2
  }

  function isWhole(edit: Edit, start: number, end: number): boolean {
    return edit.offset - base === start && edit.length === end - start
  }

  return {
    check,
    idEdits: () => idEdits,
    unknown(added) {
      for (const [id, from] of pending) if (!ids.isNew(id) && !added.has(id)) return from
      return undefined
    },
  }
}

function fieldFor({ byLength }: IdTable, bytes: Uint8Array, keyStart: number, keyEnd: number): IdField | undefined {
  for (const field of byLength[keyEnd - keyStart] ?? []) if (isKey(bytes, keyStart, keyEnd, field.key)) return field
  // A key with escapes in it, which no client writes.
  for (let at = keyStart; at < keyEnd; at++)
    if (bytes[at] === 0x5c) return byLength.flat().find(field => field && isKey(bytes, keyStart, keyEnd, field.key))
  return undefined
}

const utf8 = new TextEncoder()

function textOf(content: Uint8Array): string {
  return decodeText(content, 0, content.length)
}

function isText(content: Uint8Array, text: string): boolean {
  return isBytes(content, utf8.encode(text))
}

export function isBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}
