// What a user has joined: the address of the team's store, the projects that are shipped, and the sessions that are not.
// In the data dir, and only its user can read it: the address holds a token.

import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DataDirOptions, dataDir } from './data-dir.js'
import { isPresent } from './regular-file.js'

export interface TeamFile {
  /** Where sessions are shipped to, as the device that this machine is. */
  readonly ship: string | null
  /** Where the sessions of the team are read. */
  readonly read: string | null
  /** Absolute paths of the directories whose sessions are shipped. */
  readonly projects: readonly string[]
  /** Ids of sessions that were taken back: they are not shipped again. */
  readonly forgotten: readonly string[]
}

const NAME = 'team.json'

export function readTeamFile(place: DataDirOptions): TeamFile | undefined {
  try {
    const { ship, read, projects, forgotten } = JSON.parse(readFileSync(pathIn(place), 'utf8')) as Partial<TeamFile>
    return { ship: ship ?? null, read: read ?? null, projects: projects ?? [], forgotten: forgotten ?? [] }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function writeTeamFile(place: DataDirOptions, file: TeamFile): void {
  const path = pathIn(place)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const spare = `${path}.${process.pid}`
  writeFileSync(spare, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flush: true })
  chmodSync(spare, 0o600)
  renameSync(spare, path)
}

export function removeTeamFile(place: DataDirOptions): void {
  rmSync(pathIn(place), { force: true })
}

function pathIn(place: DataDirOptions): string {
  return join(dataDir(place), NAME)
}

const PRIVATE = '.rethread-private'

/** The folder that says so: this one, or one above it. */
export function privateFolder(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isPresent(join(at, PRIVATE))) return at
    if (dirname(at) === at) return undefined
  }
}
