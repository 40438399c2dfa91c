// The entries of one message, as 000 §6, 001 and 002 §4.1 group them, and what goes when one entry stands for all.
//
// The documents take the entries of a message for states of one text that grows. So an entry that is not kept loses
// only what no kept one says again: the same block, or a text that begins with it.

import { hashOf } from '../names.js'
import type { Dropped, DroppedBlock } from './result.js'
import {
  blocksOf,
  id,
  isValue,
  messageOf,
  type Place,
  placeOf,
  type SourceEntry,
  timeOf,
  type Value,
} from './source-entry.js'

export interface Chunk extends Place {
  readonly stopReason: string | null
  readonly outputTokens: number
  readonly time: number | undefined
  readonly blocks: readonly ChunkBlock[]
}

interface ChunkBlock {
  readonly type: string
  readonly id: string | undefined
  readonly length: number
  readonly hash: number
  /** Rows of the entries that hold it. */
  readonly in: Set<number>
  /** A later entry holds more of the same text. */
  grown: boolean
}

export interface MessageGroups {
  /** Undefined where the entry has no message id: the documents do not say, and it is kept. */
  add(entry: SourceEntry): Chunk | undefined
  /** In the order of their first entries. */
  all(): readonly (readonly Chunk[])[]
}

export function messageGroups(): MessageGroups {
  const groups = new Map<string, { readonly chunks: Chunk[]; readonly known: Map<string, ChunkBlock> }>()
  return {
    add(entry) {
      const message = messageOf(entry)
      const messageId = id(message?.['id'])
      if (!message || messageId === undefined) return undefined
      let group = groups.get(messageId)
      if (!group) groups.set(messageId, (group = { chunks: [], known: new Map() }))
      const chunk = chunkOf(entry, message, group.chunks.at(-1), group.known)
      group.chunks.push(chunk)
      return chunk
    },
    all: () => [...groups.values()].map(group => group.chunks),
  }
}

function chunkOf(entry: SourceEntry, message: Value, last: Chunk | undefined, known: Map<string, ChunkBlock>): Chunk {
  const usage = message['usage']
  const tokens = isValue(usage) ? usage['output_tokens'] : undefined
  const blocks = blocksOf(entry).map((block, index): ChunkBlock => {
    const bytes = bytesOf(block)
    const made = blockOf(block, bytes, entry.row)
    const key = `${made.type} ${made.length} ${made.hash}`
    const same = known.get(key)
    same?.in.add(entry.row)
    // A growing text stands at its former place, or is the only block of each entry.
    for (const former of new Set([last?.blocks[index], last?.blocks.at(-1)])) {
      if (former && former.type === made.type && former.length < made.length && startsWith(bytes, former)) {
        former.grown = true
      }
    }
    if (same) return same
    known.set(key, made)
    return made
  })
  return {
    ...placeOf(entry),
    stopReason: typeof message['stop_reason'] === 'string' ? message['stop_reason'] : null,
    outputTokens: typeof tokens === 'number' ? tokens : 0,
    time: timeOf(entry),
    blocks,
  }
}

function blockOf(block: Value, bytes: Uint8Array, row: number): ChunkBlock {
  return {
    type: typeof block['type'] === 'string' ? block['type'] : '(none)',
    id: id(block['id']),
    length: bytes.length,
    hash: hashOf(bytes, 0, bytes.length),
    in: new Set([row]),
    grown: false,
  }
}

/** What makes a block itself: its words, a call's id, else all of it. */
function bytesOf(block: Value): Uint8Array {
  const said = block['text'] ?? block['thinking'] ?? block['id']
  return utf8.encode(typeof said === 'string' && said !== '' ? said : JSON.stringify(block))
}

const utf8 = new TextEncoder()

function startsWith(bytes: Uint8Array, former: ChunkBlock): boolean {
  return hashOf(bytes, 0, former.length) === former.hash
}

/** What goes when of each message only these entries stay. */
export function droppedBy(groups: readonly (readonly Chunk[])[], kept: ReadonlySet<number>): Dropped {
  const entries: Place[] = []
  const blocks: DroppedBlock[] = []
  const several = groups.filter(chunks => chunks.length > 1)
  for (const chunks of several) {
    const told = new Set<ChunkBlock>()
    for (const chunk of chunks) {
      const { row, line, uuid } = chunk
      if (kept.has(row)) continue
      entries.push({ row, line, uuid })
      for (const block of chunk.blocks) {
        // An early state is not lost by itself: the last one is, where it goes.
        if (block.grown || told.has(block) || isKept(block, kept)) continue
        told.add(block)
        blocks.push({ row, line, uuid, type: block.type, id: block.id })
      }
    }
  }
  const written = several.reduce((sum, chunks) => sum + chunks.length, 0)
  return { messages: several.length, written, entries, blocks }
}

function isKept(block: ChunkBlock, kept: ReadonlySet<number>): boolean {
  for (const row of block.in) if (kept.has(row)) return true
  return false
}
