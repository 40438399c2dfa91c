// Is everything in the archive what was written? Every byte is read: frames against their hashes and unpacked, pieces
// against theirs, both copies of every table and record, and whether each piece that a session names is there.

import { setImmediate } from 'node:timers/promises'
import { StorageError } from '../../format/error.js'
import { removeIfThere, replaceFile } from '../atomic-replace.js'
import { NeedsZstd } from './compression.js'
import { holdingArchive } from './keep-session.js'
import { hashOf, openPack, pieceCount, pieceRow } from './pack.js'
import { damagedPath, packIds, packPath } from './places.js'
import { type FoundRecord, type KeptFile, readRecords } from './record.js'

export interface ArchiveDamage {
  readonly path: string
  readonly what: string
  /** Nothing is lost: there is a second copy. */
  readonly harmless: boolean
}

export interface DamagedSession {
  readonly id: string
  readonly path: string
  /** An earlier version of it; undefined for the newest. */
  readonly version: number | undefined
  /** Those of its files that cannot be given back. */
  readonly files: readonly string[]
}

export interface Verified {
  readonly packs: number
  readonly sessions: number
  readonly bytes: number
  readonly damage: readonly ArchiveDamage[]
  readonly sessionsHit: readonly DamagedSession[]
  /** Compressed so that this Node cannot read it: only the hashes were compared. */
  readonly unread: number
}

/** `note`: what is damaged is written down, so that sessions that are still there are kept anew by the next archive. */
export async function verifyArchive(
  dataDir: string,
  {
    note,
    signal,
    onProgress,
  }: {
    readonly note: boolean
    readonly signal?: AbortSignal
    readonly onProgress?: (done: number, of: number) => void
  },
): Promise<Verified> {
  const damage: ArchiveDamage[] = []
  const lost = new Map<string, Set<number>>()
  const sound = new Map<string, Uint8Array>()
  let bytes = 0
  let unread = 0
  const ids = packIds(dataDir)
  for (const [index, id] of ids.entries()) {
    onProgress?.(index, ids.length)
    const path = packPath(dataDir, id)
    let pack: ReturnType<typeof openPack>
    try {
      pack = openPack(path)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      damage.push({ path, what: error.message, harmless: false })
      continue
    }
    try {
      bytes += pack.size
      for (const what of pack.damaged)
        damage.push({ path, what: `${what} is damaged; there is a second copy`, harmless: true })
      const whole = new Uint8Array(pieceCount(pack))
      let piece = 0
      for (const [frame, { pieces, stored }] of pack.frames.entries()) {
        await setImmediate()
        signal?.throwIfAborted()
        const first = piece
        piece += pieces
        if (stored === 0) continue
        try {
          const isWhole = isFrameWhole(pack, frame, first)
          whole.fill(isWhole ? 1 : 0, first, piece)
          if (isWhole) continue
        } catch (error) {
          if (!(error instanceof NeedsZstd)) throw error
          unread++
          whole.fill(1, first, piece)
          continue
        }
        damage.push({ path, what: `frame ${frame + 1} of ${pack.frames.length} is damaged`, harmless: false })
        lost.set(id, (lost.get(id) ?? new Set()).add(frame))
      }
      sound.set(id, whole)
    } finally {
      pack.close()
    }
  }
  const records = readRecords(dataDir, {
    earlier: true,
    broken: path =>
      damage.push({ path, what: 'record is damaged; which session it was about is unknown', harmless: false }),
  })
  for (const { path, damaged } of records)
    if (damaged) damage.push({ path, what: 'one copy is damaged; there is a second one', harmless: true })
  if (note) await noteDamage(dataDir, lost)
  return {
    packs: ids.length,
    sessions: records.filter(one => one.version === undefined).length,
    bytes,
    damage,
    sessionsHit: records.flatMap(record => hit(record, sound)),
    unread,
  }
}

/** The frame has its hash, and the pieces in it have theirs. */
function isFrameWhole(pack: ReturnType<typeof openPack>, frame: number, first: number): boolean {
  const unpacked = pack.unpacked(frame)
  if (unpacked === undefined) return false
  let at = 0
  for (let piece = first; piece < first + pack.frames[frame]!.pieces; piece++) {
    const { hash, size } = pieceRow(pack, piece)
    if (!hashOf(unpacked.subarray(at, at + size)).equals(hash)) return false
    at += size
  }
  return at === unpacked.length
}

function hit(record: FoundRecord, sound: ReadonlyMap<string, Uint8Array>): readonly DamagedSession[] {
  const { session, version } = record
  const isThere = (pack: number, piece: number): boolean => sound.get(session.packs[pack] ?? '')?.[piece] === 1
  const isSound = (file: KeptFile): boolean =>
    file.stretches.every(({ runs, ids }) => {
      for (let at = 0; at < runs.length; at += 3)
        for (let number = 0; number < runs[at + 2]!; number++)
          if (!isThere(runs[at]!, runs[at + 1]! + number)) return false
      return ids === null || isThere(ids[0], ids[1])
    })
  const files = session.files.filter(file => !isSound(file)).map(file => file.name)
  return files.length === 0 ? [] : [{ id: session.id, path: session.path, version, files }]
}

async function noteDamage(dataDir: string, lost: ReadonlyMap<string, ReadonlySet<number>>): Promise<void> {
  if (packIds(dataDir).length === 0) return
  await holdingArchive(dataDir, async () => {
    if (lost.size === 0) removeIfThere(damagedPath(dataDir))
    else {
      const list = Object.fromEntries([...lost].map(([id, frames]) => [id, [...frames]]))
      await replaceFile(damagedPath(dataDir), Buffer.from(`${JSON.stringify(list)}\n`))
    }
  })
}
