// Bytes to lossless entries and back, and the plain values that all layers share.

export {
  applyEdits,
  type Changes,
  type Edit,
  type Edits,
  insertBefore,
  removeEntry,
  replaceValue,
  type SideFileChange,
} from './changes.js'
export type * from './entries/index.js'
export { type ExitCode, InputError, RethreadError, StorageError } from './error.js'
export type { Finding, Severity } from './finding.js'
export {
  type FoundEntry,
  type FoundGap,
  type FoundPart,
  type GapReason,
  type LineEnding,
  MAX_DEPTH,
  MAX_MULTILINE,
  MAX_RECORD,
  type RecordSink,
} from './found.js'
export { newScan, resetScan, type Scan, type ScanOutcome, scanOn } from './json/scan.js'
export { decodeString, decodeText, eachElement, eachMember, type Path, type Range, rangeOf } from './json/walk.js'
export {
  fieldGroups,
  isKnownField,
  knownBlockTypes,
  knownFields,
  knownSystemSubtypes,
  knownTypes,
  type SeenIn,
} from './known-fields.js'
export { type RecordReader, type RecordReaderOptions, recordReader } from './records.js'
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
} from './session.js'
export {
  type AgentFile,
  encodeProjectPath,
  isSessionId,
  type SessionFolder,
  type SideFile,
  type SideFileFolder,
  type SideFilePlace,
} from './session-folder.js'
