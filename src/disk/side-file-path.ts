// Where does a side file of a session lie? The names come from transcripts and folders that anybody may have filled,
// so none of them may lead out of the folder that it belongs to.

import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StorageError } from '../format/error.js'
import { type SideFilePlace, sideFileParts } from '../format/session-folder.js'
import { isInside, isPresent } from './regular-file.js'

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
  const path = join(base, ...parts)
  // The folders of the client may be links, as somebody arranged them; what is below them may not lead out.
  const root = realPathOr(below === 'project' ? base : join(base, parts[0]!))
  let folder = dirname(path)
  while (!isPresent(folder)) folder = dirname(folder)
  const real = realPathOr(folder)
  if (real !== root && !isInside(real, root) && !isInside(root, real)) throw outside(path)
  return path
}

function realPathOr(path: string): string {
  return isPresent(path) ? realpathSync.native(path) : path
}

function isName(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !/[\\/\0]/.test(part)
}

function outside(name: string): StorageError {
  return new StorageError('file-outside-root', `${name} leads out of the folder of the session`)
}
