// Which fields of an entry hold ids? Written down a second time, on purpose: the ids of a result are judged by this list
// and made by that of references.ts, so a field that one of them forgets is noticed (test/reshape/id-fields.test.ts).

/** `own`: the entry's id. `parent`: what it hangs on. `entry`, `list`: names others. `session`: names a session. */
export type IdKind = 'own' | 'parent' | 'entry' | 'list' | 'session'

export interface IdFields {
  readonly [key: string]: IdKind | IdFields
}

export const ID_FIELDS: IdFields = {
  uuid: 'own',
  parentUuid: 'parent',
  logicalParentUuid: 'entry',
  sessionId: 'session',
  session_id: 'session',
  // The answer that a tool result belongs to.
  sourceToolAssistantUUID: 'entry',
  // Of the entries last-prompt and summary.
  leafUuid: 'entry',
  cutUuid: 'entry',
  // Of file-history-snapshot and file-history-delta.
  messageId: 'entry',
  snapshotMessageId: 'entry',
  snapshot: { messageId: 'entry' },
  compactMetadata: {
    preservedMessages: { anchorUuid: 'entry', uuids: 'list', allUuids: 'list' },
    preservedSegment: { headUuid: 'entry', anchorUuid: 'entry', tailUuid: 'entry' },
  },
  summarizedTurnPromptUuids: 'list',
  retractedMessageUuids: 'list',
  forkedFrom: { sessionId: 'session', messageUuid: 'entry' },
  worktreeSession: { sessionId: 'session' },
}

/** The same by the length of the key: most keys are told apart by that. */
export interface IdTable {
  readonly byLength: readonly (readonly IdField[] | undefined)[]
}

export interface IdField {
  readonly key: string
  readonly kind: IdKind | IdTable
}

function table(fields: IdFields): IdTable {
  const byLength: IdField[][] = []
  for (const [key, kind] of Object.entries(fields))
    (byLength[key.length] ??= []).push({ key, kind: typeof kind === 'string' ? kind : table(kind) })
  return { byLength }
}

export const ID_TABLE = table(ID_FIELDS)
