// Two histories as the model would see them: what was removed, added, shortened or otherwise changed.

import {
  bindsThinking,
  type Calibration,
  type Context,
  contextCalibration,
  contextEstimate,
  findContext,
  invalidThinking,
  type Reading,
  type TokenEstimate,
} from '../../context/index.js'
import { InputError } from '../../format/error.js'
import { type Action, type Doing, openOptions } from '../action.js'
import { type OpenReading, openReading } from '../session/open-reading.js'
import { locate, type Place } from '../session/place.js'
import { align } from './align.js'
import { leafRow, type WantedContext, wantedContext } from './context.js'
import { type ComparedBlock, openBlocks } from './diff-blocks.js'

export interface DiffReport {
  readonly a: DiffSide
  readonly b: DiffSide
  readonly changes: readonly DiffChange[]
  /** Blocks that are the same on both sides. */
  readonly same: number
  /** Thinking of a that b would send after a change before it (A0); null where there is none. */
  readonly thinking: DiffThinking | null
}

export interface DiffSide {
  readonly session: string
  readonly client: string
  readonly model: string
  readonly resumes: boolean
  readonly reason?: string
  readonly messages: number
  readonly blocks: number
  readonly tokens: TokenEstimate
}

export interface DiffChange {
  readonly kind: 'removed' | 'added' | 'shortened' | 'lengthened' | 'changed'
  readonly role: ComparedBlock['role']
  readonly type: string
  readonly a: BlockPlace | null
  readonly b: BlockPlace | null
  /** About as many more tokens; negative where they are fewer. */
  readonly tokens: number
  /** Blocks that are the same, between the change before and this one. */
  readonly sameBefore: number
}

export interface BlockPlace {
  readonly message: number
  readonly block: number
  /** Null where the client wrote it. */
  readonly line: number | null
  readonly characters: number
}

export interface DiffThinking {
  /** The first message of b that differs. */
  readonly from: number
  /** Thinking blocks that are void from there on. */
  readonly blocks: number
  readonly firstMessage: number
  /** Does the model check it? */
  readonly checked: boolean
}

export interface DiffedSession {
  readonly open: OpenReading
  readonly wishes: WantedContext
}

export interface DiffRequest {
  readonly first: string
  /** The same session where not given: two branches of it. */
  readonly second?: string | undefined
  /** Where each of them ends: a branch number, a request such as `3.12`, or the beginning of a uuid. */
  readonly leafOfFirst?: string | undefined
  readonly leafOfSecond?: string | undefined
  readonly client?: string | undefined
  readonly model?: string | undefined
}

export const diff: Action<DiffRequest, DiffReport> = (place, request, doing = {}) =>
  withBoth(place, request, doing, diffSessions)

/** Both are open while they are used. */
export async function withBoth<Value>(
  place: Place,
  request: DiffRequest,
  doing: Doing,
  use: (a: DiffedSession, b: DiffedSession) => Value,
): Promise<Value> {
  const { first, second = first, leafOfFirst, leafOfSecond } = request
  if (first === second && leafOfFirst === undefined && leafOfSecond === undefined)
    throw new InputError('usage', 'diff needs two sessions, or one session with --leaf')
  const a = await openReading(await locate(first, place, { allowPoint: true }), openOptions(place, doing))
  try {
    const b =
      first === second
        ? a
        : await openReading(await locate(second, place, { allowPoint: true }), openOptions(place, doing))
    try {
      return use(
        { open: a, wishes: wantedContext(a, { ...request, session: first, leaf: leafOfFirst }) },
        { open: b, wishes: wantedContext(b, { ...request, session: second, leaf: leafOfSecond }) },
      )
    } finally {
      if (b !== a) b.close()
    }
  } finally {
    a.close()
  }
}

/** One of two histories, whatever it was read from. */
export interface ComparedSide {
  readonly session: string
  readonly reading: Reading
  readonly context: Context
  readonly blocks: readonly ComparedBlock[]
}

export function diffSessions(a: DiffedSession, b: DiffedSession): DiffReport {
  return diffSides(comparedSide(a), comparedSide(b))
}

function comparedSide(side: DiffedSession): ComparedSide {
  const { id, reading } = side.open
  const context = contextFor(side)
  return { session: id, reading, context, blocks: openBlocks(side.open, context.messages) }
}

