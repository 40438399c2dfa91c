// Compactions that lost what they keep, that have no summary, or that the conversation goes around (R-C5 to R-C10, D14).

import { isConversation, type Path } from '../../context/path.js'
import { isLargeFile } from '../../context/rules/large-file.js'
import { type Compaction, countsForCompaction, lastBoundary } from '../../conversation/compactions.js'
import type { Conversation, SeenEntry } from '../../conversation/conversation.js'
import { type Graph, rowsByUuid } from '../../conversation/graph.js'
import { HAS_TOOL_RESULT, has, isMain, NONE } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { decodeString, rangeOf } from '../../format/json/walk.js'
import { finding, type RuleFamily } from '../family.js'
import type { Sent } from '../sent.js'
import { entries, placeOf } from '../words.js'

export function compaction(): RuleFamily {
  const anchors = new Map<number, string>()
  let begun = NONE
  let compactBoundary = 0
  let compactSystem = 0
  return {
    entry(seen, names) {
      compactBoundary ||= names.of('compact_boundary')
      compactSystem ||= names.of('compact_system')
      if (seen.facts.subtype === compactBoundary) {
        const anchor =
          textAt(seen, ['compactMetadata', 'preservedMessages', 'anchorUuid']) ??
          textAt(seen, ['compactMetadata', 'preservedSegment', 'anchorUuid'])
        if (anchor !== undefined) anchors.set(seen.row, anchor)
      } else if (seen.facts.type === compactSystem) {
        const message = textAt(seen, ['message'])
        if (message === 'conversation_compacting') begun = seen.row
        else if (message === 'conversation_compacted') begun = NONE
      }
    },
    *finish(sent) {
      const { conversation } = sent
      const { rows } = conversation
      if (begun !== NONE)
        yield finding('compacting-unfinished', 'compaction starts here but never finishes', placeOf(rows, begun))
      // Only the last boundary counts (N32).
      const last = lastBoundary(conversation)
      if (!last) return
      yield* preserved(sent, last, anchors.get(last.row))
      yield* summary(sent, last)
      yield* bypassed(sent, last)
    },
  }
}

/** R-C8: one missing, and all are lost. */
function* preserved({ conversation: { rows } }: Sent, last: Compaction, anchor: string | undefined): Iterable<Finding> {
  const rowOf = rowsByUuid(rows)
  const isThere = (uuid: string): boolean => (rowOf[rows.names.find(uuid)] ?? NONE) !== NONE
  const place = placeOf(rows, last.row)
  if (last.preserved.length > 0) {
    const there = last.preserved.filter(isThere).length
    const gone = last.preserved.length - there
    if (gone > 0) {
      const what = `missing: ${gone} of ${entries(last.preserved.length)} that the compaction kept`
      yield finding('preserved-missing', `${what}; not sent: the other ${there}`, place)
      return
    }
  } else if (last.segment) {
    if (last.keptRows.length === 0) {
      const what = 'the kept entries do not form a chain'
      yield finding('preserved-missing', `${what}, so none of them is sent`, place)
      return
    }
  } else return
  if (anchor === undefined || isThere(anchor)) return
  const kept = last.preserved.length || last.keptRows.length
  const what = `the anchor ${anchor} of the kept entries is not in the file; not sent: ${entries(kept)}`
  yield finding('preserved-anchor-missing', what, place)
}

function* summary({ conversation, path }: Sent, last: Compaction): Iterable<Finding> {
  if (last.summaryRow !== NONE) return
  const { rows } = conversation
  const place = placeOf(rows, last.row)
  if (path.on[last.row]) {
    const left = last.leftOut - asideBefore(conversation, path, last)
    if (left > 0) yield finding('compaction-no-summary', `no summary; not sent: ${entries(left)} before it`, place)
  } else if (!goesOnBehind(path, last.row)) {
    // N4: a boundary at the end is no leaf.
    yield finding('compaction-unfinished', 'compaction without a summary at the end: the whole history is sent', place)
  }
}

/** Entries that the compaction did not take away: they stand on branches that had been left before it. */
function asideBefore({ rows, graph, compactions }: Conversation, path: Path, last: Compaction): number {
  const from = compactions.findLast(one => one.row < last.row && one.dialect !== 'microcompact')?.row ?? 0
  const way = new Set<number>()
  const messages = new Set<number>()
  let at = linkBefore(path, last.row)
  while (at >= from && !way.has(at)) {
    way.add(at)
    if (rows.messageId[at] !== 0) messages.add(rows.messageId[at]!)
    const isBroken = graph.parent[at] === NONE && rows.parentName[at] !== 0
    at = isBroken ? linkBefore(path, at) : graph.parent[at]!
  }
  const kept = new Set(last.keptRows)
  let aside = 0
  for (let row = from; row < last.row; row++) {
    if (!countsForCompaction(rows, row) || way.has(row) || kept.has(row) || messages.has(rows.messageId[row]!)) continue
    // N8: results come along with their answer.
    const parent = graph.parent[row]!
    const isTaken = has(rows, row, HAS_TOOL_RESULT) && parent !== NONE && messages.has(rows.messageId[parent]!)
    if (!isTaken) aside++
  }
  return aside
}

function linkBefore({ rows, facts }: Path, from: number): number {
  let row = from - 1
  while (row >= 0 && !(isMain(rows, row) && isConversation({ rows, facts }, row) && rows.uuid[row] !== 0)) row--
  return row
}

/** R-C6: the path has rows on both sides of the boundary, but not the boundary. */
function* bypassed({ conversation: { rows, graph }, path }: Sent, last: Compaction): Iterable<Finding> {
  if (path.on[last.row] || !goesOnBehind(path, last.row)) return
  const around = `bypasses the compaction on line ${rows.line[last.row]}`
  const keeps = last.preserved.length > 0 || last.segment !== undefined
  if (isLargeFile(path) && !keeps) {
    const top = path.walked[0]!
    const before = linksAbove(path, graph, graph.parent[top]!)
    const what = `${around}; skipped because the file is larger than 5 MiB: ${entries(before)} before it`
    if (before > 0) yield finding('boundary-bypassed-large', what, placeOf(rows, top))
    return
  }
  const before = path.walked.filter(row => row < last.row)
  const first = path.walked.find(row => row > last.row)
  if (before.length > 0 && first !== undefined)
    yield finding(
      'boundary-bypassed',
      `${around}; sent again: ${entries(before.length)} before it`,
      placeOf(rows, first),
    )
}

/** Entries of the conversation from here up. */
function linksAbove(path: Path, graph: Graph, from: number): number {
  let count = 0
  for (let row = from; row !== NONE; row = graph.parent[row]!) if (isConversation(path, row)) count++
  return count
}

function goesOnBehind({ rows, leaf }: Path, boundary: number): boolean {
  return leaf > boundary && isMain(rows, leaf)
}

function textAt({ bytes, start }: SeenEntry, path: readonly string[]): string | undefined {
  const range = rangeOf(bytes, start, path)
  return range && bytes[range.start] === 0x22 ? decodeString(bytes, range.start + 1, range.end - 1) : undefined
}
