// Turns to read, within a budget: prompts, answers and failures before calls that went well, texts shortened before anything
// is left out, and where something is left out, from which line to which.

import { pointReference } from '../../format/point-reference.js'
import { oneLine } from '../../summarize/words.js'
import { type Doing, withSession } from '../action.js'
import { pathOf } from '../read/show/path.js'
import type { Depth } from '../read/show/report.js'
import { isWanted, type ShowOptions, showOptions, showSession, turnsOnPath } from '../read/show.js'
import { type OpenAgent, withAgents } from '../session/agents.js'
import type { OpenSession } from '../session/open-session.js'
import type { Place } from '../session/place.js'
import { sessionTitle } from '../session/session-title.js'
import { type Answers, cuts, listLevels, type NextCall, textLimits } from './answer.js'
import { laterName } from './named-session.js'
import { type Piece, piecesOf } from './show-items.js'
import type { SessionHead } from './turns-answer.js'

export interface ShowData {
  readonly session: SessionHead
  readonly items: readonly (ShownWithin | LeftOutWithin)[]
}

export interface ShownWithin extends Shortened {
  readonly kind: string
  readonly turn: number
  readonly line: number
  readonly tool?: string
  readonly agent?: string
  readonly result?: Shortened & { readonly line: number; readonly failed?: true }
}

export interface Shortened {
  readonly text: string
  /** Characters that are not given, of the text or of its last line; and further lines. */
  readonly more?: number
  readonly moreLines?: number
}

export interface LeftOutWithin {
  readonly kind: 'left-out'
  readonly line: number
  readonly lastLine: number
  readonly count: number
}

export interface ShowQuestion {
  /** `91a14000:t7`, `:t7..t9`, `:m31` or `:L212`; the newest turns of the whole where it is only a session. */
  readonly session?: string | undefined
  readonly depth?: Depth | undefined
  readonly agents?: boolean | undefined
  readonly leaf?: string | undefined
  readonly turns?: { readonly from: number; readonly to: number } | undefined
  /** Characters of the text at a line that an earlier answer gave. */
  readonly skip?: number | undefined
  /** How many characters there will be room for: what is certainly too much is not read. */
  readonly room: number
}

/** A line of an answer is hardly shorter. */
const SHORTEST_PIECE = 30
const SHORTEST_TEXT = 60

export function showAnswers(place: Place, request: ShowQuestion, doing: Doing = {}): Promise<Answers<ShowData>> {
  const { room, skip = 0 } = request
  return withSession(place, request, doing, open =>
    withAgentsIf(request.agents === true, open, agents => {
      const { point } = pointReference(request.session ?? '')
      const isNamed = point !== undefined || request.turns !== undefined
      const options = showOptions(open, {
        session: request.session,
        // An entry that is asked for by itself is shown, whatever it is.
        depth: request.depth ?? (point && point.kind !== 'turns' ? 'all' : 'tools'),
        agents: request.agents ?? false,
        leaf: request.leaf,
        ...(request.turns ? { turns: request.turns } : {}),
        atMost: { lines: Number.POSITIVE_INFINITY, characters: skip + room },
      })
      const most = Math.ceil(room / SHORTEST_PIECE)
      const { pieces, others } = isNamed ? first(open, agents, options, most) : newest(open, agents, options, most)
      const head: SessionHead = {
        ref: laterName(place, request.session, open.id),
        title: oneLine(sessionTitle(open) ?? '', 120),
        project: open.conversation.about.cwd ?? null,
        turns: open.conversation.turns.count,
      }
      return answersOf(head, skip > 0 ? skipped(pieces, skip) : pieces, others, { isNamed, skip })
    }),
  )
}

/** Turns that there is certainly no room for. */
interface Others {
  readonly count: number
  readonly from: number
  readonly to: number
}

interface Collected {
  readonly pieces: readonly Piece[]
  readonly others: Others | undefined
}

/** Most questions are about the session itself; the files of hundreds of agents are opened for those that are not. */
function withAgentsIf<Value>(
  wanted: boolean,
  open: OpenSession,
  use: (agents: readonly OpenAgent[]) => Value | Promise<Value>,
): Value | Promise<Value> {
  return wanted ? withAgents(open, use) : use([])
}

/** What was asked for by its place, from its beginning on. */
function first(open: OpenSession, agents: readonly OpenAgent[], options: ShowOptions, most: number): Collected {
  const numbers = numbersOf(open, options)
  const pieces: Piece[] = []
  let turns = 0
  for (const turn of showSession(open, agents, options).turns) {
    pieces.push(...piecesOf(turn))
    turns++
    if (pieces.length > most) break
  }
  return { pieces, others: othersOf(numbers.slice(turns)) }
}

/** The end of the session, so many turns as there may be room for. */
function newest(open: OpenSession, agents: readonly OpenAgent[], options: ShowOptions, most: number): Collected {
  const numbers = numbersOf(open, options)
  for (let count = 8; ; count *= 4) {
    const last = numbers.slice(-count)
    const pieces = [...showSession(open, agents, { ...options, turns: last }).turns].flatMap(piecesOf)
    if (pieces.length <= most && count < numbers.length) continue
    return { pieces, others: othersOf(numbers.slice(0, -count)) }
  }
}

function numbersOf({ conversation }: OpenSession, { turns, leaf }: ShowOptions): readonly number[] {
  const numbers = turnsOnPath(conversation, pathOf(conversation, leaf)).map(({ turn }) => turn.index)
  return turns === undefined ? numbers : numbers.filter(number => isWanted(number, turns))
}

function othersOf(numbers: readonly number[]): Others | undefined {
  return numbers.length === 0 ? undefined : { count: numbers.length, from: numbers[0]!, to: numbers.at(-1)! }
}

