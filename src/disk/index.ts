// The disk layer: the only place that touches session files.

export { type ConfigDirOptions, configDirOf, configDirs, isFolder } from './config-dirs.js'
export { type FollowOptions, follow, tailPosition } from './follow.js'
export { type ListedSession, listSessions, type SessionList } from './list-sessions.js'
export { type Peek, type PeekedEntry, type PeekOptions, peek, peekText } from './peek.js'
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
  type FileCode,
  type FileFinding,
  type FileProblem,
  type OpenedFile,
  openRegular,
  storageError,
} from './regular-file.js'
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
