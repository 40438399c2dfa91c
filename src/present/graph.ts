// The shape of a session on a terminal: lanes on the left, what happened on the right, the oldest on top.

import type { DrawnGraphNode, GraphReport } from '../actions/read/graph.js'
import { isSessionId } from '../format/session-folder.js'
import { sessionWord } from '../format/shell-word.js'
import { ALIGNED } from './columns.js'
import { type Cell, graphRails, type Rail } from './graph-rails.js'
import { firstPoint, requestLines } from './graph-requests.js'
import { graphWords } from './graph-words.js'
import type { Paint } from './paint.js'
import type { Screen } from './screen.js'
import { suggested } from './suggested.js'
import { visibleLine } from './terminal-text.js'
import { count } from './units.js'
import { fitTo, pad, width, wrap } from './width.js'

/** Columns that the lanes may take before those further out are drawn as one. */
const MOST_LANES = 16
const GAP = '  '

export function* presentGraph(
  report: GraphReport,
  screen: Screen,
  options: { readonly eachRequest?: boolean } = {},
): Generator<string> {
  yield* heading(report, screen)
  if (report.nodes.length > 0) yield ''
  yield* lanes(report, screen, options.eachRequest ?? false)
  const notes = [...footnotes(report, screen, options.eachRequest ?? false)]
  if (notes.length > 0) yield ''
  for (const note of notes) for (const line of wrap(note, screen.width)) yield screen.paint.dim(line)
}

function* heading({ session, nodes, lanes, turns, entries }: GraphReport, screen: Screen): Generator<string> {
  const title = visibleLine(session.title ?? '') || visibleLine(session.id)
  if (title !== '') yield screen.paint.bold(fitTo(title, screen.width))
  const number = (kind: DrawnGraphNode['kind']): number => nodes.filter(node => node.kind === kind).length
  const main = lanes.find(lane => lane.state === 'active')
  const active = main ? `, ${main.turns} on the active one` : ''
  const parts = [
    lanes.length > 1 ? `${count(turns, 'turn')} in ${count(lanes.length, 'branch')}${active}` : count(turns, 'turn'),
    count(entries, 'entry'),
    ...(['compaction', 'agent', 'cut'] as const).flatMap(kind => (number(kind) > 0 ? [count(number(kind), kind)] : [])),
  ]
  for (const line of wrap(parts.join(' · '), screen.width)) yield screen.paint.dim(line)
}

function* lanes(report: GraphReport, screen: Screen, eachRequest: boolean): Generator<string> {
  const { nodes } = report
  const most = Math.max(1, Math.min(MOST_LANES, Math.floor(screen.width / 8)))
  const words = graphWords(report)
  const requestsBelow = requestLines(report, eachRequest)
  const outermost = nodes.reduce((lane, node) => Math.max(lane, node.lane), 0)
  const graph = Math.min(outermost + 1, most) * 2 - 1
  const number = nodes.reduce((most, node) => Math.max(most, numberOf(node).length), 0)
  const indent = graph + GAP.length + (number > 0 ? number + GAP.length : 0)
  const notes = notesOf(nodes, screen.width)
  const noteWidth = notes.reduce((most, note) => Math.max(most, note.length), 0)
  const room = Math.max(8, screen.width - indent)
  const longest = nodes.reduce((most, node) => (isRow(node) ? Math.max(most, width(words(node))) : most), 0)
  // On a narrow terminal the prompt is worth more than the count.
  const withNotes = room - noteWidth - GAP.length >= 24
  const label = Math.min(longest, room === Infinity ? ALIGNED : withNotes ? room - noteWidth - GAP.length : room)

  for (const rail of graphRails(report, most)) {
    const { node } = rail
    const color = colorOf(node, screen.paint)
    const start = rails(rail.cells, screen.paint) + pad('', graph - railWidth(rail.cells)) + GAP
    const turn = number > 0 ? screen.paint.yellow(pad(numberOf(node), number, 'right')) + GAP : ''
    if (isRow(node)) {
      const text = fitTo(words(node), room === Infinity ? room : label)
      const note = withNotes ? GAP + screen.paint.dim(notes[node.row]!) : ''
      yield `${start}${turn}${color(text)}${note === '' ? '' : pad('', label - width(text))}${note}`.trimEnd()
    } else yield* lines(words(node), rail, { start: start + turn, indent, graph, room, color, paint: screen.paint })
    const requests = requestsBelow(node.row)
    const widest = requests.reduce((most, { points }) => Math.max(most, width(points)), 0)
    for (const { points, words } of requests) {
      const beside = rails(rail.below, screen.paint) + pad('', indent - railWidth(rail.below))
      const text = fitTo(GAP + words, room - widest)
      yield beside + screen.paint.yellow(pad(points, widest)) + screen.paint.dim(text)
    }
  }
}

