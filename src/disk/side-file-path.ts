// Where does a side file of a session lie? The names come from transcripts and folders that anybody may have filled,
// so none of them may lead out of the folder that it belongs to.

import { join } from 'node:path'
import { StorageError } from '../format/error.js'
import { namesFolder, type SideFilePlace, sideFileParts } from '../format/session-folder.js'
import { expectSafeWay } from './safe-way.js'

export interface SessionPlace {
  readonly id: string
  readonly projectFolder: string
  /** Absent outside any config dir: what would lie there lies beside the session then. */
  readonly configDir?: string
}

export function sideFilePath(place: SideFilePlace, session: SessionPlace): string {
  const { below, parts } = sideFileParts(place, session.id)
  const base = below === 'project' ? session.projectFolder : (session.configDir ?? session.projectFolder)
  if (!parts.every(isName)) throw outside(place.name)
  if (parts.includes(session.id) && !namesFolder(session.id)) throw nameless(session.id)
  const path = join(base, ...parts)
  expectSafeWay(path, session)
  return path
}

function isName(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !/[\\/\0]/.test(part)
}

function nameless(id: string): StorageError {
  return new StorageError(
    'file-outside-root',
    `${JSON.stringify(id)} cannot be used as a folder name for the session’s files`,
  )
}

function outside(name: string): StorageError {
  return new StorageError('file-outside-root', `${name} points outside the session folder`)
}
