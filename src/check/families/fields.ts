// Fields that are missing or of the wrong kind (R-L9, R-F9, R-M10, N2, N12).

import { NO_CONVERSATION } from '../../context/rules/leaf.js'
import type { SeenEntry } from '../../conversation/conversation.js'
import type { Names } from '../../conversation/names.js'
import {
  ASSISTANT,
  BAD_TIME,
  HAS_MESSAGE,
  has,
  isMain,
  NONE,
  OTHER,
  PROGRESS,
  type Rows,
  TIME_NUMBER,
  USER,
} from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { rangeOf } from '../../format/json/walk.js'
import { finding, type RuleFamily } from '../family.js'
import { passedOver } from '../passed-over.js'
import type { Sent } from '../sent.js'
import { entries, placeOf } from '../words.js'

export function fields(): RuleFamily {
  const withoutType: number[] = []
  const withoutMessage = new Set<number>()
  const badContent = new Map<number, string>()
  let user = 0
  let assistant = 0
  return {
    entry({ facts, row, bytes, start }: SeenEntry, names: Names) {
      if (user === 0) {
        user = names.of('user')
        assistant = names.of('assistant')
      }
      if (facts.type === 0) {
        if (facts.uuid !== 0 || (facts.flags & HAS_MESSAGE) !== 0) withoutType.push(row)
        return
      }
      if ((facts.type !== user && facts.type !== assistant) || facts.content !== 'none' || facts.toolName !== 0) return
      const message = (facts.flags & HAS_MESSAGE) === 0 ? undefined : rangeOf(bytes, start, ['message'])
      if (!message || bytes[message.start] !== 0x7b) withoutMessage.add(row)
      else badContent.set(row, kindOfValue(bytes, rangeOf(bytes, message.start, ['content'])?.start))
    },
    *finish(sent) {
      const { rows } = sent.conversation
      yield* timestamps(sent)
      for (const row of withoutType)
        yield finding('type-missing', 'entry without a type: it is not sent', placeOf(rows, row))
      for (const row of withoutMessage)
        yield finding('message-missing', 'no message: the client skips this entry', placeOf(rows, row))
      const isPassed = badContent.size > 0 ? passedOver(sent.path) : undefined
      for (const [row, kind] of badContent) {
        // What would not be sent anyway is not lost.
        if (isPassed?.(row))
          yield finding('content-invalid', `content is ${kind}: the entry is not sent`, placeOf(rows, row))
      }
      for (let row = 0; row < rows.count; row++) {
        const talks = rows.role[row] === USER || rows.role[row] === ASSISTANT
        if (talks && rows.uuid[row] === 0 && !sent.is[row])
          yield finding('uuid-missing', 'no uuid: the entry is not sent', placeOf(rows, row))
      }
    },
  }
}

/** R-L9: only that of the last entry is needed. */
function* timestamps({ conversation: { rows }, path, refusal, isAgent }: Sent): Iterable<Finding> {
  const bad: number[] = []
  for (let row = 0; row < rows.count; row++) {
    const chained = rows.role[row] !== OTHER && rows.role[row] !== PROGRESS && (isAgent || isMain(rows, row))
    const isTime = !Number.isNaN(rows.time[row]!) && !has(rows, row, TIME_NUMBER)
    if (!chained || rows.uuid[row] === 0 || isTime) continue
    if (row === path.leaf && refusal === NO_CONVERSATION)
      yield finding(
        'timestamp-tip',
        `${stateOf(rows, row)} on the last entry: the client reports that no conversation was found`,
        placeOf(rows, row),
      )
    else bad.push(row)
  }
  const first = bad[0] ?? NONE
  if (first === NONE) return
  const more = bad.length > 1 ? ` (and on ${entries(bad.length - 1)} after it)` : ''
  yield finding('timestamp-bad', `${stateOf(rows, first)}${more}`, placeOf(rows, first))
}

function stateOf(rows: Rows, row: number): string {
  if (!Number.isNaN(rows.time[row]!)) return 'timestamp is a number'
  return has(rows, row, BAD_TIME) ? 'invalid timestamp' : 'no timestamp'
}

function kindOfValue(bytes: Uint8Array, at: number | undefined): string {
  switch (at === undefined ? 0 : bytes[at]) {
    case 0:
      return 'missing'
    case 0x6e:
      return 'null'
    case 0x7b:
      return 'an object'
    case 0x74:
    case 0x66:
      return 'true or false'
    default:
      return 'a number'
  }
}