interface Place {
  readonly start: string
  readonly indent: number
  readonly graph: number
  readonly room: number
  readonly color: (text: string) => string
  readonly paint: Paint
}

/** A reason is never cut: it goes on below, beside the lanes that go on. */
function* lines(text: string, { below }: Rail, place: Place): Generator<string> {
  const [first = '', ...rest] = wrap(text, place.room)
  yield (place.start + place.color(first)).trimEnd()
  for (const line of rest) {
    yield rails(below, place.paint) + pad('', place.indent - railWidth(below)) + place.color(line)
  }
}

/** Prompts and tasks are of any length: they get one line, with a count beside it. */
function isRow({ kind }: DrawnGraphNode): boolean {
  return kind === 'turn' || kind === 'agent' || kind === 'entry'
}

function numberOf(node: DrawnGraphNode): string {
  return node.kind === 'turn' ? String(node.turn) : ''
}

/** How much a node stands for, and, where there is room, where; in columns of their own. */
function notesOf(nodes: readonly DrawnGraphNode[], columns: number): readonly string[] {
  const entries = nodes.map(node => {
    if (!isRow(node)) return ''
    return `${node.kind === 'turn' && node.state === 'interrupted' ? 'interrupted, ' : ''}${count(node.entries, 'entry')}`
  })
  const widest = entries.reduce((most, note) => Math.max(most, note.length), 0)
  return nodes.map((node, index) => {
    if (!isRow(node)) return ''
    const [first, last] = node.lines ?? [0, 0]
    const where = first === last ? `line ${first}` : `lines ${first}–${last}`
    return pad(entries[index]!, widest, 'right') + (columns >= 100 && first > 0 ? GAP + where : '')
  })
}

function colorOf(node: DrawnGraphNode, paint: Paint): (text: string) => string {
  if (node.kind === 'leaf') return text => paint.bold(paint.green(text))
  if (node.kind === 'cut') return paint.red
  if (node.kind === 'compaction') return paint.magenta
  if (node.kind === 'fork' || node.branch !== 1) return paint.dim
  return node.kind === 'agent' ? paint.cyan : text => text
}

function rails(cells: readonly Cell[], paint: Paint): string {
  const colors = [paint.green, paint.magenta, paint.cyan, paint.yellow, paint.blue, paint.red]
  return cells.map(({ text, lane }) => (text === ' ' ? text : colors[lane % colors.length]!(text))).join('')
}

function railWidth(cells: readonly Cell[]): number {
  return cells.length
}

function* footnotes(report: GraphReport, screen: Screen, eachRequest: boolean): Generator<string> {
  const { leaf, foldedForks, lanes, session } = report
  if (leaf.line === null) yield `No active leaf: ${visibleLine(leaf.why)}.`
  const word = isSessionId(session.id) ? session.id.slice(0, 8) : sessionWord(session.id)
  const others = lanes.filter(lane => lane.branch !== 1)
  if (others.length > 0 && session.id !== '')
    yield `Branch ${others[0]!.branch}: ${suggested(`rethread show ${word} --leaf ${others[0]!.branch}`, screen)}`
  const point = firstPoint(report, eachRequest)
  if (point !== undefined && session.id !== '')
    yield `Clone from a request: ${suggested(`rethread clone ${word} --leaf ${visibleLine(point)}`, screen)}`
  if (foldedForks > 0) yield `${count(foldedForks, 'technical fork')} hidden (use --all to show)`
}
