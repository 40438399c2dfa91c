// A kept session laid out as files again, in a folder that looks like a config dir: for whoever reads it there, and for
// `restore`, which takes the files from there to where they were.

import { closeSync, constants, fchmodSync, futimesSync, openSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type RethreadError, StorageError } from '../../format/error.js'
import { PROJECTS } from '../../format/session-folder.js'
import { closeQuietly, makeFolder, removeIfThere, takePlace, temporaryName, writeFully } from '../atomic-replace.js'
import { crypto } from '../crypto.js'
import { secondsOf } from '../file-times.js'
import { sideFilePath } from '../side-file-path.js'
import { KeptFileDamaged, readKept } from './read-kept.js'
import { type KeptFile, type KeptSession, placeOf } from './record.js'

export interface UnpackedFile {
  readonly file: KeptFile
  /** Where it was laid out. */
  readonly path: string
}

export interface Unpacked {
  readonly path: string
  readonly configDir: string
  readonly files: readonly UnpackedFile[]
  /** Files that could not be read, and why. */
  readonly damaged: readonly { readonly file: KeptFile; readonly why: string }[]
}

export interface UnpackOptions {
  readonly signal?: AbortSignal
  readonly only?: (file: KeptFile) => boolean
}

/** Only the owner may read it. Files that are there are written anew. */
export async function unpack(
  dataDir: string,
  session: KeptSession,
  configDir: string,
  { signal, only = () => true }: UnpackOptions = {},
): Promise<Unpacked> {
  const projectFolder = join(configDir, PROJECTS, projectName(session))
  const path = join(projectFolder, sessionFileName(session))
  const place = { id: session.id, projectFolder, configDir }
  const reader = readKept(dataDir, session)
  const files: UnpackedFile[] = []
  const damaged: { readonly file: KeptFile; readonly why: string }[] = []
  try {
    for (const file of session.files) {
      if (!only(file)) continue
      const side = placeOf(file)
      const target = side === undefined ? path : sideFilePath(side, place)
      makeFolder(dirname(target))
      try {
        await writeKept(target, file, reader.read(file), signal)
        files.push({ file, path: target })
      } catch (error) {
        if (!isDamage(error)) throw error
        damaged.push({ file, why: error.message })
      }
    }
    return { path, configDir, files, damaged }
  } finally {
    reader.close()
  }
}

/** A missing pack, a damaged one, a damaged frame; never one that only another Node can read. */
export function isDamage(error: unknown): error is RethreadError {
  return (
    error instanceof KeptFileDamaged ||
    (error instanceof StorageError && ['archive-damaged', 'file-vanished'].includes(error.code))
  )
}

/** The name of the project's folder; a record that names another place is none of ours. */
export function projectName({ path }: KeptSession): string {
  const name = basename(dirname(path))
  return name === '' || name === '.' || name === '..' ? 'project' : name
}

function sessionFileName({ path }: KeptSession): string {
  return basename(path)
}

async function writeKept(
  path: string,
  { mode, mtimeNs }: KeptFile,
  parts: Iterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  // Under another name first: somebody may be reading the one that is there.
  const temporary = join(dirname(path), temporaryName(crypto().randomBytes(6).toString('hex'), 0))
  const fd = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  try {
    for (const bytes of parts) {
      writeFully(fd, bytes)
      await setImmediate()
      signal?.throwIfAborted()
    }
    if (mode !== 0o600) fchmodSync(fd, mode & 0o700) // here for the owner alone, whatever it is elsewhere
    const seconds = secondsOf(BigInt(mtimeNs))
    futimesSync(fd, seconds, seconds)
    closeSync(fd)
    takePlace(temporary, path)
  } catch (error) {
    closeQuietly(fd)
    removeIfThere(temporary)
    throw error
  }
}
