// Side files and subagents that go with the calls that started or named them.

import { type AgentSource, linkAgents } from '../../conversation/agents.js'
import type { Name } from '../../conversation/names.js'
import { HAS_TOOL_RESULT, has } from '../../conversation/rows.js'
import { decodeText } from '../../format/json/walk.js'
import { type SideFile, TOOL_RESULTS } from '../../format/session-folder.js'
import { contentPlaces } from '../edits/content-places.js'
import { findBytes } from '../edits/find-bytes.js'
import { addNote, addStep, type Draft, removeRows } from '../plan/draft.js'
import { agentFiles } from './agent-files.js'

/** What only entries named that are gone, whatever took them: another end, one chain, a cut. */
export function dropUnnamed(draft: Draft): void {
  const { conversation, folder } = draft.source
  if (!folder || !draft.removed.includes(1)) return
  const gone = conversation.toolCalls.list.filter(({ use }) => draft.removed[use.row] === 1).map(({ use }) => use.id)
  if (gone.length > 0 && folder.agents.length > 0) dropAgents(draft, new Set(gone))
  dropOutputs(draft)
  dropBackups(draft)
}

/** Agents whose call is gone: the model does not know of them any more. */
export function dropAgents(draft: Draft, gone: ReadonlySet<Name>): void {
  const { conversation, folder, agents } = draft.source
  const { rows, sidechains, toolCalls, agentProgress } = conversation
  const isGone = (call: number | undefined): boolean => call !== undefined && gone.has(toolCalls.list[call]!.use.id)
  const inline = sidechains.map(({ agentId, promptHash, from }) => ({
    layout: 'inline' as const,
    agentId,
    toolUseId: undefined,
    promptHash,
    from,
  }))
  const files = agentFiles(draft.source)
  const links = linkAgents(rows, toolCalls.list, agentProgress, [...inline, ...files])
  const entries = inline.flatMap((_, index) => (isGone(links[index]?.call) ? sidechains[index]!.rows : []))
  addStep(draft, 'remove subagents', removeRows(draft, entries), 'the calls that started them were removed')
  const linked = files.map((_, index) => links[inline.length + index]?.call)
  const dropped = withTheirs(
    files.flatMap((_, position) => (isGone(linked[position]) ? [position] : [])),
    files,
    agents,
    position => linked[position] === undefined,
  ).filter(position => !draft.droppedFiles.has(folder!.agents[position]!.path))
  for (const position of dropped) draft.droppedFiles.add(folder!.agents[position]!.path)
  if (dropped.length > 0)
    addNote(draft, 'leave out subagent transcripts', dropped.length, 'the calls that started them were removed')
}

/** Agents start agents: with one go those that only it has started. */
function withTheirs(
  gone: readonly number[],
  files: readonly AgentSource[],
  agents: Draft['source']['agents'],
  isFree: (position: number) => boolean,
): readonly number[] {
  const all = new Set(gone)
  for (const starter of all) {
    const conversation = agents[starter]?.conversation
    if (!conversation) continue
    const { rows, toolCalls, agentProgress } = conversation
    const others = files.map((file, position) => ({ file, position })).filter(({ position }) => isFree(position))
    const links = linkAgents(
      rows,
      toolCalls.list,
      agentProgress,
      others.map(({ file }) => file),
    )
    others.forEach(({ position }, at) => {
      if (links[at] !== undefined) all.add(position)
    })
  }
  return [...all]
}

/** Outputs in files of their own that only results named which no longer do. */
export function dropOutputs(draft: Draft): void {
  const { conversation, folder, read } = draft.source
  const { rows } = conversation
  const files = folder?.toolResults ?? []
  if (files.length === 0) return
  const named = new Set<string>()
  const left = new Set<string>()
  for (let row = 0; row < rows.count; row++) {
    if (!has(rows, row, HAS_TOOL_RESULT)) continue
    const bytes = read(rows.offset[row]!, rows.length[row]!)
    for (const name of outputsIn(bytes)) named.add(name)
    for (const part of partsLeft(draft, row, bytes)) for (const name of outputsIn(part)) left.add(name)
  }
  leaveOut(draft, 'leave out tool outputs', files, { named, left }, 'no result refers to them anymore')
}

/** Backups of files that only snapshots named which are gone. */
function dropBackups(draft: Draft): void {
  const { conversation, folder, read } = draft.source
  const { rows } = conversation
  const files = folder?.fileHistory ?? []
  if (files.length === 0) return
  const snapshots = new Set(['file-history-snapshot', 'file-history-delta'].map(type => rows.names.find(type)))
  snapshots.delete(0)
  const named = new Set<string>()
  const left = new Set<string>()
  for (let row = 0; row < rows.count; row++) {
    if (!snapshots.has(rows.type[row]!)) continue
    const text = decodeText(read(rows.offset[row]!, rows.length[row]!), 0, rows.length[row]!)
    for (const [, name] of text.matchAll(/"backupFileName"\s*:\s*"([^"\\]+)"/g)) {
      named.add(name!)
      if (!draft.removed[row]) left.add(name!)
    }
  }
  leaveOut(draft, 'leave out file backups', files, { named, left }, 'no snapshot refers to them anymore')
}

function leaveOut(
  draft: Draft,
  action: string,
  files: readonly SideFile[],
  { named, left }: { readonly named: ReadonlySet<string>; readonly left: ReadonlySet<string> },
  why: string,
): void {
  const gone = files.filter(({ name, path }) => named.has(name) && !left.has(name) && !draft.droppedFiles.has(path))
  for (const { path } of gone) draft.droppedFiles.add(path)
  if (gone.length > 0) addNote(draft, action, gone.length, why)
}

/** The parts of a result's entry that still say what they said; where two lines are left of a text, they may as well. */
function partsLeft({ removed, changes }: Draft, row: number, bytes: Uint8Array): readonly Uint8Array[] {
  const change = changes.get(row)
  if (removed[row]) return []
  if (!change?.dropsSecondOutput) return [bytes]
  return contentPlaces(bytes).flatMap(({ start, end }, index) => {
    const how = change.blocks.get(index)
    return how === undefined || how === 'truncate' ? [bytes.subarray(start, end)] : []
  })
}

const FOLDER = new TextEncoder().encode(TOOL_RESULTS)
/** Ends a name within a text: a quote, an escape, a blank, a bracket. */
const ENDS = new Set([...'"\\ <>)'].map(character => character.charCodeAt(0)))

/** Names behind `tool-results/`, with whatever separator the machine has that wrote them. */
function* outputsIn(bytes: Uint8Array): Generator<string> {
  for (const at of findBytes(bytes, FOLDER)) {
    let start = at + FOLDER.length
    while (bytes[start] === 0x2f || bytes[start] === 0x5c) start++
    let end = start
    while (end < bytes.length && !ENDS.has(bytes[end]!)) end++
    if (start > at + FOLDER.length && end > start) yield decodeText(bytes, start, end)
  }
}
