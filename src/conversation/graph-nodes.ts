// What a drawing of the session shows: a node a turn, compaction, agent, fork, cut and branch without a turn of its
// own, and the active leaf; each with the node that it hangs on. Everything else is folded into these.

import type { Branch } from './branches.js'
import type { Conversation } from './conversation.js'
import type { Fork, ForkReason } from './forks.js'
import { type Chain, chainOf, hang, mainBefore, nodeAt } from './graph-chain.js'
import { ASSISTANT, isMain, NONE } from './rows.js'

/** An agent as the drawing needs it: agents in files of their own are not in the conversation. */
export interface GraphAgent {
  /** The row of the call that started it; NONE where that is unknown, or not in this file. */
  readonly from: number
  /** Position of the agent that started it; NONE for one started by the session itself. */
  readonly startedBy: number
  /** Its first row, for an agent inside the session's file; else NONE. */
  readonly firstRow: number
  readonly lines: readonly [first: number, last: number] | undefined
  readonly entries: number
}

/** Why the history ends above an entry. */
export type CutReason = 'missing-parent' | 'no-parent' | 'ring'

export type NodeSubject =
  | { readonly kind: 'turn'; readonly turn: number }
  | { readonly kind: 'compaction'; readonly compaction: number }
  | { readonly kind: 'agent'; readonly agent: number }
  /** A real one with the branches that leave here; a technical one with the rows beside the way on. */
  | {
      readonly kind: 'fork'
      readonly reason: ForkReason
      readonly branches: readonly number[]
      readonly ways: number
      readonly side: number
    }
  | { readonly kind: 'cut'; readonly reason: CutReason; readonly missing: string | undefined; readonly cutsOff: number }
  /** A branch that goes another way in the middle of a turn. */
  | { readonly kind: 'entry' }
  | { readonly kind: 'leaf' }

export type EdgeKind = 'parent' | 'logical' | 'compaction' | 'agent' | 'cut'

/** A session has as many as it has turns, so each holds little: its name and extent are told when asked (`describe`). */
export interface FoundNode {
  readonly subject: NodeSubject
  /** The row that it is about; NONE for an agent that hangs nowhere. */
  readonly row: number
  /** Where it stands in the file: of entries with the same uuid, the place of the first counts (N7). */
  readonly place: number
  readonly branch: number
  /** Where its subject does not tell it. */
  readonly extent: Extent | undefined
  /** The node that it hangs on, and how. */
  above: FoundNode | undefined
  edge: EdgeKind
  /** Place from top to bottom. */
  drawn: number
}

interface Extent {
  readonly lines?: readonly [first: number, last: number]
  readonly entries?: number
}

/** The name of a node. */
export function nodeId({ turns, compactions }: Conversation, { subject, row }: FoundNode): string {
  switch (subject.kind) {
    case 'turn':
      return `turn${turns.at(subject.turn)!.index}`
    case 'compaction':
      return `compaction${compactions[subject.compaction]!.number}`
    case 'agent':
      return `agent${subject.agent + 1}`
    case 'leaf':
      return 'leaf'
    default:
      return subject.kind + row
  }
}

/** The lines that it stands for, and how many entries. */
export function extentOf({ rows, turns }: Conversation, { subject, row, extent }: FoundNode): Required<Extent> {
  if (subject.kind === 'turn') {
    const { firstRow, lastRow, entries } = turns.at(subject.turn)!
    return { lines: [rows.line[firstRow]!, rows.line[lastRow]!], entries }
  }
  const line = row === NONE ? 0 : rows.line[row]!
  return { lines: extent?.lines ?? [line, line], entries: extent?.entries ?? 1 }
}

/** In file order, each with what it hangs on. */
export function findNodes(
  conversation: Conversation,
  agents: readonly GraphAgent[],
  all: boolean,
): readonly FoundNode[] {
  const make = nodeMaker(conversation)
  // In the order of ranks: a cut stands above the turn that it begins, the leaf below all that is at its row.
  const ranks = [
    cutNodes(conversation, make),
    compactionNodes(conversation, make),
    turnNodes(conversation, make),
    entryNodes(conversation, make),
    forkNodes(conversation, make, all),
    leafNode(conversation, make),
  ] as const
  const [cuts, compactions, turns, entries, forks, leaf] = ranks
  const chain = chainOf(conversation, [cuts, compactions, turns, entries, forks], turns)
  for (const nodes of ranks) for (const node of nodes) hang(conversation, chain, node)
  const found = agentNodes(conversation, agents, make, chain)
  return inFileOrder([cuts, compactions, turns, entries, found, forks, leaf], conversation.rows.count)
}

