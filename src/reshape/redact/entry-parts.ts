// Which parts of an entry does the model get as words, and which must not be touched?

import { SYSTEM } from '../../conversation/rows.js'
import { eachElement, eachMember, isKey, type Range, valueEnd } from '../../format/json/walk.js'
import { blockType } from '../edits/block-fields.js'

export interface EntryParts {
  /** What the model gets: messages, attachments, the text of system entries. */
  readonly words: readonly Range[]
  /** Thinking: it is signed as it stands (A3.1). With the place of the block in its message. */
  readonly sealed: readonly (Range & { readonly index: number })[]
}

export function entryParts(bytes: Uint8Array, role: number): EntryParts {
  const words: Range[] = []
  const sealed: (Range & { readonly index: number })[] = []
  eachMember(bytes, 0, (keyStart, keyEnd, start) => {
    const isMessage = isKey(bytes, keyStart, keyEnd, 'message')
    const isWords =
      isMessage ||
      isKey(bytes, keyStart, keyEnd, 'attachment') ||
      (role === SYSTEM && isKey(bytes, keyStart, keyEnd, 'content'))
    if (!isWords) return 0
    const end = valueEnd(bytes, start)
    words.push({ start, end })
    if (isMessage && bytes[start] === 0x7b) sealIn(bytes, start, sealed)
    return end
  })
  return { words, sealed }
}

function sealIn(bytes: Uint8Array, message: number, sealed: (Range & { readonly index: number })[]): void {
  eachMember(bytes, message, (keyStart, keyEnd, start) => {
    if (!isKey(bytes, keyStart, keyEnd, 'content') || bytes[start] !== 0x5b) return 0
    return eachElement(bytes, start, (block, index) => {
      const end = valueEnd(bytes, block)
      const type = bytes[block] === 0x7b ? blockType(bytes, block) : ''
      if (type === 'thinking' || type === 'redacted_thinking') sealed.push({ start: block, end, index })
      return end
    })
  })
}

export function isWithin(ranges: readonly Range[], at: number): boolean {
  return ranges.some(({ start, end }) => at >= start && at < end)
}
