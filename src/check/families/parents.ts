// Parents that are missing, cyclic, later in the file, of another kind, or not there at all; uuids that occur twice.
// (N1, N2, N3, N7, R-L7, R-L11, B1)

import type { Conversation } from '../../conversation/conversation.js'
import type { Names } from '../../conversation/names.js'
import { placeBefore } from '../../conversation/place-before.js'
import {
  ASSISTANT,
  COMPACT_SUMMARY,
  has,
  isMain,
  NONE,
  OTHER,
  type Rows,
  SIDECHAIN,
  textOf,
  typeOf,
  USER,
} from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { isLink } from '../bridge.js'
import { clearedCheckpoint } from '../checkpoint-entry.js'
import { type Break, type ClientPath, clientPath } from '../client-path.js'
import type { Code } from '../codes.js'
import { contentPrint } from '../content-print.js'
import { finding, type RuleFamily } from '../family.js'
import { entries, placeOf } from '../words.js'

export function parents(): RuleFamily {
  const prints: number[] = []
  const cleared: number[] = []
  let lastPrompt = 0
  return {
    entry(seen, names: Names) {
      lastPrompt ||= names.of('last-prompt')
      prints.push(contentPrint(seen))
      if (seen.facts.type === lastPrompt && clearedCheckpoint(seen)) cleared.push(seen.row)
    },
    *finish(conversation) {
      const path = clientPath(conversation)
      const breaks = realBreaks(conversation, path, cleared)
      yield* brokenPath(conversation, path, breaks)
      yield* brokenElsewhere(conversation, path, breaks)
      yield* forwardParents(conversation, path)
      yield* duplicates(conversation, prints)
      yield* intoSidechains(conversation, path)
    },
  }
}

/**
 * Where somebody rewound to the start, the beginning in the middle is meant, and so is all that was left before. A summary
 * stands for what was before it, with its boundary or without (R-C3).
 */
function realBreaks({ rows }: Conversation, { breaks }: ClientPath, cleared: readonly number[]): readonly Break[] {
  const real: Break[] = []
  for (const one of breaks) {
    if (one.kind === 'root' && has(rows, one.row, COMPACT_SUMMARY)) break
    if (one.kind === 'root' && (cleared[placeBefore(cleared, one.child)] ?? NONE) > one.lostFrom) break
    real.push(one)
  }
  return real
}

const CUT: Readonly<Record<Break['kind'], Code>> = {
  missing: 'parent-missing',
  'unknown-type': 'parent-unknown-type',
  ring: 'parent-cycle',
  root: 'parent-null',
}
const BRIDGED = {
  missing: 'parent-bridged',
  'unknown-type': 'parent-unknown-type-bridged',
  ring: 'parent-cycle-bridged',
} as const satisfies Readonly<Record<Exclude<Break['kind'], 'root'>, Code>>

function* brokenPath({ rows }: Conversation, path: ClientPath, breaks: readonly Break[]): Iterable<Finding> {
  for (const one of breaks) {
    const what = whatIsBroken(rows, path, one.kind, one.row)
    if (one.bridgedTo !== NONE && one.kind !== 'root') {
      const where = `the client continues at line ${rows.line[one.bridgedTo]}`
      yield finding(BRIDGED[one.kind], `${what}; ${where}`, placeOf(rows, one.row))
    } else if (one.lostTalk) {
      const cut = `cut off and not sent: ${entries(one.lost)} before it, up to line ${rows.line[one.lostFrom]}`
      if (endsInSidechain(rows, path, one)) {
        const hangs = path.rows[path.intoSidechain.at(-1)!]!
        yield finding('parent-sidechain-cut', `parent belongs to a subagent; ${cut}`, placeOf(rows, hangs))
      } else yield finding(CUT[one.kind], `${what}; ${cut}`, placeOf(rows, one.row))
    } else if (one.kind !== 'root')
      yield finding(nothingLost(one.kind), `${what}; there is nothing before it`, placeOf(rows, one.row))
  }
}

function nothingLost(kind: Exclude<Break['kind'], 'root'>): Code {
  return kind === 'missing' ? 'parent-missing-aside' : BRIDGED[kind]
}

function whatIsBroken(rows: Rows, path: ClientPath, kind: Break['kind'], row: number): string {
  const found = path.rowOf[rows.parentName[row]!]!
  if (kind === 'missing' && found !== NONE) return `parent is on line ${rows.line[found]}, which the client skips`
  const parent = textOf(rows, rows.parentName[row]!) ?? ''
  if (kind === 'missing') return `parent ${parent} is not in the file`
  if (kind === 'unknown-type') return `parent ${parent} has a type that the client does not follow`
  return kind === 'ring' ? 'the parents form a loop' : 'no parent'
}

