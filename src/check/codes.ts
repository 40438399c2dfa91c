// Every finding that `check` and `context` can report: what it means, and what to do. docs/findings.md is made from this table, and a
// test damages a session for each of them.

import { BLOCK_CODES } from './codes/blocks.js'
import type { CodeEntry } from './codes/code-entry.js'
import { DIALECT_CODES } from './codes/dialects.js'
import { FILE_CODES } from './codes/files.js'
import { LINE_CODES } from './codes/lines.js'
import { SECRET_CODES } from './codes/secrets.js'
import { SENT_CODES } from './codes/sent.js'
import { TREE_CODES } from './codes/tree.js'

export const CODES = {
  ...LINE_CODES,
  ...TREE_CODES,
  ...BLOCK_CODES,
  ...FILE_CODES,
  ...SENT_CODES,
  ...DIALECT_CODES,
  ...SECRET_CODES,
} as const satisfies Readonly<Record<string, CodeEntry>>

export type Code = keyof typeof CODES
