// What is known of a session that is kept: its files, where their bytes lie in packs, and what it was. One small file a
// session, with everything in it twice.

import { closeSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { StorageError } from '../../format/error.js'
import {
  FOLDERS_BY_SESSION,
  SESSION_ENDING,
  type SessionFolder,
  type SideFileFolder,
  type SideFilePlace,
  SUBAGENTS,
  TODOS,
  TOOL_RESULTS,
} from '../../format/session-folder.js'
import { replaceFile } from '../atomic-replace.js'
import { crypto } from '../crypto.js'
import { openRegular, storageError } from '../regular-file.js'
import { isPackId, type RecordName, recordNames, recordPath } from './places.js'

/** The pieces that a part of a file is made of: runs of them (pack, first piece, how many), and its ids. */
export interface Stretch {
  readonly runs: readonly number[]
  readonly ids: readonly [pack: number, piece: number] | null
}

export interface KeptFile {
  /** The session's own file, or the folder of a side file with its name there. */
  readonly in: 'session' | SideFileFolder
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly mode: number
  readonly mtimeNs: string
  /** By which it is known not to have changed since: dev, ino, ctime. */
  readonly print: string
  readonly stretches: readonly Stretch[]
}

export interface KeptSession {
  readonly version: 1
  readonly id: string
  /** Where it lay. */
  readonly path: string
  readonly configDir?: string
  readonly archivedAt: string
  /** What lists show of it; whoever keeps it says what that is. */
  readonly about: unknown
  /** Which packs its pieces are in, in the order of their numbers in `runs`. */
  readonly packs: readonly string[]
  readonly files: readonly KeptFile[]
}

export interface FoundRecord extends RecordName {
  readonly path: string
  readonly session: KeptSession
  /** One of the two copies is. */
  readonly damaged: boolean
}

/** Both copies of a record are damaged, or it is none. */
export class RecordDamaged extends StorageError {
  constructor(path: string) {
    super('archive-damaged', `${path} is damaged: which session it is about cannot be read`)
  }
}

export async function writeRecord(dataDir: string, key: string, session: KeptSession, version?: number): Promise<void> {
  const json = JSON.stringify(session)
  const line = `${crypto().hash('sha256', json, 'hex')} ${json}\n`
  await replaceFile(recordPath(dataDir, key, version), Buffer.from(line + line))
}

export function readRecord(path: string): { readonly session: KeptSession; readonly damaged: boolean } {
  const opened = openRegular(path)
  if (opened.kind === 'problem') throw storageError(opened.finding)
  let bytes: Buffer
  try {
    bytes = readFileSync(opened.fd)
  } finally {
    closeSync(opened.fd)
  }
  // Halves, not lines: a damaged byte may look like the end of a line.
  const half = bytes.length / 2
  const copies = [bytes.subarray(0, Math.floor(half)), bytes.subarray(Math.floor(half))].map(copyIn)
  const session = copies[0] ?? copies[1]
  if (session === undefined) throw new RecordDamaged(path)
  return { session, damaged: copies.includes(undefined) }
}

function copyIn(bytes: Buffer): KeptSession | undefined {
  const json = bytes.subarray(65, -1)
  const isWhole =
    bytes[64] === 0x20 &&
    bytes.at(-1) === 0x0a &&
    bytes.toString('latin1', 0, 64) === crypto().hash('sha256', json, 'hex')
  if (!isWhole) return undefined
  const session = JSON.parse(json.toString()) as KeptSession
  return session.version === 1 && session.packs.every(isPackId) ? session : undefined
}

/** The newest version of each session, or all of them; `broken` is told of records that cannot be read. */
export function readRecords(
  dataDir: string,
  options: {
    readonly earlier?: boolean
    readonly only?: (name: RecordName) => boolean
    readonly broken?: (path: string) => void
  } = {},
): readonly FoundRecord[] {
  return recordNames(dataDir).flatMap(name => {
    if ((name.version !== undefined && !options.earlier) || options.only?.(name) === false) return []
    const path = recordPath(dataDir, name.key, name.version)
    try {
      return { ...name, path, ...readRecord(path) }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      options.broken?.(path)
      return []
    }
  })
}

/** The newest versions of sessions of these config dirs, and of sessions that lay in none. */
export function recordsOf(dataDir: string, configDirs: readonly string[]): readonly FoundRecord[] {
  const dirs = new Set(configDirs.map(realPathOr))
  return readRecords(dataDir).filter(
    ({ session }) => session.configDir === undefined || dirs.has(realPathOr(session.configDir)),
  )
}

/** Is the session's own file still what was kept? What lies beside it is looked at when it is archived. */
export function isKeptAsItIs(path: string, { session }: FoundRecord): boolean {
  const own = session.files.find(file => file.in === 'session')
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return (
    own !== undefined && stats !== undefined && Number(stats.size) === own.size && `${stats.mtimeNs}` === own.mtimeNs
  )
}

function realPathOr(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return resolve(path)
  }
}

/** The file of a session with its place, as a record names it. */
export interface FileToKeep {
  readonly in: 'session' | SideFileFolder
  readonly name: string
  readonly path: string
}

/** Everything that the client keeps for it, each under the folder that holds it. */
export function filesToKeep(folder: SessionFolder): readonly FileToKeep[] {
  const { path, projectFolder, id, agents, titleFile, others } = folder
  const own = join(projectFolder, id)
  const inOwn = (file: string): FileToKeep => ({
    in: 'own',
    name: relative(own, file).split(sep).join('/'),
    path: file,
  })
  const named = (where: SideFileFolder, files: readonly { readonly path: string; readonly name: string }[]) =>
    files.map(({ name, path: file }): FileToKeep => ({ in: where, name, path: file }))
  return [
    { in: 'session', name: id + SESSION_ENDING, path },
    ...agents.flatMap(({ path: file, metaPath, layout }) =>
      [file, ...(metaPath === undefined ? [] : [metaPath])].map(one =>
        layout === 'beside' ? ({ in: 'beside', name: basename(one), path: one } as const) : inOwn(one),
      ),
    ),
    ...[...folder.toolResults, ...(titleFile ? [titleFile] : []), ...others].map(one => inOwn(one.path)),
    ...named(FOLDERS_BY_SESSION.fileHistory, folder.fileHistory),
    ...named(FOLDERS_BY_SESSION.tasks, folder.tasks),
    ...named(FOLDERS_BY_SESSION.imageCache, folder.imageCache),
    ...named(FOLDERS_BY_SESSION.sessionEnv, folder.sessionEnv),
    ...named(TODOS, folder.todos),
  ]
}

export function placeOf(file: KeptFile): SideFilePlace | undefined {
  return file.in === 'session' ? undefined : { in: file.in, name: file.name }
}
/** What part of a session a file is, for people. */
export type Part = 'transcript' | 'agents' | 'tool results' | 'file history' | 'other files'

export function partOf({ in: where, name }: Pick<KeptFile, 'in' | 'name'>): Part {
  if (where === 'session') return 'transcript'
  if (where === 'beside' || (where === 'own' && name.startsWith(`${SUBAGENTS}/`))) return 'agents'
  if (where === 'own' && name.startsWith(`${TOOL_RESULTS}/`)) return 'tool results'
  return where === FOLDERS_BY_SESSION.fileHistory ? 'file history' : 'other files'
}
