// Parents that are missing, cyclic, later in the file, of another kind, or not there at all; uuids that occur twice.
// (N1, N2, N3, N7, R-L7, R-L11, B1)

import type { Break, Path } from '../../context/index.js'
import { HELD, isConversation } from '../../context/path.js'
import { isLargeFile } from '../../context/rules/large-file.js'
import { descendants } from '../../context/rules/leaf.js'
import type { Conversation } from '../../conversation/conversation.js'
import { rowsByUuid } from '../../conversation/graph.js'
import { placeBefore } from '../../conversation/place-before.js'
import {
  ASSISTANT,
  COMPACT_SUMMARY,
  has,
  NONE,
  OTHER,
  PROGRESS,
  type Rows,
  SIDECHAIN,
  textOf,
  typeOf,
  USER,
} from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { checkpointsOf, isNowhere } from '../checkpoints.js'
import type { Code } from '../codes.js'
import { contentPrint } from '../content-print.js'
import { finding, type RuleFamily } from '../family.js'
import type { Sent } from '../sent.js'
import { entries, placeOf } from '../words.js'

export function parents(): RuleFamily {
  const prints: number[] = []
  return {
    entry(seen) {
      prints.push(contentPrint(seen))
    },
    *finish(sent) {
      const { conversation } = sent
      const way = wayOf(sent)
      const breaks = realBreaks(sent, way)
      yield* brokenPath(way, breaks)
      yield* brokenElsewhere(conversation, way, breaks)
      yield* forwardParents(sent)
      yield* duplicates(conversation, prints)
      yield* intoSidechains(way, breaks)
    },
  }
}

/** The way up, as the families of parents look at it. */
interface Way {
  readonly path: Path
  readonly rows: Rows
  readonly isAgent: boolean
  /** The row of a uuid, whether the client holds it or not. */
  readonly rowOf: Int32Array
  /** From the leaf up. */
  readonly up: readonly number[]
  /** Places in `up` of main rows that hang on a row of a subagent (N3). */
  readonly intoSidechain: readonly number[]
}

function wayOf({ path, isAgent }: Sent): Way {
  const { rows } = path
  const up = path.walked.filter(row => path.on[row]).reverse()
  const intoSidechain = up.flatMap((row, at) => {
    const above = up[at + 1]
    return above !== undefined && has(rows, above, SIDECHAIN) && !has(rows, row, SIDECHAIN) ? [at] : []
  })
  return { path, rows, isAgent, rowOf: rowsByUuid(rows), up, intoSidechain }
}

interface ToldBreak extends Omit<Break, 'kind'> {
  readonly kind: Break['kind'] | 'unknown-type'
  /** The row that names what is not there; where progress lies between, that of the progress. */
  readonly row: number
}

/**
 * Where somebody rewound to the start, the beginning in the middle is meant, and so is all that was left before. A summary
 * stands for what was before it, with its boundary or without (R-C3). What a compaction keeps is hung elsewhere (N32), and
 * what a large file leaves out before one is told with it (B1).
 */
function realBreaks({ path }: Sent, way: Way): readonly ToldBreak[] {
  const { rows, rowOf } = way
  const cleared = checkpointsOf(path).flatMap(one => (one.explicit && isNowhere(one) ? [one.row] : []))
  const kept = new Set(path.kept)
  const real: ToldBreak[] = []
  for (const one of path.breaks()) {
    if (one.kind === 'root' && has(rows, one.child, COMPACT_SUMMARY)) break
    if (one.kind === 'root' && (cleared[placeBefore(cleared, one.child)] ?? NONE) > (one.lost[0] ?? NONE)) break
    if (kept.has(one.child)) continue
    const row = one.kind === 'ring' ? closingRow(way, one.child) : namingRow(path, rowOf, one.child)
    const named = one.kind === 'missing' ? rowOf[rows.parentName[row]!]! : NONE
    if (named !== NONE && one.bridgedTo === NONE && path.why.get(named) === 'before compaction') continue
    const isUnknown = named !== NONE && rows.role[named] === OTHER
    real.push({ ...one, kind: isUnknown ? 'unknown-type' : one.kind, row })
  }
  return real
}

/** The first entry of a ring that hangs on a later one: it closes the ring. */
function closingRow(way: Way, child: number): number {
  const { rows, rowOf } = way
  const closing = ringOf(way, child).filter(row => rowOf[rows.parentName[row]!]! > row)
  return closing.length === 0 ? child : closing.reduce((first, row) => Math.min(first, row))
}

/** Progress, and entries without a message, only lead on (N2): the last of them. */
function namingRow({ rows, held, facts }: Path, rowOf: Int32Array, child: number): number {
  const seen = new Set<number>()
  for (let row = child; ; ) {
    seen.add(row)
    const above = rowOf[rows.parentName[row]!]!
    if (above === NONE || held[above] === HELD || facts.unread.has(above) || seen.has(above)) return row
    const leadsOn = rows.role[above] === PROGRESS || !isConversation({ rows, facts }, above)
    if (!leadsOn || rows.role[above] === OTHER) return row
    row = above
  }
}

const CUT: Readonly<Record<ToldBreak['kind'], Code>> = {
  missing: 'parent-missing',
  'unknown-type': 'parent-unknown-type',
  ring: 'parent-cycle',
  root: 'parent-null',
}
const BRIDGED = {
  missing: 'parent-bridged',
  'unknown-type': 'parent-unknown-type-bridged',
  ring: 'parent-cycle-bridged',
} as const satisfies Readonly<Record<Exclude<ToldBreak['kind'], 'root'>, Code>>

