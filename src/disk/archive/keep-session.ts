// Sessions are kept: their files are read once, cut into pieces, and only pieces that are not there yet are written, as
// one new pack. Then the record of each takes the place of the one before. Until then nothing has changed; a pack that nobody
// names yet is used by whoever keeps the session next.

import { closeSync, fstatSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { RethreadError } from '../../format/error.js'
import { isLeftover, makeFolder, removeIfThere, temporaryName, writeError } from '../atomic-replace.js'
import { crypto } from '../crypto.js'
import { SessionChanged } from '../file-state.js'
import { namesIn } from '../list-sessions.js'
import { holding, sweepLocks } from '../lock.js'
import { readFully } from '../read-session.js'
import { openRegular, problem, storageError } from '../regular-file.js'
import type { FoundSessionFolder } from '../session-folder.js'
import { changeBegins, changeEnds } from '../under-way.js'
import type { Method } from './compression.js'
import { takeOutIds } from './ids.js'
import { damagedFrames, type KnownPieces, type PieceAt } from './known-pieces.js'
import { hashOf, type PackWriter, packWriter } from './pack.js'
import { LARGEST_PIECE, pieceEnd } from './pieces.js'
import {
  archiveFolder,
  lockPath,
  packPath,
  packsFolder,
  recordKey,
  recordNames,
  recordPath,
  recordsFolder,
} from './places.js'
import {
  type FileToKeep,
  filesToKeep,
  type KeptFile,
  type KeptSession,
  type Part,
  partOf,
  RecordDamaged,
  readRecord,
  type Stretch,
  writeRecord,
} from './record.js'

export interface KeepRequest {
  readonly dataDir: string
  readonly known: KnownPieces
  readonly now: number
  readonly method?: Method
  readonly signal?: AbortSignal
  readonly onProgress?: (bytes: number) => void
}

export interface Kept {
  /** `same`: nothing had changed since it was kept last, and nothing was read. */
  readonly outcome: 'new' | 'more' | 'same'
  readonly files: number
  readonly bytes: number
  /** What the archive has grown by. */
  readonly written: number
  readonly parts: readonly KeptPart[]
}

export interface KeptPart {
  readonly part: Part
  readonly bytes: number
  /** Of it, what was not kept yet. */
  readonly fresh: number
}

/** A stretch is at least so long: its ids are listed together. */
const STRETCH = 1024 * 1024
const WINDOW = 4 * 1024 * 1024
/** Earlier versions of one session that was rewritten: more are not kept. */
const MOST_VERSIONS = 10
/** Others may be keeping a large session. */
const PATIENCE = 600_000

/** Only one process writes to the archive at a time. What others left behind when they crashed goes first. */
export async function holdingArchive<T>(dataDir: string, use: () => Promise<T>): Promise<T> {
  changeBegins()
  try {
    makeFolder(archiveFolder(dataDir))
    return await holding(
      lockPath(dataDir),
      async () => {
        sweepLocks(lockPath(dataDir))
        for (const folder of [archiveFolder(dataDir), packsFolder(dataDir), recordsFolder(dataDir)])
          for (const { name } of namesIn(folder, [], true)) if (isLeftover(name)) removeIfThere(join(folder, name))
        return use()
      },
      PATIENCE,
    )
  } catch (error) {
    throw writeError(error, archiveFolder(dataDir))
  } finally {
    changeEnds()
  }
}

/** One of several that are kept together: they share a pack, but no frame. */
export interface SessionToKeep {
  readonly found: FoundSessionFolder
  /** What lists are to show of it. */
  readonly about: unknown
}

/** It could not be read, and others were kept all the same. */
export interface NotKept {
  readonly outcome: 'failed'
  readonly why: string
}

export async function keepSession({ found, about, ...request }: KeepRequest & SessionToKeep): Promise<Kept> {
  const kept = (await keepSessions([{ found, about }], request))[0]!
  if (kept.outcome === 'failed') throw kept.error
  return kept
}

/** In the order of the sessions. Where writing fails, nothing has changed for any of them. */
export async function keepSessions(
  sessions: readonly SessionToKeep[],
  request: KeepRequest,
): Promise<readonly (Kept | (NotKept & { readonly error: RethreadError }))[]> {
  const { dataDir, known } = request
  return holdingArchive(dataDir, async () => {
    makeFolder(packsFolder(dataDir))
    makeFolder(recordsFolder(dataDir))
    known.refresh()
    const packId = crypto().randomBytes(8).toString('hex')
    const temporary = join(packsFolder(dataDir), temporaryName(packId, 0))
    const writer = packWriter(packPath(dataDir, packId), temporary, request.method)
    let results: readonly Result[]
    let pack: Awaited<ReturnType<PackWriter['finish']>>
    try {
      const read: Result[] = []
      for (const session of sessions) read.push(await readSession(session, request, writer, packId))
      results = read
      pack = await writer.finish()
    } catch (error) {
      writer.abandon()
      known.forget() // what was added to it is nowhere
      throw error
    }
    const kept: (Kept | (NotKept & { readonly error: RethreadError }))[] = []
    let rest = pack === undefined ? 0 : pack.size - sum(pack.frames)
    for (const result of results) {
      if (!('keeping' in result)) {
        kept.push(result)
        continue
      }
      const { key, before, keeping, files, frames } = result
      if (before && keeping.isRewritten) await keepVersion(dataDir, key, before)
      await writeRecord(dataDir, key, keeping.session)
      const stored = sum(pack?.frames.slice(...frames) ?? [])
      kept.push({
        outcome: before ? 'more' : 'new',
        files,
        bytes: sum(keeping.session.files.map(file => file.size)),
        written: stored + (stored > 0 ? rest : 0) + (before ? 0 : lstatSync(recordPath(dataDir, key)).size),
        parts: keeping.parts,
      })
      if (stored > 0) rest = 0
    }
    return kept
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

type Result =
  | Kept
  | (NotKept & { readonly error: RethreadError })
  | {
      readonly key: string
      readonly before: KeptSession | undefined
      readonly keeping: Keeping
      readonly files: number
      readonly frames: readonly [from: number, to: number]
    }

async function readSession(
  { found, about }: SessionToKeep,
  request: KeepRequest,
  writer: PackWriter,
  packId: string,
): Promise<Result> {
  const { dataDir } = request
  const { folder } = found
  const key = recordKey(folder.path, folder.id)
  const from = writer.mark()
  try {
    const before = recordBefore(dataDir, key)
    const files = filesToKeep(folder)
    if (before && isSame(before, files, dataDir)) {
      const bytes = sum(before.files.map(file => file.size))
      return { outcome: 'same', files: files.length, bytes, written: 0, parts: [] }
    }
    const keeping = await keep({ found, about }, request, before, files, writer, packId)
    return { key, before, keeping, files: files.length, frames: [from, writer.mark()] }
  } catch (error) {
    if (!(error instanceof RethreadError)) throw error
    // What was read of it is in the pack, and nobody names it.
    return { outcome: 'failed', why: error.message, error }
  }
}

/** The one that is there; where both its copies are damaged the session is kept anew. */
function recordBefore(dataDir: string, key: string): KeptSession | undefined {
  const path = recordPath(dataDir, key)
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  try {
    return readRecord(path).session
  } catch (error) {
    if (error instanceof RecordDamaged) return undefined
    throw error // what cannot be read just now is not to be replaced
  }
}

function isSame(before: KeptSession, files: readonly FileToKeep[], dataDir: string): boolean {
  const known = new Map(before.files.map(file => [`${file.in}/${file.name}`, file]))
  return (
    isWhole(before, dataDir) &&
    files.every(file => {
      const kept = known.get(`${file.in}/${file.name}`)
      const stats = lstatSync(file.path, { throwIfNoEntry: false, bigint: true })
      return stats !== undefined && kept !== undefined && isUnchanged(kept, stats)
    })
  )
}

/** As far as is known: nothing that it relies on is missing or was found damaged. */
function isWhole({ packs }: KeptSession, dataDir: string): boolean {
  const damaged = damagedFrames(dataDir)
  return packs.every(
    id => !damaged.has(id) && lstatSync(packPath(dataDir, id), { throwIfNoEntry: false }) !== undefined,
  )
}

interface BigStats {
  readonly size: bigint
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
  readonly ino: bigint
  readonly dev: bigint
}

function isUnchanged(kept: KeptFile, stats: BigStats): boolean {
  return `${stats.mtimeNs}` === kept.mtimeNs && Number(stats.size) === kept.size && printOf(stats) === kept.print
}

function printOf({ dev, ino, ctimeNs }: BigStats): string {
  return `${dev}-${ino}-${ctimeNs}`
}

interface Keeping {
  readonly session: KeptSession
  readonly parts: readonly KeptPart[]
  /** A transcript is no longer what it was, with more behind it. */
  readonly isRewritten: boolean
}

async function keep(
  { found, about }: SessionToKeep,
  request: KeepRequest,
  before: KeptSession | undefined,
  files: readonly FileToKeep[],
  writer: PackWriter,
  packId: string,
): Promise<Keeping> {
  const { dataDir, known, now } = request
  const { id, path, configDir } = found.folder
  const store = pieceStore(writer, known, packId, before)
  const kept: KeptFile[] = []
  const parts = new Map<Part, { bytes: number; fresh: number }>()
  const was = new Map((before?.files ?? []).map(file => [`${file.in}/${file.name}`, file]))
  const isSound = before !== undefined && isWhole(before, dataDir)
  let isRewritten = false
  for (const file of files) {
    const name = `${file.in}/${file.name}`
    const earlier = was.get(name)
    was.delete(name)
    const fresh = store.fresh()
    const read = await keepFile(file, earlier, isSound, store, request)
    kept.push(read.kept)
    isRewritten ||= earlier !== undefined && !read.extends && isTranscript(file)
    const part = parts.get(partOf(file)) ?? { bytes: 0, fresh: 0 }
    parts.set(partOf(file), { bytes: part.bytes + read.kept.size, fresh: part.fresh + store.fresh() - fresh })
  }
  // What the client has cleaned up since is still kept (B5).
  for (const gone of was.values()) kept.push(store.again(gone))
  return {
    session: {
      version: 1,
      id,
      path,
      ...(configDir === undefined ? {} : { configDir }),
      archivedAt: new Date(now).toISOString(),
      about,
      packs: store.packs(),
      files: kept,
    },
    parts: [...parts].map(([part, { bytes, fresh }]) => ({ part, bytes, fresh })),
    isRewritten,
  }
}

function isTranscript({ name }: FileToKeep): boolean {
  return name.endsWith('.jsonl')
}

interface PieceStore {
  /** Keeps a piece that is not there yet, and says where it is. */
  keep(bytes: Buffer): Promise<readonly [pack: number, piece: number]>
  /** A file of the record before, by the numbers of the new one. */
  again(file: KeptFile): KeptFile
  packs(): readonly string[]
  /** Bytes that were not there yet. */
  fresh(): number
}

function pieceStore(writer: PackWriter, known: KnownPieces, own: string, before: KeptSession | undefined): PieceStore {
  const packs: string[] = []
  const numbers = new Map<string, number>()
  let fresh = 0
  const numberOf = (pack: string): number => {
    let number = numbers.get(pack)
    if (number === undefined) {
      numbers.set(pack, (number = packs.length))
      packs.push(pack)
    }
    return number
  }
  return {
    async keep(bytes) {
      const hash = hashOf(bytes)
      let at: PieceAt | undefined = known.find(hash)
      if (at === undefined) {
        at = { pack: own, piece: await writer.add(bytes, hash) }
        known.add(hash, at)
        fresh += bytes.length
      }
      return [numberOf(at.pack), at.piece]
    },
    again(file) {
      const renumbered = (number: number) => numberOf(before!.packs[number]!)
      const stretches = file.stretches.map(({ runs, ids }) => ({
        runs: runs.map((value, index) => (index % 3 === 0 ? renumbered(value) : value)),
        ids: ids === null ? null : ([renumbered(ids[0]), ids[1]] as const),
      }))
      return { ...file, stretches }
    },
    packs: () => packs,
    fresh: () => fresh,
  }
}

interface ReadFile {
  readonly kept: KeptFile
  /** Is all that it was, with or without more behind it. */
  readonly extends: boolean
}

async function keepFile(
  file: FileToKeep,
  earlier: KeptFile | undefined,
  isSound: boolean,
  store: PieceStore,
  { signal, onProgress }: KeepRequest,
): Promise<ReadFile> {
  const opened = openRegular(file.path)
  if (opened.kind === 'problem') throw storageError(opened.finding)
  const { fd } = opened
  try {
    const stats = fstatSync(fd, { bigint: true })
    if (earlier && isSound && isUnchanged(earlier, stats)) return { kept: store.again(earlier), extends: true }
    const size = Number(stats.size)
    const hash = crypto().createHash('sha256')
    let hashed = 0
    let extended = false
    const update = (bytes: Uint8Array): void => {
      // The same bytes as before, up to where the file ended then?
      const rest = earlier === undefined ? -1 : earlier.size - hashed
      if (rest >= 0 && rest <= bytes.length) {
        hash.update(bytes.subarray(0, rest))
        extended = hash.copy().digest('hex') === earlier!.sha256
        hash.update(bytes.subarray(rest))
      } else hash.update(bytes)
      hashed += bytes.length
    }
    const stretches: Stretch[] = []
    for (const stretch of stretchesOf(fd, size, file.path)) {
      signal?.throwIfAborted()
      update(stretch.bytes)
      stretches.push(await keepStretch(stretch, store))
      onProgress?.(stretch.bytes.length)
      await setImmediate() // an interruption, or whoever else waits
    }
    if (size === 0) update(new Uint8Array(0))
    const after = fstatSync(fd, { bigint: true })
    // More behind it is for the next time. Anything else, and what was read never was.
    if (after.size < stats.size || (after.size === stats.size && after.mtimeNs !== stats.mtimeNs))
      throw new SessionChanged(file.path, 'changed')
    return {
      kept: {
        in: file.in,
        name: file.name,
        size,
        sha256: hash.digest('hex'),
        mode: Number(stats.mode) & 0o777,
        mtimeNs: `${stats.mtimeNs}`,
        print: printOf(stats),
        stretches,
      },
      extends: extended,
    }
  } finally {
    closeSync(fd)
  }
}

interface CutStretch {
  readonly bytes: Buffer
  readonly ends: readonly number[]
}

/** The same from the beginning on, whatever comes behind: so a file that grew is what it was but for its end. */
function* stretchesOf(fd: number, size: number, path: string): Generator<CutStretch> {
  let window = Buffer.alloc(0)
  let read = 0
  while (read < size || window.length > 0) {
    if (read < size) {
      const left = window
      window = Buffer.allocUnsafe(left.length + Math.min(WINDOW, size - read))
      const more = window.subarray(left.copy(window))
      if (readFully(fd, more, read) < more.length)
        throw storageError(problem('file-changed', path, 'file shrank while it was read').finding)
      read += more.length
    }
    let begin = 0
    let end = 0
    let ends: number[] = []
    while (end < window.length && (read === size || window.length - end > LARGEST_PIECE)) {
      end = pieceEnd(window, end)
      ends.push(end - begin)
      if (end - begin < STRETCH) continue
      yield { bytes: window.subarray(begin, end), ends }
      begin = end
      ends = []
    }
    if (read === size) {
      if (ends.length > 0) yield { bytes: window.subarray(begin, end), ends }
      return
    }
    window = window.subarray(begin)
  }
}

async function keepStretch({ bytes, ends }: CutStretch, store: PieceStore): Promise<Stretch> {
  const { body, ends: bodyEnds, ids } = takeOutIds(bytes, ends)
  const runs: number[] = []
  let from = 0
  for (const end of bodyEnds) {
    const [pack, piece] = await store.keep(body.subarray(from, end))
    from = end
    const last = runs.length - 3
    if (last >= 0 && runs[last] === pack && runs[last + 1]! + runs[last + 2]! === piece) runs[last + 2]!++
    else runs.push(pack, piece, 1)
  }
  return { runs, ids: ids === undefined ? null : await store.keep(ids) }
}

async function keepVersion(dataDir: string, key: string, session: KeptSession): Promise<void> {
  const numbers = recordNames(dataDir).flatMap(one => (one.key === key ? (one.version ?? []) : []))
  await writeRecord(dataDir, key, session, Math.max(0, ...numbers) + 1)
  for (const number of numbers.toSorted((a, b) => b - a).slice(MOST_VERSIONS - 1))
    removeIfThere(recordPath(dataDir, key, number))
}
