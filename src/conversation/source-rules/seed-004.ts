// Source document 004: messages of four types in a graph, orphans as roots, agents by a flag, calls and compactions as
// entries of their own.

import { NOTHING_DROPPED, type SourceResult } from './result.js'
import { id, isValue, type Place, placeOf, type SourceEntry, timeOf } from './source-entry.js'

const TYPES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'compact_system'])

interface Node extends Place {
  readonly parent: string | undefined
  readonly time: number | undefined
}

export function seed004(entries: Iterable<SourceEntry>): SourceResult {
  const nodes: Node[] = []
  const last = new Map<string, Node>()
  const otherUuids = new Set<string>()
  const outside = {
    'other-type': [] as Place[],
    'message-object': [] as Place[],
    'other-boundary': [] as Place[],
  }
  const calls = new Set<string>()
  let assistantMessages = 0
  let toolCalls = 0
  let sidechainEntries = 0
  let compactions = 0
  let deleted = 0
  let aborted = 0
  for (const entry of entries) {
    const { value } = entry
    const place = placeOf(entry)
    if (!TYPES.has(value['type'])) {
      outside['other-type'].push(place)
      if (place.uuid !== undefined) otherUuids.add(place.uuid)
      continue
    }
    const node = { ...place, parent: id(value['parentUuid']), time: timeOf(entry) }
    nodes.push(node)
    if (place.uuid !== undefined) last.set(place.uuid, node)
    if (value['type'] === 'assistant') assistantMessages++
    if (value['subtype'] === 'tool_use') {
      toolCalls++
      if (place.uuid !== undefined) calls.add(place.uuid)
    }
    if (isValue(value['message'])) outside['message-object'].push(place)
    if (value['isSidechain'] === true) sidechainEntries++
    if (value['isDeleted'] === true) deleted++
    if (value['isAborted'] === true) aborted++
    if (value['type'] === 'compact_system' && value['message'] === 'conversation_compacted') compactions++
    if (value['type'] === 'system' && value['subtype'] === 'compact_boundary') outside['other-boundary'].push(place)
  }
  const orphans = nodes.filter(node => node.parent !== undefined && !last.has(node.parent))
  return {
    seed: 'seed-004',
    figures: {
      entries: nodes.length,
      assistantMessages,
      toolCalls,
      roots: nodes.filter(node => node.parent === undefined).length + orphans.length,
      orphans: orphans.length,
      sidechainEntries,
      compactions,
      deleted,
      aborted,
    },
    dropped: NOTHING_DROPPED,
    calls,
    backInTime: nodes.filter(node => isOlder(node, last.get(node.parent ?? ''))),
    untimed: [],
    outside: { ...outside, 'parent-of-other-type': orphans.filter(node => otherUuids.has(node.parent!)) },
  }
}

/** Rule 6: within a chain, times go forward. */
function isOlder(node: Node, parent: Node | undefined): boolean {
  return node.time !== undefined && parent?.time !== undefined && node.time < parent.time
}
