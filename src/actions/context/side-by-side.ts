// Two histories side by side: what differs, with the beginning of each text as the model would get it.

import { blockAsSent, type Context } from '../../context/index.js'
import type { Action } from '../action.js'
import type { OpenReading } from '../session/open-reading.js'
import { type Block, lastEntry } from './context.js'
import { type PagedBlock, pagedBlock } from './context-page.js'
import {
  type BlockPlace,
  contextFor,
  type DiffChange,
  type DiffReport,
  type DiffRequest,
  diffSessions,
  withBoth,
} from './diff.js'

export interface SideBySideRequest extends DiffRequest {
  /** Of the differences, from 0; `to` is not in it. */
  readonly from: number
  readonly to: number
}

export interface SideBySideReport extends Omit<DiffReport, 'changes'> {
  /** All of them. */
  readonly differences: number
  readonly from: number
  readonly changes: readonly ShownChange[]
  /** Blocks that are the same, behind the last difference. */
  readonly sameBehind: number
}

export interface ShownChange extends DiffChange {
  readonly before: PagedBlock | null
  readonly after: PagedBlock | null
}

export const MOST_OF_A_BLOCK = { lines: 16, characters: 1500 }

export const sideBySide: Action<SideBySideRequest, SideBySideReport> = (place, request, doing = {}) =>
  withBoth(place, request, doing, (a, b) => {
    const report = diffSessions(a, b)
    const { changes, ...rest } = report
    const [before, after] = [blockAt(a.open, contextFor(a)), blockAt(b.open, contextFor(b))]
    return {
      ...rest,
      differences: changes.length,
      sameBehind: sameBehind(report),
      from: request.from,
      changes: changes
        .slice(request.from, request.to)
        .map(change => ({ ...change, before: before(change.a), after: after(change.b) })),
    }
  })

export function sameBehind({ same, changes }: DiffReport): number {
  return changes.reduce((left, { sameBefore }) => left - sameBefore, same)
}

/** A block of what the model gets, as far as a page shows it. */
export function blockAt(open: OpenReading, { messages }: Context): (place: BlockPlace | null) => PagedBlock | null {
  const entryOf = lastEntry(open)
  return place => {
    if (place === null) return null
    const part = messages[place.message]!.parts[place.block]!
    return pagedBlock(
      blockAsSent(part, part.kind === 'stored' ? entryOf(part.row) : undefined) as Block,
      MOST_OF_A_BLOCK,
    )
  }
}
