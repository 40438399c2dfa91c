// The validation rules of source document 004, under `--dialect 004` only: no client has been seen to write or want it.
// Its rules 2, 3, 9 and 10 allow something (orphans, logical parents, orphans as roots, several compactions), so nothing
// can break them and they have no code.

import type { CodeEntry } from './code-entry.js'

const ONLY_DIALECT =
  'None on the client, which writes a different format: this applies to the dialect of source document 004 only.'

export const DIALECT_CODES = {
  'dialect-004-1': {
    severity: 'cosmetic',
    title: 'message without type, uuid, timestamp or sessionId',
    cause: 'Rule 1 of source document 004: every message has these four fields.',
    effect: ONLY_DIALECT,
    remedy: 'None needed; fields that the client needs have their own findings.',
  },
  'dialect-004-4': {
    severity: 'cosmetic',
    title: 'isSidechain on a message outside of a sidechain',
    cause: 'Rule 4 of source document 004: only messages of sidechains have the field. Clients write false.',
    effect: ONLY_DIALECT,
    remedy: 'None needed.',
  },
  'dialect-004-5': {
    severity: 'cosmetic',
    title: 'userType external outside of a sidechain',
    cause: 'Rule 5 of source document 004: external means the model acting as a user. Clients write it on every entry.',
    effect: ONLY_DIALECT,
    remedy: 'None needed.',
  },
  'dialect-004-6': {
    severity: 'cosmetic',
    title: 'message older than its parent',
    cause: 'Rule 6 of source document 004: timestamps increase within a chain. In real files, some do not.',
    effect: ONLY_DIALECT,
    remedy: 'None needed: the order comes from the file and the parents, never from timestamps.',
    rules: ['D15'],
  },
  'dialect-004-7': {
    severity: 'cosmetic',
    title: 'tool_use message without toolName',
    cause: 'Rule 7 of source document 004: a message with this subtype names its tool.',
    effect: `${ONLY_DIALECT} rethread does not read a tool call from it.`,
    remedy: 'Add the name in the program that writes the file.',
  },
  'dialect-004-8': {
    severity: 'cosmetic',
    title: 'toolArguments is not an object',
    cause: 'Rule 8 of source document 004: arguments, if given, are a JSON object.',
    effect: ONLY_DIALECT,
    remedy: 'Fix the arguments in the program that writes the file.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>
