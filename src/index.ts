// The package root: a session file as bytes, entries and meaning. Everything here is pure; `rethread/disk` reads files.

export {
  type About,
  type Conversation,
  type ConversationBuilder,
  conversationBuilder,
  readConversation,
} from './conversation/conversation.js'
export {
  applyEdits,
  type Changes,
  type Edit,
  type Edits,
  insertBefore,
  removeEntry,
  replaceValue,
  type SideFileChange,
} from './format/changes.js'
export type * from './format/entries/index.js'
export { InputError, RethreadError, StorageError } from './format/error.js'
export type { Finding, Severity } from './format/finding.js'
export type { FoundEntry, FoundGap, FoundPart, GapReason, LineEnding, RecordSink } from './format/found.js'
export { type RecordReader, type RecordReaderOptions, recordReader } from './format/records.js'
export {
  type Entry,
  entryRange,
  entryText,
  entryValue,
  type Gap,
  type Part,
  parseSession,
  partEnd,
  partLength,
  type Session,
  serializeSession,
} from './format/session.js'
