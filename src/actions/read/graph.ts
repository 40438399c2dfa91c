// The shape of a session, to be drawn: its nodes with what they say, the lanes they stand in, and what leads where.

import type { Conversation } from '../../conversation/conversation.js'
import { FORK_WORDS, type ForkReason } from '../../conversation/forks.js'
import { drawGraph, type GraphEdge, type GraphLane, type GraphNode } from '../../conversation/graph-layout.js'
import type { CutReason, GraphAgent } from '../../conversation/graph-nodes.js'
import { placeBefore } from '../../conversation/place-before.js'
import { promptText } from '../../conversation/prompt-text.js'
import { promptTitle } from '../../conversation/prompt-title.js'
import { isMain, kindOf, NONE, timeOf, typeOf, uuidOf } from '../../conversation/rows.js'
import type { TurnState } from '../../conversation/turns.js'
import { type Action, type Doing, type OfSession, withSession } from '../action.js'
import { type OpenAgent, withAgents } from '../session/agents.js'
import type { OpenSession } from '../session/open-session.js'
import type { Place } from '../session/place.js'
import { sessionTitle } from '../session/session-title.js'
import { type RequestMark, requestMarks } from '../session/turn-requests.js'

interface DrawnNode {
  readonly id: string
  readonly row: number
  readonly lane: number
  readonly branch: number
  readonly lines: readonly [first: number, last: number] | null
  readonly entries: number
  readonly uuid: string | null
  readonly time: string | null
  /** The first line of the prompt, an agent's task, or what the node is about in words. */
  readonly label: string
}

/** A request of a turn, with the row that it stands below: that of its turn, or of what lies between. */
export type DrawnRequest = Omit<RequestMark, 'source'> & { readonly below: number }

export type DrawnGraphNode = DrawnNode &
  (
    | {
        readonly kind: 'turn'
        readonly turn: number
        readonly state: TurnState
        readonly requests: readonly DrawnRequest[]
      }
    | {
        readonly kind: 'compaction'
        readonly compaction: number
        readonly trigger: string | null
        readonly tokensBefore: number | null
        readonly tokensAfter: number | null
        readonly leftOut: number
        readonly kept: number
      }
    | { readonly kind: 'agent'; readonly agentId: string | null; readonly agentType: string | null }
    | {
        readonly kind: 'fork'
        readonly reason: ForkReason
        readonly branches: readonly number[]
        readonly ways: number
        readonly side: number
      }
    | { readonly kind: 'cut'; readonly reason: CutReason; readonly missing: string | null; readonly cutsOff: number }
    | { readonly kind: 'entry' }
    | { readonly kind: 'leaf' }
  )

export interface GraphReport extends GraphDrawing {
  readonly nodes: readonly DrawnGraphNode[]
  readonly edges: readonly GraphEdge[]
}

/** The same, of which nodes and edges are made while they are gone through, as often as that is done. */
export interface GraphDrawing {
  readonly session: { readonly id: string; readonly title: string | null }
  readonly entries: number
  readonly turns: number
  /** Where the client goes on, and why there. */
  readonly leaf: { readonly line: number | null; readonly why: string }
  readonly nodes: Iterable<DrawnGraphNode>
  readonly lanes: readonly GraphLane[]
  readonly edges: Iterable<GraphEdge>
  /** Technical forks that are not drawn. */
  readonly foldedForks: number
}

export type GraphEdgeKind = GraphEdge['kind']

export interface GraphOptions {
  /** Also technical forks. */
  readonly all?: boolean
}

export const graph: Action<OfSession & GraphOptions, GraphReport> = (place, request, doing = {}) =>
  graphNodewise(place, request, doing, async drawing => wholeGraph(drawing))