/** `calibration`: where b is not yet a session of its own, it is weighed as a is. */
export function diffSides(a: ComparedSide, b: ComparedSide, calibration?: Calibration): DiffReport {
  const [left, right] = [a.blocks, b.blocks]
  const pairs = align(
    left.map(one => one.print),
    right.map(one => one.print),
  )
  const { rate } = calibration ?? contextCalibration(a.reading, a.context)
  const invalid = invalidThinking(left, right)
  return {
    a: sideOf(a, calibration),
    b: sideOf(b, calibration),
    changes: changesBetween(left, right, pairs, rate),
    same: pairs.length,
    thinking:
      invalid?.firstMessage === undefined
        ? null
        : {
            from: invalid.from,
            blocks: invalid.blocks,
            firstMessage: invalid.firstMessage,
            checked: bindsThinking(b.context.model),
          },
  }
}

export function contextFor({ open, wishes: { client, model, leaf } }: DiffedSession): Context {
  return findContext(open.reading, { client, model, leaf: leaf && leafRow(open.conversation, leaf) })
}

function sideOf({ session, reading, context, blocks }: ComparedSide, calibration?: Calibration): DiffSide {
  const { outcome } = context
  return {
    session,
    client: context.client,
    model: context.model,
    resumes: outcome.kind !== 'refuses',
    ...(outcome.kind === 'resumes' ? {} : { reason: outcome.reason }),
    messages: context.messages.length,
    blocks: blocks.length,
    tokens: contextEstimate(reading, context, calibration),
  }
}

/** Stretch by stretch between what is the same, so that the changes stand in the order of both. */
function changesBetween(
  left: readonly ComparedBlock[],
  right: readonly ComparedBlock[],
  pairs: readonly { readonly a: number; readonly b: number }[],
  rate: number,
): readonly DiffChange[] {
  const changes: DiffChange[] = []
  let [a, b, same] = [0, 0, 0]
  for (const pair of [...pairs, { a: left.length, b: right.length }]) {
    if (pair.a > a || pair.b > b)
      for (const change of stretch(left.slice(a, pair.a), right.slice(b, pair.b), rate)) {
        changes.push({ ...change, sameBefore: same })
        same = 0
      }
    a = pair.a + 1
    b = pair.b + 1
    same++
  }
  return changes
}

type ChangeInStretch = Omit<DiffChange, 'sameBefore'>

function stretch(
  left: readonly ComparedBlock[],
  right: readonly ComparedBlock[],
  rate: number,
): readonly ChangeInStretch[] {
  const partners = partnersOf(left, right)
  const taken = new Set(partners.values())
  return [
    ...left.map(one => changeOf(one, partners.get(one), rate)),
    ...right.filter(one => !taken.has(one)).map(one => changeOf(undefined, one, rate)),
  ]
}

/** The same block with other content: by its identity, else, where the counts agree, by its place among its kind. */
function partnersOf(left: readonly ComparedBlock[], right: readonly ComparedBlock[]) {
  const partners = new Map<ComparedBlock, ComparedBlock>()
  const named = new Map(right.flatMap(one => (one.identity === '' ? [] : [[one.identity, one] as const])))
  for (const one of left) {
    const partner = named.get(one.identity)
    if (one.identity !== '' && partner) partners.set(one, partner)
  }
  const kindOf = ({ identity, role, type }: ComparedBlock): string => (identity === '' ? `${role} ${type}` : '')
  const rights = grouped(right, kindOf)
  for (const [kind, ones] of grouped(left, kindOf)) {
    const others = rights.get(kind)
    if (kind === '' || others?.length !== ones.length) continue
    for (const [index, one] of ones.entries()) partners.set(one, others[index]!)
  }
  return partners
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

function changeOf(a: ComparedBlock | undefined, b: ComparedBlock | undefined, rate: number): ChangeInStretch {
  const { role, type } = (a ?? b)!
  return {
    kind: kindOfChange(a, b),
    role,
    type,
    a: a ? placeOf(a) : null,
    b: b ? placeOf(b) : null,
    tokens: Math.round(((b?.weight ?? 0) - (a?.weight ?? 0)) * rate),
  }
}

function kindOfChange(a: ComparedBlock | undefined, b: ComparedBlock | undefined): DiffChange['kind'] {
  if (!b) return 'removed'
  if (!a) return 'added'
  if (a.characters === b.characters) return 'changed'
  return b.characters < a.characters ? 'shortened' : 'lengthened'
}

export function placeOf({ message, block, line, characters }: ComparedBlock): BlockPlace {
  return { message, block, line: line === 0 ? null : line, characters }
}
