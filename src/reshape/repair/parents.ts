// Entries whose parent is missing, of a type that the client does not follow, a subagent's, their own descendant, or not
// named at all: hung where they belong (N1 to N3, R-L11, R-L13). The client itself bridges five seconds, by time alone.

import { isConversation } from '../../context/path.js'
import {
  ASSISTANT,
  COMPACT_SUMMARY,
  HAS_TOOL_RESULT,
  has,
  isMain,
  NONE,
  OTHER,
  SIDECHAIN,
} from '../../conversation/rows.js'
import { rangeOf } from '../../format/json/walk.js'
import type { DamagedSession } from './damaged-session.js'
import { entryBytes, setField } from './entry-edits.js'
import { type Hanging, hanging, type Place } from './hanging.js'
import type { RepairRule } from './repair-step.js'
import { rowsFound } from './rows-found.js'

/** A place that was not taken, and why. */
export interface Unsure {
  readonly offset: number
  readonly parentOffset: number
  readonly why: string
}

type Broken = 'missing' | 'ring' | 'unknown-type' | 'sidechain' | 'none'

const WHAT: Readonly<Record<Broken, string>> = {
  missing: 'its parent is not in the file',
  ring: 'it is its own ancestor',
  'unknown-type': 'the client does not follow parents of this type',
  sidechain: 'its parent belongs to a subagent',
  none: 'it has no parent',
}

/** `lossy` is told the ids of entries behind which something is lost; `unsure` what only `assume` would do. */
export function mendParents(lossy: Set<string>, unsure: Unsure[]): RepairRule {
  return ({ damaged, draft, edits, step, lineAt }) => {
    unsure.splice(0)
    const broken = brokenRows(damaged)
    if (broken.size === 0) return
    const { source, choices } = damaged
    const { rows } = source.conversation
    const tree = hanging(damaged, row => broken.has(row))
    for (const [row, kind] of [...broken].sort(([a], [b]) => a - b)) {
      const place = placeFor(damaged, tree, row, kind)
      if (place && !choices.assume && keepsCompaction(damaged, row)) {
        tree.leave(row)
        if (kind !== 'none') {
          draft.parents.set(row, 0)
          step(
            'keep a compaction',
            [rows.offset[row]!],
            `its boundary is lost, its summary is still there (${WHAT[kind]})`,
            'sure',
          )
        }
        unsure.push({ offset: rows.offset[row]!, parentOffset: rows.offset[place.parent]!, why: AROUND })
        continue
      }
      if (!place) {
        tree.leave(row)
        if (kind !== 'ring' && kind !== 'missing') continue
        draft.parents.set(row, 0)
        step('make an entry the root', [rows.offset[row]!], `${WHAT[kind]}, and there is nothing before it`, 'sure')
        continue
      }
      const { parent, confidence, why, isGap } = place
      if (isUnsure(damaged, row, kind, place) && !choices.assume) {
        tree.leave(row)
        unsure.push({ offset: rows.offset[row]!, parentOffset: rows.offset[parent]!, why: `${WHAT[kind]}: ${why}` })
        continue
      }
      tree.hang(row, parent)
      if (kind === 'none' && !hasParentField(damaged, row))
        edits.push(
          setField(entryBytes(source, row), rows.offset[row]!, 'parentUuid', rows.names.text(rows.uuid[parent]!)),
        )
      else draft.parents.set(row, rows.uuid[parent]!)
      if (isGap) lossy.add(rows.names.text(rows.uuid[parent]!))
      step(
        'reattach an entry to its parent',
        [rows.offset[row]!],
        `on line ${lineAt(rows.offset[parent]!)}: ${WHAT[kind]}; ${why}`,
        confidence,
      )
    }
  }
}

/** R-C3: a summary without its boundary still stands for what was before it. */
function keepsCompaction({ source }: DamagedSession, row: number): boolean {
  const { rows } = source.conversation
  return has(rows, row, COMPACT_SUMMARY) && isMain(rows, row)
}

const AROUND = 'it is the summary of a compaction: everything before it would be sent again'

/** A prompt may well begin a conversation anew; nothing else does. */
function isUnsure({ source }: DamagedSession, row: number, kind: Broken, { confidence }: Place): boolean {
  const { rows } = source.conversation
  if (confidence === 'guess') return true
  if (kind !== 'none') return false
  return confidence !== 'sure' && rows.role[row] !== ASSISTANT && !has(rows, row, HAS_TOOL_RESULT)
}

function placeFor({ source }: DamagedSession, tree: Hanging, row: number, kind: Broken): Place | undefined {
  const { rows, graph } = source.conversation
  if (kind === 'unknown-type') {
    let parent = graph.parent[row]!
    for (let steps = 0; parent !== NONE && rows.role[parent] === OTHER && steps < rows.count; steps++)
      parent = graph.parent[parent]!
    if (parent !== NONE && rows.role[parent] !== OTHER)
      return { parent, confidence: 'sure', why: 'that is the parent of its parent', isGap: false }
  }
  const place = tree.placeOf(row)
  // Entries that say another session were put together by somebody.
  const isForeign =
    kind === 'none' && place && rows.sessionId[row] !== 0 && rows.sessionId[place.parent] !== rows.sessionId[row]
  return isForeign ? undefined : place
}

function brokenRows(damaged: DamagedSession): ReadonlyMap<number, Broken> {
  const { source, findings, choices } = damaged
  const { rows, graph } = source.conversation
  const broken = new Map<number, Broken>()
  const isOwn = new Set(graph.order)
  for (const { row, joined, missing } of graph.orphans)
    if (!joined && !choices.isElsewhere(missing)) broken.set(row, 'missing')
  for (const row of source.facts.oddParents) if (isOwn.has(row)) broken.set(row, 'missing')
  for (const row of graph.cycles) broken.set(row, 'ring')
  for (const row of graph.order) {
    const parent = graph.parent[row]!
    if (parent === NONE || !isConversation({ rows, facts: source.facts }, row)) continue
    if (rows.role[parent] === OTHER) broken.set(row, 'unknown-type')
    else if (isMain(rows, row) && has(rows, parent, SIDECHAIN)) broken.set(row, 'sidechain')
  }
  if (findings.some(({ code }) => code === 'parent-null'))
    for (const row of rowsFound(damaged, 'parent-null')) broken.set(row, 'none')
  return broken
}

function hasParentField({ source }: DamagedSession, row: number): boolean {
  return rangeOf(entryBytes(source, row), 0, ['parentUuid']) !== undefined
}
