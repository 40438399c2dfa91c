// Agents of 2.0 clients lie beside the sessions of a project, all in one folder: the copy of one needs a name of its own,
// and whatever names it follows (D9).

import { isKey, rangeOf, valueEnd } from '../../format/json/walk.js'
import { textAt } from '../edits/block-fields.js'
import type { EntryAtHand } from '../edits/entry-at-hand.js'

const utf8 = new TextEncoder()

/** In the value of one member of the entry. */
export function agentIdEdits(
  { bytes, put }: EntryAtHand,
  keyStart: number,
  keyEnd: number,
  start: number,
  agentIds: ReadonlyMap<string, string>,
): void {
  if (isKey(bytes, keyStart, keyEnd, 'agentId')) {
    const after = bytes[start] === 0x22 ? agentIds.get(textOf(bytes, start)) : undefined
    if (after !== undefined) put(start + 1, valueEnd(bytes, start) - 1, utf8.encode(after))
  } else if (isKey(bytes, keyStart, keyEnd, 'toolUseResult') || isKey(bytes, keyStart, keyEnd, 'data')) {
    if (bytes[start] !== 0x7b) return
    const after = agentIds.get(textAt(bytes, start, 'agentId') ?? '')
    const range = after === undefined ? undefined : rangeOf(bytes, start, ['agentId'])
    if (after !== undefined && range) put(range.start + 1, range.end - 1, utf8.encode(after))
  }
}

function textOf(bytes: Uint8Array, start: number): string {
  return new TextDecoder().decode(bytes.subarray(start + 1, valueEnd(bytes, start) - 1))
}
