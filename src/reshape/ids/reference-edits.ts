// New ids, and new targets where the old ones go, in the fields that hold references (references.ts).

import type { Name } from '../../conversation/names.js'
import type { Rows } from '../../conversation/rows.js'
import { decodeString, eachElement, eachMember, isKey, valueEnd } from '../../format/json/walk.js'
import type { EntryAtHand } from '../edits/entry-at-hand.js'
import { type Item, removalEdits } from '../edits/items.js'
import type { Draft } from '../plan/draft.js'
import type { KeptNames } from '../tree/kept-names.js'
import type { NewIds } from './new-ids.js'
import type { FieldTable, ReferenceRule } from './references.js'

export interface ReferenceOptions {
  readonly draft: Draft
  readonly names: KeptNames
  readonly ids: NewIds
  /** New ids of entries that lie in other files of the session. */
  readonly otherIds: (uuid: string) => Uint8Array | undefined
  /** The id that every `sessionId` gets; undefined where they stay. */
  readonly sessionId: Uint8Array | undefined
}

const utf8 = new TextEncoder()
const NULL = utf8.encode('null')

/** Makes the edits of one field; `start` and `end` are those of its value. */
export type ReferenceEdits = (entry: EntryAtHand, rule: ReferenceRule, start: number, end: number) => void

export function referenceEdits({ draft, names: kept, ids, otherIds, sessionId }: ReferenceOptions): ReferenceEdits {
  const { rows, compactions } = draft.source.conversation

  function edit(entry: EntryAtHand, rule: ReferenceRule, start: number, end: number): void {
    const { bytes } = entry
    if (typeof rule === 'object') inside(entry, rule, start)
    else if (rule === 'entries') list(entry, start)
    else if (rule === 'parent') parent(entry, start, end)
    else if (bytes[start] !== 0x22) return
    else if (rule !== 'session') reference(entry, rule, start, end)
    else if (sessionId) entry.put(start + 1, end - 1, sessionId)
  }

  function inside(entry: EntryAtHand, rules: FieldTable, at: number): void {
    const { bytes, change } = entry
    if (bytes[at] !== 0x7b) return
    const items: Item[] = []
    eachMember(bytes, at, (keyStart, keyEnd, start) => {
      const end = valueEnd(bytes, start)
      const rule = ruleFor(rules, bytes, keyStart, keyEnd)
      const goes = change?.dropsPreserved === true && PRESERVED.some(key => isKey(bytes, keyStart, keyEnd, key))
      items.push({ start: keyStart - 1, end, goes })
      if (rule !== undefined && !goes) edit(entry, rule, start, end)
      return end
    })
    take(entry, items)
  }

  function list(entry: EntryAtHand, at: number): void {
    const { bytes, row } = entry
    if (bytes[at] !== 0x5b) return
    const items: Item[] = []
    eachElement(bytes, at, start => {
      const end = valueEnd(bytes, start)
      const goes = bytes[start] === 0x22 && kept.isRemoved(nameAt(rows, row, bytes, start, end))
      items.push({ start, end, goes })
      if (!goes && bytes[start] === 0x22) reference(entry, 'entry', start, end)
      return end
    })
    take(entry, items)
  }

  function take(entry: EntryAtHand, items: readonly Item[]): void {
    if (!items.some(item => item.goes)) return
    for (const { offset, length, content } of removalEdits(items, 0)) entry.put(offset, offset + length, content)
  }

  /** Also where there was none: an entry may be hung on something. */
  function parent(entry: EntryAtHand, start: number, end: number): void {
    const after = kept.parentOf(entry.row)
    if (after === 0) {
      if (entry.bytes[start] === 0x22) entry.put(start, end, NULL)
    } else name(entry, rows.parentName[entry.row]!, after, start, end)
  }

  function reference(entry: EntryAtHand, rule: ReferenceRule, start: number, end: number): void {
    const { row, bytes } = entry
    const before = nameAt(rows, row, bytes, start, end)
    const after = before === 0 ? 0 : targetOf(rule, row, before)
    if (after === 0 && before !== 0) entry.put(start, end, NULL)
    else name(entry, before, after, start, end)
  }

  function name(entry: EntryAtHand, before: Name, after: Name, start: number, end: number): void {
    const { bytes } = entry
    const isText = bytes[start] === 0x22
    const id = after === 0 ? undefined : ids.of(after)
    if (id && isText) entry.put(start + 1, end - 1, id)
    else if (id) entry.put(start, end, utf8.encode(`"${new TextDecoder().decode(id)}"`))
    else if (after !== before) entry.put(start, end, utf8.encode(JSON.stringify(rows.names.text(after))))
    else if (isText) {
      const other = otherIds(decodeString(bytes, start + 1, end - 1))
      if (other) entry.put(start + 1, end - 1, other)
    }
  }

  function targetOf(rule: ReferenceRule, row: number, before: Name): Name {
    if (rule === 'own' || !kept.isRemoved(before)) return before
    const preserved = compactions.find(one => one.row === row)?.keptRows.map(one => rows.uuid[one]!) ?? []
    const at = preserved.indexOf(before)
    // A preserved stretch begins at the first of its entries that stays, and ends at the last one.
    const near =
      rule === 'head' && at >= 0
        ? preserved.slice(at).find(one => !kept.isRemoved(one))
        : rule === 'tail' && at >= 0
          ? preserved.slice(0, at).findLast(one => !kept.isRemoved(one))
          : undefined
    return near ?? kept.above(before, row)
  }

  return edit
}

const PRESERVED = ['preservedSegment', 'preservedMessages']

export function ruleFor(
  { byLength, all }: FieldTable,
  bytes: Uint8Array,
  keyStart: number,
  keyEnd: number,
): ReferenceRule | undefined {
  for (const field of byLength[keyEnd - keyStart] ?? []) {
    if (isKey(bytes, keyStart, keyEnd, field.key)) return field.rule
  }
  // A key with escapes in it, which no client writes.
  for (let at = keyStart; at < keyEnd; at++) {
    if (bytes[at] === 0x5c) return all.find(field => isKey(bytes, keyStart, keyEnd, field.key))?.rule
  }
  return undefined
}

/** Mostly it is the entry's own id, or that of its parent. */
function nameAt(rows: Rows, row: number, bytes: Uint8Array, start: number, end: number): Name {
  const own = rows.uuid[row]!
  const parent = rows.parentName[row]!
  if (own !== 0 && rows.names.is(own, bytes, start + 1, end - 1)) return own
  if (parent !== 0 && rows.names.is(parent, bytes, start + 1, end - 1)) return parent
  return rows.names.find(decodeString(bytes, start + 1, end - 1))
}