/** For whoever writes node after node and need not hold all: the drawing is made while it is read, and ends with `use`. */
export function graphNodewise<Value>(
  place: Place,
  request: OfSession & GraphOptions,
  doing: Doing,
  use: (drawing: GraphDrawing) => Promise<Value>,
): Promise<Value> {
  return withSession(place, request, doing, open =>
    withAgents(open, agents => use(graphDrawing(open, agents, request))),
  )
}

export function sessionGraph(open: OpenSession, agents: readonly OpenAgent[], options: GraphOptions): GraphReport {
  return wholeGraph(graphDrawing(open, agents, options))
}

function wholeGraph(drawing: GraphDrawing): GraphReport {
  return { ...drawing, nodes: [...drawing.nodes], edges: [...drawing.edges] }
}

function graphDrawing(open: OpenSession, agents: readonly OpenAgent[], options: GraphOptions): GraphDrawing {
  const { conversation } = open
  const { nodes, lanes, edges, foldedForks } = drawGraph(conversation, {
    all: options.all ?? false,
    agents: agentsToDraw(open, agents),
  })
  const requestsIn = requestsToDraw(conversation, nodes)
  return {
    session: { id: open.id, title: sessionTitle(open) ?? null },
    entries: conversation.rows.count,
    turns: conversation.turns.count,
    leaf: leafOf(conversation),
    nodes: { [Symbol.iterator]: () => drawnNodes(open, agents, nodes, requestsIn) },
    lanes,
    edges,
    foldedForks,
  }
}

function* drawnNodes(
  open: OpenSession,
  agents: readonly OpenAgent[],
  nodes: Iterable<GraphNode>,
  requestsIn: (node: GraphNode) => readonly DrawnRequest[],
): Generator<DrawnGraphNode> {
  for (const node of nodes) yield drawnNode(open, agents, node, requestsIn(node))
}

function drawnNode(
  open: OpenSession,
  agents: readonly OpenAgent[],
  node: GraphNode,
  requests: readonly DrawnRequest[],
): DrawnGraphNode {
  const { conversation } = open
  const { rows } = conversation
  const { source, subject } = node
  const common = {
    id: node.id,
    row: node.row,
    lane: node.lane,
    branch: node.branch,
    lines: node.lines[0] === 0 ? null : node.lines,
    entries: node.entries,
    uuid: source === NONE || subject.kind === 'agent' ? null : (uuidOf(rows, source) ?? null),
    time: source === NONE || subject.kind === 'agent' ? null : (timeOf(rows, source) ?? null),
  }
  switch (subject.kind) {
    case 'turn': {
      const turn = conversation.turns.at(subject.turn)!
      const label = turn.kind === 'implicit' ? 'work without a prompt' : words(open, turn.row)
      return { ...common, kind: 'turn', label, turn: turn.index, state: turn.state, requests }
    }
    case 'compaction': {
      const one = conversation.compactions[subject.compaction]!
      return {
        ...common,
        kind: 'compaction',
        label: one.dialect === 'microcompact' ? 'microcompaction' : 'compaction',
        compaction: one.number,
        trigger: one.trigger ?? null,
        tokensBefore: one.tokensBefore ?? null,
        tokensAfter: one.tokensAfter ?? null,
        leftOut: one.leftOut,
        kept: one.preservedCount ?? one.keptRows.length,
      }
    }
    case 'agent': {
      const agent = agents[subject.agent]!
      const label = agent.description ?? taskOf(agent)
      return { ...common, kind: 'agent', label, agentId: agent.agentId ?? null, agentType: agent.agentType ?? null }
    }
    case 'fork':
      return { ...common, ...subject, label: FORK_WORDS[subject.reason] }
    case 'cut':
      return { ...common, ...subject, missing: subject.missing ?? null, label: CUT_WORDS[subject.reason] }
    case 'entry':
      return { ...common, kind: 'entry', label: `another branch from here (${typeOf(rows, source)})` }
    case 'leaf':
      return { ...common, kind: 'leaf', label: leafOf(conversation).why }
  }
}

