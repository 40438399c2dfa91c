// Tool calls and their results.

import { SERVER_RESULT, SERVER_USE, TOOL_RESULT, TOOL_USE } from '../../context/facts/block-columns.js'
import type { Name } from '../../conversation/names.js'
import { PROGRESS } from '../../conversation/rows.js'
import { isChangedBy } from '../edits/block-edits.js'
import { textAt } from '../edits/block-fields.js'
import { contentPlaces } from '../edits/content-places.js'
import { addStep, changeOf, type Draft, notePlace, removeRows } from '../plan/draft.js'
import { dropAgents, dropOutputs } from '../side-files/dropped-files.js'
import { isOnOddLine } from '../tree/odd-lines.js'
import { spareBesideQueued } from '../tree/queued.js'
import { spareWordsBeside } from '../tree/words-beside.js'
import { regionOf } from '../zones/region.js'
import { namesFit, type StripRule, type ToolMode } from './rule.js'
import { type ToolDecisions, toolDecisions } from './tool-decisions.js'

export function stripTools(draft: Draft, rules: readonly StripRule[]): void {
  if (rules.length === 0) return
  const decisions = toolDecisions(draft, rules)
  spareBesideQueued(draft, decisions)
  spareWordsBeside(draft, decisions)
  const changed = new Map<ToolMode, { readonly calls: number[]; readonly results: number[] }>(
    MODES.map(mode => [mode, { calls: [], results: [] }]),
  )
  const { rows } = draft.source.conversation
  for (let row = 0; row < rows.count; row++) {
    if (draft.removed[row] || isOnOddLine(draft, row)) continue
    for (const { index, mode, isCall } of decided(draft, decisions, row)) {
      changeOf(draft, row).blocks.set(index, mode)
      if (!isCall) changeOf(draft, row).dropsSecondOutput = true
      changed.get(mode)![isCall ? 'calls' : 'results'].push(row)
    }
  }
  shareNotes(draft, decisions)
  tell(draft, changed)
  stripServerTools(draft, rules)
  const gone = new Set([...decisions].filter(([, { call }]) => call === 'remove').map(([id]) => id))
  if (gone.size > 0) {
    dropProgress(draft, gone)
    dropAgents(draft, gone)
  }
  dropOutputs(draft)
}

const MODES: readonly ToolMode[] = ['remove', 'truncate', 'stub']

interface Decided {
  readonly index: number
  readonly mode: ToolMode
  readonly isCall: boolean
}

/** The blocks of a row that change; such that would only become longer stay. */
function decided(draft: Draft, decisions: ToolDecisions, row: number): readonly Decided[] {
  const { facts } = draft.source
  const found: Decided[] = []
  for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) {
    const kind = facts.blocks.kind[block]
    if (kind !== TOOL_USE && kind !== TOOL_RESULT) continue
    const decision = decisions.get(facts.blocks.id[block]!)
    const mode = kind === TOOL_USE ? decision?.call : decision?.result
    if (mode !== undefined) found.push({ index: block - facts.first[row]!, mode, isCall: kind === TOOL_USE })
  }
  return found.some(({ mode }) => mode !== 'remove') ? found.filter(changes(draft, row)) : found
}

function changes(draft: Draft, row: number): (one: Decided) => boolean {
  const { source } = draft
  const { rows } = source.conversation
  const bytes = source.read(rows.offset[row]!, rows.length[row]!)
  const places = contentPlaces(bytes)
  return ({ index, mode }) => {
    const place = places[index]
    return (
      mode === 'remove' ||
      (place !== undefined && isChangedBy(bytes, place.start, place.end, mode, notePlace(draft, row)))
    )
  }
}

/** A result that stands in the file twice keeps being one: its notes name the same line. */
function shareNotes(
  { source: { conversation, facts }, changes: changed, noteLines }: Draft,
  decisions: ToolDecisions,
): void {
  const { rows } = conversation
  const first = new Map<Name, number>()
  for (let row = 0; row < rows.count; row++) {
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) {
      const id = facts.blocks.id[block]!
      if (facts.blocks.kind[block] !== TOOL_RESULT || !decisions.has(id)) continue
      const line = first.get(id)
      if (line === undefined) first.set(id, rows.line[row]!)
      else if (changed.has(row)) noteLines.set(row, line)
    }
  }
}

type ChangedRows = ReadonlyMap<ToolMode, { readonly calls: readonly number[]; readonly results: readonly number[] }>

function tell(draft: Draft, changed: ChangedRows): void {
  const { remove, truncate, stub } = Object.fromEntries(changed) as Record<
    ToolMode,
    { calls: number[]; results: number[] }
  >
  addStep(draft, 'remove tool calls', remove.calls, 'requested; each is removed with its result')
  addStep(draft, 'remove tool results', remove.results, 'their calls were removed')
  addStep(draft, 'shorten tool inputs', truncate.calls, 'requested: two lines of each text are kept')
  addStep(draft, 'shorten tool results', truncate.results, 'requested: two lines of each text are kept')
  addStep(draft, 'replace tool inputs with a note', stub.calls, 'requested; the note says where to find them')
  addStep(draft, 'replace tool results with a note', stub.results, 'requested; the note says where to find them')
}

/** A2.13: a call that the API answers itself stands in the same message as its result; both go or none. */
function stripServerTools(draft: Draft, rules: readonly StripRule[]): void {
  const { conversation, facts } = draft.source
  const { rows } = conversation
  const removing = rules.filter(({ kind, mode }) => kind === 'tools' && (mode ?? 'remove') === 'remove')
  const regions = removing.map(rule => regionOf(draft.source, rule.where))
  const ids = new Set<Name>()
  const places: { readonly row: number; readonly index: number; readonly id: Name }[] = []
  for (let row = 0; row < rows.count; row++) {
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) {
      const kind = facts.blocks.kind[block]
      if (kind !== SERVER_USE && kind !== SERVER_RESULT) continue
      const id = facts.blocks.id[block]!
      places.push({ row, index: block - facts.first[row]!, id })
      const name = rows.names.text(facts.blocks.toolName[block]!)
      const isMeant = removing.some(
        (rule, at) => regions[at]!(row) && namesFit(rule, name) && (rule.calls === undefined || rule.calls.has(id)),
      )
      if (kind === SERVER_USE && isMeant && id !== 0) ids.add(id)
    }
  }
  const gone = places.filter(({ row, id }) => ids.has(id) && !draft.removed[row])
  for (const { row, index } of gone) changeOf(draft, row).blocks.set(index, 'remove')
  addStep(
    draft,
    'remove server tool calls',
    gone.map(({ row }) => row),
    'requested; call and result are in the same message (A2.13)',
  )
}

/** What a call told while it ran. */
function dropProgress(draft: Draft, gone: ReadonlySet<Name>): void {
  const { conversation, read } = draft.source
  const { rows } = conversation
  const found: number[] = []
  for (let row = 0; row < rows.count; row++) {
    if (rows.role[row] !== PROGRESS || draft.removed[row] || isOnOddLine(draft, row)) continue
    const bytes = read(rows.offset[row]!, rows.length[row]!)
    const ids = ['parentToolUseID', 'toolUseID'].map(key => rows.names.find(textAt(bytes, 0, key) ?? ''))
    if (ids.some(id => gone.has(id))) found.push(row)
  }
  addStep(draft, 'remove progress', removeRows(draft, found), 'its tool calls were removed')
}
