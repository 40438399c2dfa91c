// The shape of a session as lanes, as `git log --graph` draws history: the oldest on top, the active branch in lane 0.
//
// Nodes stand in file order, never by time. Stable: when entries are appended, nodes that were there keep their order,
// and, as long as each entry stays in its branch and only the active branch and new ones grow, their lanes. (A rewind
// makes a branch of what it leaves behind. A fork is drawn where a branch leaves, so one can appear between older nodes;
// the mark of the leaf moves.)

import type { Conversation } from './conversation.js'
import { assignLanes, type Stretch } from './graph-lanes.js'
import {
  type EdgeKind,
  extentOf,
  type FoundNode,
  findNodes,
  type GraphAgent,
  type NodeSubject,
  nodeId,
} from './graph-nodes.js'
import { isMain, NONE } from './rows.js'

export interface GraphNode {
  readonly id: string
  readonly subject: NodeSubject
  /** Place from top to bottom. */
  readonly row: number
  readonly lane: number
  /** 0 for an agent that hangs nowhere. */
  readonly branch: number
  /** The row of the file that it is about, to read its label from; NONE where there is none. */
  readonly source: number
  readonly lines: readonly [first: number, last: number]
  /** The entries that it stands for. */
  readonly entries: number
}

/** A branch as it is drawn. A lane that has become free is used again, so several can have the same number. */
export interface GraphLane {
  readonly number: number
  readonly branch: number
  readonly state: 'active' | 'abandoned' | 'detached'
  readonly turns: number
  readonly entries: number
  /** Drawn rows that it takes, with the fork that it leaves at. */
  readonly rows: readonly [from: number, to: number]
}

export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly kind: EdgeKind
}

export interface GraphLayout extends GraphDrawing {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

/** The same, of which nodes and edges are made while they are gone through, as often as that is done. */
export interface GraphDrawing {
  readonly nodes: Iterable<GraphNode>
  readonly lanes: readonly GraphLane[]
  readonly edges: Iterable<GraphEdge>
  /** Technical forks that are not drawn. */
  readonly foldedForks: number
}

export interface GraphOptions {
  /** Technical forks too. */
  readonly all?: boolean
  readonly agents?: readonly GraphAgent[]
}

export function layoutGraph(conversation: Conversation, options: GraphOptions = {}): GraphLayout {
  const drawing = drawGraph(conversation, options)
  return { ...drawing, nodes: [...drawing.nodes], edges: [...drawing.edges] }
}

export function drawGraph(conversation: Conversation, options: GraphOptions = {}): GraphDrawing {
  const found = findNodes(conversation, options.agents ?? [], options.all === true)
  const { branchLane, laneOf } = lanesOf(found)
  let shown = 0
  for (const { subject } of found) if (subject.kind === 'fork' && subject.reason !== 'branch') shown++
  return {
    nodes: { [Symbol.iterator]: () => nodesOf(conversation, found, laneOf) },
    lanes: drawnBranches(conversation, branchLane),
    edges: { [Symbol.iterator]: () => edgesOf(conversation, found) },
    foldedForks: technical(conversation) - shown,
  }
}

function* nodesOf(
  conversation: Conversation,
  found: readonly FoundNode[],
  laneOf: (node: FoundNode) => number,
): Generator<GraphNode> {
  for (const node of found) {
    const { subject, drawn: row, branch, row: source } = node
    yield {
      id: nodeId(conversation, node),
      subject,
      row,
      lane: laneOf(node),
      branch,
      source,
      ...extentOf(conversation, node),
    }
  }
}

function* edgesOf(conversation: Conversation, found: readonly FoundNode[]): Generator<GraphEdge> {
  for (const node of found) {
    const { above, edge } = node
    if (above) yield { from: nodeId(conversation, above), to: nodeId(conversation, node), kind: edge }
  }
}

interface BranchLane {
  readonly lane: number
  readonly rows: readonly [number, number]
}

interface Growing {
  readonly first: number
  from: number
  to: number
  rightOf: number | undefined
}

/** Every branch and every agent takes a lane from its first drawn row, or the fork that it leaves at, to its last. */
function lanesOf(nodes: readonly FoundNode[]) {
  const stretches: Growing[] = []
  const byBranch: number[] = []
  const byAgent: number[] = []
  const stretchOf = ({ subject, branch }: FoundNode): number | undefined =>
    subject.kind === 'agent' ? byAgent[subject.agent] : byBranch[branch]
  for (const node of nodes) {
    const row = node.drawn
    const known = stretchOf(node)
    if (known !== undefined) {
      stretches[known]!.to = row
      continue
    }
    const isAgent = node.subject.kind === 'agent'
    const rightOf = isAgent && node.above ? stretchOf(node.above) : undefined
    if (node.subject.kind === 'agent') byAgent[node.subject.agent] = stretches.length
    else byBranch[node.branch] = stretches.length
    stretches.push({ first: row, from: row, to: row, rightOf })
  }
  for (const node of nodes) {
    if (!node.above || node.edge === 'cut') continue
    const mine = stretchOf(node)!
    const theirs = stretchOf(node.above)!
    if (mine === theirs) continue
    // A line from one stretch to another: a branch reaches up to its fork, an agent's starter down to it.
    const isAgent = node.subject.kind === 'agent'
    const grows = stretches[isAgent ? theirs : mine]!
    const other = isAgent ? node.drawn : node.above.drawn
    grows.from = Math.min(grows.from, other)
    grows.to = Math.max(grows.to, other)
  }
  const lanes = assignLanes(stretches satisfies readonly Stretch[], byBranch[1])
  const branchLane = (branch: number): BranchLane | undefined => {
    const index = byBranch[branch]
    return index === undefined
      ? undefined
      : { lane: lanes[index]!, rows: [stretches[index]!.from, stretches[index]!.to] }
  }
  return { branchLane, laneOf: (node: FoundNode): number => lanes[stretchOf(node)!]! }
}

function drawnBranches(
  { branches, turns }: Conversation,
  drawn: (branch: number) => BranchLane | undefined,
): readonly GraphLane[] {
  const turnCount = new Int32Array(branches.list.length + 1)
  for (let position = 0; position < turns.count; position++) turnCount[turns.at(position)!.branch]!++
  return branches.list.flatMap(({ number: branch, state, entries }) => {
    const lane = drawn(branch)
    if (!lane) return []
    return [{ number: lane.lane, branch, state, turns: turnCount[branch]!, entries, rows: lane.rows }]
  })
}

function technical({ forks, rows, branches }: Conversation): number {
  const real = new Set(branches.list.map(branch => branch.from).filter(from => from !== NONE))
  return forks.filter(fork => fork.reason !== 'branch' && isMain(rows, fork.row) && !real.has(fork.row)).length
}
