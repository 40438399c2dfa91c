// Finds what a client takes up of a session that has been read: the first part of its rules, one after another.

import type { Leaf } from '../conversation/leaf.js'
import { ASSISTANT, isMain, NONE, USER } from '../conversation/rows.js'
import { type Break, findBreaks } from './breaks.js'
import { NO_CONTENT } from './facts/session-facts.js'
import {
  type Checkpoint,
  HELD,
  isConversation,
  NO_ROW,
  NO_UUID,
  type Path,
  type Reading,
  TAKEN,
  WALKED,
  type Walk,
} from './path.js'
import type { Profile } from './profile.js'
import { profileFor } from './profiles/index.js'
import { checkpoints } from './rules/checkpoint.js'
import { isBoundary } from './rules/compaction.js'

export interface PathOptions {
  /** A version, or a profile; the newest profile where nothing is said. */
  readonly client?: string | Profile | undefined
  /** The row to end at, in place of the client's choice. */
  readonly leaf?: number | undefined
  /** As if the file had no checkpoints. */
  readonly ignoresCheckpoints?: boolean
}

export function findPath(reading: Reading, options: PathOptions = {}): Path {
  const profile = typeof options.client === 'object' ? options.client : profileFor(options.client)
  const walk = newWalk(reading, profile, options.leaf)
  for (const rule of profile.takesUp) if (options.ignoresCheckpoints !== true || rule !== checkpoints) rule.apply(walk)
  return pathOf(walk)
}

function pathOf(walk: Walk): Path {
  const { rows, walked, chain, leaf } = walk
  const begin = Math.max(
    chain.findLastIndex(row => isBoundary(walk, row)),
    0,
  )
  const on = new Uint8Array(rows.count)
  const isWalked = new Uint8Array(rows.count)
  for (const row of walked) isWalked[row] = 1
  for (let at = begin; at < chain.length; at++) on[chain[at]!] = isWalked[chain[at]!] ? WALKED : TAKEN
  const first = chain[begin] ?? NONE
  const boundary = first !== NONE && isBoundary(walk, first) ? first : NONE
  const { profile, conversation, facts, held, uuid, rowOf, order, place, parentName } = walk
  const { outcome, checkpoint, kept, newBridge, why } = walk
  let breaks: readonly Break[] | undefined
  const path: Path = {
    ...{ profile, conversation, rows, facts, held, uuid, rowOf, order, place, parentName },
    ...{ outcome, checkpoint, kept, leaf, walked, chain, on, boundary, newBridge, why },
    end: endOf(walk),
    breaks: () => (breaks ??= findBreaks(path)),
  }
  return path
}

function endOf(walk: Walk): Leaf {
  const { leaf, endsBy, checkpoint } = walk
  if (leaf === NONE) return { kind: 'none', why: noEnd(checkpoint) }
  if (endsBy !== 'checkpoint')
    return {
      kind: 'last-in-file',
      row: leaf,
      why: hasUnheldTalk(walk, leaf) ? 'the last entry that the client reads' : 'the last entry of the file',
    }
  const why = checkpoint.wasExplicit ? 'rewound to it' : 'the checkpoint names another branch'
  return { kind: 'checkpoint', row: leaf, checkpointRow: checkpoint.at, why }
}

/** Prompts or answers behind the end that are in no form the client knows. */
function hasUnheldTalk({ rows, held, facts }: Walk, leaf: number): boolean {
  for (let row = leaf + 1; row < rows.count; row++) {
    const talks = rows.role[row] === USER || rows.role[row] === ASSISTANT
    if (talks && held[row] !== HELD && isMain(rows, row) && (facts.unread.has(row) || facts.form[row] === NO_CONTENT))
      return true
  }
  return false
}

function noEnd({ isEmpty, row }: Checkpoint): string {
  if (isEmpty) return 'rewound to the start'
  return row === NONE ? 'no prompts or answers in the file' : 'the checkpoint names a subagent entry'
}

const NO_CHECKPOINT: Checkpoint = {
  row: NONE,
  at: NONE,
  isExplicit: false,
  wasExplicit: false,
  isRewound: false,
  isEmpty: false,
  exists: false,
}

function newWalk({ conversation, facts }: Reading, profile: Profile, wanted: number | undefined): Walk {
  const { rows } = conversation
  const noRow = rows.names.of(NO_ROW)
  const noUuid = rows.names.of(NO_UUID)
  const walk: Walk = {
    profile,
    rows,
    conversation,
    facts,
    wanted,
    held: new Uint8Array(rows.count),
    uuid: rows.uuid.slice(0, rows.count),
    rowOf: new Int32Array(rows.names.count).fill(NONE),
    order: new Int32Array(0),
    place: new Int32Array(rows.count).fill(NONE),
    parentName: rows.parentName.slice(0, rows.count),
    kept: [],
    checkpoint: NO_CHECKPOINT,
    newBridge: () => () => NONE,
    readsBelow: true,
    last: NONE,
    leaf: NONE,
    endsBy: 'last-in-file',
    walked: [],
    chain: [],
    outcome: { kind: 'resumes' },
    why: new Map(),
  }
  for (let row = 0; row < rows.count; row++) {
    if (!isConversation(walk, row)) continue
    walk.held[row] = HELD
    if (rows.uuid[row] === 0) walk.uuid[row] = noUuid
  }
  for (const row of facts.oddParents) walk.parentName[row] = noRow
  return walk
}
