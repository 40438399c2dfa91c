// Turns, or single messages, taken out of a session wherever they stand. What followed them hangs on what was before.
//
// A call and its result go together, also where a queued prompt stands between them and begins a turn of its own; the
// agents that a call started go with it. Compactions stay, with their summaries: without them the client would send
// again all that they summarise.

import { TOOL_RESULT, TOOL_USE } from '../../context/facts/block-columns.js'
import { findContext } from '../../context/index.js'
import type { Name } from '../../conversation/names.js'
import { ASSISTANT, ATTACHMENT, COMPACT_SUMMARY, has, isMain, NONE, SIDECHAIN } from '../../conversation/rows.js'
import { textAt } from '../edits/block-fields.js'
import { addNote, addStep, changeOf, type Draft, removeRows } from '../plan/draft.js'
import type { ReshapeSource } from '../plan/plan.js'
import type { DraftVerb } from '../plan/reshape.js'
import { dropAgents, dropOutputs } from '../side-files/dropped-files.js'
import { endAt, isEnd } from '../tree/end-at.js'
import { isOnOddLine } from '../tree/odd-lines.js'
import { roundsOf } from '../tree/rounds.js'
import { repeatedRounds } from '../tree/thinking.js'
import { rowsAbove, wayUp } from '../tree/way-up.js'
import { tellReferences } from './cut-references.js'

/** `rows` as the two functions below find them; `what` they are, in words. */
export function cutOut(rows: ReadonlySet<number>, what: string): DraftVerb {
  return { name: 'cut', context: 'words', apply: draft => apply(draft, rows, what) }
}

/** The entries of the turns with these numbers. */
export function turnRows(source: ReshapeSource, numbers: readonly number[]): ReadonlySet<number> {
  const { rows, turns } = source.conversation
  const wanted = new Set(numbers)
  const chosen = turns.list.map(turn => wanted.has(turn.index))
  const found = new Set<number>()
  for (let row = 0; row < rows.count; row++) {
    // An agent inside the file goes with the call that started it, wherever its entries stand.
    if (turns.of[row] !== NONE && chosen[turns.of[row]!] && !has(rows, row, SIDECHAIN)) found.add(row)
  }
  return found
}

/** The entries of the message that a row belongs to: all of an answer, else the row itself. */
export function messageRows({ conversation: { rows, messages } }: ReshapeSource, row: number): readonly number[] {
  if (rows.role[row] !== ASSISTANT) return [row]
  return messages.find(message => message.rows.includes(row))?.rows ?? [row]
}

function apply(draft: Draft, wanted: ReadonlySet<number>, what: string): void {
  const leaf = leafOf(draft)
  const rows = rowsThatGo(draft, withCopies(draft, wanted), leaf)
  for (const row of rows) {
    draft.touched.add(row)
    draft.gone.add(row)
  }
  addStep(draft, 'cut', removeRows(draft, [...rows]), `requested: ${what}`)
  const gone = dropPartners(draft, rows)
  markHalves(draft, rows)
  if (gone.size > 0) dropAgents(draft, gone)
  dropOutputs(draft)
  tellReferences(draft, rows)
  tellSummaries(draft, rows)
  tellQueued(draft, rows)
  const end = rows.has(leaf) ? endAbove(draft, leaf) : NONE
  if (end !== NONE) endAt(draft, end)
}

/** An answer that was written at two places of the tree is sent as one (N8): it goes from both. */
function withCopies({ source: { conversation } }: Draft, wanted: ReadonlySet<number>): ReadonlySet<number> {
  const { rows } = conversation
  const rounds = roundsOf(conversation)
  const repeated = repeatedRounds(conversation, rounds)
  const gone = new Set([...wanted].map(row => rounds[row]!).filter(round => repeated.has(round)))
  const all = new Set(wanted)
  rounds.forEach((round, row) => {
    if (rows.role[row] === ASSISTANT && gone.has(round)) all.add(row)
  })
  return all
}

/** The last entry of what stays on the way to the old end, such as a session can end at. */
function endAbove({ source, removed }: Draft, leaf: number): number {
  const { rows } = source.conversation
  for (const row of rowsAbove(wayUp(source), leaf)) if (!removed[row] && isEnd(rows, row)) return row
  return NONE
}

/** Where the client ends. */
function leafOf({ source }: Draft): number {
  const { leaf } = source.conversation
  const found = findContext(source).leaf
  return found === NONE && leaf.kind !== 'none' ? leaf.row : found
}

const SNAPSHOTS = ['file-history-snapshot', 'file-history-delta']

