// The content blocks of an entry, by their places in its bytes.

import { eachElement, rangeOf, valueEnd } from '../format/json/walk.js'
import { blockType } from './block-fields.js'
import type { Draft } from './draft.js'

export interface BlockAt {
  readonly index: number
  readonly type: string
  readonly start: number
  readonly end: number
}

export interface EntryBlocks {
  readonly bytes: Uint8Array
  /** Empty where the content is a text, or there is none. */
  readonly blocks: readonly BlockAt[]
}

export function blocksOf({ source: { conversation, read } }: Draft, row: number): EntryBlocks {
  const { rows } = conversation
  const bytes = read(rows.offset[row]!, rows.length[row]!)
  const content = rangeOf(bytes, 0, ['message', 'content'])
  const blocks: BlockAt[] = []
  if (content && bytes[content.start] === 0x5b) {
    eachElement(bytes, content.start, (start, index) => {
      const end = valueEnd(bytes, start)
      blocks.push({ index, type: bytes[start] === 0x7b ? blockType(bytes, start) : '', start, end })
      return end
    })
  }
  return { bytes, blocks }
}

export function isThinking({ type }: BlockAt): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}
