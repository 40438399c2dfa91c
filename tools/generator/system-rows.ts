// System rows of the chain: durations, hooks, local commands, failed requests.
import { requestId, uuid } from './identifiers.js'
import { appendRow, type Fields, type Stamp, type Writer } from './session-writer.js'

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
