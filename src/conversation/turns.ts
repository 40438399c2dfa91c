// Turns: a prompt and all that follows until the next one on the same path (D3).

import type { Branches } from './branches.js'
import { childrenOf, type Graph } from './graph.js'
import { madeWhenAsked } from './made-when-asked.js'
import { type MessageColumns, rowsOf, SYNTHETIC_MESSAGE } from './message-columns.js'
import {
  API_ERROR,
  ASSISTANT,
  ATTACHMENT,
  has,
  isMain,
  kindOf,
  NONE,
  PROGRESS,
  type Rows,
  SIDECHAIN,
  SYNTHETIC,
  SYSTEM,
} from './rows.js'

export type TurnKind = 'prompt' | 'queued' | 'command' | 'bash' | 'implicit'
export type TurnState = 'finished' | 'open' | 'interrupted'

const STATES = ['finished', 'open', 'interrupted'] as const satisfies readonly TurnState[]
const FINISHED = 0
const OPEN = 1
const INTERRUPTED = 2

export interface Turn {
  /** 1-based in file order over the whole file; 0 for the implicit turn of a file without any prompt. */
  readonly index: number
  readonly kind: TurnKind
  /** The entry that starts it; for an implicit turn the first entry of the work. */
  readonly row: number
  /** Branch number (branches.ts); 1 is the active path. */
  readonly branch: number
  readonly state: TurnState
  readonly firstRow: number
  readonly lastRow: number
  /** Assistant messages of the turn, as positions in the conversation's messages. */
  readonly messages: readonly number[]
  readonly entries: number
}

export interface Turns {
  readonly count: number
  readonly list: readonly Turn[]
  /** One of them, where the others are not asked for. */
  at(position: number): Turn | undefined
  /** By position: the entry that starts it. */
  readonly starts: Int32Array
  /** Position in `list` of the turn that a row belongs to, or NONE. */
  readonly of: Int32Array
}

export function findTurns(rows: Rows, graph: Graph, branches: Branches, messages: MessageColumns): Turns {
  const starts = startsOf(rows, graph)
  const implicit = starts.length === 0 ? firstWork(rows) : NONE
  if (implicit !== NONE) starts.push(implicit)
  const of = assign(rows, graph, branches, starts)
  const columns = turnColumns(rows, of, messages, starts)
  const known: KnownTurns = { rows, branches, columns, implicit }
  const turnAt = (at: number): Turn => new TurnView(known, at)
  const list = madeWhenAsked(() => Array.from(columns.start, (_, at) => turnAt(at)))
  return {
    count: starts.length,
    get list() {
      return list()
    },
    at: position => (position >= 0 && position < columns.start.length ? turnAt(position) : undefined),
    starts: columns.start,
    of,
  }
}

interface KnownTurns {
  readonly rows: Rows
  readonly branches: Branches
  readonly columns: TurnColumns
  readonly implicit: number
}

/** Two numbers instead of a copy: a long session has a hundred thousand of them (I5). */
class TurnView implements Turn {
  readonly #known: KnownTurns
  readonly #at: number

  constructor(known: KnownTurns, at: number) {
    this.#known = known
    this.#at = at
  }

  get index(): number {
    return this.row === this.#known.implicit ? 0 : this.#at + 1
  }

  get kind(): TurnKind {
    const { rows, implicit } = this.#known
    return this.row === implicit ? 'implicit' : (kindOf(rows, this.row) as TurnKind)
  }

  get row(): number {
    return this.#known.columns.start[this.#at]!
  }

  get branch(): number {
    return this.#known.branches.of[this.row]! || 1
  }

