// Which files belong to this session? (resume-rules §2, D9)
//
// The session's id is used as a name here, but only ever the id of a file that exists under that name, and only where it
// can be the name of a folder: an id that somebody typed or sent has been compared with listed names before
// (session-reference.ts) and is never joined. A folder that is a link is not followed, nor is anything in it.

import { lstatSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { decodeString, rangeOf } from '../format/json/walk.js'
import {
  type AgentFile,
  agentIdOfName,
  FOLDERS_BY_SESSION,
  isTodoOf,
  META_ENDING,
  namesFolder,
  SESSION_ENDING,
  type SessionFolder,
  type SideFile,
  SUBAGENTS,
  TITLE_FILE,
  TODOS,
  TOOL_RESULTS,
} from '../format/session-folder.js'
import { isLeftover } from './atomic-replace.js'
import { namesIn } from './list-sessions.js'
import { firstEntries } from './peek.js'
import { type FileFinding, notRegular, problem, problemOf } from './regular-file.js'
import { isLink } from './safe-way.js'

export interface FoundSessionFolder {
  readonly folder: SessionFolder
  /** Side files that are there but cannot be read, and why. */
  readonly findings: readonly FileFinding[]
}

export interface SessionFolderOptions {
  /** Where `agentsBeside` was asked for the whole project already: its answer, instead of asking again. */
  readonly beside?: ReadonlyMap<string, readonly AgentFile[]>
}

export function findSessionFolder(
  sessionPath: string,
  configDir?: string,
  options: SessionFolderOptions = {},
): FoundSessionFolder {
  const findings: FileFinding[] = []
  const path = resolve(sessionPath)
  const projectFolder = dirname(path)
  const id = basename(path, SESSION_ENDING)
  const folderOf = (...above: readonly string[]) => (namesFolder(id) ? filesBelow(join(...above, id), findings) : [])
  const own = folderOf(projectFolder)
  const base = configDir ?? projectFolder
  const bySession = (name: string) => folderOf(base, name)
  const beside = options.beside ?? agentsBeside(projectFolder, findings)
  const titleFile = own.find(file => file.name === TITLE_FILE)
  const folder: SessionFolder = {
    id,
    path,
    ...(configDir === undefined ? {} : { configDir }),
    projectFolder,
    agents: [...(beside.get(id) ?? []), ...agentsAmong(own)],
    toolResults: within(own, TOOL_RESULTS),
    fileHistory: bySession(FOLDERS_BY_SESSION.fileHistory),
    tasks: bySession(FOLDERS_BY_SESSION.tasks),
    todos: todosOf(id, join(base, TODOS), findings),
    imageCache: bySession(FOLDERS_BY_SESSION.imageCache),
    sessionEnv: bySession(FOLDERS_BY_SESSION.sessionEnv),
    ...(titleFile === undefined ? {} : { titleFile }),
    others: othersAmong(own),
  }
  return { folder, findings }
}

/** The agents of 2.0 clients in a project folder, by the session that their first records name. */
export function agentsBeside(
  projectFolder: string,
  findings: FileFinding[] = [],
): ReadonlyMap<string, readonly AgentFile[]> {
  const bySession = new Map<string, AgentFile[]>()
  const names = namesIn(projectFolder, findings).map(dirent => dirent.name)
  for (const name of names.toSorted()) {
    const agentId = agentIdOfName(name)
    if (agentId === undefined) continue
    const file = sideFile(join(projectFolder, name), name, findings)
    const sessionId = file && sessionIdInside(file.path, projectFolder)
    if (file === undefined || sessionId === undefined) continue
    const agents = bySession.get(sessionId) ?? []
    const meta = names.includes(metaName(name)) ? metaName(name) : undefined
    const hasMeta = meta !== undefined && sideFile(join(projectFolder, meta), meta, findings) !== undefined
    agents.push(agentFile(file, agentId, 'beside', hasMeta))
    bySession.set(sessionId, agents)
  }
  return bySession
}

function sessionIdInside(path: string, root: string): string | undefined {
  let sessionId: string | undefined
  let left = 10 // rows without a session id may come first, but not many of them
  firstEntries(
    path,
    entry => {
      const range = rangeOf(entry.bytes, 0, ['sessionId'])
      if (range && entry.bytes[range.start] === 0x22) {
        sessionId = decodeString(entry.bytes, range.start + 1, range.end - 1)
      }
      return sessionId !== undefined || --left === 0
    },
    root,
  )
  return sessionId
}

function agentsAmong(own: readonly SideFile[]): readonly AgentFile[] {
  const names = new Set(own.map(file => file.name))
  return own.filter(isSubagent).map(file => {
    const agentId = agentIdOfName(basename(file.path)) as string
    return agentFile(file, agentId, 'subagents', names.has(metaName(file.name)))
  })
}

function agentFile(file: SideFile, agentId: string, layout: AgentFile['layout'], hasMeta: boolean): AgentFile {
  const { path, size, mtimeMs } = file
  return { path, agentId, layout, ...(hasMeta ? { metaPath: metaName(path) } : {}), size, mtimeMs }
}

function metaName(agentName: string): string {
  return agentName.slice(0, -SESSION_ENDING.length) + META_ENDING
}

/** Nested agents lie there too, and folders below it belong to it as well. */
function isSubagent(file: SideFile): boolean {
  return file.name.startsWith(`${SUBAGENTS}/`) && agentIdOfName(basename(file.path)) !== undefined
}

/** Neither title, nor tool result, nor agent, nor the meta file of an agent that is there. */
function othersAmong(own: readonly SideFile[]): readonly SideFile[] {
  const metas = new Set(own.filter(isSubagent).map(file => metaName(file.name)))
  return own.filter(
    file =>
      file.name !== TITLE_FILE &&
      !file.name.startsWith(`${TOOL_RESULTS}/`) &&
      !isSubagent(file) &&
      !metas.has(file.name),
  )
}

function within(files: readonly SideFile[], folder: string): readonly SideFile[] {
  return files
    .filter(file => file.name.startsWith(`${folder}/`))
    .map(file => ({ ...file, name: file.name.slice(folder.length + 1) }))
}

function todosOf(id: string, folder: string, findings: FileFinding[]): readonly SideFile[] {
  return namesIn(folder, findings, true)
    .filter(dirent => isTodoOf(dirent.name, id))
    .flatMap(dirent => sideFile(join(folder, dirent.name), dirent.name, findings) ?? [])
}

/**
 * Every regular file below a folder that may be missing, in a stable order. Links are not followed: a finding each.
 * What a change of ours that crashed has left behind is no file of the session.
 */
function filesBelow(folder: string, findings: FileFinding[], prefix = ''): readonly SideFile[] {
  if (isLink(folder)) {
    findings.push(problem('file-not-regular', folder, 'symbolic link; not followed').finding)
    return []
  }
  const dirents = namesIn(folder, findings, true).filter(dirent => !isLeftover(dirent.name))
  dirents.sort((a, b) => (a.name < b.name ? -1 : 1))
  return dirents.flatMap(dirent => {
    const path = join(folder, dirent.name)
    const name = prefix + dirent.name
    return dirent.isDirectory() ? filesBelow(path, findings, `${name}/`) : (sideFile(path, name, findings) ?? [])
  })
}

function sideFile(path: string, name: string, findings: FileFinding[]): SideFile | undefined {
  try {
    const stats = lstatSync(path)
    if (stats.isFile()) return { path, name, size: stats.size, mtimeMs: stats.mtimeMs }
    findings.push(notRegular(path, stats).finding)
  } catch (error) {
    findings.push(problemOf(path, error).finding)
  }
  return undefined
}
