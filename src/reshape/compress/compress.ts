// Old turns become a summary: the entries that the client itself writes when it compacts stand in their place, and the
// other turns stay as they are, but for their thinking (A0).

import { rowsByUuid } from '../../conversation/graph.js'
import { HAS_TOOL_USE, has, NONE } from '../../conversation/rows.js'
import { textAt } from '../edits/block-fields.js'
import { addNote, addStep, type Draft, removeRows } from '../plan/draft.js'
import { leafOf } from '../plan/plan-of-draft.js'
import type { DraftVerb } from '../plan/reshape.js'
import { dropAgents, dropOutputs } from '../side-files/dropped-files.js'
import { rowsUpTo } from '../tree/end-at.js'
import type { EarlyWork } from './early-work.js'
import type { SentTurn } from './sent-turns.js'
import { summaryEntries } from './summary-entries.js'

export interface Summary {
  /** Positions in the list of the turns that the model gets, from the first to before the last. */
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Of the early work of a turn. */
export interface WorkSummary {
  readonly work: EarlyWork
  readonly text: string
}

export interface CompressOptions {
  /** The turns that the model gets. */
  readonly turns: readonly SentTurn[]
  /** In order, none beside another: what lies between them stays. */
  readonly summaries: readonly Summary[]
  readonly early?: WorkSummary | undefined
  /** Tokens of the context before. */
  readonly tokens: number
  /** ISO 8601. */
  readonly now: string
  readonly freshId: () => string
}

/** Needs the result to be one chain (`ReshapeRequest.linear`). */
export function compress(options: CompressOptions): DraftVerb {
  return { name: 'compress', context: 'rest', apply: draft => apply(draft, options) }
}

function apply(draft: Draft, { turns, summaries, early, tokens, now, freshId }: CompressOptions): void {
  const leaf = leafOf(draft)
  if (leaf === undefined || (summaries.length === 0 && !early)) return
  const { conversation } = draft.source
  const { rows } = conversation
  const isGone = goneRows(draft, leaf, turns, summaries, early?.work.rows ?? new Set())
  const compressed: number[] = []
  for (let row = 0; row < rows.count; row++) if (isGone[row] && !draft.removed[row]) compressed.push(row)
  const calls = callsIn(draft, isGone)
  addStep(
    draft,
    'compress turns',
    removeRows(draft, compressed),
    `a summary replaces ${counted(summaries, early)}; the kept turns follow unchanged, except for thinking`,
  )
  // A0: what stands behind a summary that the API did not write is not what its thinking was signed with.
  for (const row of compressed) {
    draft.gone.add(row)
    draft.touched.add(row)
  }
  dropAgents(draft, calls)
  dropOutputs(draft)
  for (const { from, to, text } of summaries) {
    const before = turns[to]!.row
    const uuid = freshId()
    const boundary = from === 0 ? freshId() : undefined
    draft.inserted.push({
      before,
      names: [...(boundary === undefined ? [] : [boundary]), uuid].map(id => rows.names.of(id)),
      isRoot: from === 0,
      json: (above, sessionId) =>
        summaryEntries(draft.source, before, { text, uuid, boundary, tokens, now }, above, sessionId),
    })
    const which =
      to - from === 1 ? `turn ${turns[from]!.index}` : `turns ${turns[from]!.index} to ${turns[to - 1]!.index}`
    addNote(draft, 'insert a summary', 1, `of ${which}, as the client does when it compacts (D8, R-C1)`)
  }
  if (early) insertEarly(draft, turns, early, now, freshId())
}

/** Behind the prompt, which stays. */
function insertEarly(
  draft: Draft,
  turns: readonly SentTurn[],
  { work: { turn, before, requests }, text }: WorkSummary,
  now: string,
  uuid: string,
): void {
  const { rows } = draft.source.conversation
  draft.inserted.push({
    before,
    names: [rows.names.of(uuid)],
    isRoot: false,
    json: (above, sessionId) =>
      summaryEntries(draft.source, before, { text, uuid, boundary: undefined, tokens: 0, now }, above, sessionId),
  })
  const which = requests === 1 ? 'the first request' : `the first ${requests} requests`
  addNote(draft, 'insert a summary', 1, `of ${which} of turn ${turns[turn]!.index}, after its prompt`)
}

function counted(summaries: readonly Summary[], early: WorkSummary | undefined): string {
  const count = summaries.reduce((sum, { from, to }) => sum + to - from, 0)
  return [
    ...(count === 0 ? [] : [count === 1 ? 'one turn' : `${count} turns`]),
    ...(early ? ['the early work of a turn'] : []),
  ].join(' and ')
}

/** Of a turn that the model gets. */
const STAYS = 1
const GOES = 2

/** By row: 1 where it goes with the compressed turns. Of what is not on the way to the leaf all goes (one chain). */
function goneRows(
  draft: Draft,
  leaf: number,
  turns: readonly SentTurn[],
  summaries: readonly Summary[],
  early: ReadonlySet<number>,
): Uint8Array {
  const { conversation } = draft.source
  const { rows, turns: all } = conversation
  const stays = rowsUpTo(draft.source, leaf)
  const fromStart = summaries[0]?.from === 0
  // By turn, as a column: there may be as many as entries (I5).
  const fate = new Uint8Array(all.list.length)
  for (const { position } of turns) fate[position] = STAYS
  for (const { from, to } of summaries) for (let at = from; at < to; at++) fate[turns[at]!.position] = GOES
  const isCompressed = (row: number): boolean => {
    const turn = fate[all.of[row]!]
    // What is older than the first turn that the model gets goes with it: a summary, what it kept, what was cut off.
    return turn === GOES || early.has(row) || (fromStart && turn !== STAYS)
  }
  const gone = new Uint8Array(rows.count)
  for (let row = 0; row < rows.count; row++) {
    if (!stays[row]) gone[row] = 1
    else if (rows.uuid[row] !== 0) gone[row] = isCompressed(row) ? 1 : 0
  }
  const named = namedEntries(draft)
  for (let row = 0; row < rows.count; row++) {
    if (rows.uuid[row] !== 0 || gone[row]) continue
    const entry = named(row)
    if (entry !== undefined) gone[row] = entry === NONE ? Number(isCompressed(row)) : gone[entry]!
    else if (OF_ITS_TIME.has(rows.names.text(rows.type[row]!))) gone[row] = isCompressed(row) ? 1 : 0
  }
  return gone
}

/** Bookkeeping that tells of the moment at which it was written; titles and settings hold on. */
const OF_ITS_TIME = new Set(['queue-operation', 'api-request', 'api-request-shape', 'api-request-blob', 'tools-used'])
const SNAPSHOTS = ['file-history-snapshot', 'file-history-delta']

/** Of a snapshot: the entry that it belongs to, NONE where that is not there; undefined for all else. */
function namedEntries({ source }: Draft): (row: number) => number | undefined {
  const { rows } = source.conversation
  const types = new Set(SNAPSHOTS.map(type => rows.names.find(type)))
  types.delete(0)
  let rowOf: Int32Array | undefined
  return row => {
    if (!types.has(rows.type[row]!)) return undefined
    rowOf ??= rowsByUuid(rows)
    const name = rows.names.find(textAt(source.read(rows.offset[row]!, rows.length[row]!), 0, 'messageId') ?? '')
    return name === 0 ? NONE : (rowOf[name] ?? NONE)
  }
}

function callsIn({ source: { conversation } }: Draft, gone: Uint8Array): ReadonlySet<number> {
  const { rows, toolCalls } = conversation
  const ids = toolCalls.list.flatMap(({ use }) => (gone[use.row] && has(rows, use.row, HAS_TOOL_USE) ? [use.id] : []))
  return new Set(ids)
}
