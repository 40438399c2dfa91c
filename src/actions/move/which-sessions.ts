// Which sessions move, from which directory to which?

import { basename, dirname, join, resolve, sep } from 'node:path'
import { directoriesOf, expectInsideProjects, type ListedSession } from '../../disk/index.js'
import { InputError } from '../../format/error.js'
import { encodeProjectPath } from '../../format/session-folder.js'
import type { Rename } from '../../reshape/paths/index.js'
import { refuseArchived } from '../archive/refuse-archived.js'
import { locate, type Place, refuseSamples, sessionsOf } from '../session/place.js'

export interface Moving {
  readonly kind: 'session' | 'project'
  readonly configDir: string
  /** The directory that is renamed. */
  readonly directory: Rename
  readonly sessions: readonly MovingSession[]
  /** Their folders, by the old name and the new one. */
  readonly folders: readonly Rename[]
}

export interface MovingSession {
  readonly id: string
  readonly path: string
  readonly projectFolder: string
  /** The folder that it comes to lie in. */
  readonly target: string
}

export async function whichSessions(place: Place, reference: string, to: string): Promise<Moving> {
  const target = resolve(place.cwd, to)
  const { sessions } = sessionsOf(place)
  const project = /[\\/]|^\.\.?$/.test(reference) && !reference.endsWith('.jsonl')
  const found = project ? projectAt(resolve(place.cwd, reference), sessions) : undefined
  if (found) return moving(place, 'project', found.directory, target, found.sessions)
  const resolved = await locate(reference, place)
  refuseArchived(resolved, 'move')
  const session = resolved.kind === 'file' ? sessions.find(one => one.path === resolved.path) : undefined
  if (!session) throw new InputError('usage', 'move takes a session in a config dir, or a project directory')
  return moving(place, 'session', directoryOf(session) ?? '', target, [session])
}

interface Project {
  readonly directory: string
  readonly sessions: readonly ListedSession[]
}

/** A directory that sessions worked in, with all below it; or the folder in which the client keeps them. */
function projectAt(path: string, sessions: readonly ListedSession[]): Project | undefined {
  const inside = sessions.filter(session => session.projectFolder === path)
  if (inside.length > 0) {
    const directories = [...new Set(inside.flatMap(session => directoryOf(session) ?? []))]
    const [directory] = directories
    if (directory === undefined) throw new InputError('usage', `no session in ${path} names its directory`)
    if (directories.length > 1)
      throw new InputError(
        'usage',
        `${path} has sessions of several directories: give one of ${directories.join(', ')}`,
      )
    return { directory, sessions: inside }
  }
  const name = encodeProjectPath(path)
  const near = sessions.filter(({ projectFolder }) => {
    const own = basename(projectFolder)
    return own === name || own.startsWith(`${name}-`)
  })
  const strangers = new Set<string>()
  const ours = near.filter(session => {
    const directory = directoryOf(session)
    if (directory !== undefined && !isAtOrBelow(directory, path)) strangers.add(session.projectFolder)
    return directory !== undefined && isAtOrBelow(directory, path)
  })
  const folders = new Set(ours.map(session => session.projectFolder))
  // A file with nothing but a title says no directory: it goes with the others of its folder (§2).
  const titles = near.filter(
    session =>
      folders.has(session.projectFolder) && !strangers.has(session.projectFolder) && directoryOf(session) === undefined,
  )
  return ours.length === 0 ? undefined : { directory: path, sessions: [...ours, ...titles] }
}

/** The one that its folder is called after; where none is, the first. */
export function directoryOf({ path, configDir, projectFolder }: ListedSession): string | undefined {
  const directories = directoriesOf(path, configDir)
  return directories.find(one => encodeProjectPath(one) === basename(projectFolder)) ?? directories[0]
}

function isAtOrBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory + sep)
}

function moving(
  place: Place,
  kind: Moving['kind'],
  from: string,
  to: string,
  sessions: readonly ListedSession[],
): Moving {
  const configDir = sessions[0]!.configDir
  if (sessions.some(session => session.configDir !== configDir))
    throw new InputError('usage', 'its sessions are in several config dirs: choose one with --config-dir')
  if (from === to) throw new InputError('usage', `it is already in ${to}`)
  const targets = new Map<string, string>()
  const list = sessions.map(session => {
    const { id, path, projectFolder } = session
    const own = directoryOf(session)
    const directory = kind === 'session' || own === undefined ? to : to + own.slice(from.length)
    const target = join(dirname(projectFolder), encodeProjectPath(directory))
    const first = targets.get(projectFolder)
    if (own !== undefined || first === undefined) targets.set(projectFolder, first ?? target)
    return { id, path, projectFolder, target: own === undefined ? (first ?? target) : target }
  })
  const folders = [...targets].map(([folder, target]) => ({ from: basename(folder), to: basename(target) }))
  for (const { path } of list) refuseSamples(place, path)
  for (const { target } of list) expectInsideProjects(target, configDir)
  return { kind, configDir, directory: { from, to }, sessions: list, folders }
}
