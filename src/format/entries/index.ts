// Which kinds of entry are there?
//
// Types of what may stand in a session file, for readers of parsed entries. They promise nothing about a given file:
// only `type` is required, any field may be missing, and fields that are not listed may stand beside the listed ones.

import type { AssistantEntry } from './assistant.js'
import type { AttachmentEntry } from './attachment.js'
import type { BookkeepingEntry } from './bookkeeping.js'
import type { DialectEntry } from './dialects.js'
import type { Open, Unlisted } from './open.js'
import type { ProgressEntry } from './progress.js'
import type { SystemEntry } from './system.js'
import type { UserEntry } from './user.js'

/** Any entry of a session file. Narrow it by `type`, a system entry further by `subtype`. */
export type SessionEntry = ClientEntry | DialectEntry | UnknownEntry

/** What the client is known to write. */
export type ClientEntry = UserEntry | AssistantEntry | SystemEntry | AttachmentEntry | ProgressEntry | BookkeepingEntry

/** Any other record, kept as it is; it need not even have a type. */
export interface UnknownEntry extends Open {
  readonly type?: Unlisted
}

export type * from './assistant.js'
export type * from './attachment.js'
export type * from './blocks.js'
export type * from './bookkeeping.js'
export type * from './chained.js'
export type * from './dialects.js'
export type * from './open.js'
export type * from './progress.js'
export type * from './system.js'
export type * from './tool-use-result.js'
export type * from './usage.js'
export type * from './user.js'
