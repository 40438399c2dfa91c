// What a tool was called with, read from the file when it is wanted.

import type { ToolCall } from '../conversation/tool-calls.js'
import { type Range, rangeOf } from '../format/json/walk.js'
import { contentPlaces } from './content-places.js'
import type { ReshapeSource } from './plan.js'

type Source = Pick<ReshapeSource, 'conversation' | 'read'>

/** The bytes of the entry, and where in them the input stands; undefined for a call without one. */
export function inputRange(
  { conversation: { rows }, read }: Source,
  { use }: Pick<ToolCall, 'use'>,
): { readonly bytes: Uint8Array; readonly range: Range } | undefined {
  const bytes = read(rows.offset[use.row]!, rows.length[use.row]!)
  const place = contentPlaces(bytes)[use.index]
  const range = place && rangeOf(bytes, place.start, ['input'])
  return range && { bytes, range }
}
