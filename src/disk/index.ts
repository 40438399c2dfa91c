// The disk layer: the only place that touches session files.

export { type Applied, type ApplyRequest, type ApplyTarget, applyChanges } from './apply-changes.js'
export { BACKUP_LIMITS, type BackupLimits, type BackupUse, backupUse } from './backups.js'
export { type ConfigDirOptions, configDirOf, configDirs, isFolder } from './config-dirs.js'
export { type DataDirOptions, dataDir } from './data-dir.js'
export { openEdited, readEditedRecords } from './edited-file.js'
export { ChangeStuck, endUnfinished, type Swept } from './end-unfinished.js'
export { compareFileState, type FileState, fileState, SessionChanged, type StateNow } from './file-state.js'
export { type FollowOptions, follow, tailPosition } from './follow.js'
export { type ListedSession, listSessions, type SessionList } from './list-sessions.js'
export { type LiveClient, liveClients, refuseLive, refuseLiveAt, SessionLive } from './live-client.js'
export { ChangeBusy } from './lock.js'
export { type MovedFile, type MoveRequest, moveFiles } from './move-files.js'
export { SessionOpen } from './open-writers.js'
export { type Peek, type PeekedEntry, type PeekOptions, peek, peekText } from './peek.js'
export {
  directoriesOf,
  directorySettings,
  filesBelow,
  foldersBelow,
  profilesWith,
  type SharedFiles,
  sharedFiles,
} from './project-files.js'
export {
  openSource,
  type ReadOptions,
  type ReadOutcome,
  readRecords,
  readStandardInput,
  readWhole,
  type Source,
  type WholeFile,
} from './read-session.js'
export {
  listReceipts,
  pricedReceipt,
  type Receipt,
  type ReceiptFile,
  type ReceiptList,
  sessionIdsOf,
  undoneReceipts,
} from './receipts.js'
export {
  type FileCode,
  type FileFinding,
  type FileProblem,
  isPresent,
  type OpenedFile,
  openRegular,
  sizeOfFile,
  storageError,
} from './regular-file.js'
export { type RemoveRequest, removeSession, SessionIsLink, sideFilesOf } from './remove-session.js'
export { expectInsideProjects, isLink } from './safe-way.js'
export {
  agentsBeside,
  type FoundSessionFolder,
  findSessionFolder,
  type SessionFolderOptions,
} from './session-folder.js'
export {
  type ReferenceOptions,
  type ResolvedSession,
  resolveSession,
  SessionReferenceError,
} from './session-reference.js'
export { type SessionsInFolder, sessionsIn } from './sessions-in.js'
export type { FollowSink } from './told-records.js'
export { planUndo, type UndoOptions, type UndoPlan, UndoRefused, type UndoStep, undoChange } from './undo-change.js'
