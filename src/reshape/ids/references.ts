// Where in an entry do the ids of other entries and of sessions stand? (resume-rules §3, B4)
//
// Exactly these fields are remapped in a clone, and follow entries that go. Everything else that looks like an id
// (message ids, tool ids, request ids, prompt ids) means something outside of the file and stays.

/**
 * `own`: the entry's id. `parent`: what it hangs on. `entry`, `entries`: names others; `head` and `tail` the ends of a
 * preserved stretch. `session`: a session's id. An object: look inside.
 */
type FieldRule = 'own' | 'parent' | 'entry' | 'entries' | 'head' | 'tail' | 'session' | FieldRules

interface FieldRules {
  readonly [key: string]: FieldRule
}

const RULES: FieldRules = {
  uuid: 'own',
  parentUuid: 'parent',
  logicalParentUuid: 'entry',
  sourceToolAssistantUUID: 'entry',
  // last-prompt, summary
  leafUuid: 'entry',
  cutUuid: 'entry',
  // file-history-snapshot, file-history-delta
  messageId: 'entry',
  snapshotMessageId: 'entry',
  snapshot: { messageId: 'entry' },
  compactMetadata: {
    preservedSegment: { headUuid: 'head', anchorUuid: 'entry', tailUuid: 'tail' },
    preservedMessages: { anchorUuid: 'entry', uuids: 'entries', allUuids: 'entries' },
  },
  summarizedTurnPromptUuids: 'entries',
  // answers that a later entry takes back
  retractedMessageUuids: 'entries',
  forkedFrom: { messageUuid: 'entry', sessionId: 'session' },
  sessionId: 'session',
  session_id: 'session',
  worktreeSession: { sessionId: 'session' },
}

export type ReferenceRule = Exclude<FieldRule, FieldRules> | FieldTable

interface Field {
  readonly key: string
  readonly rule: ReferenceRule
}

/** The same by the length of the key, so that most keys are told apart by a number. */
export interface FieldTable {
  readonly byLength: readonly (readonly Field[] | undefined)[]
  readonly all: readonly Field[]
}

function fieldTable(rules: FieldRules): FieldTable {
  const all = Object.entries(rules).map(
    ([key, rule]): Field => ({ key, rule: typeof rule === 'string' ? rule : fieldTable(rule) }),
  )
  const byLength: Field[][] = []
  for (const field of all) (byLength[field.key.length] ??= []).push(field)
  return { byLength, all }
}

export const REFERENCES = fieldTable(RULES)
