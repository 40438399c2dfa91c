// The lines of the graph: for each drawn row, what stands in each lane. Box characters are put together from the
// directions in which a cell is left.

import type { DrawnGraphNode, GraphDrawing } from '../actions/read/index.js'
import type { GraphSurvey } from './graph-survey.js'

const UP = 1
const DOWN = 2
const LEFT = 4
const RIGHT = 8

/** By directions, as bits. */
const BOX = [' ', '╵', '╷', '│', '╴', '╯', '╮', '┤', '╶', '╰', '╭', '├', '─', '┴', '┬', '┼']

export const SYMBOLS: Readonly<Record<DrawnGraphNode['kind'], string>> = {
  turn: '●',
  compaction: '◆',
  agent: '○',
  fork: '◇',
  cut: '✂',
  entry: '•',
  leaf: '◉',
}

export interface Cell {
  readonly text: string
  /** Whose colour it has. */
  readonly lane: number
}

export interface Rail {
  readonly node: DrawnGraphNode
  readonly cells: readonly Cell[]
  /** What goes on below, for the further lines of a long text. */
  readonly below: readonly Cell[]
}

interface Stretch {
  readonly column: number
  readonly lane: number
  readonly from: number
  readonly to: number
}

/** At most `most` lanes are drawn apart; those further out share the last one. */
export function* graphRails(report: GraphDrawing, survey: GraphSurvey, most: number): Generator<Rail> {
  const { byBranch, byAgent, all } = stretchesOf(report, survey, most)
  const startingAt = new Map<number, Stretch[]>()
  for (const stretch of all) {
    const list = startingAt.get(stretch.from)
    if (list) list.push(stretch)
    else startingAt.set(stretch.from, [stretch])
  }
  let live: Stretch[] = []
  for (const node of report.nodes) yield draw(node)

  function draw(node: DrawnGraphNode): Rail {
    live = live.filter(stretch => stretch.to >= node.row)
    const cells: Canvas = new Map()
    for (const one of live) mark(cells, one.column, one.lane, UP | (one.to > node.row ? DOWN : 0))
    const own = node.kind === 'agent' ? byAgent.get(node.id) : byBranch.get(node.branch)
    const begun = startingAt.get(node.row) ?? []
    for (const one of begun) if (one.to > one.from) mark(cells, one.column, one.lane, DOWN)
    for (const one of begun) if (one.to > one.from) live.push(one)
    if (!own) return { node, cells: [], below: [] }
    if (node.kind === 'fork') {
      for (const branch of node.branches) {
        const target = byBranch.get(branch)
        if (target) connect(cells, own, target)
      }
    }
    const starter = node.kind === 'agent' ? survey.startedBy.get(node.id) : undefined
    const host =
      starter === undefined ? undefined : (byAgent.get(starter) ?? byBranch.get(survey.startedAt.get(starter)!))
    if (host) connect(cells, host, own)
    const below = belowOf(cells)
    const isLine = node.kind === 'fork' && node.reason === 'branch'
    return { node, cells: drawn(cells, isLine ? undefined : own.column, own.lane, SYMBOLS[node.kind]), below }
  }
}

interface Mark {
  bits: number
  lane: number
}
type Canvas = Map<number, Mark>

function mark(cells: Canvas, column: number, lane: number, bits: number): void {
  const known = cells.get(column)
  if (known) known.bits |= bits
  else cells.set(column, { bits, lane })
}

/** A line to the side; what it crosses goes on. */
function connect(cells: Canvas, from: Stretch, to: Stretch): void {
  if (from.column === to.column) return
  const [left, right] = from.column < to.column ? [from, to] : [to, from]
  mark(cells, left.column, left.lane, RIGHT)
  mark(cells, right.column, right.lane, LEFT)
  for (let column = left.column + 1; column < right.column; column++) mark(cells, column, to.lane, LEFT | RIGHT)
}

function drawn(cells: Canvas, at: number | undefined, lane: number, symbol: string): readonly Cell[] {
  const last = Math.max(at ?? 0, ...cells.keys())
  const out: Cell[] = []
  for (let column = 0; column <= last; column++) {
    const cell = cells.get(column)
    out.push(column === at ? { text: symbol, lane } : { text: BOX[cell?.bits ?? 0]!, lane: cell?.lane ?? 0 })
    if (column === last) break
    const next = cells.get(column + 1)
    const joins = next !== undefined && (next.bits & LEFT) !== 0 && ((cell?.bits ?? 0) & RIGHT) !== 0
    out.push({ text: joins ? '─' : ' ', lane: next?.lane ?? 0 })
  }
  return out
}

function belowOf(cells: Canvas): readonly Cell[] {
  const down: Canvas = new Map()
  for (const [column, { bits, lane }] of cells) if ((bits & DOWN) !== 0) down.set(column, { bits: UP | DOWN, lane })
  return down.size === 0 ? [] : drawn(down, undefined, 0, '')
}

function stretchesOf({ lanes }: GraphDrawing, { agents, startedBy }: GraphSurvey, most: number) {
  const stretch = (lane: number, from: number, to: number): Stretch => ({
    column: Math.min(lane, most - 1),
    lane,
    from,
    to,
  })
  const byBranch = new Map(lanes.map(lane => [lane.branch, stretch(lane.number, ...lane.rows)]))
  const lastBelow = new Map<string, number>()
  for (const { id, row } of agents.values()) {
    const starter = startedBy.get(id)
    if (starter !== undefined) lastBelow.set(starter, Math.max(lastBelow.get(starter) ?? 0, row))
  }
  const byAgent = new Map<string, Stretch>()
  for (const { id, lane, row } of agents.values())
    byAgent.set(id, stretch(lane, row, Math.max(row, lastBelow.get(id) ?? row)))
  return { byBranch, byAgent, all: [...byBranch.values(), ...byAgent.values()] }
}
