// A point in a session, as people write it: a branch number, a request of a turn (`3.12`), a uuid or its beginning, or the
// end of a short reference (`t7`, `m31`, `L212`).

import type { Conversation } from '../../conversation/conversation.js'
import { isMain, uuidOf } from '../../conversation/rows.js'
import { InputError } from '../../format/error.js'
import { sessionPoint } from '../../format/point-reference.js'
import { requestsOfTurns } from '../../reshape/zones/index.js'
import type { LeafChoice } from '../read/show/path.js'
import { selectionAt } from './selection.js'

/** Shorter beginnings would fit by accident. */
const MIN_PREFIX = 4

export function pointIn(conversation: Conversation, text: string): LeafChoice {
  const { branches } = conversation
  if (/^\d{1,9}$/.test(text) && branches.list.some(branch => branch.number === Number(text))) {
    return { branch: Number(text) }
  }
  const [, turn, request] = /^(\d{1,9})\.(\d{1,9})$/.exec(text) ?? []
  if (turn !== undefined) return { row: endOfRequest(conversation, Number(turn), Number(request)) }
  const short = sessionPoint(text)
  if (short) return { row: endOf(conversation, selectionAt(conversation, short).lastRow) }
  const rows = text.length < MIN_PREFIX ? [] : rowsWith(conversation, text.toLowerCase())
  if (rows.length === 1) return { row: rows[0]! }
  const known = branches.list.map(branch => `${branch.number} (${branch.state})`).join(', ')
  throw new InputError(
    rows.length === 0 ? 'point-unknown' : 'point-ambiguous',
    rows.length === 0
      ? `no branch or entry matches ${JSON.stringify(text)}. Branches: ${known}`
      : `${rows.length} entries start with ${JSON.stringify(text)}; give more of the uuid`,
  )
}

/** The entry itself where it is in the tree; else the last one before it that is. */
function endOf({ rows }: Conversation, row: number): number {
  let end = row
  while (end > 0 && !isMain(rows, end)) end--
  return end
}

/** The last entry of a request, with the results of its calls. */
function endOfRequest(conversation: Conversation, turn: number, number: number): number {
  const { list } = requestsOfTurns(conversation)
  const own = list.filter(one => conversation.turns.list[one.turn]?.index === turn)
  const found = own[number - 1]
  if (found) return found.rows.at(-1)!
  throw new InputError(
    'point-unknown',
    own.length === 0
      ? `turn ${turn} has no request`
      : `turn ${turn} has ${own.length === 1 ? 'one request' : `${own.length} requests`}, not ${number}`,
  )
}

function rowsWith({ rows }: Conversation, prefix: string): readonly number[] {
  const found = new Map<string, number>()
  for (let row = 0; row < rows.count; row++) {
    if (!isMain(rows, row)) continue
    const uuid = uuidOf(rows, row)!
    // Of entries with the same uuid the last one counts (N7).
    if (uuid.toLowerCase().startsWith(prefix)) found.set(uuid, row)
  }
  return [...found.values()]
}
