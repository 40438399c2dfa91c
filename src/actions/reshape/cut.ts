// A session without some of its turns, or without single messages.

import type { Conversation } from '../../conversation/conversation.js'
import { isMain, uuidOf } from '../../conversation/rows.js'
import { InputError } from '../../format/error.js'
import { pointReference, pointWord } from '../../format/point-reference.js'
import { cutOut, messageRows, turnRows } from '../../reshape/cut/index.js'
import type { ReshapeSource } from '../../reshape/plan/index.js'
import { type Doing, openOptions } from '../action.js'
import type { Place } from '../session/place.js'
import { type ChangeRequest, changeCall } from './change-request.js'
import { reshape } from './reshape.js'
import type { ReshapeReport } from './reshape-report.js'

export interface CutCall extends ChangeRequest, Partial<Parts> {}

export interface Parts {
  /** Both ends are in it. */
  readonly turns: readonly TurnRange[]
  /** Ids of API messages, or uuids of entries; the beginning is enough. */
  readonly messages: readonly string[]
}

export interface TurnRange {
  readonly from: number
  readonly to: number
}

export async function cut(place: Place, call: CutCall, doing: Doing = {}): Promise<ReshapeReport> {
  const { point } = pointReference(call.reference ?? '')
  if (point && point.kind !== 'turns')
    throw new InputError('point-not-taken', `cut takes turns, such as t3..t5, not ${pointWord(point)}`)
  const parts: Parts = { turns: [...(point ? [point] : []), ...(call.turns ?? [])], messages: call.messages ?? [] }
  if (parts.turns.length === 0 && parts.messages.length === 0)
    throw new InputError('usage', 'cut needs --turns 3..7,12 or --messages ID,ID')
  const request = ({ source }: { readonly source: ReshapeSource }) => ({
    verbs: [cutOut(partsRows(source, parts), partsWords(parts))],
  })
  return reshape(place, { ...changeCall(place, 'cut', call), request, allowPoint: true }, openOptions(place, doing))
}

export function partsWords({ turns, messages }: Parts): string {
  const ranges = turns.map(({ from, to }) => (from === to ? `${from}` : `${from}..${to}`))
  return [
    ...(ranges.length > 0 ? [`turns ${ranges.join(', ')}`] : []),
    ...(messages.length > 0 ? [`messages ${messages.join(', ')}`] : []),
  ].join(' and ')
}

export function partsRows(source: ReshapeSource, { turns, messages }: Parts): ReadonlySet<number> {
  const { list } = source.conversation.turns
  const numbers = list.flatMap(({ index }) =>
    turns.some(({ from, to }) => index >= from && index <= to) ? [index] : [],
  )
  for (const { from, to } of turns) {
    const known = new Set(list.map(turn => turn.index))
    const unknown = known.has(from) ? (known.has(to) ? undefined : to) : from
    if (unknown === undefined) continue
    const all = list.length === 0 ? 'it has no turns' : `its turns are ${list[0]!.index} to ${list.at(-1)!.index}`
    throw new InputError('turn-unknown', `the session has no turn ${unknown}: ${all}`)
  }
  return new Set([
    ...turnRows(source, numbers),
    ...messages.flatMap(id => messageRows(source, messageNamed(source.conversation, id))),
  ])
}

/** Shorter beginnings would fit by accident. */
const MIN_PREFIX = 4

/** A row of the message: by the id that the API gave it, or by the uuid of an entry. */
function messageNamed({ rows }: Conversation, id: string): number {
  const found = new Map<string, number>()
  const wanted = id.toLowerCase()
  for (let row = 0; row < rows.count && wanted.length >= MIN_PREFIX; row++) {
    if (!isMain(rows, row)) continue
    const uuid = uuidOf(rows, row) ?? ''
    const message = rows.names.text(rows.messageId[row]!)
    if (message.toLowerCase().startsWith(wanted)) found.set(message, row)
    else if (uuid.toLowerCase().startsWith(wanted)) found.set(uuid, row)
  }
  if (found.size === 1) return [...found.values()][0]!
  throw new InputError(
    found.size === 0 ? 'point-unknown' : 'point-ambiguous',
    found.size === 0
      ? `no message or entry matches ${JSON.stringify(id)}`
      : `${found.size} messages start with ${JSON.stringify(id)}; give more of the id`,
  )
}
