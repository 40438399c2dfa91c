// A session goes, with everything that the client keeps for it, into the backups: undo brings all of it back.

import { basename, dirname } from 'node:path'
import { RethreadError } from '../format/error.js'
import type { SessionFolder } from '../format/session-folder.js'
import type { BackupLimits } from './backups.js'
import { type ChangeDone, changeFiles, type FileChange } from './change-files.js'
import { fileState } from './file-state.js'
import { refuseLive } from './live-client.js'
import { type FileFinding, storageError } from './regular-file.js'
import { isLink } from './safe-way.js'
import type { FoundSessionFolder } from './session-folder.js'

export interface RemoveRequest {
  readonly call: readonly string[]
  /** What `findSessionFolder` found. What could not be read would be left behind, so nothing is removed then. */
  readonly found: FoundSessionFolder
  readonly dataDir: string
  readonly limits?: BackupLimits
}

export async function removeSession({ call, found, dataDir, limits }: RemoveRequest): Promise<ChangeDone> {
  const { folder, findings } = found
  const { id, path, configDir } = folder
  const unread = findings.find(finding => !isNoFile(finding))
  if (unread) throw storageError(unread)
  if (isLink(path)) throw new SessionIsLink(path)
  const guard = () => refuseLive(id, configDir)
  guard()
  const sides = sideFilesOf(folder)
  const removed = (one: string, role: FileChange['role']): FileChange => ({
    change: 'removed',
    role,
    path: one,
    state: fileState(one),
  })
  return changeFiles({
    dataDir,
    verb: 'rm',
    call,
    source: { id, path, ...(configDir === undefined ? {} : { configDir }) },
    result: null,
    files: [removed(path, 'session'), ...sides.map(one => removed(one, 'side'))],
    emptied: foldersOf(id, sides),
    guard,
    ...(limits === undefined ? {} : { limits }),
  })
}

/** Undo could bring a file back, not the link. Nothing was written. */
export class SessionIsLink extends RethreadError {
  constructor(path: string) {
    super(
      'session-is-link',
      1,
      `${path} is a symbolic link: give the session it points to, or remove the link yourself`,
    )
  }
}

/** Links, sockets and the like: they are nothing that a client has put there, and stay. */
function isNoFile({ code }: FileFinding): boolean {
  return code === 'file-not-regular'
}

/** Every file of a session but its own. */
export function sideFilesOf(folder: SessionFolder): readonly string[] {
  const { toolResults, fileHistory, tasks, todos, imageCache, sessionEnv, titleFile, others } = folder
  return [
    ...folder.agents.flatMap(({ path, metaPath }) => (metaPath === undefined ? [path] : [path, metaPath])),
    ...[...toolResults, ...fileHistory, ...tasks, ...todos, ...imageCache, ...sessionEnv].map(({ path }) => path),
    ...(titleFile === undefined ? [] : [titleFile.path]),
    ...others.map(({ path }) => path),
  ]
}

/** The folders that belong to the session alone: the one called as it is, and those below it. */
function foldersOf(id: string, files: readonly string[]): readonly string[] {
  const folders = new Set<string>()
  for (const file of files) {
    const above: string[] = []
    for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
      above.push(folder)
      if (basename(folder) !== id) continue
      for (const one of above) folders.add(one)
      break
    }
  }
  return [...folders].toSorted((a, b) => a.length - b.length)
}
