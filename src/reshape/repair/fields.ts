// Fields that the client cannot do without: type, uuid, timestamp, message, content (R-L9, R-F9, N2, N12).

import { rowsByUuid } from '../../conversation/graph.js'
import { HAS_MESSAGE, has, isMain, NONE, type Rows, SIDECHAIN, timeOf } from '../../conversation/rows.js'
import { removeRows } from '../plan/draft.js'
import { entryBytes, entryValue, replaced, setField } from './entry-edits.js'
import type { RepairRule } from './repair-step.js'
import { rowsFound } from './rows-found.js'

/** First, because what an entry is decides about all the rest. */
export const mendTypes: RepairRule = ({ damaged, edits, step }) => {
  const { source } = damaged
  const { rows } = source.conversation
  const typed: number[] = []
  for (const row of rowsFound(damaged, 'type-missing')) {
    const { message } = entryValue(source, row)
    const role = (message as { readonly role?: unknown } | undefined)?.role
    if (role !== 'user' && role !== 'assistant') continue
    edits.push(setField(entryBytes(source, row), rows.offset[row]!, 'type', role))
    typed.push(rows.offset[row]!)
  }
  step('add missing types', typed, 'the role of the message gives the type; without it they are not sent (N2)')
}

/**
 * The id that an entry behind it misses as its parent; else a new one, and what hung on the same parent right behind it
 * hangs on it (R-F9).
 */
export const mendUuids: RepairRule = ({ damaged, draft, edits, step }) => {
  const { source, choices } = damaged
  const { rows, graph } = source.conversation
  const given: number[] = []
  const missing = new Map(graph.orphans.map(({ row, missing: name }) => [row, name]))
  const found = rowsFound(damaged, 'uuid-missing')
  if (found.length === 0) return
  const { next: nexts, before } = namedAround(rows)
  for (const row of found) {
    const next = nexts[row]!
    const uuid = (next === NONE ? undefined : missing.get(next)) ?? choices.newId(`line ${rows.line[row]}`)
    edits.push(setField(entryBytes(source, row), rows.offset[row]!, 'uuid', uuid))
    if (next !== NONE && !missing.has(next) && rows.parentName[next] === rows.parentName[row])
      draft.parents.set(next, rows.names.of(uuid))
    if (rows.parentName[row] === 0 && before[row] !== NONE) {
      const parent = rows.names.text(rows.uuid[before[row]!]!)
      // Its parent is not said either: the entry before it.
      edits.push(setField(entryBytes(source, row), rows.offset[row]!, 'parentUuid', parent))
    }
    given.push(rows.offset[row]!)
  }
  step('add missing uuids', given, 'without one they cannot be a parent and are not sent (R-F9)')
}

/** By row: the next entry with an id of the same side, and the one of the conversation before it. */
function namedAround(rows: Rows) {
  const next = new Int32Array(rows.count).fill(NONE)
  const before = new Int32Array(rows.count).fill(NONE)
  const behind = { main: NONE, side: NONE }
  for (let row = rows.count - 1; row >= 0; row--) {
    const side = has(rows, row, SIDECHAIN) ? 'side' : 'main'
    next[row] = behind[side]
    if (rows.uuid[row] !== 0) behind[side] = row
  }
  let last = NONE
  for (let row = 0; row < rows.count; row++) {
    before[row] = last
    if (rows.uuid[row] !== 0 && isMain(rows, row)) last = row
  }
  return { next, before }
}

/** The time of the entry before (R-L9): order never comes from it, but the client wants one. */
export const mendTimes: RepairRule = ({ damaged, edits, step }) => {
  const { source } = damaged
  const { rows, graph } = source.conversation
  if (!damaged.findings.some(({ code }) => code === 'timestamp-tip' || code === 'timestamp-bad')) return
  const rowOf = rowsByUuid(rows)
  const times = new Map<number, string>()
  const dated: number[] = []
  // A number is a time to us, but not to the client.
  const written = (row: number): unknown => entryValue(source, row)['timestamp']
  const isBad = (row: number): boolean => {
    if (Number.isNaN(rows.time[row]!)) return true
    return typeof written(row) !== 'string'
  }
  let last: string | undefined
  for (let row = 0; row < rows.count; row++) {
    if (rows.uuid[row] === 0 || rowOf[rows.uuid[row]!] !== row) continue
    const parent = graph.parent[row]!
    const above = parent === NONE ? undefined : (times.get(parent) ?? timeOf(rows, parent))
    if (!isBad(row)) {
      last = timeOf(rows, row)
      continue
    }
    const time = numbered(written(row)) ?? above ?? last ?? firstTime(rows)
    times.set(row, time)
    last = time
    edits.push(setField(entryBytes(source, row), rows.offset[row]!, 'timestamp', time))
    dated.push(rows.offset[row]!)
  }
  step(
    'add missing timestamps',
    dated,
    'copied from the previous entry; the client does not resume if the last entry has none (R-L9)',
  )
}

/** Milliseconds or seconds since 1970. */
function numbered(value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined
  const time = value < 1e11 ? value * 1000 : value
  return time < 8e15 ? new Date(time).toISOString() : undefined
}

function firstTime(rows: Rows): string {
  for (let row = 0; row < rows.count; row++) {
    const time = timeOf(rows, row)
    if (time !== undefined) return time
  }
  return new Date(0).toISOString()
}

/** Content that is one block, or a number, says something; what says nothing goes, and its children hang above. */
export const mendMessages: RepairRule = ({ damaged, draft, edits, step }) => {
  const { source } = damaged
  const { rows } = source.conversation
  const wrapped: number[] = []
  const gone: number[] = []
  for (const row of rowsFound(damaged, 'message-missing', 'content-invalid')) {
    const message = has(rows, row, HAS_MESSAGE) ? entryValue(source, row)['message'] : undefined
    const content = (message as { readonly content?: unknown } | null | undefined)?.content
    const value = asContent(content)
    const edit =
      value === undefined
        ? undefined
        : replaced(entryBytes(source, row), rows.offset[row]!, ['message', 'content'], value)
    if (edit) {
      edits.push(edit)
      draft.touched.add(row)
      wrapped.push(rows.offset[row]!)
    } else gone.push(row)
  }
  for (const row of removeRows(draft, gone)) draft.touched.add(row)
  step('turn content into a list', wrapped, 'it is a single block or value; the client accepts text or a list (N12)')
  step(
    'remove entries without content',
    gone.map(row => rows.offset[row]!),
    'there is nothing in them to send; their children move to the previous entry (N2, N12)',
  )
}

function asContent(content: unknown): unknown {
  if (typeof content === 'number') return String(content)
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return undefined
  const { type, text } = content as { readonly type?: unknown; readonly text?: unknown }
  if (typeof type === 'string') return [content]
  return typeof text === 'string' ? text : undefined
}
