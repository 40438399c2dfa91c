// System rows of the chain: durations, hooks, compaction, local commands, failed requests.
import { requestId, uuid } from './identifiers.js'
import { appendRow, type Fields, type Stamp, type Writer } from './session-writer.js'
import { tokensOf } from './token-growth.js'

/** In system rows the time stands before the id. */
const stampOf = (stamp: Stamp): Fields => ({ timestamp: stamp.timestamp, uuid: stamp.uuid })

export function turnDuration(writer: Writer, durationMs: number, messageCount: number): string {
  const count = writer.generation.sessionFields === 'last' ? { messageCount } : {}
  return appendRow(writer, stamp => ({
    type: 'system',
    subtype: 'turn_duration',
    durationMs,
    ...count,
    ...stampOf(stamp),
    isMeta: false,
  }))
}

export function stopHookSummary(writer: Writer, command: string, durationMs: number): string {
  const toolUseID = uuid(writer.random)
  return appendRow(writer, stamp => ({
    type: 'system',
    subtype: 'stop_hook_summary',
    hookCount: 1,
    hookInfos: [{ command, durationMs }],
    hookErrors: [],
    preventedContinuation: false,
    stopReason: '',
    hasOutput: false,
    level: 'suggestion',
    ...stampOf(stamp),
    toolUseID,
  }))
}

export function localCommandRow(writer: Writer, content: string): string {
  writer.clock.pass(0.2)
  return appendRow(writer, stamp => ({
    type: 'system',
    subtype: 'local_command',
    content,
    level: 'info',
    ...stampOf(stamp),
    isMeta: false,
  }))
}

export function apiErrorRetry(writer: Writer, status: number, kind: string, attempt: number): string {
  const request = requestId(writer.random)
  const retryInMs = 500 * 2 ** (attempt - 1) * (1 + writer.random.next() / 4)
  const message = kind === 'overloaded_error' ? 'Overloaded' : 'Internal server error'
  const row = appendRow(writer, stamp => ({
    type: 'system',
    subtype: 'api_error',
    level: 'error',
    error: {
      status,
      headers: { 'content-type': 'application/json', 'x-should-retry': 'true', 'request-id': request },
      requestID: request,
      error: { type: 'error', error: { type: kind, message }, request_id: request },
    },
    retryInMs,
    retryAttempt: attempt,
    maxRetries: 10,
    ...stampOf(stamp),
  }))
  writer.clock.skip(Math.round(retryInMs))
  return row
}

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
  const postTokens = tokensOf(words) + 9_400
  const anchor = { uuid: uuid(writer.random) }
  const newer = {
    postTokens,
    durationMs: writer.random.int(18_000, 41_000),
    cumulativeDroppedTokens: preTokens - postTokens,
    ...(preserved ? preservedFields(preserved, anchor.uuid) : {}),
  }
  const metadata = { trigger, preTokens, ...(writer.generation.name === '2.1' ? newer : {}) }
  const boundary = appendRow(
    writer,
    stamp => ({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      isMeta: false,
      ...stampOf(stamp),
      level: 'info',
      compactMetadata: metadata,
    }),
    before === null ? { parent: null } : { parent: null, logicalParent: before },
  )
  writer.growth.cached = 0
  writer.growth.fresh = postTokens
  const row = appendRow(
    writer,
    stamp => ({
      type: 'user',
      message: { role: 'user', content: words },
      isVisibleInTranscriptOnly: true,
      isCompactSummary: true,
      ...stamp,
      uuid: preserved ? anchor.uuid : stamp.uuid,
    }),
    { withPromptId: true },
  )
  const summaryRow = preserved ? anchor.uuid : row
  writer.tip = summaryRow
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
