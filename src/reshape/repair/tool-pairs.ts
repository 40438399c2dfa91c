// Calls and their results: what is missing is written, what stands elsewhere is hung on its call, and of two results one
// goes (R-T2, R-T5 to R-T9, N16 to N19, A2.1, A2.6).

import { TOOL_RESULT, TOOL_USE } from '../../context/facts/block-columns.js'
import { lastBoundary } from '../../conversation/compactions.js'
import type { Name } from '../../conversation/names.js'
import { ASSISTANT, has, NONE, SIDECHAIN, timeOf, uuidOf } from '../../conversation/rows.js'
import type { Edit } from '../../format/changes.js'
import { decodeString, eachElement, rangeOf, valueEnd } from '../../format/json/walk.js'
import { contentPlaces } from '../edits/content-places.js'
import { removalEdits } from '../edits/items.js'
import { type Surroundings, surroundingsOf } from '../edits/surroundings.js'
import { removeRows } from '../plan/draft.js'
import { blocksIn, blocksOf, type PlacedBlock } from './blocks-of.js'
import type { DamagedSession } from './damaged-session.js'
import { entryBytes, replaced } from './entry-edits.js'
import type { RepairRule } from './repair-step.js'
import { rowsFound } from './rows-found.js'

export const LOST_RESULT =
  '[rethread: the result of this call is not in the session; its outcome is unknown. Check whether it took effect before relying on it or running it again.]'

/** A result of our own, behind the last entry of the answer and on the way (R-T6). */
export const mendLostCalls: RepairRule = repairStep => {
  const { damaged, draft, edits, step } = repairStep
  const found = rowsFound(damaged, 'tool-call-lost', 'tool-call-unanswered')
  if (found.length === 0) return
  const { source, choices } = damaged
  const { rows } = source.conversation
  const answered = new Set([...blocksOf(source, TOOL_RESULT)].filter(counts).map(({ id }) => id))
  const below = childOnPath(damaged)
  const behind = new Map<number, PlacedBlock[]>()
  const ends = new Map<number, number>()
  for (const row of found) {
    for (const call of blocksIn(source, row, TOOL_USE)) {
      if (answered.has(call.id)) continue
      const last = lastOfAnswer(row)
      const list = behind.get(last)
      if (list) list.push(call)
      else behind.set(last, [call])
      answered.add(call.id)
    }
  }
  const written: number[] = []
  const around = surroundingsIn(source)
  const madeBehind = new Map<number, readonly string[]>()
  for (const [last, calls] of behind) {
    let parent = uuidOf(rows, last)!
    const made: string[] = []
    const entries = calls.map(({ row, id }) => {
      const uuid = choices.newId(`result of ${rows.names.text(id)}`)
      made.push(uuid)
      const json = resultEntry(damaged, row, around(row), rows.names.text(id), uuid, parent)
      parent = uuid
      written.push(rows.offset[row]!)
      return json
    })
    edits.push(lineBehind(damaged, last, entries))
    madeBehind.set(last, made)
    const next = below.get(last)
    if (next !== undefined) draft.parents.set(next, rows.names.of(parent))
    draft.touched.add(last)
  }
  for (const edit of keptAlong(damaged, madeBehind)) edits.push(edit)
  step(
    'add missing results',
    written,
    'without a result, the client drops the call and the text next to it (R-T2, N17)',
  )

  function counts({ row }: PlacedBlock): boolean {
    return damaged.sent.path.on[row] !== 0
  }

  function lastOfAnswer(row: number): number {
    const way: number[] = []
    let last = row
    for (let next = below.get(last); next !== undefined && !ends.has(last); next = below.get(last)) {
      if (rows.role[next] !== ASSISTANT || rows.messageId[next] !== rows.messageId[row] || rows.messageId[row] === 0)
        break
      way.push(last)
      last = next
    }
    const end = ends.get(last) ?? last
    for (const one of way) ends.set(one, end)
    return end
  }
}

/**
 * N32: where a compaction lists what it keeps, what is written behind a kept entry is kept as well. `made` are the ids
 * behind each row.
 */
function keptAlong({ source }: DamagedSession, made: ReadonlyMap<number, readonly string[]>): readonly Edit[] {
  const { rows } = source.conversation
  const boundary = lastBoundary(source.conversation)
  if (!boundary || boundary.preserved.length === 0) return []
  const added = new Map<string, readonly string[]>()
  for (const [row, uuids] of made) if (row <= boundary.row) added.set(uuidOf(rows, row)!, uuids)
  if (!boundary.preserved.some(uuid => added.has(uuid))) return []
  const bytes = entryBytes(source, boundary.row)
  const edits: Edit[] = []
  for (const key of ['uuids', 'allUuids']) {
    const list = rangeOf(bytes, 0, ['compactMetadata', 'preservedMessages', key])
    if (!list || bytes[list.start] !== 0x5b) continue
    eachElement(bytes, list.start, start => {
      const end = valueEnd(bytes, start)
      const uuids = bytes[start] === 0x22 ? added.get(decodeString(bytes, start + 1, end - 1)) : undefined
      const content = new TextEncoder().encode((uuids ?? []).map(uuid => `,${JSON.stringify(uuid)}`).join(''))
      if (uuids) edits.push({ offset: rows.offset[boundary.row]! + end, length: 0, content })
      return end
    })
  }
  return edits
}

