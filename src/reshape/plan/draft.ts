// The decisions about a session while a plan is made: which entries go, what hangs where, what changes inside. Every
// verb adds to the same draft, so several of them are one plan.

import type { Name } from '../../conversation/names.js'
import { NONE } from '../../conversation/rows.js'
import type { Edit } from '../../format/changes.js'
import type { BlockChange } from '../edits/block-change.js'
import type { Place } from '../edits/placeholders.js'
import type { Replaces, ReshapeSource, Step } from './plan.js'
import { MutableRowSet } from './row-set.js'

export interface Draft {
  readonly source: ReshapeSource
  /** By row: 1 where the entry goes. */
  readonly removed: Uint8Array
  readonly changes: Map<number, RowChange>
  /** Rows that are hung elsewhere: the uuid of the new parent, 0 for none. */
  readonly parents: Map<number, Name>
  /** For the places of the chain in the file, the row that shall stand there, where the order changes (linear.ts). */
  readonly placed: Map<number, number>
  readonly appended: AppendedEntry[]
  /** The row that the result ends at, where that is another one than the source's. */
  endsAt: number | undefined
  /** The row that was hung in behind the one that the result would end at (words-beside.ts). */
  hungLast: number | undefined
  /** Entries between those of the source; only where the result is one chain (chain.ts hangs them in). */
  readonly inserted: InsertedEntries[]
  /** Rows of which the model gets something else, besides what `changes` does to their blocks. */
  readonly touched: MutableRowSet
  /** Rows whose words go on purpose: whole turns that are taken out. */
  readonly gone: MutableRowSet
  /** The line that a note names, where it is not that of its own row: a result that is written twice has one note. */
  readonly noteLines: Map<number, number>
  readonly steps: DraftStep[]
  /** Side files that go with what names them, by their absolute paths. */
  readonly droppedFiles: Set<string>
  /** Texts that become others inside of entries; where something else happens to the place, that comes first. */
  readonly rewrites: TextRewrite[]
  /** What these rewrites may make of what; by verb. */
  readonly replaces: Replaces[]
  /** The same for what lies between the entries, which nobody reads; in file order. */
  readonly gapEdits: Edit[]
  /** Rows in whose words, which the model gets, they change something. */
  readonly rewritten: Set<number>
  /** What changes in the transcripts of agents, by their position in the source. */
  readonly agentDrafts: Map<number, Draft>
  /** What changes in other side files, by their absolute paths. */
  readonly fileEdits: Map<string, readonly Edit[]>
  /** By row: the tokens that the client shall take the session to have there (figures.ts). */
  readonly figures: Map<number, number>
  /** What changes in files that are not the session's alone, by their absolute paths; only where it is changed in place. */
  readonly sharedEdits: Map<string, readonly Edit[]>
}

export interface Stretch {
  readonly start: number
  readonly end: number
  readonly content: Uint8Array
}

/** Stretches of an entry's JSON text and what replaces them, in order; found anew each time they are asked for. */
export type TextRewrite = (row: number, bytes: Uint8Array) => readonly Stretch[]

/** A step while it may still turn out that some of it is not done. */
export interface DraftStep extends Omit<Step, 'lines'> {
  readonly rows: readonly number[]
}

/** What changes inside one entry, besides the ids in it. */
export interface RowChange {
  /** By place in the content. */
  readonly blocks: Map<number, BlockChange>
  /** No tool use is left in its message: `stop_reason` "tool_use" becomes "end_turn". */
  endsTurn?: boolean
  /** The second copy of a tool's output beside the content goes. */
  dropsSecondOutput?: boolean
  /** A compaction boundary of which nothing is preserved any more. */
  dropsPreserved?: boolean
}

/** An entry at the end of the result, as the client writes it; made when the ids of the result are known. */
export interface AppendedEntry {
  readonly json: (idOf: (row: number) => string, sessionId: string) => string
}

/** New entries in the chain, as the client writes them. What stood behind them hangs on the last one. */
export interface InsertedEntries {
  /** The entry of the chain that follows them. */
  readonly before: number
  /** The uuids, one each. */
  readonly names: readonly Name[]
  /** They begin the conversation: nothing stands before them in the file, and nothing is above them. */
  readonly isRoot: boolean
  /** `above` is the uuid that the first hangs on; null where there is none. */
  readonly json: (above: string | null, sessionId: string) => readonly string[]
  /** Found when the chain is hung: the row of the source at whose place they are put, and the one above. */
  at?: { readonly place: number; readonly above: number }
}

export function newDraft(source: ReshapeSource): Draft {
  return {
    source,
    removed: new Uint8Array(source.conversation.rows.count),
    changes: new Map(),
    parents: new Map(),
    placed: new Map(),
    appended: [],
    endsAt: undefined,
    hungLast: undefined,
    inserted: [],
    touched: new MutableRowSet(source.conversation.rows.count),
    gone: new MutableRowSet(source.conversation.rows.count),
    noteLines: new Map(),
    steps: [],
    droppedFiles: new Set(),
    rewrites: [],
    replaces: [],
    gapEdits: [],
    rewritten: new Set(),
    agentDrafts: new Map(),
    fileEdits: new Map(),
    figures: new Map(),
    sharedEdits: new Map(),
  }
}

/** An agent's transcript as a session of its own. */
export function agentDraft(source: ReshapeSource, position: number): Draft {
  return newDraft({ ...source, ...source.agents[position]!, agents: [], texts: new Map() })
}

export function changeOf(draft: Draft, row: number): RowChange {
  let change = draft.changes.get(row)
  if (!change) draft.changes.set(row, (change = { blocks: new Map() }))
  return change
}

export function addStep(draft: Draft, action: string, rows: readonly number[], why: string): void {
  if (rows.length > 0) draft.steps.push({ action, entries: rows.length, rows, why })
}

/** The steps that are left, by the lines of the source. */
export function stepsOf({ source: { conversation }, steps }: Draft): readonly Step[] {
  const { line } = conversation.rows
  return steps.map(({ action, entries, rows, why }) => {
    const lines = [...new Set(rows.map(row => line[row]!))].sort((a, b) => a - b)
    return { action, entries, lines, why }
  })
}

/** These rows stay as they are after all. */
export function spareRows(draft: Draft, rows: ReadonlySet<number>): void {
  for (const row of rows) draft.changes.delete(row)
  draft.steps.forEach((step, at) => {
    const left = step.rows.filter(row => !rows.has(row))
    if (left.length < step.rows.length) draft.steps[at] = { ...step, rows: left, entries: left.length }
  })
  const kept = draft.steps.filter(step => step.entries > 0)
  draft.steps.splice(0, draft.steps.length, ...kept)
}

/** Said of the whole session, or of something that has no line. */
export function addNote(draft: Draft, action: string, entries: number, why: string): void {
  draft.steps.push({ action, entries, rows: [], why })
}

/** What a note in this row says of where the original is. */
export function notePlace({ source, noteLines }: Draft, row: number): Place {
  const { rows, about } = source.conversation
  return { sessionId: source.folder?.id ?? about.sessionId ?? '', line: noteLines.get(row) ?? rows.line[row]! }
}

/** Entries that go, once each. */
export function removeRows(draft: Draft, rows: readonly number[]): readonly number[] {
  const gone = rows.filter(row => row !== NONE && draft.removed[row] === 0)
  for (const row of gone) draft.removed[row] = 1
  return gone
}
