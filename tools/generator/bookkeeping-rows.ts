// Rows outside the chain: titles, checkpoints, the queue, file history.
import { appendBookkeeping, type Fields, type Writer } from './session-writer.js'

export function summaryTitle(writer: Writer, summary: string, leafUuid: string): void {
  appendBookkeeping(writer, { type: 'summary', summary, leafUuid })
}

export function aiTitle(writer: Writer, title: string): void {
  appendBookkeeping(writer, { type: 'ai-title', aiTitle: title, sessionId: writer.place.sessionId })
}

export function customTitle(writer: Writer, title: string): void {
  const { sessionId } = writer.place
  appendBookkeeping(writer, { type: 'custom-title', customTitle: title, sessionId })
  appendBookkeeping(writer, { type: 'agent-name', agentName: title, sessionId })
}

export function permissionMode(writer: Writer, mode: string): void {
  appendBookkeeping(writer, { type: 'permission-mode', permissionMode: mode, sessionId: writer.place.sessionId })
}

/** The client's checkpoint: where the conversation stood. */
export function lastPrompt(writer: Writer, words: string, leafUuid: string | null, extra: Fields = {}): void {
  appendBookkeeping(writer, {
    type: 'last-prompt',
    lastPrompt: words,
    leafUuid,
    ...extra,
    sessionId: writer.place.sessionId,
  })
}

export function queueOperation(
  writer: Writer,
  operation: 'enqueue' | 'dequeue' | 'remove' | 'popAll',
  content?: string,
): void {
  writer.clock.pass(1.5)
  const words = content === undefined ? {} : { content }
  const { sessionId } = writer.place
  const timestamp = writer.clock.now()
  appendBookkeeping(writer, { type: 'queue-operation', operation, timestamp, sessionId, ...words })
}

export interface TrackedFile {
  readonly path: string
  readonly backupFileName: string | null
  readonly version: number
}

export function fileHistorySnapshot(
  writer: Writer,
  messageId: string,
  files: readonly TrackedFile[] = [],
  isUpdate = false,
): void {
  const timestamp = writer.clock.now()
  const tracked = files.map(file => [
    file.path,
    { backupFileName: file.backupFileName, version: file.version, backupTime: timestamp },
  ])
  appendBookkeeping(writer, {
    type: 'file-history-snapshot',
    messageId,
    snapshot: { messageId, trackedFileBackups: Object.fromEntries(tracked), timestamp },
    isSnapshotUpdate: isUpdate,
  })
}

export function prLink(writer: Writer, repository: string, number: number): void {
  appendBookkeeping(writer, {
    type: 'pr-link',
    sessionId: writer.place.sessionId,
    prNumber: number,
    prUrl: `https://git.example/${repository}/pull/${number}`,
    prRepository: repository,
    timestamp: writer.clock.now(),
  })
}
