// Blocks that go, blocks that change, and the stop reason of a message that keeps no tool use.

import { eachElement, eachMember, isKey, rangeOf, valueEnd } from '../../format/json/walk.js'
import { blockEdits } from './block-edits.js'
import type { EntryAtHand } from './entry-at-hand.js'
import { type Item, removalEdits } from './items.js'
import type { Place } from './placeholders.js'

const TOOL_USE = '"tool_use"'
const END_TURN = new TextEncoder().encode('"end_turn"')

/** `at` is where the message begins. */
export function messageEdits(entry: EntryAtHand, at: number, place: Place): void {
  const { bytes, change, put } = entry
  if (!change || bytes[at] !== 0x7b) return
  eachMember(bytes, at, (keyStart, keyEnd, start) => {
    const end = valueEnd(bytes, start)
    const isContent = isKey(bytes, keyStart, keyEnd, 'content')
    if (bytes[start] === 0x5b && isContent) contentEdits(entry, start, place)
    else if (bytes[start] === 0x22 && isContent) plainTextEdit(entry, start, end)
    else if (change.endsTurn && isKey(bytes, keyStart, keyEnd, 'stop_reason') && isText(bytes, start, end, TOOL_USE))
      put(start, end, END_TURN)
    return end
  })
}

/** Content that is a text has its words in the first place. */
function plainTextEdit({ change, put }: EntryAtHand, start: number, end: number): void {
  const how = change?.blocks.get(0)
  if (typeof how === 'object') put(start, end, new TextEncoder().encode(JSON.stringify(how.text)))
}

/** A queued prompt may hold blocks as well. */
export function attachmentEdits(entry: EntryAtHand, at: number, place: Place): void {
  const { bytes } = entry
  const prompt = rangeOf(bytes, at, ['prompt'])
  if (prompt && bytes[prompt.start] === 0x5b) contentEdits(entry, prompt.start, place)
}

function contentEdits({ bytes, change, put }: EntryAtHand, at: number, place: Place): void {
  const items: Item[] = []
  eachElement(bytes, at, (start, index) => {
    const end = valueEnd(bytes, start)
    const how = change!.blocks.get(index)
    items.push({ start, end, goes: how === 'remove' })
    if (how !== undefined && how !== 'remove') blockEdits(bytes, start, end, how, place, put)
    return end
  })
  for (const { offset, length, content } of removalEdits(items, 0)) put(offset, offset + length, content)
}

function isText(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false
  return true
}
