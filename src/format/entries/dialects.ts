// Which entries do source documents 003 and 004 describe that no client has been seen to write?
//
// Their messages are flat strings, a tool call is an entry with `toolName`, and a compaction is a trio of
// `compact_system` entries. They are read into the same model as everything else and never written (D14).

import type { ChainedEntry, Timestamp } from './chained.js'
import type { OneOf, Open } from './open.js'

export type DialectEntry = SnapshotEntry | FlatUserEntry | FlatAssistantEntry | FlatSystemEntry | CompactSystemEntry

/** Source document 003: a checkpoint of a message. */
export interface SnapshotEntry extends Open {
  readonly type: 'snapshot'
  readonly messageId?: string
  readonly snapshot?: OneOf<'user' | 'assistant'>
  readonly isExtensionMessage?: boolean
  readonly timestamp?: Timestamp
}

export interface FlatUserEntry extends ChainedEntry {
  readonly type: 'user'
  readonly message?: string
  readonly subtype?: FlatSubtype
}

/** An answer, or with `toolName` a tool call, whose result is the next system entry on its path. */
export interface FlatAssistantEntry extends ChainedEntry {
  readonly type: 'assistant'
  readonly message?: string
  readonly subtype?: FlatSubtype
  readonly toolName?: string
  readonly toolArguments?: Readonly<Record<string, unknown>>
}

export interface FlatSystemEntry extends ChainedEntry {
  readonly type: 'system'
  readonly subtype?: undefined
  readonly message?: string
}

export type FlatSubtype = OneOf<'tool_use' | 'command' | 'response' | 'thinking'>

/** One of three marks: a compaction begins, is done, and the conversation goes on. */
export interface CompactSystemEntry extends ChainedEntry {
  readonly type: 'compact_system'
  readonly message?: OneOf<'conversation_compacting' | 'conversation_compacted' | 'conversation_restored'>
  readonly metadata?: CompactSystemMetadata
}

export interface CompactSystemMetadata extends Open {
  readonly preservedMessages?: number
  readonly totalMessages?: number
}
