// Notes that stand for content which was taken out of a session (`[rethread: tool result of 5000 bytes left out; …`).
// The figures of the session's requests are from a time when it was there: so what it weighed then is kept beside.

import type { BlockFacts } from '../../conversation/facts.js'
import { decodeText } from '../../format/json/walk.js'
import { documentWeight, IMAGE_WEIGHT, resultTextWeight, textWeight } from '../tokens-weight.js'
import { TEXT, TOOL_RESULT } from './block-columns.js'

/** Every such note begins so. */
export const NOTE_BEGIN = '[rethread: '

const NOTE = /^\[rethread: ([a-z ]{1,20}) of (\d{1,9}) bytes left out/
const IN_BLOCK = '[{"type":"text","text":"'
/** No tool tells so much text: what is longer was an image. */
const LONGEST_TEXT = 150_000

/** What the block weighed before; undefined for one that is no note. */
export function weightBefore(bytes: Uint8Array, block: BlockFacts, kind: number): number | undefined {
  const start = noteStart(bytes, block, kind)
  const note = start < 0 ? null : NOTE.exec(decodeText(bytes, start, Math.min(start + 80, block.end)))
  if (!note) return undefined
  const length = Number(note[2])
  if (note[1] === 'document') return documentWeight(length)
  if (note[1] === 'image' || length > LONGEST_TEXT) return IMAGE_WEIGHT
  return kind === TOOL_RESULT ? resultTextWeight(length) : textWeight(length)
}

/** Where a note begins, as the text of the block or the first text in it; negative where none does. */
function noteStart(bytes: Uint8Array, { bodyStart, textStart, textEnd }: BlockFacts, kind: number): number {
  if (kind === TEXT) return textEnd > 0 && startsWith(bytes, textStart, NOTE_BEGIN) ? textStart : -1
  if (kind !== TOOL_RESULT) return -1
  if (bytes[bodyStart] === 0x22) return startsWith(bytes, bodyStart + 1, NOTE_BEGIN) ? bodyStart + 1 : -1
  const inner = bodyStart + IN_BLOCK.length
  return startsWith(bytes, bodyStart, IN_BLOCK) && startsWith(bytes, inner, NOTE_BEGIN) ? inner : -1
}

function startsWith(bytes: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false
  return true
}
