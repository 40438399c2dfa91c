// Turns: a prompt and all that follows until the next one on the same path (D3).

import type { Branches } from './branches.js'
import { childrenOf, type Graph } from './graph.js'
import type { Message } from './messages.js'
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
  readonly list: readonly Turn[]
  /** Position in `list` of the turn that a row belongs to, or NONE. */
  readonly of: Int32Array
}

export function findTurns(rows: Rows, graph: Graph, branches: Branches, messages: readonly Message[]): Turns {
  const starts: number[] = []
  for (let place = 0; place < rows.count; place++) {
    // Of entries with the same uuid the last one counts, in the place of the first (N7).
    const copies = graph.copies.get(rows.uuid[place]!)
    const row = copies?.last ?? place
    if ((copies === undefined || copies.first === place) && isMain(rows, row) && isStart(rows, graph, row))
      starts.push(row)
  }
  const implicit = starts.length === 0 ? firstWork(rows) : NONE
  if (implicit !== NONE) starts.push(implicit)
  const of = assign(rows, graph, branches, starts)
  const parts = starts.map(() => ({ first: NONE, last: NONE, entries: 0, messages: [] as number[] }))
  for (let row = 0; row < rows.count; row++) {
    const part = parts[of[row]!]
    if (!part) continue
    if (part.first === NONE) part.first = row
    part.last = row
    part.entries++
  }
  messages.forEach((message, position) => {
    parts[of[message.rows[0]!]!]?.messages.push(position)
  })
  const states = turnStates(rows, of, messages, parts, starts)
  const list = starts.map((row, index): Turn => {
    const part = parts[index]!
    return {
      index: row === implicit ? 0 : index + 1,
      kind: row === implicit ? 'implicit' : (kindOf(rows, row) as TurnKind),
      row,
      branch: branches.of[row]! || 1,
      state: states[index]!,
      firstRow: part.first === NONE ? row : part.first,
      lastRow: part.last === NONE ? row : part.last,
      messages: part.messages.slice(),
      entries: part.entries,
    }
  })
  return { list, of }
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
  for (let row = 0; row < rows.count; row++) {
    if (!known[row]) resolve(row)
    if (of[row] === NONE) of[row] = current
    else current = of[row]!
  }
  return of

  function resolve(from: number): void {
    const stack: number[] = []
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

interface Part {
  readonly first: number
  readonly last: number
  readonly messages: readonly number[]
}

/** `end_turn` finishes a turn (D2), and so do the rows that the client writes when one is over. */
function turnStates(
  rows: Rows,
  of: Int32Array,
  messages: readonly Message[],
  parts: readonly Part[],
  starts: readonly number[],
): readonly TurnState[] {
  // What an agent inside a turn says or suffers does not end the turn.
  const isOwn = (turn: number, row: number): boolean =>
    has(rows, row, SIDECHAIN) === has(rows, starts[turn]!, SIDECHAIN)
  const interruptedAt = new Int32Array(parts.length).fill(NONE)
  const overAt = new Int32Array(parts.length).fill(NONE)
  const endMarks = new Set([rows.names.find('turn_duration'), rows.names.find('stop_hook_summary')])
  endMarks.delete(0)
  for (let row = 0; row < rows.count; row++) {
    const turn = of[row]!
    if (turn === NONE || !isOwn(turn, row)) continue
    if (kindOf(rows, row) === 'interrupt') interruptedAt[turn] = row
    else if (rows.role[row] === SYSTEM && endMarks.has(rows.subtype[row]!)) overAt[turn] = row
  }
  const endTurn = rows.names.find('end_turn')
  return parts.map((part, turn) => {
    const isAnswer = ({ synthetic, rows: [first] }: Message): boolean => !synthetic && isOwn(turn, first!)
    const last = messages[part.messages.findLast(position => isAnswer(messages[position]!)) ?? -1]
    const lastRow = last ? last.rows.reduce((most, row) => Math.max(most, row), NONE) : NONE
    if (interruptedAt[turn]! > lastRow) return 'interrupted'
    const ended = last !== undefined && endTurn !== 0 && last.stopReason === endTurn
    return ended || overAt[turn]! > lastRow ? 'finished' : 'open'
  })
}