/** Of entries that are no part of the tree only those go that tell of what was cut. */
function rowsThatGo(draft: Draft, wanted: ReadonlySet<number>, leaf: number): ReadonlySet<number> {
  const { conversation, read } = draft.source
  const { rows, compactions } = conversation
  const stays = new Set(compactions.flatMap(({ row, summaryRow }) => [row, summaryRow]))
  const snapshots = new Set(SNAPSHOTS.map(type => rows.names.find(type)))
  const checkpoint = rows.names.find('last-prompt')
  const queue = rows.names.find('queue-operation')
  const uuids = new Set([...wanted].map(row => rows.uuid[row]!))
  uuids.delete(0)
  const lastCheckpoint = wanted.has(leaf) ? NONE : lastOf(draft, checkpoint)
  const named = (row: number, key: string): boolean =>
    uuids.has(rows.names.find(textAt(read(rows.offset[row]!, rows.length[row]!), 0, key) ?? ''))
  const found = new Set<number>()
  for (let row = 0; row < rows.count; row++) {
    if (draft.removed[row] || stays.has(row) || isOnOddLine(draft, row) || has(rows, row, COMPACT_SUMMARY)) continue
    const type = rows.type[row]!
    const goes =
      rows.uuid[row] !== 0
        ? wanted.has(row)
        : (type === queue && wanted.has(row)) ||
          (snapshots.has(type) && named(row, 'messageId')) ||
          // The last one says where the session ends; where that is not cut, it is led to what stays (settle.ts).
          (type === checkpoint && row !== lastCheckpoint && named(row, 'leafUuid'))
    if (goes) found.add(row)
  }
  return found
}

function lastOf({ source: { conversation } }: Draft, type: Name): number {
  const { rows } = conversation
  for (let row = rows.count - 1; row >= 0; row--) if (type !== 0 && rows.type[row] === type) return row
  return NONE
}

const USE_GOES = 1
const USE_STAYS = 2
const RESULT_GOES = 4
const RESULT_STAYS = 8

/** The ids of all calls that are gone then: a result without its call goes as well, and a call without its result. */
function dropPartners(draft: Draft, cut: ReadonlySet<number>): ReadonlySet<Name> {
  const { conversation, facts } = draft.source
  const { rows } = conversation
  const places = new Map<Name, number>()
  eachToolBlock((id, isUse, row) => {
    const mark = isUse ? (cut.has(row) ? USE_GOES : USE_STAYS) : cut.has(row) ? RESULT_GOES : RESULT_STAYS
    places.set(id, (places.get(id) ?? 0) | mark)
  })
  const partners: number[] = []
  eachToolBlock((id, isUse, row, index) => {
    const marks = places.get(id)!
    const [goes, stays, other] = isUse ? [RESULT_GOES, RESULT_STAYS, USE_STAYS] : [USE_GOES, USE_STAYS, RESULT_STAYS]
    if ((marks & goes) === 0 || (marks & stays) !== 0 || (marks & other) === 0 || cut.has(row)) return
    const change = changeOf(draft, row)
    change.blocks.set(index, 'remove')
    if (!isUse) change.dropsSecondOutput = true
    partners.push(row)
  })
  addStep(draft, 'remove matching calls and results', partners, 'a call and its result are removed together')
  const gone = [...places].filter(([, marks]) => (marks & USE_GOES) !== 0 && (marks & USE_STAYS) === 0)
  return new Set(gone.map(([id]) => id))

  function eachToolBlock(visit: (id: Name, isUse: boolean, row: number, index: number) => void): void {
    for (let row = 0; row < rows.count; row++) {
      if (draft.removed[row] && !cut.has(row)) continue
      for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) {
        const kind = facts.blocks.kind[block]
        if (kind !== TOOL_USE && kind !== TOOL_RESULT) continue
        if (facts.blocks.id[block] !== 0)
          visit(facts.blocks.id[block]!, kind === TOOL_USE, row, block - facts.first[row]!)
      }
    }
  }
}

/** An answer of which a part is cut is looked at again (settle.ts): it must not end in thinking (A3.5). */
function markHalves(draft: Draft, cut: ReadonlySet<number>): void {
  for (const { rows } of draft.source.conversation.messages) {
    if (!rows.some(row => cut.has(row)) || rows.every(row => cut.has(row))) continue
    for (const row of rows) if (!cut.has(row)) changeOf(draft, row)
  }
}

function tellSummaries(draft: Draft, cut: ReadonlySet<number>): void {
  const { rows, compactions } = draft.source.conversation
  const isMainEntry = (row: number): boolean => isMain(rows, row) && rows.uuid[row] !== 0
  const first = [...cut].filter(isMainEntry).reduce((least, row) => Math.min(least, row), Number.POSITIVE_INFINITY)
  const telling = compactions.filter(({ row, summaryRow }) => summaryRow !== NONE && row > first)
  if (telling.length > 0)
    addNote(draft, 'keep summaries', telling.length, 'they were written later, and may still mention what was cut')
}

/** Words that were typed into a turn stand in the middle of it; alone they may come to stand elsewhere (N33). */
function tellQueued(draft: Draft, cut: ReadonlySet<number>): void {
  const { rows, graph, turns } = draft.source.conversation
  const left = turns.list.filter(
    ({ row }) => rows.role[row] === ATTACHMENT && !cut.has(row) && cut.has(graph.parent[row]!),
  )
  const names = left.map(({ index }) => `turn ${index}`).join(', ')
  addStep(
    draft,
    'drop queued prompts',
    left.map(({ row }) => row),
    `${names}: typed during a turn that is cut`,
  )
}
