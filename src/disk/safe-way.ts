// Does the way to a file stay where it seems to lead? Whoever may put a link into a folder of sessions would else have us
// write, and remove, what lies somewhere else.
//
// The folders of the client may be links, as somebody has arranged them: `projects`, `tasks` and the like. A project's
// folder may be one that stays inside `projects`, as for reading. Below these no link is followed.

import { lstatSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { PROJECTS } from '../format/session-folder.js'
import { isInside, isPresent, outsideRoot, problem, storageError } from './regular-file.js'

export interface Whereabouts {
  readonly configDir?: string | undefined
  /** Outside any config dir: where the session lies. */
  readonly projectFolder?: string | undefined
}

/** Throws where a link is in the way. What is missing yet is no link. */
export function expectSafeWay(path: string, { configDir, projectFolder }: Whereabouts): void {
  const top = configDir !== undefined && isInside(path, configDir) ? clientFolder(path, configDir) : projectFolder
  const link = top !== undefined && isInside(path, top) ? linkBelow(top, path) : undefined
  if (link !== undefined)
    throw storageError(
      problem('file-outside-root', link, 'symbolic link among the session’s files; not followed').finding,
    )
}

/** The same answer as for reading: what a list of sessions would not show is not written either. */
export function expectInsideProjects(projectFolder: string, configDir: string): void {
  const root = join(configDir, PROJECTS)
  if (!isPresent(projectFolder) || !isInside(projectFolder, root)) return
  if (!isInside(realPathOr(projectFolder), realPathOr(root))) throw storageError(outsideRoot(projectFolder).finding)
}

export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

function clientFolder(path: string, configDir: string): string {
  const [folder, project] = relative(configDir, path).split(sep)
  if (folder !== PROJECTS || project === undefined) return join(configDir, folder!)
  const projectFolder = join(configDir, PROJECTS, project)
  expectInsideProjects(projectFolder, configDir)
  return projectFolder
}

function linkBelow(folder: string, path: string): string | undefined {
  let at = folder
  for (const part of relative(folder, path).split(sep)) {
    at = join(at, part)
    if (isLink(at)) return at
  }
  return undefined
}

/** A link that leads nowhere leads out. */
function realPathOr(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return sep
  }
}
