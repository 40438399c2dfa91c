// Every transcript there is: the files of sessions and of their agents, with what tells whether they have changed.
// Names and stats only, so the answer costs the same whatever they hold.

import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import {
  agentIdOfName,
  namesFolder,
  PROJECTS,
  SESSION_ENDING,
  SUBAGENTS,
  TITLE_FILE,
} from '../format/session-folder.js'
import { linkedStats, namesIn, ownStats, projectFolders } from './list-sessions.js'
import type { FileFinding } from './regular-file.js'
import { agentsBeside } from './session-folder.js'

export interface Transcript {
  readonly path: string
  /** The path of the session's own file; null for an agent beside the sessions, which tells it in its first records. */
  readonly session: string | null
  readonly agentId: string | null
  readonly dev: number
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
  /** When the title file of the session was written; 0 where there is none. */
  readonly titleMtimeMs: number
}

export interface TranscriptFolder {
  readonly path: string
  readonly configDir: string
  readonly transcripts: readonly Transcript[]
  /** Could everything be listed? Only then is what is not there known to be gone. */
  readonly whole: boolean
  readonly isKnown?: boolean
}

export interface TranscriptList {
  readonly folders: readonly TranscriptFolder[]
  /** Could all folders be listed? */
  readonly whole: boolean
  readonly findings: readonly FileFinding[]
}

/** `isKnown`: of such a folder nothing but its path is kept, so that thousands of old files cost no memory. */
export function listTranscripts(
  configDirs: readonly string[],
  isKnown: (folder: TranscriptFolder) => boolean = () => false,
): TranscriptList {
  const folders: TranscriptFolder[] = []
  const findings: FileFinding[] = []
  const seen = new Set<string>()
  for (const configDir of configDirs) {
    const root = join(configDir, PROJECTS)
    for (const folder of projectFolders(root, findings)) {
      if (seen.has(folder.realPath)) continue
      seen.add(folder.realPath)
      const listed = listFolder(folder.path, configDir, root, findings)
      folders.push(isKnown(listed) ? { ...listed, transcripts: [], isKnown: true } : listed)
    }
  }
  return { folders, whole: findings.length === 0 || findings.every(isOfFile), findings }
}

/** A file that cannot be read is no reason to doubt the others. */
function isOfFile({ path }: FileFinding): boolean {
  return path.endsWith(SESSION_ENDING)
}

function listFolder(path: string, configDir: string, root: string, findings: FileFinding[]): TranscriptFolder {
  const transcripts: Transcript[] = []
  const own: FileFinding[] = []
  const titles = new Map<string, number>()
  const names = namesIn(path, own)
  for (const dirent of names) {
    if (!dirent.isDirectory() || !namesFolder(dirent.name)) continue
    const session = join(path, dirent.name) + SESSION_ENDING
    titles.set(session, lookInto(join(path, dirent.name), session, transcripts, own))
  }
  for (const dirent of names) {
    const { name } = dirent
    if (!name.endsWith(SESSION_ENDING)) continue
    const agentId = agentIdOfName(name)
    if (agentId === undefined && name.length === SESSION_ENDING.length) continue
    const file = path + sep + name // there are many: `join` would look at each character
    const isLink = dirent.isSymbolicLink()
    // Agents are read where they are, never through a link (`session-folder.ts`).
    const stats = isLink && agentId === undefined ? linkedStats(file, root) : ownStats(file)
    if ('code' in stats) own.push(stats)
    else if (agentId === undefined) transcripts.push(transcript(file, file, null, stats, titles.get(file) ?? 0))
    else transcripts.push(transcript(file, null, agentId, stats, 0))
  }
  findings.push(...own)
  return { path, configDir, transcripts, whole: own.every(isOfFile) }
}

/** The agents of a session in its own folder; returns when its title file was written. */
function lookInto(folder: string, session: string, transcripts: Transcript[], findings: FileFinding[]): number {
  let titleMtimeMs = 0
  for (const dirent of namesIn(folder, findings)) {
    if (dirent.name === TITLE_FILE) titleMtimeMs = timeOf(join(folder, TITLE_FILE))
    else if (dirent.name === SUBAGENTS && dirent.isDirectory())
      agentsBelow(join(folder, SUBAGENTS), session, transcripts, findings)
  }
  return titleMtimeMs
}

/** The transcripts of a session's agents, as far as they lie with it. */
function agentFilesOf(session: string): readonly Transcript[] {
  const transcripts: Transcript[] = []
  const folder = join(session.slice(0, -SESSION_ENDING.length), SUBAGENTS)
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) agentsBelow(folder, session, transcripts, [])
  return transcripts
}

/** The file of a session, where it is there, and those of its agents. */
export function sessionFiles(session: string): readonly Transcript[] {
  const own = statSync(session, { throwIfNoEntry: false })
  return [...(own ? [transcript(session, session, null, own, 0)] : []), ...agentFilesOf(session)]
}

/** When the title file of a session was written; 0 where there is none. */
export function titleFileTime(session: string): number {
  return timeOf(join(session.slice(0, -SESSION_ENDING.length), TITLE_FILE))
}

function timeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function agentsBelow(folder: string, session: string, transcripts: Transcript[], findings: FileFinding[]): void {
  for (const dirent of namesIn(folder, findings)) {
    const path = join(folder, dirent.name)
    if (dirent.isDirectory()) agentsBelow(path, session, transcripts, findings)
    const agentId = agentIdOfName(dirent.name)
    if (agentId === undefined || !dirent.isFile()) continue
    const stats = ownStats(path)
    if ('code' in stats) findings.push(stats)
    else transcripts.push(transcript(path, session, agentId, stats, 0))
  }
}

function transcript(
  path: string,
  session: string | null,
  agentId: string | null,
  { dev, ino, size, mtimeMs }: Stats,
  titleMtimeMs: number,
): Transcript {
  return { path, session, agentId, dev, ino, size, mtimeMs, titleMtimeMs }
}

/** The session that an agent beside the sessions belongs to, as its first records say. */
export function sessionsOfAgentsBeside(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [id, agents] of agentsBeside(folder))
    for (const agent of agents) found.set(agent.path, join(folder, id + SESSION_ENDING))
  return found
}

/** Equal where nothing has changed in the folder. */
export function folderPrint({ path: folder, transcripts }: TranscriptFolder): string {
  let a = 0x811c9dc5 | 0
  let b = 0x1234567 | 0
  const add = (word: number): void => {
    a = Math.imul(a ^ word, 0x01000193)
    b = Math.imul(b + word, 0x85ebca6b) ^ (b >>> 13)
  }
  const number = new Float64Array(1)
  const halves = new Uint32Array(number.buffer)
  const addNumber = (value: number): void => {
    number[0] = value
    add(halves[0]!)
    add(halves[1]!)
  }
  for (const { path, dev, ino, size, mtimeMs, titleMtimeMs } of transcripts) {
    for (let at = folder.length; at < path.length; at++) add(path.charCodeAt(at))
    addNumber(dev)
    addNumber(ino)
    addNumber(size)
    addNumber(mtimeMs)
    addNumber(titleMtimeMs)
  }
  return `${transcripts.length}-${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
}

/** The names of folders that lie in `root`, for whoever wants to be told of changes. */
export function foldersIn(root: string): readonly string[] {
  try {
    return readdirSync(root, { withFileTypes: true }).flatMap(dirent =>
      dirent.isDirectory() ? [join(root, basename(dirent.name))] : [],
    )
  } catch {
    return []
  }
}
