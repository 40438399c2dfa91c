// The edits that one entry needs: ids, what it hangs on, the session's id in fields and texts, and what changes in its
// content. One walk over the entry; what is not named here is not touched.

import { SYSTEM } from '../../conversation/rows.js'
import type { Edit } from '../../format/changes.js'
import { eachMember, isKey, valueEnd } from '../../format/json/walk.js'
import { agentIdEdits } from '../ids/agent-ids.js'
import { type OwnId, ownIdEdits } from '../ids/own-id.js'
import { type ReferenceOptions, referenceEdits, ruleFor } from '../ids/reference-edits.js'
import { REFERENCES } from '../ids/references.js'
import { notePlace } from '../plan/draft.js'
import { recordedFigures, usageEdit } from '../plan/figures.js'
import { agentOnly, isSecondOutputMember } from '../strip/second-outputs.js'
import { attachmentEdits, messageEdits } from './content-edits.js'
import { entryAtHand } from './entry-at-hand.js'
import { findBytes } from './find-bytes.js'
import { type Item, removalEdits } from './items.js'

export interface RowEditOptions extends ReferenceOptions {
  readonly own: OwnId | undefined
  /** What an entry says of where it came from (`forkedFrom`), as JSON; undefined for entries that say nothing. */
  readonly origin: ((row: number) => string | undefined) | undefined
  /** New ids of agents, where they change. */
  readonly agentIds: ReadonlyMap<string, string>
}

/** `bytes` is the entry's JSON text; the edits are at their places in the source, in order. */
export type RowEdits = (row: number, bytes: Uint8Array) => readonly Edit[]

const utf8 = new TextEncoder()
const ORIGIN = 'forkedFrom'
const OWN = 'rethread'
const NOTHING: readonly number[] = []

export function rowEdits(options: RowEditOptions): RowEdits {
  const { draft, own, origin, agentIds } = options
  const { rows } = draft.source.conversation
  const references = referenceEdits(options)

  return (row, bytes) => {
    const edits: Edit[] = []
    const change = draft.changes.get(row)
    const mentions = own?.rows.has(row) ? findBytes(bytes, own.before) : NOTHING
    const offset = rows.offset[row]!
    const messageEnd = rows.messageEnd[row]!
    const entry = entryAtHand(row, bytes, offset, change, mentions, edits)
    const place = notePlace(draft, row)
    const items: Item[] = []
    let said = origin?.(row)
    const tokens = draft.figures.get(row)
    let isKept = false
    eachMember(bytes, 0, (keyStart, keyEnd, start) => {
      // The message is most of an entry, and was walked when it was read.
      const isKnown = start < messageEnd && isKey(bytes, keyStart, keyEnd, 'message')
      const end = isKnown ? messageEnd : valueEnd(bytes, start)
      const isSecondOutput = change?.dropsSecondOutput === true && isSecondOutputMember(bytes, keyStart, keyEnd)
      const rest = isSecondOutput ? agentOnly(bytes, start, agentIds) : undefined
      if (change?.dropsSecondOutput)
        items.push({ start: keyStart - 1, end, goes: isSecondOutput && rest === undefined })
      if (isSecondOutput) {
        if (rest === undefined) return end
        if (rest.length < end - start) entry.put(start, end, rest)
        else agentIdEdits(entry, keyStart, keyEnd, start, agentIds)
        return end
      }
      if (said !== undefined && isKey(bytes, keyStart, keyEnd, ORIGIN)) {
        entry.put(start, end, utf8.encode(said))
        said = undefined
        return end
      }
      if (agentIds.size > 0) agentIdEdits(entry, keyStart, keyEnd, start, agentIds)
      const rule = ruleFor(REFERENCES, bytes, keyStart, keyEnd)
      if (rule !== undefined) references(entry, rule, start, end)
      else {
        if (tokens !== undefined && isKey(bytes, keyStart, keyEnd, 'message')) usageEdit(entry, start, tokens)
        if (tokens !== undefined && isKey(bytes, keyStart, keyEnd, OWN)) isKept = true
        if (change && isKey(bytes, keyStart, keyEnd, 'message')) messageEdits(entry, start, place)
        else if (change && isKey(bytes, keyStart, keyEnd, 'attachment')) attachmentEdits(entry, start, place)
        if (own && mentions.length > 0) ownIdEdits(own, entry, keyStart, keyEnd, start, end, rows.role[row] === SYSTEM)
      }
      return end
    })
    if (items.some(item => item.goes)) for (const edit of removalEdits(items, offset)) edits.push(edit)
    const more =
      (said === undefined ? '' : `,"${ORIGIN}":${said}`) +
      (tokens === undefined || isKept ? '' : `,"${OWN}":${recordedFigures(bytes)}`)
    if (more !== '') edits.push({ offset: offset + bytes.lastIndexOf(0x7d), length: 0, content: utf8.encode(more) })
    if (draft.rewrites.length > 0) rewrite(row, bytes, offset, inOrder(edits), edits)
    return inOrder(edits)
  }

  /** Where an edit changes the place anyway, it stays the only one. */
  function rewrite(row: number, bytes: Uint8Array, offset: number, others: readonly Edit[], into: Edit[]): void {
    const count = others.length
    for (const find of draft.rewrites) {
      let next = 0
      for (const { start, end, content } of find(row, bytes)) {
        const [from, to] = [offset + start, offset + end]
        while (next < count && others[next]!.offset + others[next]!.length <= from) next++
        const other = next < count ? others[next]! : undefined
        if (other === undefined || other.offset >= to) into.push({ offset: from, length: to - from, content })
      }
    }
  }
}

function inOrder(edits: Edit[]): readonly Edit[] {
  for (let at = 1; at < edits.length; at++) {
    if (edits[at]!.offset < edits[at - 1]!.offset) return edits.sort((a, b) => a.offset - b.offset)
  }
  return edits
}
