// Source document 002: one entry a message (§4.1), turns by text blocks (§4.2), results looked up by id (§4.3).

import { type Chunk, droppedBy, messageGroups } from './message-groups.js'
import type { SourceResult } from './result.js'
import { blocksOf, hasBlock, id, messageOf, type Place, placeOf, type SourceEntry } from './source-entry.js'

export function seed002(entries: Iterable<SourceEntry>): SourceResult {
  const groups = messageGroups()
  const order: Place[] = []
  const answers = new Set<number>()
  const turnStarts: Place[] = []
  const uses = new Set<string>()
  const results: string[] = []
  let open = false
  let ended = 0
  let aloneBlocks = 0
  for (const entry of entries) {
    const blocks = blocksOf(entry)
    const grouped = groups.add(entry) !== undefined
    order.push(placeOf(entry))
    if (entry.value['type'] === 'user') {
      if (hasBlock(blocks, 'text')) {
        turnStarts.push(placeOf(entry))
        open = true
      }
      for (const block of blocks) {
        const result = block['type'] === 'tool_result' ? id(block['tool_use_id']) : undefined
        if (result !== undefined) results.push(result)
      }
    } else if (entry.value['type'] === 'assistant') {
      answers.add(entry.row)
      if (!grouped) aloneBlocks += blocks.length
      for (const block of blocks) {
        const use = block['type'] === 'tool_use' ? id(block['id']) : undefined
        if (use !== undefined) uses.add(use)
      }
      if (open && messageOf(entry)?.['stop_reason'] === 'end_turn') {
        ended++
        open = false
      }
    }
  }
  const finals = groups.all().map(finalOf)
  const dropped = droppedBy(groups.all(), new Set(finals.map(one => one.row)))
  const gone = new Set(dropped.entries.map(one => one.row))
  const left = order.filter(one => !gone.has(one.row))
  const matched = results.filter(one => uses.has(one))
  return {
    seed: 'seed-002',
    figures: {
      entries: left.length,
      assistantMessages: left.filter(one => answers.has(one.row)).length,
      blocks: finals.filter(one => answers.has(one.row)).reduce((sum, one) => sum + one.blocks.length, aloneBlocks),
      turns: turnStarts.length,
      turnsEnded: ended,
      toolCalls: uses.size,
      toolCallsLeft: uses.size - dropped.blocks.filter(block => block.type === 'tool_use').length,
      // Every result that finds its call is a match, a second one for the same call too.
      pairs: matched.length,
    },
    dropped,
    order: left,
    turnStarts,
    calls: uses,
    paired: new Set(matched),
    backInTime: [],
    untimed: [],
    outside: {},
  }
}

/** §4.1: with a stop reason, the latest of them by timestamp; else the last in the file. */
function finalOf(chunks: readonly Chunk[]): Chunk {
  const stopped = chunks.filter(chunk => chunk.stopReason !== null)
  if (stopped.length === 0) return chunks.at(-1)!
  return stopped.reduce((latest, chunk) => ((chunk.time ?? -Infinity) >= (latest.time ?? -Infinity) ? chunk : latest))
}