/** By place, nodes at one place as they are given: one pass over the places, so that it stays linear. */
function inFileOrder(ranks: readonly (readonly FoundNode[])[], end: number): readonly FoundNode[] {
  const placeAt = new Int32Array(end + 2)
  for (const nodes of ranks) for (const node of nodes) placeAt[node.place + 1]!++
  for (let place = 0; place <= end; place++) placeAt[place + 1]! += placeAt[place]!
  const sorted: FoundNode[] = new Array(placeAt[end + 1]!)
  for (const nodes of ranks) {
    for (const node of nodes) {
      node.drawn = placeAt[node.place]!++
      sorted[node.drawn] = node
    }
  }
  return sorted
}

type Make = (subject: NodeSubject, row: number, more?: Extent & { readonly branch?: number }) => FoundNode

function nodeMaker({ rows, graph, branches }: Conversation): Make {
  return (subject, row, more) => ({
    subject,
    row,
    place: row === NONE ? rows.count : (graph.copies.get(rows.uuid[row]!)?.first ?? row),
    branch: more?.branch ?? (row === NONE ? 1 : branches.of[row]! || 1),
    extent: subject.kind === 'turn' ? undefined : more,
    above: undefined,
    edge: 'parent',
    drawn: NONE,
  })
}

function turnNodes({ turns }: Conversation, make: Make): readonly FoundNode[] {
  return Array.from({ length: turns.count }, (_, position) => {
    const { row, branch } = turns.at(position)!
    return make({ kind: 'turn', turn: position }, row, { branch })
  })
}

function compactionNodes({ compactions, rows, branches }: Conversation, make: Make): readonly FoundNode[] {
  return compactions.map((one, position) => {
    const last = one.summaryRow === NONE ? one.row : one.summaryRow
    return make({ kind: 'compaction', compaction: position }, one.row, {
      branch: branches.of[one.row]! || branches.of[mainBefore(rows, one.row)] || 1,
      lines: [rows.line[one.row]!, rows.line[last]!],
      entries: one.summaryRow === NONE ? 1 : 2,
    })
  })
}

/** Roots at which a line of conversation begins though something stands above them. */
function cutNodes({ rows, graph, branches, leaf }: Conversation, make: Make): readonly FoundNode[] {
  const orphans = new Map(graph.orphans.map(orphan => [orphan.row, orphan]))
  const rings = new Set(graph.cycles)
  const activeRoot = leaf.kind === 'none' ? NONE : rootAbove(branches.up, leaf.row)
  const detached = new Uint8Array(branches.list.length + 1)
  for (const branch of branches.list) detached[branch.number] = branch.state === 'detached' ? 1 : 0
  const cuts: FoundNode[] = []
  let isFirst = true
  for (let row = 0; row < rows.count; row++) {
    if (!isMain(rows, row) || branches.up[row] !== NONE) continue
    if ((graph.copies.get(rows.uuid[row]!)?.last ?? row) !== row) continue
    const begins = row === activeRoot || detached[branches.of[row]!] === 1
    const orphan = orphans.get(row)
    if (begins && (orphan || rings.has(row) || !isFirst)) {
      const reason = orphan ? 'missing-parent' : rings.has(row) ? 'ring' : 'no-parent'
      const subject = { kind: 'cut', reason, missing: orphan?.missing, cutsOff: orphan?.cutsOff ?? 0 } as const
      cuts.push(make(subject, row, { entries: 0 }))
    }
    if (begins) isFirst = false
  }
  return cuts
}

function rootAbove(up: Int32Array, from: number): number {
  let row = from
  for (let steps = 0; up[row] !== NONE && steps < up.length; steps++) row = up[row]!
  return row
}

/** A branch whose answers belong to a turn of another branch, or that has no turn at all. */
function entryNodes({ rows, branches, turns, compactions }: Conversation, make: Make): readonly FoundNode[] {
  const first = new Int32Array(branches.list.length + 1).fill(NONE)
  const count = new Int32Array(branches.list.length + 1)
  for (let row = 0; row < rows.count; row++) {
    const branch = branches.of[row]!
    if (branch < 2) continue
    if (turns.at(turns.of[row]!)?.branch === branch) continue
    count[branch]!++
    if (first[branch] === NONE && rows.role[row] === ASSISTANT) first[branch] = row
  }
  const shown = new Set(compactions.map(one => branches.of[one.row]!))
  for (let position = 0; position < turns.count; position++) shown.add(turns.at(position)!.branch)
  const begins = (branch: Branch): number =>
    first[branch.number] !== NONE || shown.has(branch.number) ? first[branch.number]! : branch.firstRow
  return branches.list.flatMap(branch => {
    const row = branch.number < 2 ? NONE : begins(branch)
    if (row === NONE) return []
    return [make({ kind: 'entry' }, row, { branch: branch.number, entries: count[branch.number]! })]
  })
}

