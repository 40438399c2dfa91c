// Thinking that the API refuses, and all that stands behind it or behind something that is lost: whole, never edited
// (A0, A3, D13). Empty thinking with a signature is as it should be (A3.3).

import { REDACTED, THINKING } from '../../context/facts/block-columns.js'
import { textAt } from '../edits/block-fields.js'
import { contentPlaces } from '../edits/content-places.js'
import { changeOf, type Draft } from '../plan/draft.js'
import { blocksIn } from './blocks-of.js'
import type { DamagedSession } from './damaged-session.js'
import { entryBytes } from './entry-edits.js'
import type { RepairRule } from './repair-step.js'
import { rowsFound } from './rows-found.js'

export const mendThinking: RepairRule = ({ damaged, draft, step }) => {
  const { source } = damaged
  const { rows } = source.conversation
  const unsigned = rowsFound(damaged, 'thinking-unsigned', 'thinking-redacted-empty').filter(row =>
    drop(damaged, draft, row, (bytes, at, redacted) => !textAt(bytes, at, redacted ? 'data' : 'signature')),
  )
  const moved = messageRows(damaged, rowsFound(damaged, 'thinking-moved', 'thinking-not-first'))
  const dropped = moved.filter(row => drop(damaged, draft, row, () => true))
  const last = rowsFound(damaged, 'thinking-last').filter(row => dropLast(damaged, draft, row))
  const places = (list: readonly number[]): readonly number[] => list.map(row => rows.offset[row]!)
  step('remove unsigned thinking', places(unsigned), 'the API rejects requests that contain it (A3.2)')
  step(
    'remove moved thinking',
    places(dropped),
    'it is not at its original position, so the API rejects it (A0, A3.1, A3.4)',
  )
  step('remove thinking at the end', places(last), 'a message must not end with thinking (A3.5)')
}

/** Behind entries of which something is lost. */
export function mendVoidThinking(lossy: ReadonlySet<string>): RepairRule {
  return ({ damaged, draft }) => {
    if (lossy.size === 0) return
    const { rows } = damaged.source.conversation
    for (let row = 0; row < rows.count; row++)
      if (rows.uuid[row] !== 0 && lossy.has(rows.names.text(rows.uuid[row]!))) draft.touched.add(row)
  }
}

function drop(
  { source }: DamagedSession,
  draft: Draft,
  row: number,
  goes: (bytes: Uint8Array, at: number, redacted: boolean) => boolean,
): boolean {
  const bytes = entryBytes(source, row)
  const places = contentPlaces(bytes)
  let some = false
  for (const { index, flags } of blocksIn(source, row, THINKING)) {
    const redacted = (flags & REDACTED) !== 0
    if (!places[index] || !goes(bytes, places[index].start, redacted)) continue
    changeOf(draft, row).blocks.set(index, 'remove')
    some = true
  }
  return some
}

/** The thinking that ends an entry. */
function dropLast({ source }: DamagedSession, draft: Draft, row: number): boolean {
  const count = contentPlaces(entryBytes(source, row)).length
  const thinks = new Set([...blocksIn(source, row, THINKING)].map(({ index }) => index))
  let index = count - 1
  for (; index >= 0 && thinks.has(index); index--) changeOf(draft, row).blocks.set(index, 'remove')
  return index < count - 1
}

/** All rows of the answers that these belong to. */
function messageRows({ source }: DamagedSession, found: readonly number[]): readonly number[] {
  if (found.length === 0) return []
  const { rows, messages } = source.conversation
  const ids = new Set(found.map(row => rows.messageId[row]!))
  const alone = found.filter(row => rows.messageId[row] === 0)
  return [...alone, ...messages.flatMap(message => (message.id !== 0 && ids.has(message.id) ? message.rows : []))]
}
