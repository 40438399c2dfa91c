// Entries that share an id. The same entry twice becomes one, as the client reads it: what the last says, at the place of
// the first (N7). Two entries with one id get an id each: the one that others miss, where there is such a one.

import type { Edit } from '../../format/changes.js'
import { rangeOf } from '../../format/json/walk.js'
import type { DamagedSession } from './damaged-session.js'
import { entryBytes, replaced } from './entry-edits.js'
import type { RepairRule } from './repair-step.js'

const NOTHING = new Uint8Array(0)

export const mendDuplicates: RepairRule = ({ damaged, edits, step }) => {
  const { source, choices } = damaged
  const { rows, graph } = source.conversation
  if (graph.duplicates.length === 0) return
  const missed = missedIds(damaged)
  const once: number[] = []
  const renamed: number[] = []
  const restored: number[] = []
  for (const list of copiesOf(damaged)) {
    const give = (row: number, uuid: string): void => {
      edits.push(replaced(entryBytes(source, row), rows.offset[row]!, ['uuid'], uuid)!)
    }
    const left = new Set(list)
    for (const row of list) {
      if (left.size === 1) break
      const uuid = missed.behind(row)
      if (uuid === undefined) continue
      give(row, uuid)
      left.delete(row)
      restored.push(rows.offset[row]!)
    }
    const entries = sameEntries(damaged, [...left])
    const keeps = keeperOf(damaged, entries)
    for (const copies of entries) {
      const [first, last] = [copies[0]!, copies.at(-1)!]
      const bytes = entryBytes(source, last)
      if (copies !== keeps) {
        give(first, choices.newId(`copy of line ${rows.line[first]}`))
        renamed.push(rows.offset[first]!)
      } else if (last !== first)
        edits.push({ offset: rows.offset[first]!, length: rows.length[first]!, content: bytes })
      for (const row of copies.slice(1)) {
        edits.push(wholeLine(damaged, row))
        once.push(rows.offset[row]!)
      }
    }
  }
  step('remove duplicates', once, 'the client uses one copy of an entry (N7)')
  step('give entries their own uuid', restored, 'a later entry names this uuid as its missing parent', 'sure')
  step(
    'give entries their own uuid',
    renamed,
    'a different entry has the same uuid, and only the last of them is sent (N7)',
    'likely',
  )
}

/** Rows with the same uuid, in file order. */
function copiesOf({ source: { conversation } }: DamagedSession): readonly (readonly number[])[] {
  const { rows, graph } = conversation
  const lists = new Map<number, number[]>()
  for (const row of graph.duplicates) {
    const list = lists.get(rows.uuid[row]!)
    if (list) list.push(row)
    else lists.set(rows.uuid[row]!, [row])
  }
  return [...lists].map(([uuid, list]) => [...list, graph.copies.get(uuid)!.last])
}

/** An id that the next entry behind a row names as its parent, and nobody has. */
function missedIds({ source: { conversation } }: DamagedSession) {
  const { rows, graph } = conversation
  const missing = new Map(graph.orphans.map(({ row, missing: uuid }) => [row, uuid]))
  const taken = new Set<string>()
  return {
    behind(row: number): string | undefined {
      let next = row + 1
      while (next < rows.count && rows.uuid[next] === 0) next++
      const uuid = missing.get(next)
      if (uuid === undefined || taken.has(uuid)) return undefined
      taken.add(uuid)
      return uuid
    },
  }
}

/** Whose id it is: on the same parent the last one counts (N7); elsewhere what hangs on the id belongs to the first. */
function keeperOf({ source }: DamagedSession, entries: readonly (readonly number[])[]): readonly number[] {
  const { parentName } = source.conversation.rows
  const parentOf = (copies: readonly number[]): number => parentName[copies.at(-1)!]!
  return entries.findLast(copies => parentOf(copies) === parentOf(entries[0]!))!
}

/**
 * Those that are the same entry: of one type and message, with the same content, and on the same parent or of the same
 * time. In file order.
 */
function sameEntries({ source }: DamagedSession, list: readonly number[]): readonly (readonly number[])[] {
  const { rows } = source.conversation
  const found: number[][] = []
  const known = new Map<string, number[][]>()
  for (const row of list) {
    const content = contentOf(entryBytes(source, row))
    const key = `${rows.type[row]} ${rows.messageId[row]} ${content.length} ${printOf(content)}`
    const places = [`${key} on ${rows.parentName[row]}`, `${key} at ${rows.time[row]}`]
    const isSame = ([one]: readonly number[]): boolean => {
      const other = contentOf(entryBytes(source, one!))
      return content.every((byte, index) => byte === other[index])
    }
    let copies = places.flatMap(place => known.get(place) ?? []).find(isSame)
    if (copies) copies.push(row)
    else found.push((copies = [row]))
    for (const place of places) {
      const there = known.get(place)
      if (!there) known.set(place, [copies])
      else if (!there.includes(copies)) there.push(copies)
    }
  }
  return found
}

/** Different contents have the same one once in four thousand million (FNV-1a). */
function printOf(bytes: Uint8Array): number {
  let print = 0x811c9dc5
  for (const byte of bytes) print = Math.imul(print ^ byte, 0x01000193)
  return print >>> 0
}

function contentOf(bytes: Uint8Array): Uint8Array {
  const range =
    rangeOf(bytes, 0, ['message', 'content']) ?? rangeOf(bytes, 0, ['attachment']) ?? rangeOf(bytes, 0, ['content'])
  return range ? bytes.subarray(range.start, range.end) : NOTHING
}

/** With its line ending. */
export function wholeLine({ source }: DamagedSession, row: number): Edit {
  const { rows } = source.conversation
  const end = rows.offset[row]! + rows.length[row]!
  const [first, second] = source.read(end, Math.min(2, source.size - end))
  const ending = first === 0x0a ? 1 : first === 0x0d && second === 0x0a ? 2 : 0
  return { offset: rows.offset[row]!, length: rows.length[row]! + ending, content: NOTHING }
}
