// Calls and their results: what is missing is written, what is alone is paired or taken out, what stands elsewhere is
// hung on its call (R-T2 to R-T9, N16 to N19, A2.1, A2.2, A2.6).

import { clientPath, lastBoundary } from '../../check/client-path.js'
import { TOOL_RESULT, TOOL_USE } from '../../context/facts/block-columns.js'
import type { Name } from '../../conversation/names.js'
import { ASSISTANT, HAS_TOOL_RESULT, has, NONE, SIDECHAIN, timeOf, uuidOf } from '../../conversation/rows.js'
import type { Edit } from '../../format/changes.js'
import { decodeString, eachElement, rangeOf, valueEnd } from '../../format/json/walk.js'
import { textAt } from '../block-fields.js'
import { contentPlaces } from '../content-places.js'
import { removeRows } from '../draft.js'
import { removalEdits } from '../items.js'
import { blocksIn, blocksOf, type PlacedBlock } from './blocks-of.js'
import { entryBytes, entryValue, replaced, setField } from './entry-edits.js'
import type { Patient } from './patient.js'
import { rowsFound } from './rows-found.js'
import type { Mender } from './treatment.js'

export const LOST_RESULT =
  '[rethread: the result of this call is not in the session; its outcome is unknown. Check whether it took effect before relying on it or running it again.]'

/**
 * Results whose call has another id: the one call of the answer above them that has no result. Else what they say is
 * kept as a text: the model gets it, and the API takes it (R-T4, A2.2).
 */
export const mendOrphanResults: Mender = treatment => {
  const { patient, draft, edits, step } = treatment
  const found = rowsFound(patient, 'tool-result-orphan')
  if (found.length === 0) return
  const { source } = patient
  const { rows, graph } = source.conversation
  const calls = new Set([...blocksOf(source, TOOL_USE)].map(({ id }) => id))
  const answered = new Set([...blocksOf(source, TOOL_RESULT)].map(({ id }) => id))
  const paired: number[] = []
  const kept: number[] = []
  for (const row of found) {
    const orphans = [...blocksIn(source, row, TOOL_RESULT)].filter(({ id }) => !calls.has(id))
    for (const block of orphans) {
      const open = orphans.length === 1 ? openCalls(patient, row, answered) : []
      if (open.length === 1) {
        const bytes = entryBytes(source, row)
        const place = contentPlaces(bytes)[block.index]!
        const inBlock = bytes.subarray(place.start, place.end)
        edits.push(setField(inBlock, rows.offset[row]! + place.start, 'tool_use_id', rows.names.text(open[0]!)))
        draft.touched.add(row)
        answered.add(open[0]!)
        paired.push(rows.offset[row]!)
      } else {
        edits.push(asText(patient, block))
        if (graph.parent[row] !== NONE) draft.touched.add(graph.parent[row]!)
        kept.push(rows.offset[row]!)
      }
    }
  }
  step('pair results with their call', paired, 'the answer above has one call without result', 'likely')
  step(
    'keep results as texts',
    kept,
    'their call is not in the session: the model would get "(no content)" (R-T4, A2.2)',
  )
}

const LOST_CALL = '[rethread: the call of this tool result is not in the session]'

/** A result as what it says, block by block. */
function asText({ source }: Patient, { row, index }: PlacedBlock) {
  const { rows } = source.conversation
  const bytes = entryBytes(source, row)
  const { start, end } = contentPlaces(bytes)[index]!
  const block = JSON.parse(new TextDecoder().decode(bytes.subarray(start, end))) as { readonly content?: unknown }
  const parts = Array.isArray(block.content) ? (block.content as readonly unknown[]).filter(isSent) : []
  const words = typeof block.content === 'string' && block.content.trim() !== '' ? `\n${block.content}` : ''
  const texts = [{ type: 'text', text: LOST_CALL + words }, ...parts]
  const json = texts.map(one => JSON.stringify(one)).join(',')
  return { offset: rows.offset[row]! + start, length: end - start, content: new TextEncoder().encode(json) }
}