/** One where branches leave; the technical ones only where all are wanted. */
function forkNodes(conversation: Conversation, make: Make, all: boolean): readonly FoundNode[] {
  const { branches, forks, rows } = conversation
  const leaving = new Map<number, number[]>()
  for (const { from, number } of branches.list) {
    if (number > 1 && from !== NONE) listed(leaving, from, number)
  }
  const real = [...leaving].map(([row, numbers]) => {
    const subject = { kind: 'fork', reason: 'branch', branches: numbers, ways: numbers.length + 1, side: 0 } as const
    return make(subject, row, { entries: 0 })
  })
  if (!all) return real
  const sideRows = sideCounter(conversation)
  const technical = forks.filter(fork => isMain(rows, fork.row) && fork.reason !== 'branch' && !leaving.has(fork.row))
  return [
    ...real,
    ...technical.map(fork => {
      const side = sideRows(fork)
      const subject = { kind: 'fork', reason: fork.reason, branches: [], ways: fork.children.length, side } as const
      return make(subject, fork.row, { entries: side })
    }),
  ]
}

/** How many entries hang below a fork beside the way on: the active one, else the one that reaches furthest. */
function sideCounter({ rows, graph, leaf }: Conversation): (fork: Fork) => number {
  const size = new Int32Array(rows.count)
  const furthest = new Int32Array(rows.count)
  const active = new Uint8Array(rows.count)
  for (let row = leaf.kind === 'none' ? NONE : leaf.row; row !== NONE && !active[row]; row = graph.parent[row]!)
    active[row] = 1
  for (let i = graph.order.length - 1; i >= 0; i--) {
    const row = graph.order[i]!
    const parent = graph.parent[row]!
    size[row]!++
    furthest[row] = Math.max(furthest[row]!, row)
    if (parent === NONE) continue
    size[parent]! += size[row]!
    furthest[parent] = Math.max(furthest[parent]!, furthest[row]!)
  }
  return ({ children }) => {
    const onward =
      children.find(child => active[child] === 1) ??
      children.reduce((best, child) => (furthest[child]! > furthest[best]! ? child : best))
    return children.reduce((sum, child) => (child === onward ? sum : sum + size[child]!), 0)
  }
}

function leafNode({ leaf }: Conversation, make: Make): readonly FoundNode[] {
  return leaf.kind === 'none' ? [] : [make({ kind: 'leaf' }, leaf.row, { branch: 1 })]
}

/** Those that an agent started right behind it, however deep. */
function agentNodes(
  conversation: Conversation,
  agents: readonly GraphAgent[],
  make: Make,
  chain: Chain,
): readonly FoundNode[] {
  const { rows } = conversation
  const started = new Map<number, number[]>()
  agents.forEach(({ startedBy }, position) => {
    if (startedBy !== NONE) listed(started, startedBy, position)
  })
  const nodes: FoundNode[] = []
  const done = new Uint8Array(agents.length)
  const add = (position: number, above: FoundNode | undefined, row: number): void => {
    if (done[position]) return
    done[position] = 1
    const { lines, entries } = agents[position]!
    const branch = above?.branch ?? 0
    const more = { branch, entries, lines: lines ?? ([0, 0] as const) }
    const node = { ...make({ kind: 'agent', agent: position }, row, more), above }
    node.edge = 'agent'
    nodes.push(node)
    for (const next of started.get(position) ?? []) add(next, node, row)
  }
  const byPlace = agents.map((_, position) => position)
  byPlace.sort((a, b) => placeOf(agents[a]!, rows.count) - placeOf(agents[b]!, rows.count) || a - b)
  for (const position of byPlace) {
    const { from, startedBy, firstRow } = agents[position]!
    if (startedBy !== NONE) continue
    add(position, from === NONE ? undefined : nodeAt(conversation, chain, from), from === NONE ? firstRow : from)
  }
  // Agents that are said to have started each other.
  for (const position of byPlace) add(position, undefined, agents[position]!.firstRow)
  return nodes
}

function placeOf({ from, firstRow }: GraphAgent, end: number): number {
  return from !== NONE ? from : firstRow !== NONE ? firstRow : end
}

function listed<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