function requestsToDraw(
  conversation: Conversation,
  nodes: Iterable<GraphNode>,
): (node: GraphNode) => readonly DrawnRequest[] {
  const marks = requestMarks(conversation)
  // What is not in the file stands where its neighbour does; so does a copy that stands further down.
  const reached: number[] = []
  for (const { source } of nodes) reached.push(Math.max(source, reached.at(-1) ?? 0))
  return ({ subject, row }) => {
    if (subject.kind !== 'turn') return []
    // What begins at a request stands behind it.
    return marks(subject.turn).map(({ source, ...mark }) => ({
      ...mark,
      below: Math.max(row, placeBefore(reached, source)),
    }))
  }
}

const CUT_WORDS: Readonly<Record<CutReason, string>> = {
  'missing-parent': 'its parent is not in the file',
  'no-parent': 'a new root without a parent',
  ring: 'its parents form a loop',
}

function leafOf({ leaf, rows }: Conversation): GraphReport['leaf'] {
  if (leaf.kind === 'none') return { line: null, why: leaf.why }
  const line = rows.line[leaf.row]!
  if (leaf.kind === 'last-in-file') return { line, why: leaf.why }
  const checkpoint = rows.line[leaf.checkpointRow]!
  return { line, why: CHECKPOINT_WORDS[leaf.why]?.(checkpoint) ?? `${leaf.why} (checkpoint in line ${checkpoint})` }
}

/** As seen from the leaf, not from the end of the file. */
const CHECKPOINT_WORDS: Readonly<Record<string, (line: number) => string>> = {
  'the checkpoint names it': line => `the checkpoint in line ${line} names it`,
  'the checkpoint names another branch': line => `the checkpoint in line ${line} names it, not the end of the file`,
}

/** As the prompt is called in every list. */
function words(open: Pick<OpenSession, 'entry'>, row: number): string {
  const entry = open.entry(row)
  return (entry && promptTitle(promptText(entry))) ?? ''
}

/** What the agent was asked to do. */
function taskOf({ open, rows: own }: OpenAgent): string {
  const row = own.find(one => kindOf(open.conversation.rows, one) === 'agent-prompt')
  return row === undefined ? '' : words(open, row)
}

/** Source document 004: a sidechain can hang on an entry that calls nothing. */
function mainParent({ rows, graph }: Conversation, row: number): number {
  const parent = graph.parent[row]!
  return parent !== NONE && isMain(rows, parent) ? parent : NONE
}

/** An agent hangs at its call in the session's file, or at the agent whose conversation has the call. */
function agentsToDraw(session: OpenSession, agents: readonly OpenAgent[]): readonly GraphAgent[] {
  const { rows, toolCalls } = session.conversation
  const noMain = session.conversation.branches.list.every(branch => branch.entries === 0)
  const agentOf = new Map<number, number>()
  const byFile = new Map<OpenAgent['open'], number>()
  agents.forEach((agent, position) => {
    if (agent.file) byFile.set(agent.open, position)
    else for (const row of agent.rows) agentOf.set(row, position)
  })
  return agents.map(({ link, file, rows: own, open }): GraphAgent => {
    const first = own[0]
    const inline = file === undefined && first !== undefined
    const lineOf = (row: number): number => open.conversation.rows.line[row]!
    const common = {
      firstRow: inline ? first : NONE,
      lines: inline ? ([lineOf(first), lineOf(own.at(-1)!)] as const) : undefined,
      entries: own.length,
    }
    if (!link) return { ...common, from: inline ? mainParent(session.conversation, first) : NONE, startedBy: NONE }
    if (link.owner !== session) return { ...common, from: NONE, startedBy: byFile.get(link.owner) ?? NONE }
    const row = toolCalls.list[link.call]!.use.row
    if (isMain(rows, row) || noMain) return { ...common, from: row, startedBy: NONE }
    return { ...common, from: NONE, startedBy: agentOf.get(row) ?? NONE }
  })
}