/** What may stand in a prompt. */
function isSent(part: unknown): boolean {
  const { type, text } = (part ?? {}) as { readonly type?: unknown; readonly text?: unknown }
  return type === 'image' || type === 'document' || (type === 'text' && typeof text === 'string' && text.trim() !== '')
}

/** Calls without result in the answer that a result hangs on, or says it answers. */
function openCalls({ source }: Patient, row: number, answered: ReadonlySet<Name>): readonly Name[] {
  const { rows, graph } = source.conversation
  const said = rows.names.find(textAt(entryBytes(source, row), 0, 'sourceToolAssistantUUID') ?? '')
  let above = graph.parent[row]!
  for (let steps = 0; above !== NONE && steps < 1000; steps++) {
    if (rows.role[above] === ASSISTANT || (said !== 0 && rows.uuid[above] === said)) break
    if (!has(rows, above, HAS_TOOL_RESULT) && rows.role[above] === 1) return []
    above = graph.parent[above]!
  }
  if (above === NONE || rows.role[above] !== ASSISTANT) return []
  const message = rows.messageId[above]!
  const open: Name[] = []
  for (let one = above; one !== NONE && rows.role[one] === ASSISTANT; one = graph.parent[one]!) {
    if (one !== above && (message === 0 || rows.messageId[one] !== message)) break
    for (const { id } of blocksIn(source, one, TOOL_USE)) if (!answered.has(id)) open.push(id)
  }
  return open
}

/** A result of our own, behind the last entry of the answer and on the way (R-T6). */
export const mendLostCalls: Mender = treatment => {
  const { patient, draft, edits, step } = treatment
  const found = rowsFound(patient, 'tool-call-lost', 'tool-call-unanswered')
  if (found.length === 0) return
  const { source, wishes } = patient
  const { rows } = source.conversation
  const answered = new Set([...blocksOf(source, TOOL_RESULT)].filter(counts).map(({ id }) => id))
  const below = childOnPath(patient)
  const behind = new Map<number, PlacedBlock[]>()
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
  for (const [last, calls] of behind) {
    let parent = uuidOf(rows, last)!
    const made: string[] = []
    const entries = calls.map(({ row, id }) => {
      const uuid = wishes.newId(`result of ${rows.names.text(id)}`)
      made.push(uuid)
      const json = resultEntry(patient, row, rows.names.text(id), uuid, parent)
      parent = uuid
      written.push(rows.offset[row]!)
      return json
    })
    edits.push(lineBehind(patient, last, entries))
    edits.push(...keptAlong(patient, last, made))
    const next = below.get(last)
    if (next !== undefined) draft.parents.set(next, rows.names.of(parent))
    draft.touched.add(last)
  }
  step(
    'write missing results',
    written,
    'without one the client leaves the call out, with the text beside it (R-T2, N17)',
  )

  function counts({ row }: PlacedBlock): boolean {
    return clientPath(source.conversation).sent[row] !== 0
  }

  function lastOfAnswer(row: number): number {
    let last = row
    for (let next = below.get(last); next !== undefined; next = below.get(last)) {
      if (rows.role[next] !== ASSISTANT || rows.messageId[next] !== rows.messageId[row] || rows.messageId[row] === 0)
        break
      last = next
    }
    return last
  }
}

/** N32: where a compaction lists what it keeps, what is written behind a kept entry is kept as well. */
function keptAlong({ source }: Patient, row: number, uuids: readonly string[]): readonly Edit[] {
  const { rows } = source.conversation
  const boundary = lastBoundary(source.conversation)
  if (!boundary || row > boundary.row || !boundary.preserved.includes(uuidOf(rows, row)!)) return []
  const bytes = entryBytes(source, boundary.row)
  const added = new TextEncoder().encode(uuids.map(uuid => `,${JSON.stringify(uuid)}`).join(''))
  return ['uuids', 'allUuids'].flatMap(key => {
    const list = rangeOf(bytes, 0, ['compactMetadata', 'preservedMessages', key])
    if (!list || bytes[list.start] !== 0x5b) return []
    let behind = -1
    eachElement(bytes, list.start, start => {
      const end = valueEnd(bytes, start)
      if (bytes[start] === 0x22 && decodeString(bytes, start + 1, end - 1) === uuidOf(rows, row)) behind = end
      return end
    })
    return behind < 0 ? [] : [{ offset: rows.offset[boundary.row]! + behind, length: 0, content: added }]
  })
}

