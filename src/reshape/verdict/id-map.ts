// Old ids and the new ones that stand in their places: one map for a file, under which no two become the same and every
// new one is new. It is put together from what the edits write, and remembers the first thing that does not fit.

import { grown } from '../../conversation/columns.js'
import type { Conversation } from '../../conversation/conversation.js'
import { rowsByUuid } from '../../conversation/graph.js'
import { createNames, type Name } from '../../conversation/names.js'
import { NONE } from '../../conversation/rows.js'

export interface IdMap {
  /** The row that has this id; NONE where none has. */
  rowOf(id: Name): number
  /** May the id of an entry of this file become this one? */
  becomes(id: Name, after: Uint8Array, start: number, end: number): boolean
  /** The same for an id that no entry of this file has: of an entry in another file of the session. */
  otherBecomes(id: string, after: string): boolean
  /** Is it the new id of an entry of this file, as far as it is known? */
  isNew(after: string): boolean
}

export function idMap({ rows }: Conversation): IdMap {
  const rowOf = rowsByUuid(rows)
  const fresh = createNames()
  const news = new Int32Array(rowOf.length) // by old name: the new one
  let olds = new Int32Array(1024) // by new name: the old one
  const others = new Map<string, string>()
  const taken = new Map<string, string>()

  return {
    rowOf: id => rowOf[id] ?? NONE,
    becomes(id, bytes, start, end) {
      const known = news[id]!
      if (known !== 0) return fresh.is(known, bytes, start, end)
      // Of a form that is written as it is read, and of a session that does not have it yet.
      for (let at = start; at < end; at++) if (!isPlain(bytes[at]!)) return false
      const text = latin1(bytes, start, end)
      if (end === start || rows.names.find(text) !== 0 || taken.has(text)) return false
      const name = fresh.intern(bytes, start, end)
      if (name >= olds.length) olds = grown(olds, name + 1)
      if (olds[name] !== 0) return false
      olds[name] = id
      news[id] = name
      return true
    },
    otherBecomes(id, after) {
      const known = others.get(id)
      if (known !== undefined) return known === after
      if (taken.has(after) || rows.names.find(after) !== 0 || fresh.find(after) !== 0) return false
      others.set(id, after)
      taken.set(after, id)
      return true
    },
    isNew: after => fresh.find(after) !== 0,
  }
}

function isPlain(byte: number): boolean {
  return byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]!)
  return text
}
