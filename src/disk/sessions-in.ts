// The sessions below any folder: a project's, a copy somebody sent, a whole config dir.

import { lstatSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { PROJECTS, sessionIdOfName } from '../format/session-folder.js'
import { namesIn } from './list-sessions.js'
import type { FileFinding } from './regular-file.js'

export interface SessionInFolder {
  readonly id: string
  readonly path: string
  /** Where the file lies in `<config dir>/projects/<project>/`: its side files are looked for there. */
  readonly configDir?: string
}

export interface SessionsInFolder {
  readonly sessions: readonly SessionInFolder[]
  readonly findings: readonly FileFinding[]
}

/** Undefined where this is no folder. Links are not followed; agents' files are no sessions. */
export function sessionsIn(folder: string, cwd: string): SessionsInFolder | undefined {
  const top = resolve(cwd, folder)
  if (!isFolder(top)) return undefined
  const findings: FileFinding[] = []
  const sessions: SessionInFolder[] = []
  const open = [top]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of namesIn(next, findings).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(next, entry.name)
      const id = entry.isFile() ? sessionIdOfName(entry.name) : undefined
      if (entry.isDirectory()) open.push(path)
      else if (id !== undefined) sessions.push({ id, path, ...configDirAbove(next) })
    }
  }
  return { sessions, findings }
}

function configDirAbove(projectFolder: string): { readonly configDir?: string } {
  const projects = dirname(projectFolder)
  return basename(projects) === PROJECTS ? { configDir: dirname(projects) } : {}
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
