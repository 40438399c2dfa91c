// The ids that entries get in a session of their own.
//
// One column of numbers and one of bytes: a session of a million entries still fits into the memory promised (I5).

import type { Name } from '../../conversation/names.js'
import type { Rows } from '../../conversation/rows.js'

/** Makes the new id for an old one; asked once for each. */
export type NewId = (old: string) => string

export interface NewIds {
  /** The new id of the entry with this uuid; undefined where no entry has it, or ids stay. */
  of(uuid: Name): Uint8Array | undefined
}

const LENGTH = 36

export function newIds(rows: Rows, newId: NewId): NewIds {
  const slots = new Int32Array(rows.names.count).fill(-1)
  let count = 0
  for (let row = 0; row < rows.count; row++) {
    const uuid = rows.uuid[row]!
    if (uuid !== 0 && slots[uuid] === -1) slots[uuid] = count++
  }
  const bytes = new Uint8Array(count * LENGTH)
  for (const [name, slot] of slots.entries()) if (slot !== -1) write(bytes, slot * LENGTH, newId(rows.names.text(name)))
  return inColumns(slots, bytes)
}

/** On its own: it must not hold the rows, which may be those of one of thousands of agents. */
function inColumns(slots: Int32Array, bytes: Uint8Array): NewIds {
  return {
    of(uuid) {
      const slot = slots[uuid] ?? -1
      return slot === -1 ? undefined : bytes.subarray(slot * LENGTH, (slot + 1) * LENGTH)
    },
  }
}

export const SAME_IDS: NewIds = { of: () => undefined }

function write(bytes: Uint8Array, at: number, id: string): void {
  if (id.length !== LENGTH) throw new RangeError(`a new id must be a uuid, not ${JSON.stringify(id)}`)
  for (let i = 0; i < LENGTH; i++) bytes[at + i] = id.charCodeAt(i)
}