  get state(): TurnState {
    return STATES[this.#known.columns.state[this.#at]!]!
  }

  get firstRow(): number {
    const first = this.#known.columns.first[this.#at]!
    return first === NONE ? this.row : first
  }

  get lastRow(): number {
    const last = this.#known.columns.last[this.#at]!
    return last === NONE ? this.row : last
  }

  get messages(): readonly number[] {
    const { messages, firstMessage } = this.#known.columns
    return [...messages.subarray(firstMessage[this.#at]!, firstMessage[this.#at + 1]!)]
  }

  get entries(): number {
    return this.#known.columns.entries[this.#at]!
  }
}

function startsOf(rows: Rows, graph: Graph): number[] {
  const starts: number[] = []
  for (let place = 0; place < rows.count; place++) {
    // Of entries with the same uuid the last one counts, in the place of the first (N7).
    const copies = graph.copies.get(rows.uuid[place]!)
    const row = copies?.last ?? place
    if ((copies === undefined || copies.first === place) && isMain(rows, row) && isStart(rows, graph, row))
      starts.push(row)
  }
  return starts
}

interface TurnColumns {
  readonly start: Int32Array
  /** Its first and last row, NONE where it has none; how many it has. */
  readonly first: Int32Array
  readonly last: Int32Array
  readonly entries: Int32Array
  readonly state: Uint8Array
  /** Where its messages begin among `messages`; they end where those of the next one begin. */
  readonly firstMessage: Int32Array
  readonly messages: Int32Array
}

function turnColumns(rows: Rows, of: Int32Array, messages: MessageColumns, starts: readonly number[]): TurnColumns {
  const count = starts.length
  const columns: TurnColumns = {
    start: Int32Array.from(starts),
    first: new Int32Array(count).fill(NONE),
    last: new Int32Array(count).fill(NONE),
    entries: new Int32Array(count),
    state: new Uint8Array(count),
    firstMessage: new Int32Array(count + 1),
    messages: new Int32Array(messages.count),
  }
  for (let row = 0; row < rows.count; row++) {
    const turn = of[row]!
    if (turn === NONE) continue
    if (columns.first[turn] === NONE) columns.first[turn] = row
    columns.last[turn] = row
    columns.entries[turn]!++
  }
  for (let at = 0; at < messages.count; at++) {
    const turn = of[messages.firstRow[at]!]!
    if (turn !== NONE) columns.firstMessage[turn + 1]!++
  }
  for (let turn = 0; turn < count; turn++) columns.firstMessage[turn + 1]! += columns.firstMessage[turn]!
  const next = columns.firstMessage.slice()
  for (let at = 0; at < messages.count; at++) {
    const turn = of[messages.firstRow[at]!]!
    if (turn !== NONE) columns.messages[next[turn]!++] = at
  }
  setStates(rows, of, messages, columns)
  return columns
}

function isStart(rows: Rows, graph: Graph, row: number): boolean {
  switch (kindOf(rows, row)) {
    case 'prompt':
    case 'queued':
      return true
    case 'command':
      return isAnswered(rows, graph, row, false)
    case 'bash':
      return isAnswered(rows, graph, row, true)
    default:
      return false
  }
}

/**
 * Does the model answer this command? Its expansion is a meta entry below it; a local command only prints, so what
 * stands below its output is not an answer to it. Bash mode always prints first.
 */
function isAnswered(rows: Rows, graph: Graph, command: number, throughOutput: boolean): boolean {
  const open = [command]
  for (let above = open.pop(); above !== undefined; above = open.pop()) {
    for (const row of childrenOf(graph, above)) {
      if (rows.role[row] === ASSISTANT && !has(rows, row, SYNTHETIC | API_ERROR)) return true
      if (isPassedOver(rows, row, throughOutput)) open.push(row)
    }
  }
  return false
}

function isPassedOver(rows: Rows, row: number, throughOutput: boolean): boolean {
  const kind = kindOf(rows, row)
  if (kind !== undefined) return kind === 'meta' || (throughOutput && kind === 'command-output')
  const role = rows.role[row]
  return role === SYSTEM || role === ATTACHMENT || role === PROGRESS || role === ASSISTANT
}

/** Work without a prompt: an agent's own file, or a file whose prompts are gone. */
function firstWork(rows: Rows): number {
  for (let row = 0; row < rows.count; row++) if (rows.role[row] === ASSISTANT) return row
  return NONE
}

/** Every row belongs to the turn of the row that it hangs on; rows that hang on nothing to the one before them. */
function assign(rows: Rows, graph: Graph, branches: Branches, starts: readonly number[]): Int32Array {
  const of = new Int32Array(rows.count).fill(NONE)
  const startAt = new Int32Array(rows.count).fill(NONE)
  starts.forEach((row, index) => {
    startAt[row] = index
  })
  for (const row of graph.duplicates) {
    const copy = startAt[graph.copies.get(rows.uuid[row]!)!.last]!
    // The implicit turn may begin at a row that a later copy replaces.
    if (copy !== NONE) startAt[row] = copy
  }
  const sidechainStart = starts.length === 1 && has(rows, starts[0]!, SIDECHAIN)
  const known = new Uint8Array(rows.count)
  let current = NONE
  const stack: number[] = []
  for (let row = 0; row < rows.count; row++) {
    if (!known[row]) resolve(row)
    if (of[row] === NONE) of[row] = current
    else current = of[row]!
  }
  return of

  function resolve(from: number): void {
    let row = from
    while (row !== NONE && !known[row]) {
      known[row] = 1
      stack.push(row)
      row = startAt[row] !== NONE ? NONE : above(row)
    }
    let turn = row === NONE ? current : of[row]!
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (startAt[next] !== NONE) turn = startAt[next]!
      of[next] = turn
    }
  }

  function above(row: number): number {
    if (rows.uuid[row] === 0) return NONE
    return isMain(rows, row) && !sidechainStart ? branches.up[row]! : graph.parent[row]!
  }
}

/** `end_turn` finishes a turn (D2), and so do the rows that the client writes when one is over. */
function setStates(rows: Rows, of: Int32Array, messages: MessageColumns, { start, state }: TurnColumns): void {
  // What an agent inside a turn says or suffers does not end the turn.
  const isOwn = (turn: number, row: number): boolean => has(rows, row, SIDECHAIN) === has(rows, start[turn]!, SIDECHAIN)
  const interruptedAt = new Int32Array(start.length).fill(NONE)
  const overAt = new Int32Array(start.length).fill(NONE)
  const endMarks = new Set([rows.names.find('turn_duration'), rows.names.find('stop_hook_summary')])
  endMarks.delete(0)
  for (let row = 0; row < rows.count; row++) {
    const turn = of[row]!
    if (turn === NONE || !isOwn(turn, row)) continue
    if (kindOf(rows, row) === 'interrupt') interruptedAt[turn] = row
    else if (rows.role[row] === SYSTEM && endMarks.has(rows.subtype[row]!)) overAt[turn] = row
  }
  const lastAnswer = new Int32Array(start.length).fill(NONE)
  for (let at = 0; at < messages.count; at++) {
    const first = messages.firstRow[at]!
    const turn = of[first]!
    if (turn !== NONE && (messages.flags[at]! & SYNTHETIC_MESSAGE) === 0 && isOwn(turn, first)) lastAnswer[turn] = at
  }
  const endTurn = rows.names.find('end_turn')
  for (let turn = 0; turn < start.length; turn++) {
    const answer = lastAnswer[turn]!
    let lastRow = NONE
    if (answer !== NONE) for (const row of rowsOf(messages, answer)) lastRow = Math.max(lastRow, row)
    const ended = answer !== NONE && endTurn !== 0 && messages.stopReason[answer] === endTurn
    state[turn] = interruptedAt[turn]! > lastRow ? INTERRUPTED : ended || overAt[turn]! > lastRow ? FINISHED : OPEN
  }
}