/** By row of the client's path: the next one on it. */
function childOnPath({ source, sent }: DamagedSession): ReadonlyMap<number, number> {
  const { parent } = source.conversation.graph
  const { walked, on } = sent.path
  const below = new Map<number, number>()
  for (let at = 1; at < walked.length; at++) {
    const [above, row] = [walked[at - 1]!, walked[at]!]
    if (on[above] && parent[row] === above) below.set(above, row)
  }
  return below
}

/** For many calls of one entry after the other: it is looked at once. */
function surroundingsIn(source: DamagedSession['source']): (row: number) => Surroundings {
  let last: { readonly row: number; readonly of: Surroundings } | undefined
  return row => {
    if (last?.row !== row) last = { row, of: surroundingsOf(entryBytes(source, row)) }
    return last.of
  }
}

function resultEntry(
  { source }: DamagedSession,
  row: number,
  { userType, entrypoint, cwd, sessionId, version, gitBranch }: Surroundings,
  id: string,
  uuid: string,
  parentUuid: string,
): string {
  const { rows } = source.conversation
  return JSON.stringify({
    parentUuid,
    isSidechain: has(rows, row, SIDECHAIN),
    userType,
    entrypoint,
    cwd,
    sessionId,
    version,
    gitBranch,
    type: 'user',
    message: {
      role: 'user',
      content: [{ tool_use_id: id, type: 'tool_result', content: LOST_RESULT, is_error: true }],
    },
    uuid,
    timestamp: timeOf(rows, row) ?? new Date(0).toISOString(),
    toolUseResult: `Error: ${LOST_RESULT}`,
    sourceToolAssistantUUID: uuidOf(rows, row),
  })
}

function lineBehind({ source }: DamagedSession, row: number, entries: readonly string[]) {
  const { rows } = source.conversation
  const end = rows.offset[row]! + rows.length[row]!
  const [first, second] = source.read(end, Math.min(2, source.size - end))
  const ending = first === 0x0a ? 1 : first === 0x0d && second === 0x0a ? 2 : 0
  const lines = entries.map(json => `${json}\n`).join('')
  return { offset: end + ending, length: 0, content: new TextEncoder().encode(ending === 0 ? `\n${lines}` : lines) }
}

/** R-T8: the first one is sent. */
export const mendSecondResults: RepairRule = ({ damaged, draft, edits, step }) => {
  const found = rowsFound(damaged, 'tool-result-duplicate', 'tool-result-repeated')
  if (found.length === 0) return
  const { source } = damaged
  const { rows } = source.conversation
  const isFound = new Set(found)
  const { on } = damaged.sent.path
  const seen = new Set<Name>()
  const gone: number[] = []
  for (let row = 0; row < rows.count; row++) {
    const second = new Set<number>()
    for (const { id, index } of blocksIn(source, row, TOOL_RESULT)) {
      if (on[row] === 0) continue
      if (seen.has(id) && isFound.has(row)) second.add(index)
      seen.add(id)
    }
    if (second.size === 0) continue
    gone.push(rows.offset[row]!)
    const places = contentPlaces(entryBytes(source, row))
    // Nothing that is sent goes, so no thinking does.
    if (second.size === places.length) removeRows(draft, [row])
    else {
      const items = places.map((place, index) => ({ ...place, goes: second.has(index) }))
      for (const edit of removalEdits(items, rows.offset[row]!)) edits.push(edit)
    }
  }
  step('remove duplicate results', gone, 'a call has one result, and the client sends the first (R-T8, A2.6)')
}

/**
 * N18, N19: the result hangs on its call, and what hung on it where it was. Where it does already, the answer goes on
 * behind another one, and is an answer of its own (N10, R-M5).
 */
export const mendApartResults: RepairRule = ({ damaged, draft, edits, step }) => {
  const found = rowsFound(damaged, 'tool-result-apart', 'tool-result-displaced')
  if (found.length === 0) return
  const { source, choices } = damaged
  const { rows, graph } = source.conversation
  const calls = new Map([...blocksOf(source, TOOL_USE)].map(({ id, row }) => [id, row]))
  const hung: number[] = []
  const split: number[] = []
  for (const row of found) {
    const [result] = blocksIn(source, row, TOOL_RESULT)
    const call = result && calls.get(result.id)
    if (call === undefined) continue
    const parent = graph.parent[row]!
    if (parent === call) {
      const id = `msg_${choices.newId(`answer ${rows.line[call]}`).replaceAll('-', '')}`
      const edit = replaced(entryBytes(source, call), rows.offset[call]!, ['message', 'id'], id)
      if (edit) edits.push(edit)
      draft.touched.add(call)
      split.push(rows.offset[call]!)
      continue
    }
    for (let child = graph.firstChild[row]!; child !== NONE; child = graph.nextSibling[child]!)
      if (child !== call) draft.parents.set(child, draft.parents.get(row) ?? rows.parentName[row]!)
    // A call that hung on its own result.
    if (graph.parent[call] === row) draft.parents.set(call, rows.parentName[row]!)
    draft.parents.set(row, rows.uuid[call]!)
    draft.touched.add(call)
    hung.push(rows.offset[row]!)
  }
  step('reattach results to their call', hung, 'they are not next to their call (R-T7, N18, N19)', 'sure')
  step(
    'give answers their own message id',
    split,
    'another answer is between their parts, which loses a result (N10, R-M5)',
  )
}
