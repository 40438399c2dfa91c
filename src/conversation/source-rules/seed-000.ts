// Source document 000: one entry a message (§6), turns by text blocks (§4), calls paired as they come (§5).

import { type Chunk, droppedBy, messageGroups } from './message-groups.js'
import type { SourceResult } from './result.js'
import { blocksOf, hasBlock, id, messageOf, type Place, placeOf, type SourceEntry, timeOf } from './source-entry.js'

export function seed000(entries: Iterable<SourceEntry>): SourceResult {
  const groups = messageGroups()
  const others: Timed[] = []
  const alone: Timed[] = []
  const turnStarts: Place[] = []
  const pairing = pairingInOrder()
  let blocks = 0
  for (const entry of entries) {
    const isAnswer = entry.value['type'] === 'assistant'
    const chunk = isAnswer ? groups.add(entry) : undefined
    if (!chunk) {
      ;(isAnswer ? alone : others).push({ ...placeOf(entry), time: timeOf(entry) })
      if (isAnswer) blocks += blocksOf(entry).length
    }
    if (startsTurn(entry)) turnStarts.push(placeOf(entry))
    pairing.add(entry)
  }
  const finals = groups.all().map(finalOf)
  for (const one of finals) blocks += one.blocks.length
  const kept = new Set(finals.map(one => one.row))
  const dropped = droppedBy(groups.all(), kept)
  const droppedCalls = dropped.blocks.filter(block => block.type === 'tool_use').length
  const { order, untimed, backInTime } = byTimestamp([...others, ...alone, ...finals])
  const { calls, uses, paired, open } = pairing
  return {
    seed: 'seed-000',
    figures: {
      entries: order.length,
      assistantMessages: finals.length + alone.length,
      blocks,
      turns: turnStarts.length,
      toolCalls: uses(),
      toolCallsLeft: calls.size - droppedCalls,
      pairs: paired.size,
      callsWithoutResult: open.size,
    },
    dropped,
    order,
    turnStarts,
    calls,
    paired,
    backInTime,
    untimed,
    outside: {},
  }
}

/** §4: text and no result, in an array; a string is taken for a meta message. */
function startsTurn(entry: SourceEntry): boolean {
  if (entry.value['type'] !== 'user' || entry.value['isMeta'] === true) return false
  if (typeof messageOf(entry)?.['content'] === 'string') return false
  const blocks = blocksOf(entry)
  return hasBlock(blocks, 'text') && !hasBlock(blocks, 'tool_result')
}

/** §6: the last entry with a stop reason, else the first of those with the most output tokens. */
function finalOf(chunks: readonly Chunk[]): Chunk {
  const stopped = chunks.findLast(chunk => chunk.stopReason !== null)
  return stopped ?? chunks.reduce((most, chunk) => (chunk.outputTokens > most.outputTokens ? chunk : most))
}

interface Timed extends Place {
  readonly time: number | undefined
}

/**
 * §6, last step. The entries come as the pseudocode leaves them, all others before the answers, and of equal times the
 * first stays first. Bookkeeping has no timestamp, so the document's sort has no place for it: here it goes first.
 */
function byTimestamp(entries: readonly Timed[]) {
  const order = entries.toSorted((a, b) => (a.time ?? -Infinity) - (b.time ?? -Infinity) || 0)
  const untimed = entries.filter(entry => entry.time === undefined)
  const backInTime: Place[] = []
  let latest = -Infinity
  for (const entry of entries.toSorted((a, b) => a.row - b.row)) {
    if (entry.time === undefined) continue
    if (entry.time < latest) backInTime.push(entry)
    latest = Math.max(latest, entry.time)
  }
  return { order, untimed, backInTime }
}

/** §5: a call waits for its result; what comes before its call, or a second time, pairs with nothing. */
function pairingInOrder() {
  const open = new Set<string>()
  const calls = new Set<string>()
  const paired = new Set<string>()
  let uses = 0
  return {
    calls,
    paired,
    open,
    uses: () => uses,
    add(entry: SourceEntry): void {
      const { type } = entry.value
      for (const block of blocksOf(entry)) {
        if (type === 'assistant' && block['type'] === 'tool_use') {
          uses++
          const use = id(block['id'])
          if (use === undefined) continue
          open.add(use)
          calls.add(use)
        } else if (type === 'user' && block['type'] === 'tool_result') {
          const use = id(block['tool_use_id'])
          if (use !== undefined && open.delete(use)) paired.add(use)
        }
      }
    },
  }
}
