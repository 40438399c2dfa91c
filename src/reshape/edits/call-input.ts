// What a tool was called with, read from the file when it is wanted. Calls are asked for one after the other: those of one
// entry look at it once.

import type { ToolCall } from '../../conversation/tool-calls.js'
import { type Range, rangeOf } from '../../format/json/walk.js'
import type { ReshapeSource } from '../plan/plan.js'
import { placesIn } from './places-in.js'

export interface CallInput {
  /** Of the entry. */
  readonly bytes: Uint8Array
  /** Where in them the input stands. */
  readonly range: Range
}

/** Undefined for a call without an input. */
export type CallInputs = (call: Pick<ToolCall, 'use'>) => CallInput | undefined

export function callInputs(source: Pick<ReshapeSource, 'conversation' | 'read'>): CallInputs {
  const at = placesIn(source)
  return ({ use }) => {
    const { bytes, places } = at(use.row)
    const place = places[use.index]
    const range = place && rangeOf(bytes, place.start, ['input'])
    return range && { bytes, range }
  }
}
