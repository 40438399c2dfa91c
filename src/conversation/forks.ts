// A parent with several children is a fork; nearly all forks are technical (D5).
//
// Parallel tool results, progress and hook rows, a prompt sent again: none of these is a choice that a person made.
// A fork is a branch only when two of its children lead to different prompts or answers.

import { childrenOf, type Graph } from './graph.js'
import {
  API_ERROR,
  ASSISTANT,
  ATTACHMENT,
  HAS_TOOL_RESULT,
  has,
  kindOf,
  NONE,
  PROGRESS,
  type Rows,
  SIDECHAIN,
  SYNTHETIC,
  SYSTEM,
  USER,
} from './rows.js'

export type ForkReason =
  | 'branch'
  | 'parallel-results'
  | 'same-message'
  | 'progress'
  | 'system-row'
  | 'attachment'
  | 'retry'
  | 'compaction-replay'
  | 'sidechain'
  | 'side-leaf'

export interface Fork {
  readonly row: number
  readonly children: readonly number[]
  readonly reason: ForkReason
  /** The children that lead to prompts or answers of their own. */
  readonly ways: readonly number[]
}

export const FORK_WORDS: Readonly<Record<ForkReason, string>> = {
  branch: 'different prompts or answers from one point',
  'parallel-results': 'results of parallel tool calls',
  'same-message': 'blocks of one message',
  progress: 'progress next to the result',
  'system-row': 'a system entry next to the conversation',
  attachment: 'an attachment next to the conversation',
  retry: 'the same request again',
  'compaction-replay': 'written again after a compaction',
  sidechain: 'a subagent started here',
  'side-leaf': 'an entry without children',
}

const MANY = -1

export function classifyForks(rows: Rows, graph: Graph): readonly Fork[] {
  const { hasPrompt, messages, talk } = subtrees(rows, graph)
  const owner = owningMessages(rows, graph)
  const forks: Fork[] = []
  for (const row of graph.order) {
    const first = graph.firstChild[row]!
    if (first === NONE || graph.nextSibling[first] === NONE) continue
    const children = [...childrenOf(graph, row)].slice() // as long as it is, no longer (I5)
    const ways = children.filter(child => {
      if (has(rows, child, SIDECHAIN) !== has(rows, row, SIDECHAIN)) return false
      const message = messages[child]!
      return hasPrompt[child] === 1 || message === MANY || (message !== 0 && message !== owner[row])
    })
    forks.push({ row, children, ways: ways.slice(), reason: reasonOf(rows, row, children, ways, owner[row]!, talk) })
  }
  return forks
}

function reasonOf(
  rows: Rows,
  row: number,
  children: readonly number[],
  ways: readonly number[],
  owner: number,
  talk: Int32Array,
): ForkReason {
  if (ways.length < 2) return sideReason(rows, row, children, ways[0] ?? NONE, owner)
  const starts = ways.map(way => talk[way]!).filter(row => row !== NONE)
  const ids = new Set(starts.map(row => rows.messageId[row]!))
  if (ids.size === 1 && !ids.has(0)) return 'same-message'
  const fromTools = starts.every(
    row => has(rows, row, HAS_TOOL_RESULT) || (owner !== 0 && rows.messageId[row] === owner),
  )
  if (fromTools) return 'parallel-results'
  if (starts.some(row => kindOf(rows, row) === 'compact-summary')) return 'compaction-replay'
  const hashes = new Set(starts.map(row => rows.contentHash[row]!))
  if (hashes.size === 1 && !hashes.has(0)) return 'retry'
  const good = starts.filter(row => !has(rows, row, API_ERROR | SYNTHETIC))
  return good.length < 2 ? 'retry' : 'branch'
}

/** At most one child goes on; what are the others? */
function sideReason(rows: Rows, row: number, children: readonly number[], way: number, owner: number): ForkReason {
  const results = children.filter(child => has(rows, child, HAS_TOOL_RESULT))
  const own = children.filter(child => owner !== 0 && rows.messageId[child] === owner)
  if (results.length > 0 && results.length + own.length > 1) return 'parallel-results'
  if (children.some(child => has(rows, child, SIDECHAIN) !== has(rows, row, SIDECHAIN))) return 'sidechain'
  const others = children.filter(child => child !== way && !has(rows, child, HAS_TOOL_RESULT))
  if (others.every(child => rows.role[child] === PROGRESS)) return 'progress'
  if (others.every(child => rows.role[child] === SYSTEM || rows.role[child] === PROGRESS)) return 'system-row'
  if (others.some(child => rows.role[child] === ASSISTANT)) return 'same-message'
  if (others.every(child => rows.role[child] === ATTACHMENT || rows.role[child] === PROGRESS)) return 'attachment'
  return 'side-leaf'
}

/** Bottom up: does a prompt stand below; which messages (one id, MANY, 0); the first prompt, result or answer. */
function subtrees(rows: Rows, graph: Graph) {
  const hasPrompt = new Uint8Array(rows.count)
  const messages = new Int32Array(rows.count)
  const talk = new Int32Array(rows.count).fill(NONE)
  for (let i = graph.order.length - 1; i >= 0; i--) {
    const row = graph.order[i]!
    const kind = kindOf(rows, row)
    if (kind === 'prompt' || kind === 'queued') hasPrompt[row] = 1
    if (rows.role[row] === ASSISTANT) messages[row] = add(messages[row]!, rows.messageId[row]! || MANY)
    if (startsWay(rows, row)) talk[row] = row
    const parent = graph.parent[row]!
    if (parent === NONE) continue
    if (hasPrompt[row]) hasPrompt[parent] = 1
    messages[parent] = add(messages[parent]!, messages[row]!)
    if (talk[row] !== NONE && (talk[parent] === NONE || talk[row]! < talk[parent]!)) talk[parent] = talk[row]!
  }
  return { hasPrompt, messages, talk }
}

function add(have: number, more: number): number {
  if (more === 0 || have === more) return have
  return have === 0 ? more : MANY
}

function startsWay(rows: Rows, row: number): boolean {
  if (rows.role[row] === ASSISTANT) return true
  const kind = kindOf(rows, row)
  return (rows.role[row] === USER && kind !== 'meta' && kind !== 'command-output') || kind === 'queued'
}

/** Top down: the message that a row still belongs to, through its results, progress and notes. */
function owningMessages(rows: Rows, graph: Graph): Int32Array {
  const owner = new Int32Array(rows.count)
  for (const row of graph.order) {
    const parent = graph.parent[row]!
    const kind = kindOf(rows, row)
    if (rows.role[row] === ASSISTANT) owner[row] = rows.messageId[row]!
    else if (parent !== NONE && (rows.role[row] !== USER || kind === 'tool-result' || kind === 'meta'))
      owner[row] = owner[parent]!
  }
  return owner
}
