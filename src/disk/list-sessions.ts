// Which sessions are there? Names and stats only: no session file is opened, so the answer costs the same whatever
// the sessions hold.

import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { isSessionId, PROJECTS, sessionIdOfName } from '../format/session-folder.js'
import {
  type FileFinding,
  isInside,
  notRegular,
  outsideRoot,
  problem,
  problemOf,
  resolveRegular,
  storageError,
} from './regular-file.js'

export interface ListedSession {
  readonly id: string
  readonly path: string
  readonly configDir: string
  readonly projectFolder: string
  readonly size: number
  readonly mtimeMs: number
  /** The client resumes a session by its file's name only where that is a uuid (R-F8). */
  readonly resumable: boolean
}

export interface SessionList {
  /** Newest first. */
  readonly sessions: readonly ListedSession[]
  /** Folders and files that could not be listed, and why. */
  readonly findings: readonly FileFinding[]
}

export function listSessions(configDirs: readonly string[]): SessionList {
  const lists: SessionList[] = []
  const findings: FileFinding[] = []
  const seen = new Set<string>() // a link to another project folder lists nothing twice
  for (const configDir of configDirs) {
    const root = join(configDir, PROJECTS)
    for (const folder of projectFolders(root, findings)) {
      if (seen.has(folder.realPath)) continue
      seen.add(folder.realPath)
      lists.push(listFolder(folder.path, configDir, root))
    }
  }
  return {
    sessions: lists.flatMap(one => one.sessions).toSorted(byAge),
    findings: [...findings, ...lists.flatMap(one => one.findings)],
  }
}

/** The sessions of one project. */
export function listProject(projectFolder: string, configDir: string): SessionList {
  const { sessions, findings } = listFolder(projectFolder, configDir, configDir)
  return { sessions: sessions.toSorted(byAge), findings }
}

function listFolder(projectFolder: string, configDir: string, root: string): SessionList {
  const sessions: ListedSession[] = []
  const findings: FileFinding[] = []
  for (const dirent of namesIn(projectFolder, findings)) {
    const listed = listedSession(dirent, projectFolder, configDir, root)
    if (listed === undefined) continue
    if ('code' in listed) findings.push(listed)
    else sessions.push(listed)
  }
  return { sessions, findings }
}

function byAge(a: ListedSession, b: ListedSession): number {
  return b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1)
}

export interface ProjectFolder {
  readonly path: string
  readonly realPath: string
}

/** The folders below `root`; a link counts where it stays inside. No `projects` folder at all is no trouble. */
export function projectFolders(root: string, findings: FileFinding[]): readonly ProjectFolder[] {
  const dirents = namesIn(root, findings, true)
  if (dirents.length === 0) return []
  const realRoot = realpathSync.native(root)
  const folders: ProjectFolder[] = []
  for (const dirent of dirents) {
    const path = join(root, dirent.name)
    // The folders themselves come first: what a link names as well is listed under its own path.
    if (dirent.isDirectory()) folders.unshift({ path, realPath: join(realRoot, dirent.name) })
    else if (dirent.isSymbolicLink()) {
      const linked = linkedFolder(path, realRoot)
      if ('code' in linked) findings.push(linked)
      else folders.push(linked)
    }
  }
  return folders
}

/** What a folder holds; a folder that cannot be read is a finding. */
export function namesIn(folder: string, findings: FileFinding[], mayBeMissing = false): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    const { finding } = problemOf(folder, error)
    if (!(mayBeMissing && finding.code === 'file-vanished')) findings.push(finding)
    return []
  }
}

/** What a folder of ours holds, nothing where there is none. Who cannot look does not know, and must not act on it. */
export function namesIfThere(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw storageError(problemOf(folder, error).finding)
  }
}

function listedSession(
  dirent: Dirent,
  projectFolder: string,
  configDir: string,
  root: string,
): ListedSession | FileFinding | undefined {
  const id = sessionIdOfName(dirent.name)
  if (id === undefined) return undefined
  const path = join(projectFolder, dirent.name)
  const stats = dirent.isSymbolicLink() ? linkedStats(path, root) : ownStats(path)
  if ('code' in stats) return stats
  const { size, mtimeMs } = stats
  return { id, path, configDir, projectFolder, size, mtimeMs, resumable: isSessionId(id) }
}

export function ownStats(path: string): Stats | FileFinding {
  try {
    const stats = lstatSync(path)
    return stats.isFile() ? stats : notRegular(path, stats).finding
  } catch (error) {
    return problemOf(path, error).finding
  }
}

export function linkedStats(path: string, root: string): Stats | FileFinding {
  const resolved = resolveRegular(path, root)
  return resolved.kind === 'problem' ? resolved.finding : resolved.stats
}

function linkedFolder(path: string, realRoot: string): ProjectFolder | FileFinding {
  try {
    const realPath = realpathSync.native(path)
    if (!isInside(realPath, realRoot)) return outsideRoot(path).finding
    const stats = lstatSync(realPath)
    return stats.isDirectory()
      ? { path, realPath }
      : problem('file-not-regular', path, 'link does not point to a folder').finding
  } catch (error) {
    return problemOf(path, error).finding
  }
}