function* brokenPath(way: Way, breaks: readonly ToldBreak[]): Iterable<Finding> {
  const { rows } = way
  for (const one of breaks) {
    const what = whatIsBroken(way, one.kind, one.row)
    if (one.bridgedTo !== NONE && one.kind !== 'root') {
      const where = `the client continues at line ${rows.line[one.bridgedTo]}`
      yield finding(BRIDGED[one.kind], `${what}; ${where}`, placeOf(rows, one.row))
    } else if (one.lostTalk) {
      const cut = `cut off and not sent: ${entries(one.lost.length)} before it, up to line ${rows.line[one.lost[0]!]}`
      if (endsInSidechain(way, one)) {
        const hangs = way.up[way.intoSidechain.at(-1)!]!
        yield finding('parent-sidechain-cut', `parent belongs to a subagent; ${cut}`, placeOf(rows, hangs))
      } else yield finding(CUT[one.kind], `${what}; ${cut}`, placeOf(rows, one.row))
    } else if (one.kind !== 'root')
      yield finding(nothingLost(one.kind), `${what}; there is nothing before it`, placeOf(rows, one.row))
  }
}

function nothingLost(kind: Exclude<ToldBreak['kind'], 'root'>): Code {
  return kind === 'missing' ? 'parent-missing-aside' : BRIDGED[kind]
}

function whatIsBroken({ rows, rowOf }: Way, kind: ToldBreak['kind'], row: number): string {
  const found = rowOf[rows.parentName[row]!]!
  if (kind === 'missing' && found !== NONE) return `parent is on line ${rows.line[found]}, which the client skips`
  const parent = textOf(rows, rows.parentName[row]!) ?? ''
  if (kind === 'missing') return `parent ${parent} is not in the file`
  if (kind === 'unknown-type') return `parent ${parent} has a type that the client does not follow`
  return kind === 'ring' ? 'the parents form a loop' : 'no parent'
}

/** The same on paths that are not resumed: nothing is lost there that would be sent. */
function* brokenElsewhere({ rows, graph }: Conversation, way: Way, breaks: readonly ToldBreak[]): Iterable<Finding> {
  const told = new Set(breaks.map(({ row }) => row))
  const rings = new Set(breaks.flatMap(({ kind, row }) => (kind === 'ring' ? ringOf(way, row) : [])))
  for (const { row } of graph.orphans) {
    if (told.has(row)) continue
    const what = whatIsBroken(way, 'missing', row)
    yield finding('parent-missing-aside', `${what}; the client does not read this branch`, placeOf(rows, row))
  }
  for (const row of graph.cycles) {
    if (!rings.has(row)) yield finding('parent-cycle-bridged', 'the parents form a loop', placeOf(rows, row))
  }
  for (let row = 0; row < rows.count; row++) {
    const parent = graph.parent[row]!
    const unknown = parent !== NONE && rows.role[parent] === OTHER && isConversation(way.path, row)
    if (!unknown || told.has(row) || way.rowOf[rows.uuid[row]!] !== row) continue
    const what = `parent has type ${typeOf(rows, parent)}, which the client does not follow`
    yield finding('parent-unknown-type-bridged', what, placeOf(rows, row))
  }
}

/** The rows of the ring on which `row` stands, by the parents as they are written. */
function ringOf({ rows, rowOf }: Way, row: number): readonly number[] {
  const ring: number[] = []
  const seen = new Set<number>()
  for (let at = row; at !== NONE && !seen.has(at); at = rowOf[rows.parentName[at]!]!) {
    seen.add(at)
    ring.push(at)
  }
  return ring
}

/** R-L7: the order does not matter; B1: in a large file only the ancestors of the last row are loaded. */
function* forwardParents({ conversation: { rows, graph }, path, isAgent }: Sent): Iterable<Finding> {
  // Every ring has one; it is told as a ring.
  const rings = new Set(graph.cycles)
  const forward = graph.forwardParents.filter(row => !rings.has(row))
  const first = forward[0]
  if (first === undefined) return
  const lost = isLargeFile(path) && !isAgent && path.end.kind === 'last-in-file' ? talkBelow(path) : 0
  if (lost > 0) {
    const cut = `last entry of the file is not the end of the conversation; not loaded: ${entries(lost)}`
    yield finding('parent-forward-large', cut, placeOf(rows, path.leaf))
    return
  }
  const others = forward.length - 1
  const more = others > 0 ? `, and so ${others === 1 ? 'does 1 entry' : `do ${others} entries`} after it` : ''
  yield finding('parent-forward', `entry comes before its parent${more}`, placeOf(rows, first))
}

/** Prompts and answers that hang below the end and are not taken up. */
function talkBelow(path: Path): number {
  const { rows, on } = path
  const below = descendants(path, path.leaf)
  let count = 0
  for (let row = 0; row < rows.count; row++)
    if (below[row] && !on[row] && (rows.role[row] === USER || rows.role[row] === ASSISTANT)) count++
  return count
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
function* intoSidechains(way: Way, breaks: readonly ToldBreak[]): Iterable<Finding> {
  const { rows, up, intoSidechain } = way
  const cut = breaks.some(one => endsInSidechain(way, one))
  for (const at of cut ? intoSidechain.slice(0, -1) : intoSidechain) {
    // Up to the top, where the walk does not come out of it again.
    const out = up.findIndex((row, place) => place > at && !has(rows, row, SIDECHAIN))
    const sent = (out < 0 ? up.length : out) - at - 1
    const what = `parent belongs to a subagent; sent as part of the conversation: ${entries(sent)} of it`
    yield finding('parent-sidechain', what, placeOf(rows, up[at]!))
  }
}

/** A walk that went into a subagent, and ends at the subagent's beginning. */
function endsInSidechain({ rows, isAgent, intoSidechain }: Way, { child, lostTalk }: ToldBreak): boolean {
  return lostTalk && !isAgent && has(rows, child, SIDECHAIN) && intoSidechain.length > 0
}
