// The validation rules of source document 004, under `--dialect 004` only: no client has been seen to write or want it.
// Its rules 2, 3, 9 and 10 allow something (orphans, logical parents, orphans as roots, several compactions), so nothing
// can break them and they have no code.

import type { CodeEntry } from './code-entry.js'

const ONLY_DIALECT = 'None on the client, which writes another form: this is about the dialect of source document 004.'

export const DIALECT_CODES = {
  'dialect-004-1': {
    severity: 'cosmetic',
    title: 'a message without type, uuid, timestamp or sessionId',
    cause: 'Rule 1 of source document 004: every message has these four fields.',
    effect: ONLY_DIALECT,
    remedy: 'None needed; what a missing field means to the client has findings of its own.',
  },
  'dialect-004-4': {
    severity: 'cosmetic',
    title: 'isSidechain on a message that is no sidechain',
    cause: 'Rule 4 of source document 004: the field only stands on messages of sidechains. Clients write false.',
    effect: ONLY_DIALECT,
    remedy: 'None needed.',
  },
  'dialect-004-5': {
    severity: 'cosmetic',
    title: 'userType external outside of a sidechain',
    cause: 'Rule 5 of source document 004: external is the model as a user. Clients write it on every entry.',
    effect: ONLY_DIALECT,
    remedy: 'None needed.',
  },
  'dialect-004-6': {
    severity: 'cosmetic',
    title: 'a message older than its parent',
    cause: 'Rule 6 of source document 004: times go forward within a chain. In real files some go back (D15).',
    effect: ONLY_DIALECT,
    remedy: 'None needed: order comes from the file and the chain, never from times.',
  },
  'dialect-004-7': {
    severity: 'cosmetic',
    title: 'a tool_use message without toolName',
    cause: 'Rule 7 of source document 004: a message with this subtype names its tool.',
    effect: `${ONLY_DIALECT} rethread reads no tool call from it.`,
    remedy: 'Add the name where the file is made.',
  },
  'dialect-004-8': {
    severity: 'cosmetic',
    title: 'toolArguments that are no object',
    cause: 'Rule 8 of source document 004: arguments are a JSON object where they are given.',
    effect: ONLY_DIALECT,
    remedy: 'Mend the arguments where the file is made.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>
