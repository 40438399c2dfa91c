// Is the timestamp written as a number? Both are read as times, but the client takes texts only (R-L9).

import type { SeenEntry } from '../conversation/conversation.js'
import { firstItem, isKey, nextItem, rangeOf, stringEnd, valueAfterKey, valueEnd } from '../format/json/walk.js'

/**
 * Clients write the timestamp behind the message, whose content is the bulk of an entry and has been walked before:
 * so the look begins behind the content, and ends at the timestamp.
 */
export function isTimestampNumber({ facts, bytes, start }: SeenEntry): boolean {
  const at = behindMessage(facts, bytes)
  const found = at === 0 ? firstTimestamp(bytes, firstItem(bytes, start)) : firstTimestamp(bytes, at)
  if (found !== 0) return bytes[found] !== 0x22
  const range = rangeOf(bytes, start, ['timestamp'])
  return range !== undefined && bytes[range.start] !== 0x22
}

/** The first key of the entry behind its message; 0 where there is no content to begin at. */
function behindMessage({ content, blocks, texts }: SeenEntry['facts'], bytes: Uint8Array): number {
  let end = 0
  if (content === 'blocks') {
    const last = blocks.at(-1)
    if (!last) return 0
    end = nextItem(bytes, last.end) + 1
  } else if (content === 'string') end = texts[0]!.end + 1
  else return 0
  let item = nextItem(bytes, end)
  while (bytes[item] === 0x22) item = nextItem(bytes, valueEnd(bytes, valueAfterKey(bytes, stringEnd(bytes, item) - 1)))
  return nextItem(bytes, item + 1)
}

function firstTimestamp(bytes: Uint8Array, from: number): number {
  let item = from
  while (bytes[item] === 0x22) {
    const keyEnd = stringEnd(bytes, item) - 1
    const value = valueAfterKey(bytes, keyEnd)
    if (isKey(bytes, item + 1, keyEnd, 'timestamp')) return value
    item = nextItem(bytes, valueEnd(bytes, value))
  }
  return 0
}
