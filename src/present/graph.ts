// The shape of a session on a terminal: lanes on the left, what happened on the right, the oldest on top.

import type { DrawnGraphNode, GraphDrawing } from '../actions/read/index.js'
import { isSessionId } from '../format/session-folder.js'
import { sessionWord } from '../format/shell-word.js'
import { ALIGNED } from './columns.js'
import { type Cell, graphRails, type Rail } from './graph-rails.js'
import { firstPoint, requestLines } from './graph-requests.js'
import { type GraphSurvey, surveyGraph } from './graph-survey.js'
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
  report: GraphDrawing,
  screen: Screen,
  options: { readonly eachRequest?: boolean } = {},
): Generator<string> {
  const eachRequest = options.eachRequest ?? false
  const example = firstPoint(eachRequest)
  const measure = measures(report)
  const survey = surveyGraph(report, node => {
    example.look(node)
    measure.look(node)
  })
  yield* heading(report, survey, screen)
  if (survey.counts.size > 0) yield ''
  yield* lanes(report, survey, measure, screen, eachRequest)
  const notes = [...footnotes(report, screen, example.point())]
  if (notes.length > 0) yield ''
  for (const note of notes) for (const line of wrap(note, screen.width)) yield screen.paint.dim(line)
}

function* heading(
  { session, lanes, turns, entries }: GraphDrawing,
  { counts }: GraphSurvey,
  screen: Screen,
): Generator<string> {
  const title = visibleLine(session.title ?? '') || visibleLine(session.id)
  if (title !== '') yield screen.paint.bold(fitTo(title, screen.width))
  const main = lanes.find(lane => lane.state === 'active')
  const active = main ? `, ${main.turns} on the active one` : ''
  const parts = [
    lanes.length > 1 ? `${count(turns, 'turn')} in ${count(lanes.length, 'branch')}${active}` : count(turns, 'turn'),
    count(entries, 'entry'),
    ...(['compaction', 'agent', 'cut'] as const).flatMap(kind =>
      counts.has(kind) ? [count(counts.get(kind)!, kind)] : [],
    ),
  ]
  for (const line of wrap(parts.join(' · '), screen.width)) yield screen.paint.dim(line)
}

/** How wide the columns become. */
function measures(report: GraphDrawing) {
  const words = graphWords(report)
  const most = { lane: 0, number: 0, amount: 0, where: 0, words: 0 }
  return {
    most,
    look(node: DrawnGraphNode): void {
      most.lane = Math.max(most.lane, node.lane)
      most.number = Math.max(most.number, numberOf(node).length)
      const text = words(node)
      if (!isRow(node)) return
      most.amount = Math.max(most.amount, amountOf(node).length)
      most.where = Math.max(most.where, whereOf(node).length)
      most.words = Math.max(most.words, width(text))
    },
  }
}

function* lanes(
  report: GraphDrawing,
  survey: GraphSurvey,
  { most: widest }: ReturnType<typeof measures>,
  screen: Screen,
  eachRequest: boolean,
): Generator<string> {
  const most = Math.max(1, Math.min(MOST_LANES, Math.floor(screen.width / 8)))
  const words = graphWords(report)
  const requestsBelow = requestLines(eachRequest)
  const graph = Math.min(widest.lane + 1, most) * 2 - 1
  const { number } = widest
  const indent = graph + GAP.length + (number > 0 ? number + GAP.length : 0)
  const hasPlaces = screen.width >= 100
  const noteWidth = widest.amount + (hasPlaces ? widest.where : 0)
  const room = Math.max(8, screen.width - indent)
  // On a narrow terminal the prompt is worth more than the count.
  const withNotes = room - noteWidth - GAP.length >= 24
  const label = Math.min(widest.words, room === Infinity ? ALIGNED : withNotes ? room - noteWidth - GAP.length : room)

  for (const rail of graphRails(report, survey, most)) {
    const { node } = rail
    const color = colorOf(node, screen.paint)
    const start = rails(rail.cells, screen.paint) + pad('', graph - railWidth(rail.cells)) + GAP
    const turn = number > 0 ? screen.paint.yellow(pad(numberOf(node), number, 'right')) + GAP : ''
    if (isRow(node)) {
      const text = fitTo(words(node), room === Infinity ? room : label)
      const amount = pad(amountOf(node), widest.amount, 'right') + (hasPlaces ? whereOf(node) : '')
      const note = withNotes ? GAP + screen.paint.dim(amount) : ''
      yield `${start}${turn}${color(text)}${note === '' ? '' : pad('', label - width(text))}${note}`.trimEnd()
    } else yield* lines(words(node), rail, { start: start + turn, indent, graph, room, color, paint: screen.paint })
    const requests = requestsBelow(node)
    const longest = requests.reduce((most, { points }) => Math.max(most, width(points)), 0)
    for (const { points, words } of requests) {
      const beside = rails(rail.below, screen.paint) + pad('', indent - railWidth(rail.below))
      const text = fitTo(GAP + words, room - longest)
      yield beside + screen.paint.yellow(pad(points, longest)) + screen.paint.dim(text)
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

/** How much a node stands for. */
function amountOf(node: DrawnGraphNode): string {
  return `${node.kind === 'turn' && node.state === 'interrupted' ? 'interrupted, ' : ''}${count(node.entries, 'entry')}`
}

/** And where, for a column of its own. */
function whereOf({ lines }: DrawnGraphNode): string {
  const [first, last] = lines ?? [0, 0]
  return first > 0 ? GAP + (first === last ? `line ${first}` : `lines ${first}–${last}`) : ''
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

function* footnotes(report: GraphDrawing, screen: Screen, point: string | undefined): Generator<string> {
  const { leaf, foldedForks, lanes, session } = report
  if (leaf.line === null) yield `No active leaf: ${visibleLine(leaf.why)}.`
  const word = isSessionId(session.id) ? session.id.slice(0, 8) : sessionWord(session.id)
  const others = lanes.filter(lane => lane.branch !== 1)
  if (others.length > 0 && session.id !== '')
    yield `Branch ${others[0]!.branch}: ${suggested(`rethread show ${word} --leaf ${others[0]!.branch}`, screen)}`
  if (point !== undefined && session.id !== '')
    yield `Clone from a request: ${suggested(`rethread clone ${word} --leaf ${visibleLine(point)}`, screen)}`
  if (foldedForks > 0) yield `${count(foldedForks, 'technical fork')} hidden (use --all to show)`
}