/** By row of the client's path: the next one on it. */
function childOnPath({ source }: Patient): ReadonlyMap<number, number> {
  const { rows } = clientPath(source.conversation)
  const below = new Map<number, number>()
  for (let at = 1; at < rows.length; at++) {
    if (source.conversation.graph.parent[rows[at - 1]!] === rows[at]) below.set(rows[at]!, rows[at - 1]!)
  }
  return below
}

function resultEntry({ source }: Patient, row: number, id: string, uuid: string, parentUuid: string): string {
  const { rows } = source.conversation
  const { userType, cwd, sessionId, version, gitBranch, entrypoint } = entryValue(source, row)
  return JSON.stringify({
    parentUuid,
    isSidechain: has(rows, row, SIDECHAIN),
    ...(userType === undefined ? {} : { userType }),
    ...(entrypoint === undefined ? {} : { entrypoint }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(version === undefined ? {} : { version }),
    ...(gitBranch === undefined ? {} : { gitBranch }),
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

function lineBehind({ source }: Patient, row: number, entries: readonly string[]) {
  const { rows } = source.conversation
  const end = rows.offset[row]! + rows.length[row]!
  const [first, second] = source.read(end, Math.min(2, source.size - end))
  const ending = first === 0x0a ? 1 : first === 0x0d && second === 0x0a ? 2 : 0
  const lines = entries.map(json => `${json}\n`).join('')
  return { offset: end + ending, length: 0, content: new TextEncoder().encode(ending === 0 ? `\n${lines}` : lines) }
}

/** R-T8: the first one is sent. */
export const mendSecondResults: Mender = ({ patient, draft, edits, step }) => {
  const found = rowsFound(patient, 'tool-result-duplicate', 'tool-result-repeated')
  if (found.length === 0) return
  const { source } = patient
  const { rows } = source.conversation
  const isFound = new Set(found)
  const { sent } = clientPath(source.conversation)
  const seen = new Set<Name>()
  const gone: number[] = []
  for (let row = 0; row < rows.count; row++) {
    const second: number[] = []
    for (const { id, index } of blocksIn(source, row, TOOL_RESULT)) {
      if (sent[row] === 0) continue
      if (seen.has(id) && isFound.has(row)) second.push(index)
      seen.add(id)
    }
    if (second.length === 0) continue
    gone.push(rows.offset[row]!)
    const places = contentPlaces(entryBytes(source, row))
    // Nothing that is sent goes, so no thinking does.
    if (second.length === places.length) removeRows(draft, [row])
    else
      edits.push(
        ...removalEdits(
          places.map((place, index) => ({ ...place, goes: second.includes(index) })),
          rows.offset[row]!,
        ),
      )
  }
  step('remove second results', gone, 'a call has one result; the first is sent (R-T8, A2.6)')
}

/**
 * N18, N19: the result hangs on its call, and what hung on it where it was. Where it does already, the answer goes on
 * behind another one, and is an answer of its own (N10, R-M5).
 */
export const mendApartResults: Mender = ({ patient, draft, edits, step }) => {
  const found = rowsFound(patient, 'tool-result-apart', 'tool-result-displaced')
  if (found.length === 0) return
  const { source, wishes } = patient
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
      const id = `msg_${wishes.newId(`answer ${rows.line[call]}`).replaceAll('-', '')}`
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
  step('hang results on their call', hung, 'they stand apart from it (R-T7, N18, N19)', 'sure')
  step(
    'give answers their own id',
    split,
    'another answer stands between their parts, and a result is lost by that (N10, R-M5)',
  )
}
