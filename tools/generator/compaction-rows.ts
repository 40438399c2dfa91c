// Compaction: a boundary with no parent, and the summary that hangs on it.
import { uuid } from './identifiers.js'
import { appendRow, type Fields, type Writer } from './session-writer.js'
import { tokensOf } from './token-growth.js'

export interface Preserved {
  /** Rows from before the boundary that stay in the context, in order. */
  readonly uuids: readonly string[]
}

export interface Compaction {
  readonly boundary: string
  readonly summary: string
  readonly trigger: 'manual' | 'auto'
}

/** Boundary and summary. With preserved rows the metadata names them; they are not written again. */
export function compact(
  writer: Writer,
  trigger: 'manual' | 'auto',
  summary: string,
  preserved?: Preserved,
): Compaction {
  writer.clock.pass(34)
  const before = writer.tip
  const preTokens = writer.growth.cached + writer.growth.fresh
  const words =
    'This session is being continued from a previous conversation that ran out of context. ' +
    `The conversation is summarized below:\n${summary}`
  const postTokens = tokensOf(words) + writer.growth.base
  const anchor = uuid(writer.random)
  const newer = {
    postTokens,
    durationMs: writer.random.int(18_000, 41_000),
    cumulativeDroppedTokens: preTokens - postTokens,
    ...(preserved ? preservedFields(preserved, anchor) : {}),
  }
  const metadata = { trigger, preTokens, ...(writer.generation.name === '2.1' ? newer : {}) }
  const boundary = appendRow(
    writer,
    stamp => ({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      isMeta: false,
      timestamp: stamp.timestamp,
      uuid: stamp.uuid,
      level: 'info',
      compactMetadata: metadata,
    }),
    before === null ? { parent: null } : { parent: null, logicalParent: before },
  )
  writer.growth.cached = 0
  writer.growth.fresh = postTokens
  const summaryRow = appendRow(
    writer,
    stamp => ({
      type: 'user',
      message: { role: 'user', content: words },
      isVisibleInTranscriptOnly: true,
      isCompactSummary: true,
      ...stamp,
    }),
    { withPromptId: true, uuid: anchor },
  )
  return { boundary, summary: summaryRow, trigger }
}

function preservedFields(preserved: Preserved, anchorUuid: string): Fields {
  const { uuids } = preserved
  const headUuid = uuids[0]
  const tailUuid = uuids[uuids.length - 1]
  return {
    preservedSegment: { headUuid, anchorUuid, tailUuid },
    preservedMessages: { anchorUuid, uuids, allUuids: uuids },
  }
}
