// What the model had when a session was compacted: the entries since the compaction before, with what that one kept,
// read as the client would have found them at that moment.

import { type Context, contextReader, findContext } from '../context/index.js'
import type { Compaction } from '../conversation/compactions.js'
import type { Conversation } from '../conversation/conversation.js'
import { NONE } from '../conversation/rows.js'
import { recordReader } from '../format/records.js'
import { type TurnEvent, turnEvents } from './turn-events.js'

export interface HistorySource {
  readonly conversation: Conversation
  /** The entry's JSON text. */
  json(row: number): string
}

export interface History {
  readonly context: Context
  /** Everything that was sent, with the rows and the numbers of turns that they have in the session. */
  events(): Generator<TurnEvent>
}

/** Entries are read again for the compaction behind them: all compactions together take one more pass. */
export function historyBefore(open: HistorySource, compaction: Compaction, before: Compaction | undefined): History {
  const { turns } = open.conversation
  const rowOf = (before?.keptRows ?? []).toSorted((a, b) => a - b)
  for (let row = before?.row ?? 0; row < compaction.row; row++) rowOf.push(row)
  const { reading, read } = readAgain(open, rowOf)
  const context = findContext(reading)
  return {
    context,
    *events() {
      const { list } = reading.conversation.turns
      const source = { conversation: reading.conversation, read }
      for (const event of turnEvents(source, context, new Set([NONE, ...list.keys()]))) {
        const row = rowOf[event.row]!
        yield { ...event, row, turn: turns.list[turns.of[row]!]?.index ?? 0 }
      }
    },
  }
}

/** One entry a line, whatever stood between them: so the rows are those of the list. */
function readAgain(open: HistorySource, rowOf: readonly number[]) {
  const utf8 = new TextEncoder()
  const reader = contextReader()
  const records = recordReader(reader)
  for (const row of rowOf) records.push(utf8.encode(`${oneLine(open.json(row))}\n`))
  records.end()
  const reading = reader.finish()
  const { offset } = reading.conversation.rows
  const placeOf = new Map(rowOf.map((row, place) => [offset[place]!, row]))
  const read = (at: number, length: number): Uint8Array =>
    utf8.encode(oneLine(open.json(placeOf.get(at)!))).subarray(0, length)
  return { reading, read }
}

/** Between the parts of a JSON text a line break is white space; within its strings there is none. */
function oneLine(json: string): string {
  return json.replaceAll('\n', ' ')
}
