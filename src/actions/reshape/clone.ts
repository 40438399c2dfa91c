// A session of its own from another one: all of it, or up to some point.

import { InputError } from '../../format/error.js'
import { pointReference, pointWord } from '../../format/point-reference.js'
import type { ReshapeRequest, ReshapeSource } from '../../reshape/plan/index.js'
import { beforeCompaction, endAbove, endOfTurn } from '../../reshape/zones/index.js'
import { type Doing, openOptions } from '../action.js'
import { leafRow } from '../context/context.js'
import type { Place } from '../session/place.js'
import { pointIn } from '../session/point.js'
import { type ChangeRequest, changeCall } from './change-request.js'
import { reshape } from './reshape.js'
import type { ReshapeReport } from './reshape-report.js'
import type { OpenForChange } from './reshape-source.js'

/** Where the copy ends; at most one of them. */
export interface Point {
  readonly toTurn?: number | undefined
  readonly leaf?: string | undefined
  readonly beforeCompaction?: number | undefined
}

export interface CloneCall extends ChangeRequest, Point {
  /** One chain instead of a tree. */
  readonly linear?: boolean
}

export async function clone(place: Place, asked: CloneCall, doing: Doing = {}): Promise<ReshapeReport> {
  const request = ({ source }: OpenForChange) => ({
    verbs: [],
    linear: asked.linear ?? false,
    ...cutOf(source, withNamedPoint(asked)),
  })
  return reshape(place, { ...changeCall(place, 'clone', asked), request, allowPoint: true }, openOptions(place, doing))
}

/** `91a1:t7` ends after turn 7; with a place inside a turn it ends there. */
function withNamedPoint(asked: CloneCall): Point {
  const { toTurn, leaf, beforeCompaction } = asked
  const { point } = pointReference(asked.reference ?? '')
  if (!point) return { toTurn, leaf, beforeCompaction }
  if ([toTurn, leaf, beforeCompaction].some(one => one !== undefined))
    throw new InputError(
      'usage',
      'the session is given with a point: leave out --to-turn, --leaf and --before-compaction',
    )
  return point.kind === 'turns' ? { toTurn: point.to } : { leaf: pointWord(point) }
}

export function cutOf(
  source: ReshapeSource,
  { toTurn, leaf, beforeCompaction: compaction }: Point,
): Pick<ReshapeRequest, 'cut'> {
  const { conversation } = source
  const given = [toTurn, leaf, compaction].filter(one => one !== undefined).length
  if (given > 1) throw new InputError('usage', '--to-turn, --leaf and --before-compaction cannot be used together')
  if (toTurn !== undefined) return { cut: { row: rowOfTurn(source, toTurn), what: `the end of turn ${toTurn}` } }
  if (compaction !== undefined) {
    const row = rowBefore(source, compaction)
    return { cut: { row, what: `the last entry before compaction ${compaction}` } }
  }
  if (leaf === undefined) return {}
  const row = endAbove(source, leafRow(conversation, pointIn(conversation, leaf)))
  if (row < 0) throw new InputError('point-unknown', `no messages up to ${JSON.stringify(leaf)}`)
  return { cut: { row, what: `line ${conversation.rows.line[row]}` } }
}

function rowOfTurn(source: ReshapeSource, index: number): number {
  const row = endOfTurn(source, index)
  if (row !== undefined) return row
  const turns = source.conversation.turns.list
  const known = turns.length === 0 ? 'it has no turns' : `its turns are ${turns[0]!.index} to ${turns.at(-1)!.index}`
  throw new InputError('turn-unknown', `the session has no turn ${index}: ${known}`)
}

function rowBefore(source: ReshapeSource, number: number): number {
  const row = beforeCompaction(source, number)
  if (row !== undefined) return row
  const count = source.conversation.compactions.length
  throw new InputError(
    'compaction-unknown',
    count === 0
      ? 'the session was never compacted'
      : number <= count
        ? `there is nothing before compaction ${number} in this file`
        : `the session has ${count} compactions; there is no compaction ${number}`,
  )
}
