// Compactions that forgot what they keep, that have no summary, or that the conversation goes around (R-C5 to R-C10).

import { isConversation } from '../../context/path.js'
import { lastBoundary } from '../../conversation/compactions.js'
import { childrenOf, rowsByUuid } from '../../conversation/graph.js'
import { ASSISTANT, isMain, NONE, USER } from '../../conversation/rows.js'
import { decodeString, eachElement, rangeOf, valueEnd } from '../../format/json/walk.js'
import { type Item, removalEdits } from '../edits/items.js'
import { changeOf, removeRows } from '../plan/draft.js'
import { entryBytes, replaced } from './entry-edits.js'
import type { RepairRule, RepairStep } from './repair-step.js'
import { rowsFound } from './rows-found.js'

export const mendCompactions: RepairRule = repairStep => {
  const { findings, source } = repairStep.damaged
  const last = lastBoundary(source.conversation)
  if (!last) return
  const has = (...codes: readonly string[]): boolean => findings.some(({ code }) => codes.includes(code))
  if (has('preserved-missing')) mendList(repairStep, last.row)
  else if (has('preserved-anchor-missing')) mendAnchor(repairStep, last.row, last.summaryRow)
  // A summary stood there and is lost: all that was before it again is more than the model ever had at once.
  else if (has('compaction-unfinished') || (has('compaction-no-summary') && repairStep.damaged.choices.assume))
    removeBoundaries(repairStep)
  else if (has('boundary-bypassed', 'boundary-bypassed-large')) leadThrough(repairStep, last.summaryRow)
}

const LISTS = ['uuids', 'allUuids'].map(key => ['compactMetadata', 'preservedMessages', key])

/** R-C8: one name that is not there, and the client forgets all of them. */
function mendList({ damaged: { source }, draft, edits, step }: RepairStep, boundary: number): void {
  const { rows } = source.conversation
  const rowOf = rowsByUuid(rows)
  const bytes = entryBytes(source, boundary)
  const isThere = (start: number, end: number): boolean => {
    const name = bytes[start] === 0x22 ? rows.names.find(decodeString(bytes, start + 1, end - 1)) : 0
    return name !== 0 && (rowOf[name] ?? NONE) !== NONE
  }
  let left = 0
  for (const path of LISTS) {
    const list = rangeOf(bytes, 0, path)
    if (!list || bytes[list.start] !== 0x5b) continue
    const items: Item[] = []
    eachElement(bytes, list.start, start => {
      const end = valueEnd(bytes, start)
      items.push({ start, end, goes: !isThere(start, end) })
      return end
    })
    left += items.filter(item => !item.goes).length
    for (const edit of removalEdits(items, rows.offset[boundary]!)) edits.push(edit)
  }
  if (left === 0) {
    edits.splice(0)
    changeOf(draft, boundary).dropsPreserved = true
  }
  step(
    'shorten the list of entries that a compaction kept',
    [rows.offset[boundary]!],
    'it names missing entries, so the client drops all of the kept entries (R-C8)',
  )
}

function mendAnchor({ damaged: { source }, edits, step }: RepairStep, boundary: number, summary: number): void {
  const { rows } = source.conversation
  const anchor = rows.names.text(rows.uuid[summary === NONE ? boundary : summary]!)
  const bytes = entryBytes(source, boundary)
  for (const key of ['preservedMessages', 'preservedSegment']) {
    const edit = replaced(bytes, rows.offset[boundary]!, ['compactMetadata', key, 'anchorUuid'], anchor)
    if (edit) edits.push(edit)
  }
  step(
    'point a compaction to its summary',
    [rows.offset[boundary]!],
    'the entries it kept are attached to a missing entry (R-C8)',
  )
}

/** Nothing stands for what was before them, so that is sent again; up to a compaction that has a summary. */
function removeBoundaries({ damaged: { source }, draft, step }: RepairStep): void {
  const { rows, graph, compactions } = source.conversation
  const gone: number[] = []
  for (const { row, dialect, summaryRow, leftOut } of compactions.toReversed()) {
    if (dialect !== 'boundary') continue
    if (summaryRow !== NONE || (leftOut === 0 && gone.length > 0)) break
    const above = graph.joinedTo[row] !== NONE ? graph.joinedTo[row]! : linkBefore(row)
    for (const child of childrenOf(graph, row)) draft.parents.set(child, above === NONE ? 0 : rows.uuid[above]!)
    if (above !== NONE) draft.touched.add(above)
    gone.push(row)
  }
  removeRows(draft, gone)
  step(
    gone.length === 1 ? 'remove a compaction' : 'remove compactions',
    gone.map(row => rows.offset[row]!),
    'it has no summary, so the history before it is sent instead (R-C1, R-C10)',
  )

  function linkBefore(boundary: number): number {
    let row = boundary - 1
    while (row >= 0 && !(isMain(rows, row) && isConversation({ rows, facts: source.facts }, row))) row--
    return row
  }
}

/** R-C6: behind the summary again; unless it was left on purpose, by going on from before it. */
function leadThrough({ damaged, draft, step }: RepairStep, summary: number): void {
  const { source, choices } = damaged
  const { rows, graph } = source.conversation
  const [row] = rowsFound(damaged, 'boundary-bypassed', 'boundary-bypassed-large')
  if (row === undefined || summary === NONE) return
  const isLarge = damaged.findings.some(({ code }) => code === 'boundary-bypassed-large')
  const goesOn = [...childrenOf(graph, summary)].some(
    child => rows.role[child] === USER || rows.role[child] === ASSISTANT,
  )
  if (goesOn && !isLarge && !choices.assume) return
  draft.parents.set(row, rows.uuid[summary]!)
  step(
    'reattach an entry to the summary',
    [rows.offset[row]!],
    'the conversation bypasses its compaction (R-C5, R-C6)',
    goesOn ? 'guess' : 'likely',
  )
}
