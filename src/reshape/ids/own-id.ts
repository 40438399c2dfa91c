// The session's own id in texts: paths of its side files, notices, request logs.
//
// What the model gets is only changed where it costs no thinking (A0): a clone is to send what the original sends.

import { eachElement, eachMember, isKey, valueEnd } from '../../format/json/walk.js'
import { blockType } from '../edits/block-fields.js'
import type { EntryAtHand } from '../edits/entry-at-hand.js'
import { isPlaceholderBefore } from '../edits/placeholders.js'

/** How the session's own id is replaced. */
export interface OwnId {
  readonly before: Uint8Array
  readonly after: Uint8Array
  /** Rows in which it stands, besides the field that says whose entry it is. */
  readonly rows: ReadonlySet<number>
  /** May the words of this row be changed, which the model gets? */
  readonly inWords: (row: number) => boolean
}

/** Files and folders of the user's that bear the id by chance lie where they lie. */
const NOT_OURS = ['cwd', 'snapshot', 'backup', 'trackingPath', 'filePath']
const WORDS = ['message', 'attachment']

/** In the value of one member of the entry. */
export function ownIdEdits(
  own: OwnId,
  entry: EntryAtHand,
  keyStart: number,
  keyEnd: number,
  start: number,
  end: number,
  isSystem: boolean,
): void {
  const { bytes, row } = entry
  const isOne = (key: string): boolean => isKey(bytes, keyStart, keyEnd, key)
  if (!mentionedIn(entry, start, end) || NOT_OURS.some(isOne)) return
  const isWords = WORDS.some(isOne) || (isSystem && isOne('content'))
  if (isWords && !own.inWords(row)) return
  if (isOne('message')) inMessage(own, entry, start)
  else replace(own, entry, start, end)
}

export function mentionedIn({ mentions }: EntryAtHand, start: number, end: number): boolean {
  return mentions.some(at => at >= start && at < end)
}

/** Thinking is never edited: it is signed (A3.1). Blocks that change anyway name the original. */
function inMessage(own: OwnId, entry: EntryAtHand, at: number): void {
  const { bytes, change } = entry
  if (bytes[at] !== 0x7b) return
  eachMember(bytes, at, (keyStart, keyEnd, start) => {
    if (!isKey(bytes, keyStart, keyEnd, 'content')) return 0
    if (bytes[start] !== 0x5b) {
      const end = valueEnd(bytes, start)
      if (!change?.blocks.has(0)) replace(own, entry, start, end)
      return end
    }
    return eachElement(bytes, start, (block, index) => {
      const end = valueEnd(bytes, block)
      const type = blockType(bytes, block)
      const isThinking = type === 'thinking' || type === 'redacted_thinking'
      if (!isThinking && !change?.blocks.has(index)) replace(own, entry, block, end)
      return end
    })
  })
}

function replace({ before, after }: OwnId, { bytes, mentions, put }: EntryAtHand, start: number, end: number): void {
  for (const at of mentions) {
    if (at >= start && at < end && !isPlaceholderBefore(bytes, at)) put(at, at + before.length, after)
  }
}
