// The archive: sessions with everything that belongs to them, kept in the data dir.

export type { Method } from './compression.js'
export { type Kept, type KeptPart, keepSession, keepSessions } from './keep-session.js'
export { knownPieces } from './known-pieces.js'
export { archiveFolder, archiveSize, recordNames } from './places.js'
export { pruneArchive } from './prune.js'
export { COPIES_LIMIT, copiesFolder, forgetCopies, readingCopy, staged } from './reading-copy.js'
export {
  type FoundRecord,
  isKeptAsItIs,
  type KeptFile,
  type KeptSession,
  placeOf,
  readRecords,
  recordsOf,
} from './record.js'
export { projectName, unpack } from './unpack.js'
export { type Verified, verifyArchive } from './verify.js'
