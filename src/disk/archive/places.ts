// Where the archive lies in the data dir, and what its files are called. No name that anybody else chose becomes a part
// of a path: a session's record is called after its id only where that is a uuid, and after a hash of its path.

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { isSessionId } from '../../format/session-folder.js'
import { crypto } from '../crypto.js'
import { namesIfThere } from '../list-sessions.js'

const FOLDER = 'archive'
const PACK_ENDING = '.pack'
const UNNAMED = 'other'

export function archiveFolder(dataDir: string): string {
  return join(dataDir, FOLDER)
}

export function hasArchive(dataDir: string): boolean {
  return lstatSync(recordsFolder(dataDir), { throwIfNoEntry: false }) !== undefined
}

export function lockPath(dataDir: string): string {
  return join(dataDir, FOLDER, 'lock')
}

export function packsFolder(dataDir: string): string {
  return join(dataDir, FOLDER, 'packs')
}

export function recordsFolder(dataDir: string): string {
  return join(dataDir, FOLDER, 'sessions')
}

/** Frames that `verify` found damaged: nothing new relies on them. */
export function damagedPath(dataDir: string): string {
  return join(dataDir, FOLDER, 'damaged.json')
}

export function packPath(dataDir: string, id: string): string {
  return join(packsFolder(dataDir), id + PACK_ENDING)
}

export function isPackId(id: unknown): id is string {
  return typeof id === 'string' && /^[0-9a-f]{16}$/.test(id)
}

export function packIds(dataDir: string): readonly string[] {
  return namesIfThere(packsFolder(dataDir))
    .map(({ name }) => name.slice(0, -PACK_ENDING.length))
    .filter(id => isPackId(id))
    .toSorted()
}

export interface RecordName {
  readonly name: string
  /** Undefined where the session has no uuid. */
  readonly id: string | undefined
  /** Of the session: the same for all its versions. */
  readonly key: string
  /** An earlier version; undefined for the newest. */
  readonly version: number | undefined
}

const RECORD_NAME = /^([0-9a-f-]{36}|other)\.([0-9a-f]{16})(?:\.(\d{1,6}))?\.json$/

/** The key of a session: where it lies. */
export function recordKey(sessionPath: string, id: string): string {
  const hash = crypto().hash('sha256', sessionPath, 'hex').slice(0, 16)
  return `${isSessionId(id) ? id.toLowerCase() : UNNAMED}.${hash}`
}

export function recordPath(dataDir: string, key: string, version?: number): string {
  return join(recordsFolder(dataDir), `${key}${version === undefined ? '' : `.${version}`}.json`)
}

export function recordNames(dataDir: string): readonly RecordName[] {
  return namesIfThere(recordsFolder(dataDir)).flatMap(({ name }) => {
    const [, id, hash, version] = RECORD_NAME.exec(name) ?? []
    if (id === undefined) return []
    return {
      name,
      id: id === UNNAMED ? undefined : id,
      key: `${id}.${hash}`,
      version: version === undefined ? undefined : Number(version),
    }
  })
}

/** In bytes, all of it. */
export function archiveSize(dataDir: string): number {
  return [packsFolder(dataDir), recordsFolder(dataDir)].reduce(
    (sum, folder) =>
      sum +
      namesIfThere(folder).reduce(
        (inFolder, { name }) => inFolder + (lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      ),
    0,
  )
}
