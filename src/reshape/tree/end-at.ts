// A session that ends at another point: what leads there stays, everything else stays behind in the original.
//
// What leads there is what the client would take up if the session ended there: the entries above the point, the other
// entries of their messages with results, notes and attachments (N8), and the bookkeeping that belongs to them.

import { linkAgents } from '../../conversation/agents.js'
import type { Conversation } from '../../conversation/conversation.js'
import { rowsByUuid } from '../../conversation/graph.js'
import { promptText } from '../../conversation/prompt-text.js'
import {
  ASSISTANT,
  HAS_TOOL_RESULT,
  has,
  isMain,
  NONE,
  OTHER,
  PROGRESS,
  type Rows,
  SIDECHAIN,
  SYSTEM,
} from '../../conversation/rows.js'
import type { SessionEntry } from '../../format/entries/index.js'
import { decodeText } from '../../format/json/walk.js'
import { textAt } from '../edits/block-fields.js'
import { beginning } from '../edits/truncate.js'
import { addStep, type Draft, removeRows } from '../plan/draft.js'
import { preservedBy } from './preserved.js'
import { roundsOf } from './rounds.js'
import { type Read, rowsAbove, rowsLeadingTo } from './way-up.js'

/** Takes everything out of the draft that does not lead to the row. */
export function cutAt(draft: Draft, row: number, what: string): void {
  const { conversation } = draft.source
  const { rows } = conversation
  // Of copies the last one counts (N7).
  const counts = conversation.graph.copies.get(rows.uuid[row]!)?.last ?? row
  // Nothing ends between a compaction and its summary.
  const summary = conversation.compactions.find(one => one.row === counts)?.summaryRow ?? NONE
  const end = summary === NONE ? endOfRound(draft.source, counts) : summary
  const stays = rowsUpTo(draft.source, end)
  const left: number[] = []
  for (let one = 0; one < rows.count; one++) if (!stays[one]) left.push(one)
  addStep(
    draft,
    'leave out',
    removeRows(draft, left),
    `they are not on the path to ${what}, where the new session ends`,
  )
  endAt(draft, end)
}

/** A round is sent whole, wherever in it the session ends (N8): so it ends with the last call or result that hangs there. */
function endOfRound({ conversation, facts: { unread } }: Read, leaf: number): number {
  const { rows, graph } = conversation
  const rounds = roundsOf(conversation)
  const round = rounds[leaf]!
  if (round === 0) return leaf
  let top = leaf
  while (graph.parent[top] !== NONE && rounds[graph.parent[top]!] === round) top = graph.parent[top]!
  const hangs = new Set([top])
  let end = leaf
  for (const row of graph.order) {
    if (rounds[row] !== round || (row !== top && !hangs.has(graph.parent[row]!))) continue
    hangs.add(row)
    const counts = rows.role[row] === ASSISTANT || has(rows, row, HAS_TOOL_RESULT)
    if (row > end && counts && isMain(rows, row) && !unread.has(row)) end = row
  }
  return end
}

/** The result ends at this row, whatever stands behind it in the file. */
export function endAt(draft: Draft, row: number): void {
  const isLast = placeLast(draft, row)
  draft.endsAt = row
  draft.appended.push({ json: (idOf, sessionId) => checkpoint(draft, row, idOf(row), sessionId, isLast) })
}

/**
 * The client's quick reader takes the last entry of the file for the end (B1). The entries of one answer keep their
 * order, though, which is the order of its blocks (N9), and nothing stands before its parent: then a checkpoint must do.
 */
function placeLast({ source: { conversation }, removed, placed }: Draft, leaf: number): boolean {
  const { rows, graph } = conversation
  const behind: number[] = []
  for (let row = leaf + 1; row < rows.count; row++) if (!removed[row] && isEnd(rows, row)) behind.push(row)
  if (behind.length === 0) return true
  const message = rows.messageId[leaf]!
  const below = new Set([leaf])
  for (const row of behind) {
    if (below.has(graph.parent[row]!)) below.add(row)
    if (below.has(row) || (message !== 0 && rows.messageId[row] === message)) return false
  }
  let place = leaf
  for (const row of behind) {
    placed.set(place, row)
    place = row
  }
  placed.set(place, leaf)
  return true
}

/** As the client writes it at the end of a turn, or on a rewind to an entry that is not the last. */
function checkpoint({ source }: Draft, row: number, leafUuid: string, sessionId: string, isLast: boolean): string {
  const { rows, turns } = source.conversation
  const turn = turns.list[turns.of[row]!]
  const prompt = turn && turn.kind !== 'implicit' ? turn.row : NONE
  const entry = prompt === NONE ? undefined : source.read(rows.offset[prompt]!, rows.length[prompt]!)
  const words = entry ? promptText(JSON.parse(decodeText(entry, 0, entry.length)) as SessionEntry) : ''
  const said = { type: 'last-prompt', lastPrompt: beginning(words), leafUuid, sessionId }
  return JSON.stringify(isLast ? said : { ...said, explicit: true })
}

interface CutSource extends Read {
  read(offset: number, length: number): Uint8Array
}

