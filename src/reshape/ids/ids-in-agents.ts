// The new ids of entries in the transcripts of agents, for whoever refers to them from another file. There may be thousands
// of these files, of which few are held: which of them has an entry is found by the hash of its uuid, 16 bytes an entry.

import { grown } from '../../conversation/columns.js'
import { hashOf } from '../../conversation/names.js'
import type { AgentTranscript } from '../plan/plan.js'
import type { NewIds } from './new-ids.js'

/** The new id of the entry with this uuid; undefined where no agent has it. */
export type IdsElsewhere = (uuid: string) => Uint8Array | undefined

/** `ids`: by the position of the agent. The first agent that has the entry counts. */
export function idsInAgents(ids: readonly NewIds[], agents: readonly AgentTranscript[]): IdsElsewhere {
  if (agents.length === 0) return () => undefined
  let placesOf: ((uuid: string) => Iterable<number>) | undefined
  return uuid => {
    placesOf ??= entryIndex(agents)
    for (const position of placesOf(uuid)) {
      const name = agents[position]!.conversation.rows.names.find(uuid)
      const id = name === 0 ? undefined : ids[position]!.of(name)
      if (id) return id
    }
    return undefined
  }
}

/** Which agents may have an entry with this uuid, in their order. */
function entryIndex(agents: readonly AgentTranscript[]): (uuid: string) => Generator<number> {
  let hashes = new Int32Array(1 << 10)
  let positions = new Int32Array(1 << 10)
  let count = 0
  for (const [position, { conversation }] of agents.entries()) {
    const { rows } = conversation
    for (let row = 0; row < rows.count; row++) {
      const uuid = rows.uuid[row]!
      if (uuid === 0) continue
      if (count === hashes.length) {
        hashes = grown(hashes, count + 1)
        positions = grown(positions, count + 1)
      }
      hashes[count] = rows.names.hash(uuid)
      positions[count++] = position
    }
  }
  const mask = 2 ** Math.ceil(Math.log2(count * 1.5 + 2)) - 1
  const table = new Int32Array(mask + 1) // the number of an entry, from 1; equal hashes stand in their order
  for (let entry = 0; entry < count; entry++) {
    let slot = hashes[entry]! & mask
    while (table[slot] !== 0) slot = (slot + 1) & mask
    table[slot] = entry + 1
  }
  return function* (uuid) {
    const bytes = utf8.encode(uuid)
    const hash = hashOf(bytes, 0, bytes.length)
    let last = -1
    for (let slot = hash & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
      const entry = table[slot]! - 1
      if (hashes[entry] !== hash || positions[entry] === last) continue
      last = positions[entry]!
      yield last
    }
  }
}

const utf8 = new TextEncoder()
