// Source document 001: turns with explicit and implicit ends, pairing with orphans on both sides, one entry a message.

import { type Chunk, droppedBy, messageGroups } from './message-groups.js'
import type { SourceResult } from './result.js'
import {
  blocksOf,
  id,
  isValue,
  messageOf,
  type Place,
  placeOf,
  type SourceEntry,
  text,
  type Value,
} from './source-entry.js'

export function seed001(entries: Iterable<SourceEntry>): SourceResult {
  const groups = messageGroups()
  const turns = turnFinder()
  const uses = new Map<string, Place>()
  const results = new Set<string>()
  const order: Place[] = []
  const answers = new Set<number>()
  let aloneBlocks = 0
  for (const entry of entries) {
    const isAnswer = entry.value['type'] === 'assistant'
    const grouped = groups.add(entry) !== undefined
    order.push(placeOf(entry))
    if (isAnswer) {
      answers.add(entry.row)
      if (!grouped) aloneBlocks += blocksOf(entry).length
    }
    turns.add(entry)
    for (const block of blocksOf(entry)) {
      const use = isAnswer && block['type'] === 'tool_use' ? id(block['id']) : undefined
      if (use !== undefined) uses.set(use, placeOf(entry))
      const result =
        block['type'] === 'tool_result' && entry.value['type'] === 'user' ? id(block['tool_use_id']) : undefined
      if (result !== undefined) results.add(result)
    }
  }
  const finals = groups.all().map(finalOf)
  const kept = new Set(finals.map(one => one.row))
  const dropped = droppedBy(groups.all(), kept)
  const gone = new Set(dropped.entries.map(one => one.row))
  const left = order.filter(one => !gone.has(one.row))
  const paired = new Set([...uses.keys()].filter(one => results.has(one)))
  return {
    seed: 'seed-001',
    figures: {
      entries: left.length,
      assistantMessages: left.filter(one => answers.has(one.row)).length,
      blocks: finals.filter(one => answers.has(one.row)).reduce((sum, one) => sum + one.blocks.length, aloneBlocks),
      turns: turns.starts.length,
      turnsEnded: turns.ended(),
      toolCalls: uses.size,
      toolCallsLeft: uses.size - dropped.blocks.filter(block => block.type === 'tool_use').length,
      pairs: paired.size,
      callsWithoutResult: uses.size - paired.size,
      resultsWithoutCall: [...results].filter(one => !uses.has(one)).length,
    },
    dropped,
    order: left,
    turnStarts: turns.starts,
    calls: new Set(uses.keys()),
    paired,
    callsOutsideTurns: turns.callsOutside,
    backInTime: [],
    untimed: [],
    outside: {},
  }
}

/** The last entry with a stop reason, else the last of all. The tie-breakers are optional there, and never needed. */
function finalOf(chunks: readonly Chunk[]): Chunk {
  return chunks.findLast(chunk => chunk.stopReason !== null) ?? chunks.at(-1)!
}

function turnFinder() {
  const starts: Place[] = []
  const callsOutside: Place[] = []
  let inTurn = false
  let ended = 0
  return {
    starts,
    callsOutside,
    ended: () => ended,
    add(entry: SourceEntry): void {
      const message = messageOf(entry)
      if (!message || (entry.value['type'] !== 'user' && entry.value['type'] !== 'assistant')) return
      const blocks = blocksOf(entry)
      if (message['role'] === 'user' && blocks.some(hasWords)) {
        // A turn that is still open ends here, at the entry before.
        starts.push(placeOf(entry))
        inTurn = true
      }
      if (message['role'] !== 'assistant') return
      if (!inTurn) {
        for (const block of blocks)
          if (isValue(block) && block['type'] === 'tool_use') callsOutside.push(placeOf(entry))
        return
      }
      if (message['stop_reason'] === 'end_turn') {
        ended++
        inTurn = false
      }
    },
  }
}

function hasWords(block: Value): boolean {
  return block['type'] === 'text' && (text(block['text']) ?? '').trim() !== ''
}
