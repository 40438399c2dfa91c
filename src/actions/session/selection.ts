// What a short reference names in a session: the turns it lies in, the branch to read them on, and the lines that are meant
// where it is less than whole turns.

import type { Conversation } from '../../conversation/conversation.js'
import { ASSISTANT, isMain, NONE, USER } from '../../conversation/rows.js'
import { InputError } from '../../format/error.js'
import { pointWord, type SessionPoint } from '../../format/point-reference.js'
import type { LeafChoice } from '../read/show/path.js'

export interface Selection {
  /** Numbers of turns, in file order. */
  readonly turns: readonly number[]
  /** Where they are not on the active branch. */
  readonly leaf: LeafChoice | undefined
  /** Only what is made from these lines; undefined for all of the turns. */
  readonly lines: ReadonlySet<number> | undefined
  /** Its last entry in the file. */
  readonly lastRow: number
}

export function selectionAt(conversation: Conversation, point: SessionPoint): Selection {
  return point.kind === 'turns' ? turnsAt(conversation, point.from, point.to) : entriesAt(conversation, point)
}

function turnsAt({ turns }: Conversation, from: number, to: number): Selection {
  const named = turns.list.filter(({ index }) => index >= from && index <= to)
  const [first] = named
  if (!first) {
    const known =
      turns.list.length === 0
        ? 'it has no turns'
        : `its turns are ${turns.list[0]!.index} to ${turns.list.at(-1)!.index}`
    throw new InputError(
      'point-unknown',
      `the session has no turn ${from === to ? from : `${from} to ${to}`}: ${known}`,
    )
  }
  // A range that begins on one branch is read along it.
  return {
    turns: named.map(({ index }) => index),
    leaf: first.branch === 1 ? undefined : { branch: first.branch },
    lines: undefined,
    lastRow: named.at(-1)!.lastRow,
  }
}

function entriesAt(conversation: Conversation, point: Exclude<SessionPoint, { kind: 'turns' }>): Selection {
  const { rows, turns, branches, inventory } = conversation
  const found =
    point.kind === 'message' ? messageRows(conversation, point.number) : rowsInLines(conversation, point.from, point.to)
  if (found.length === 0)
    throw new InputError(
      'point-unknown',
      point.kind === 'message'
        ? `the session has no message ${point.number}`
        : `no entry of the session is at ${pointWord(point)}; the file has ${inventory.lines} lines`,
    )
  const positions = new Set(found.map(row => turns.of[row]!).filter(position => position !== NONE))
  const branch = found.map(row => (isMain(rows, row) ? branches.of[row]! : 0)).find(number => number > 0) ?? 1
  return {
    turns: [...positions].map(position => turns.list[position]!.index),
    leaf: branch === 1 ? undefined : { branch },
    lines: new Set(found.map(row => rows.line[row]!)),
    lastRow: found.at(-1)!,
  }
}

function rowsInLines({ rows }: Conversation, from: number, to: number): readonly number[] {
  const found: number[] = []
  for (let row = 0; row < rows.count; row++) if (rows.line[row]! >= from && rows.line[row]! <= to) found.push(row)
  return found
}

/** Prompts and results are a message each; the entries of one answer are one together. Numbered by their first entries. */
function messageRows(conversation: Conversation, number: number): readonly number[] {
  const { rows, messages } = conversation
  const firstOf = new Map(messages.map(message => [message.rows[0]!, message]))
  let count = 0
  for (let row = 0; row < rows.count; row++) {
    const answer = rows.role[row] === ASSISTANT ? firstOf.get(row) : undefined
    if (!answer && rows.role[row] !== USER) continue
    if (++count === number) return answer ? answer.rows : [row]
  }
  return []
}
