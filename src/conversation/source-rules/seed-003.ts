// Source document 003: the conversation is the chain of parents from the summary's leaf, turned round.

import { NOTHING_DROPPED, type SourceResult } from './result.js'
import { id, type Place, placeOf, type SourceEntry, timeOf } from './source-entry.js'

interface Node extends Place {
  readonly parent: string | undefined
  readonly isAnswer: boolean
}

export function seed003(entries: Iterable<SourceEntry>): SourceResult {
  const nodes = new Map<string, Node>()
  const all: Place[] = []
  const backInTime: Place[] = []
  let latest = -Infinity
  let leaf: string | undefined
  let hasSummary = false
  for (const entry of entries) {
    const { value } = entry
    if (value['type'] === 'summary' && !hasSummary) {
      hasSummary = true
      leaf = id(value['leafUuid'])
    }
    const place = placeOf(entry)
    // Of entries with one uuid the last stands for all, as in the document's map.
    if (place.uuid !== undefined) {
      all.push(place)
      nodes.set(place.uuid, { ...place, parent: id(value['parentUuid']), isAnswer: value['type'] === 'assistant' })
    }
    const time = timeOf(entry)
    if (time !== undefined && time < latest) backInTime.push(place)
    latest = Math.max(latest, time ?? latest)
  }
  const { chain, trouble } = walk(nodes, leaf, hasSummary)
  const reached = new Set(chain.map(one => one.row))
  return {
    seed: 'seed-003',
    figures: { entries: chain.length, assistantMessages: chain.filter(one => one.isAnswer).length },
    dropped: NOTHING_DROPPED,
    order: chain,
    backInTime,
    untimed: [],
    outside: { 'off-the-walk': all.filter(one => !reached.has(one.row)) },
    ...(trouble === undefined ? {} : { trouble }),
  }
}

function walk(nodes: ReadonlyMap<string, Node>, leaf: string | undefined, hasSummary: boolean) {
  const chain: Node[] = []
  if (!hasSummary) return { chain, trouble: 'there is no summary, so its walk has no start' }
  if (leaf === undefined) return { chain, trouble: 'the summary names no leaf, so its walk has no start' }
  if (!nodes.has(leaf)) return { chain, trouble: 'the leaf that the summary names is not in this file' }
  const seen = new Set<string>()
  let at: string | undefined = leaf
  while (at !== undefined && !seen.has(at)) {
    const node = nodes.get(at)
    if (!node) return { chain: chain.reverse(), trouble: 'its walk ends at a parent that is not in the file' }
    seen.add(at)
    chain.push(node)
    at = node.parent
  }
  chain.reverse()
  return at === undefined ? { chain } : { chain, trouble: 'the parents form a ring: its walk would never end' }
}
