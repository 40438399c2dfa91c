// The archive made smaller: records go, then whatever no record names any more. A frame goes as a whole; a pack in which
// some are left is written anew without the others, under the same name and with the same numbers, so that no record
// need be changed. Stopped at any moment, what is still named is still there.

import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { StorageError } from '../../format/error.js'
import { removeIfThere, syncFolder, temporaryName } from '../atomic-replace.js'
import { isPresent, sizeOfFile } from '../regular-file.js'
import { holdingArchive } from './keep-session.js'
import { openPack, pieceCount, writeWithout } from './pack.js'
import { archiveSize, packIds, packPath, packsFolder, recordsFolder } from './places.js'
import { type FoundRecord, RecordDamaged, readRecords } from './record.js'

export interface PruneRequest {
  readonly dataDir: string
  /** Newest versions of sessions: is it to go? Earlier versions always go. */
  readonly forget: (record: FoundRecord) => boolean
  readonly dryRun: boolean
  readonly signal?: AbortSignal
}

export interface Pruned {
  readonly forgotten: readonly FoundRecord[]
  /** Earlier versions of sessions that stay. */
  readonly versions: number
  readonly before: number
  readonly after: number
}

export async function pruneArchive(request: PruneRequest): Promise<Pruned> {
  const { dataDir } = request
  if (!isPresent(recordsFolder(dataDir))) return { forgotten: [], versions: 0, before: 0, after: 0 }
  return request.dryRun ? prune(request) : holdingArchive(dataDir, () => prune(request))
}

async function prune({ dataDir, forget, dryRun, signal }: PruneRequest): Promise<Pruned> {
  const records = readRecords(dataDir, {
    earlier: true,
    broken: path => {
      // What it named is unknown, so nothing could be thrown away with a good conscience.
      throw new RecordDamaged(path)
    },
  })
  const gone = records.filter(record => record.version !== undefined || forget(record))
  const goneKeys = new Set(gone.map(({ path }) => path))
  const staying = records.filter(({ path }) => !goneKeys.has(path))
  const before = archiveSize(dataDir)
  let freed = 0
  for (const { path } of gone) {
    freed += sizeOfFile(path)
    if (!dryRun) removeIfThere(path)
  }
  if (!dryRun && gone.length > 0) syncFolder(recordsFolder(dataDir))
  const named = namedPieces(staying)
  for (const id of packIds(dataDir)) {
    await setImmediate()
    signal?.throwIfAborted()
    freed += prunePack(dataDir, id, named.get(id), dryRun)
  }
  if (!dryRun && isPresent(packsFolder(dataDir))) syncFolder(packsFolder(dataDir))
  const after = dryRun ? before - freed : archiveSize(dataDir)
  const forgotten = gone.filter(({ version }) => version === undefined)
  return { forgotten, versions: gone.length - forgotten.length, before, after }
}

function namedPieces(records: readonly FoundRecord[]): ReadonlyMap<string, Set<number>> {
  const named = new Map<string, Set<number>>()
  const name = (pack: string, piece: number): void => {
    const pieces = named.get(pack)
    if (pieces) pieces.add(piece)
    else named.set(pack, new Set([piece]))
  }
  for (const { session } of records) {
    for (const { stretches } of session.files) {
      for (const { runs, ids } of stretches) {
        for (let at = 0; at < runs.length; at += 3)
          for (let number = 0; number < runs[at + 2]!; number++) name(session.packs[runs[at]!]!, runs[at + 1]! + number)
        if (ids) name(session.packs[ids[0]]!, ids[1])
      }
    }
  }
  return named
}

/** How much smaller it is afterwards. */
function prunePack(dataDir: string, id: string, named: ReadonlySet<number> | undefined, dryRun: boolean): number {
  const path = packPath(dataDir, id)
  if (named === undefined) {
    const size = sizeOfFile(path)
    if (!dryRun) removeIfThere(path)
    return size
  }
  let pack: ReturnType<typeof openPack>
  try {
    pack = openPack(path)
  } catch (error) {
    if (error instanceof StorageError) return 0 // `verify` says so; it stays as it is
    throw error
  }
  try {
    const gone = new Set<number>()
    let first = 0
    pack.frames.forEach(({ pieces, stored }, frame) => {
      let isNamed = false
      for (let piece = first; piece < first + pieces; piece++) isNamed ||= named.has(piece)
      first += pieces
      if (!isNamed && stored > 0) gone.add(frame)
    })
    if (first !== pieceCount(pack) || gone.size === 0) return 0
    if (!dryRun) writeWithout(pack, path, join(packsFolder(dataDir), temporaryName(id, 0)), gone)
    return [...gone].reduce((sum, frame) => sum + pack.frames[frame]!.stored, 0)
  } finally {
    pack.close()
  }
}