/** The same on paths that are not resumed: nothing is lost there that would be sent. */
function* brokenElsewhere(
  { rows, graph }: Conversation,
  path: ClientPath,
  breaks: readonly Break[],
): Iterable<Finding> {
  const told = new Set(breaks.map(({ row }) => row))
  const rings = new Set(breaks.flatMap(({ kind, row }) => (kind === 'ring' ? ringOf(rows, path, row) : [])))
  for (const { row } of graph.orphans) {
    if (told.has(row)) continue
    const what = whatIsBroken(rows, path, 'missing', row)
    yield finding('parent-missing-aside', `${what}; the client does not read this branch`, placeOf(rows, row))
  }
  for (const row of graph.cycles) {
    if (!rings.has(row)) yield finding('parent-cycle-bridged', 'the parents form a loop', placeOf(rows, row))
  }
  for (let row = 0; row < rows.count; row++) {
    const parent = graph.parent[row]!
    const unknown = parent !== NONE && rows.role[parent] === OTHER && isLink(rows, row)
    if (!unknown || told.has(row) || path.rowOf[rows.uuid[row]!] !== row) continue
    const what = `parent has type ${typeOf(rows, parent)}, which the client does not follow`
    yield finding('parent-unknown-type-bridged', what, placeOf(rows, row))
  }
}

/** The rows of the ring on which `row` stands, by the parents as they are written. */
function ringOf(rows: Rows, { rowOf }: ClientPath, row: number): readonly number[] {
  const ring: number[] = []
  const seen = new Set<number>()
  for (let at = row; at !== NONE && !seen.has(at); at = rowOf[rows.parentName[at]!]!) {
    seen.add(at)
    ring.push(at)
  }
  return ring
}

/** R-L7: the order does not matter; B1: in a large file only the ancestors of the last row are loaded. */
function* forwardParents({ rows, graph }: Conversation, path: ClientPath): Iterable<Finding> {
  // Every ring has one; it is told as a ring.
  const rings = new Set(graph.cycles)
  const forward = graph.forwardParents.filter(row => !rings.has(row))
  const first = forward[0]
  if (first === undefined) return
  const last = path.isLarge && !path.isAgent ? lastLink(rows, path.rowOf) : NONE
  if (last !== NONE && path.rows.includes(last) && last !== path.tip) {
    const lost = path.rows.indexOf(last)
    const cut = `last entry of the file is not the end of the conversation; not loaded: ${entries(lost)}`
    yield finding('parent-forward-large', cut, placeOf(rows, last))
    return
  }
  const others = forward.length - 1
  const more = others > 0 ? `, and so ${others === 1 ? 'does 1 entry' : `do ${others} entries`} after it` : ''
  yield finding('parent-forward', `entry comes before its parent${more}`, placeOf(rows, first))
}

function lastLink(rows: Rows, rowOf: Int32Array): number {
  for (let row = rows.count - 1; row >= 0; row--) {
    if (isMain(rows, row) && isLink(rows, row) && rowOf[rows.uuid[row]!] === row) return row
  }
  return NONE
}

/** N7: the last content, in the place of the first. */
function* duplicates({ rows, graph }: Conversation, prints: readonly number[]): Iterable<Finding> {
  const times = new Map<number, { count: number; differs: number }>()
  for (const row of graph.duplicates) {
    const { last } = graph.copies.get(rows.uuid[row]!)!
    const talks = rows.role[row] === USER || rows.role[row] === ASSISTANT
    const differs = talks && (prints[row] !== prints[last] || rows.role[row] !== rows.role[last]) ? 1 : 0
    const so = times.get(rows.uuid[row]!) ?? { count: 0, differs: 0 }
    times.set(rows.uuid[row]!, { count: so.count + 1, differs: so.differs + differs })
  }
  for (const [uuid, { count, differs }] of times) {
    const { first, last } = graph.copies.get(uuid)!
    const counts = `the client uses line ${rows.line[last]}`
    if (differs > 0) {
      const what = `${count + 1} entries with the same uuid; ${counts}; not sent: the content of ${entries(differs)}`
      yield finding('uuid-duplicate-differs', what, placeOf(rows, first))
    } else yield finding('uuid-duplicate', `same entry ${count + 1} times; ${counts}`, placeOf(rows, first))
  }
}

/** N3: the client walks into the subagent. */
function* intoSidechains({ rows }: Conversation, path: ClientPath): Iterable<Finding> {
  const cut = path.breaks.some(one => endsInSidechain(rows, path, one))
  for (const at of cut ? path.intoSidechain.slice(0, -1) : path.intoSidechain) {
    let sent = 0
    while (has(rows, path.rows[at + 1 + sent] ?? path.tip, SIDECHAIN)) sent++
    const what = `parent belongs to a subagent; sent as part of the conversation: ${entries(sent)} of it`
    yield finding('parent-sidechain', what, placeOf(rows, path.rows[at]!))
  }
}

/** A walk that went into a subagent, and ends at the subagent's beginning. */
function endsInSidechain(rows: Rows, path: ClientPath, { child, lostTalk }: Break): boolean {
  return lostTalk && !path.isAgent && has(rows, child, SIDECHAIN) && path.intoSidechain.length > 0
}