function answersOf(
  head: SessionHead,
  pieces: readonly Piece[],
  others: Others | undefined,
  { isNamed, skip }: { readonly isNamed: boolean; readonly skip: number },
): Answers<ShowData> {
  const order = byWorth(pieces, isNamed)
  const longest = pieces.reduce((most, { text, result }) => Math.max(most, text.length, result?.text.length ?? 0), 0)
  return listLevels(pieces.length, textLimits(SHORTEST_TEXT, longest), pieces.length === 0, (count, limit) => {
    const shown = new Set(order.slice(0, count))
    const { items, cutCharacters, cutLines, firstCut } = laidOut(pieces, shown, limit, pieces.length === 1 ? skip : 0)
    const gap = items.find(item => item.kind === 'left-out') as LeftOutWithin | undefined
    const call = (why: string, point: string, more = 0): NextCall => ({
      ...{ why, question: 'show', about: `${head.ref}:${point}` },
      ...(more > 0 ? { options: { skip: more } } : {}),
    })
    return {
      question: 'show',
      data: { session: head, items },
      cut: cuts(
        { what: 'turn', count: others?.count ?? 0 },
        { what: 'item', count: pieces.length - shown.size },
        { what: 'character', count: cutCharacters },
        { what: 'line', count: cutLines },
      ),
      next: [
        ...(gap ? [call('what is left out', `L${gap.line}..L${gap.lastLine}`)] : []),
        ...(firstCut
          ? [call(firstCut.skip > 0 ? 'the rest of the text' : 'the whole text', `L${firstCut.line}`, firstCut.skip)]
          : []),
        ...(others ? [call(isNamed ? 'further turns' : 'earlier turns', `t${others.from}..t${others.to}`)] : []),
      ],
    }
  })
}

/** What matters most first: by its rank, and among equals the newest, unless a place was asked for. */
function byWorth(pieces: readonly Piece[], isNamed: boolean): readonly Piece[] {
  const places = new Map(pieces.map((piece, at) => [piece, at]))
  const sign = isNamed ? 1 : -1
  return pieces.toSorted((a, b) => a.rank - b.rank || sign * (places.get(a)! - places.get(b)!))
}

/** Without the first characters of what is there. */
function skipped(pieces: readonly Piece[], skip: number): readonly Piece[] {
  let left = skip
  const without = (text: string): string => {
    const rest = text.slice(left)
    left = Math.max(0, left - text.length)
    return rest
  }
  return pieces.flatMap(piece => {
    const text = without(piece.text)
    const result = piece.result && { ...piece.result, text: without(piece.result.text) }
    return text === '' && (!result || result.text === '') ? [] : [{ ...piece, text, ...(result ? { result } : {}) }]
  })
}

interface LaidOut {
  readonly items: ShowData['items']
  readonly cutCharacters: number
  readonly cutLines: number
  /** The first text that was shortened, and what to leave out to go on in it: 0 where it is to be read by itself. */
  readonly firstCut: { readonly line: number; readonly skip: number } | undefined
}

function laidOut(pieces: readonly Piece[], shown: ReadonlySet<Piece>, limit: number, skip: number): LaidOut {
  const items: (ShownWithin | LeftOutWithin)[] = []
  const isAlone = pieces.length === 1
  let [cutCharacters, cutLines] = [0, 0]
  let firstCut: LaidOut['firstCut']
  const cut = (whole: Cuttable, most: number, line: number, before: number): Shortened => {
    const text = clipped(whole.text, most)
    const more = whole.text.length - text.length + whole.more
    const { moreLines } = whole
    if (more === 0 && moreLines === 0) return { text }
    cutCharacters += more
    cutLines += moreLines
    firstCut ??= { line, skip: isAlone ? skip + before + text.length : 0 }
    return { text, ...(more > 0 ? { more } : {}), ...(moreLines > 0 ? { moreLines } : {}) }
  }
  for (const piece of pieces) {
    if (!shown.has(piece)) {
      leaveOut(items, piece)
      continue
    }
    const { kind, turn, line, tool, agent, result } = piece
    items.push({
      kind,
      turn,
      line,
      ...(tool === undefined ? {} : { tool }),
      ...(agent === undefined ? {} : { agent }),
      ...cut(piece, limit * weightOf(piece), line, 0),
      ...(result
        ? {
            result: {
              line: result.line,
              ...cut(result, limit, result.line, piece.text.length),
              ...(result.failed ? { failed: true as const } : {}),
            },
          }
        : {}),
    })
  }
  return { items, cutCharacters, cutLines, firstCut }
}

interface Cuttable {
  readonly text: string
  readonly more: number
  readonly moreLines: number
}

/** What stands side by side is left out together. */
function leaveOut(items: (ShownWithin | LeftOutWithin)[], { line, lastLine }: Piece): void {
  const last = items.at(-1) as LeftOutWithin | undefined
  if (last?.kind === 'left-out')
    items[items.length - 1] = { ...last, lastLine: Math.max(last.lastLine, lastLine), count: last.count + 1 }
  else items.push({ kind: 'left-out', line, lastLine, count: 1 })
}

/** Words of people and the last ones of the model get more room than what was printed on the way. */
function weightOf({ kind, rank }: Piece): number {
  return kind === 'prompt' || (kind === 'answer' && rank === 0) ? 4 : kind === 'thinking' ? 0.5 : 1
}

/** No half of a surrogate pair at the end. */
function clipped(text: string, most: number): string {
  if (text.length <= most) return text
  const end = Math.max(1, Math.floor(most))
  const last = text.charCodeAt(end - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end)
}
