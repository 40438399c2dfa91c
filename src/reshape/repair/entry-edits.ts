// Single fields of an entry: set, replaced or taken out, on its bytes.

import type { Edit } from '../../format/changes.js'
import { eachMember, isKey, type Path, rangeOf, valueEnd } from '../../format/json/walk.js'
import { type Item, removalEdits } from '../edits/items.js'
import type { ReshapeSource } from '../plan/plan.js'

const utf8 = new TextEncoder()

/** The JSON text of an entry. */
export function entryBytes({ conversation: { rows }, read }: ReshapeSource, row: number): Uint8Array {
  return read(rows.offset[row]!, rows.length[row]!)
}

export function entryValue(source: ReshapeSource, row: number): Readonly<Record<string, unknown>> {
  return JSON.parse(new TextDecoder().decode(entryBytes(source, row))) as Record<string, unknown>
}

/** The value at the path becomes this; undefined where there is no such path. `base` is where the entry begins. */
export function replaced(bytes: Uint8Array, base: number, path: Path, value: unknown): Edit | undefined {
  const range = rangeOf(bytes, 0, path)
  return range && { offset: base + range.start, length: range.end - range.start, content: json(value) }
}

/** The same, and a new member where there is none: before `timestamp`, where the client has its ids (B1). */
export function setField(bytes: Uint8Array, base: number, key: string, value: unknown): Edit {
  return setJson(bytes, base, key, JSON.stringify(value))
}

/** The same, with the value as JSON text. */
export function setJson(bytes: Uint8Array, base: number, key: string, value: string): Edit {
  const there = rangeOf(bytes, 0, [key])
  if (there) return { offset: base + there.start, length: there.end - there.start, content: utf8.encode(value) }
  let before = -1
  eachMember(bytes, 0, (keyStart, keyEnd) => {
    if (isKey(bytes, keyStart, keyEnd, 'timestamp')) before = keyStart - 1
    return 0
  })
  const member = `${JSON.stringify(key)}:${value}`
  if (before >= 0) return { offset: base + before, length: 0, content: utf8.encode(`${member},`) }
  const isEmpty = /^\{\s*\}$/.test(new TextDecoder().decode(bytes.subarray(0, 64)))
  return {
    offset: base + bytes.lastIndexOf(0x7d),
    length: 0,
    content: utf8.encode(isEmpty ? member : `,${member}`),
  }
}

/** Members of the object at `at` that go. */
export function withoutMembers(
  bytes: Uint8Array,
  base: number,
  at: number,
  goes: (key: string) => boolean,
): readonly Edit[] {
  const items: Item[] = []
  eachMember(bytes, at, (keyStart, keyEnd, start) => {
    const end = valueEnd(bytes, start)
    items.push({ start: keyStart - 1, end, goes: goes(new TextDecoder().decode(bytes.subarray(keyStart, keyEnd))) })
    return end
  })
  return items.some(item => item.goes) ? removalEdits(items, base) : []
}

function json(value: unknown): Uint8Array {
  return utf8.encode(JSON.stringify(value))
}
