// Entries that share an id. The same entry twice becomes one, as the client reads it: what the last says, at the place of
// the first (N7). Two entries with one id get an id each: the one that others miss, where there is such a one.

import type { Edit } from '../../format/changes.js'
import { rangeOf } from '../../format/json/walk.js'
import { entryBytes, replaced } from './entry-edits.js'
import type { Patient } from './patient.js'
import type { Mender } from './treatment.js'

const NOTHING = new Uint8Array(0)

export const mendDuplicates: Mender = ({ patient, edits, step }) => {
  const { source, wishes } = patient
  const { rows, graph } = source.conversation
  if (graph.duplicates.length === 0) return
  const missed = missedIds(patient)
  const once: number[] = []
  const renamed: number[] = []
  const restored: number[] = []
  for (const list of copiesOf(patient)) {
    let left = list
    const give = (row: number, uuid: string): void => {
      edits.push(replaced(entryBytes(source, row), rows.offset[row]!, ['uuid'], uuid)!)
      left = left.filter(one => one !== row)
    }
    for (const row of list) {
      if (left.length === 1) break
      const uuid = missed.behind(row)
      if (uuid === undefined) continue
      give(row, uuid)
      restored.push(rows.offset[row]!)
    }
    const last = left.at(-1)!
    for (const row of left.slice(0, -1)) {
      if (saysTheSame(patient, row, last)) continue
      // On the same parent the last one counts; elsewhere what hangs on the id belongs to the first.
      const other = rows.parentName[row] === rows.parentName[last] ? row : left.at(-1)!
      give(other, wishes.newId(`copy of line ${rows.line[other]}`))
      renamed.push(rows.offset[other]!)
    }
    if (left.length < 2) continue
    for (const row of left.slice(1)) edits.push(wholeLine(patient, row))
    once.push(...left.slice(1).map(row => rows.offset[row]!))
    const [first] = left
    const bytes = entryBytes(source, left.at(-1)!)
    edits.push({ offset: rows.offset[first!]!, length: rows.length[first!]!, content: bytes })
  }
  step('remove copies', once, 'the same entry counts once (N7)')
  step('give entries their own id', restored, 'an entry behind each of them misses its parent: that was its id', 'sure')
  step(
    'give entries their own id',
    renamed,
    'they share one with an entry that says something else, and of those only the last is sent (N7)',
    'likely',
  )
}

/** Rows with the same uuid, in file order. */
function copiesOf({ source: { conversation } }: Patient): readonly (readonly number[])[] {
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
function missedIds({ source: { conversation } }: Patient) {
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

function saysTheSame({ source }: Patient, a: number, b: number): boolean {
  const { rows } = source.conversation
  if (rows.type[a] !== rows.type[b]) return false
  const [one, other] = [a, b].map(row => contentOf(entryBytes(source, row)))
  return one!.length === other!.length && one!.every((byte, index) => byte === other![index])
}

function contentOf(bytes: Uint8Array): Uint8Array {
  const range =
    rangeOf(bytes, 0, ['message', 'content']) ?? rangeOf(bytes, 0, ['attachment']) ?? rangeOf(bytes, 0, ['content'])
  return range ? bytes.subarray(range.start, range.end) : NOTHING
}

/** With its line ending. */
export function wholeLine({ source }: Patient, row: number): Edit {
  const { rows } = source.conversation
  const end = rows.offset[row]! + rows.length[row]!
  const [first, second] = source.read(end, Math.min(2, source.size - end))
  const ending = first === 0x0a ? 1 : first === 0x0d && second === 0x0a ? 2 : 0
  return { offset: rows.offset[row]!, length: rows.length[row]! + ending, content: NOTHING }
}