/** By row: 1 where it stays. `leaf` is the row that the session ends at. */
export function rowsUpTo(source: CutSource, leaf: number): Uint8Array {
  const { conversation } = source
  const { rows, graph } = conversation
  const stays = trunk(source, leaf)
  takeRounds(conversation, stays, leaf)
  // What hangs beside the way and leads nowhere: durations, hooks, progress.
  for (const row of graph.order) {
    const parent = graph.parent[row]!
    const isAside = rows.role[row] === SYSTEM || rows.role[row] === PROGRESS || rows.role[row] === OTHER
    if (isAside && isMain(rows, row) && row < leaf && parent !== NONE && stays[parent]) stays[row] = 1
  }
  for (const row of graph.duplicates) {
    if (stays[graph.copies.get(rows.uuid[row]!)!.last]) stays[row] = 1
  }
  takeSidechains(conversation, stays, leaf)
  takeBookkeeping(source, stays, leaf)
  return stays
}

/** Up from the leaf, over compactions too: what was before them can still be read. */
function trunk(source: CutSource, leaf: number): Uint8Array {
  const { rows, compactions, branches } = source.conversation
  const stays = new Uint8Array(rows.count)
  for (const row of rowsLeadingTo(source, leaf)) stays[row] = 1
  // Also what the client passes over because its line is damaged.
  for (const row of rowsAbove(row => branches.up[row]!, leaf)) stays[row] = 1
  for (const { row, keptRows } of compactions) if (stays[row]) for (const kept of keptRows) stays[kept] = 1
  for (const { boundary, list } of preservedBy(source)) if (stays[boundary]) for (const kept of list) stays[kept] = 1
  return stays
}

/** N8: the rounds of the answers that stay; below the leaf only results, and notes from which nothing goes on. */
function takeRounds(conversation: Conversation, stays: Uint8Array, leaf: number): void {
  const { rows, graph } = conversation
  const rounds = roundsOf(conversation)
  const wanted = new Set<number>()
  stays.forEach((is, row) => {
    if (is && rounds[row] !== 0) wanted.add(rounds[row]!)
  })
  const isPassed = new Uint8Array(rows.count)
  for (let at = graph.order.length - 1; at >= 0; at--) {
    const row = graph.order[at]!
    if (!wanted.has(rounds[row]!) && rows.role[row] !== SYSTEM) isPassed[row] = 1
    const parent = graph.parent[row]!
    if (isPassed[row] && parent !== NONE) isPassed[parent] = 1
  }
  const below = new Uint8Array(rows.count)
  for (const row of graph.order) {
    const parent = graph.parent[row]!
    below[row] = parent !== NONE && (parent === leaf || below[parent]) ? 1 : 0
    const isTaken = rows.role[row] === ASSISTANT || has(rows, row, HAS_TOOL_RESULT) || !isPassed[row]
    if (wanted.has(rounds[row]!) && (!below[row] || isTaken)) stays[row] = 1
  }
}

/** An agent inside the file stays with the call that started it. */
function takeSidechains(conversation: Conversation, stays: Uint8Array, leaf: number): void {
  const { rows, sidechains, toolCalls, agentProgress } = conversation
  const sources = sidechains.map(({ agentId, promptHash, from }) => ({
    layout: 'inline' as const,
    agentId,
    toolUseId: undefined,
    promptHash,
    from,
  }))
  linkAgents(rows, toolCalls.list, agentProgress, sources).forEach((link, index) => {
    const { root, rows: own } = sidechains[index]!
    const isKept = link ? stays[toolCalls.list[link.call]!.use.row] === 1 : root < leaf
    if (isKept) for (const row of own) stays[row] = 1
  })
}

const TITLES = ['custom-title', 'ai-title', 'agent-name', 'tag', 'agent-color', 'agent-setting']
const SNAPSHOTS = ['file-history-snapshot', 'file-history-delta']

/**
 * Titles always; checkpoints never, since they name another end; snapshots with the entries that they belong to; the
 * rest as far as it was written by then.
 */
function takeBookkeeping({ conversation, read }: CutSource, stays: Uint8Array, leaf: number): void {
  const { rows, turns } = conversation
  const titles = new Set(TITLES.map(type => rows.names.find(type)))
  const snapshots = new Set(SNAPSHOTS.map(type => rows.names.find(type)))
  const checkpoint = rows.names.find('last-prompt')
  const rowOf = rowsByUuid(rows)
  for (let row = 0; row < rows.count; row++) {
    if (rows.uuid[row] !== 0 || (rows.type[row] === checkpoint && checkpoint !== 0)) continue
    const isByThen = row < leaf || (turns.of[row] !== NONE && turns.of[row] === turns.of[leaf])
    if (snapshots.has(rows.type[row]!)) {
      const named = rowOf[rows.names.find(messageIdOf(read(rows.offset[row]!, rows.length[row]!)))] ?? NONE
      if (isByThen && (named === NONE || stays[named])) stays[row] = 1
    } else if (row < leaf || titles.has(rows.type[row]!)) stays[row] = 1
  }
}

function messageIdOf(bytes: Uint8Array): string {
  return textAt(bytes, 0, 'messageId') ?? ''
}

/** Subagents' rows are no end of a conversation. */
export function isEnd(rows: Rows, row: number): boolean {
  return (
    rows.uuid[row] !== 0 &&
    rows.role[row] !== OTHER &&
    rows.role[row] !== PROGRESS &&
    (rows.flags[row]! & SIDECHAIN) === 0
  )
}
