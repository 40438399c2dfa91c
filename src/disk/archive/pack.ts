// A pack: pieces of files, compressed together in frames, and a table of them. Written once under a temporary name; only
// pruning puts a smaller one in its place, with the same numbers. The table and what leads to it are there twice, so that
// a damaged byte costs at most one frame.
//
//   frame … frame | table | table | end | end

import { closeSync, constants, fstatSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { StorageError } from '../../format/error.js'
import { closeQuietly, makeFolder, removeIfThere, syncFolder, takePlace, writeFully } from '../atomic-replace.js'
import { crypto } from '../crypto.js'
import { readFully } from '../read-session.js'
import { openRegular, storageError } from '../regular-file.js'
import { compress, decompress, METHODS, type Method } from './compression.js'

/** So much of a session is compressed together: less costs size, more costs those who want little of it. */
const FRAME = 4 * 1024 * 1024
const MAGIC = Buffer.from('rethread-pack-1\n')
const END = MAGIC.length + 4 + 32
/** Of the SHA-256 of a piece. */
export const HASH = 20
const ROW = HASH + 4
/** Being compressed at the same time. */
const AT_ONCE = 3

export interface Frame {
  readonly method: Method
  readonly at: number
  /** As it lies in the pack; 0 where it was pruned. */
  readonly stored: number
  readonly size: number
  readonly pieces: number
  readonly sha256: string
}

export interface PackTable {
  readonly frames: readonly Frame[]
  /** The hash and the size of each piece, in their order. */
  readonly rows: Buffer
}

export function hashOf(bytes: Uint8Array): Buffer {
  return crypto().hash('sha256', bytes, 'buffer').subarray(0, HASH)
}

export interface PackWriter {
  /** The number of the piece in the pack. */
  add(bytes: Uint8Array, hash: Buffer): Promise<number>
  /** Whatever comes next is in a frame of its own: the number of frames before it. */
  mark(): number
  /** How large each frame is, and the pack; undefined where nothing was added, and there is none. */
  finish(): Promise<{ readonly size: number; readonly frames: readonly number[] } | undefined>
  /** After a failure: nothing stays. */
  abandon(): void
}

/** Nothing is made before the first piece. It becomes `path` when it is whole and on the disk. */
export function packWriter(path: string, temporary: string, method?: Method): PackWriter {
  let fd: number | undefined
  let at = 0
  const frames: Frame[] = []
  const rows: Buffer[] = []
  let open: Uint8Array[] = []
  let openSize = 0
  /** In the order in which they are to stand. */
  const pending: { readonly raw: number; readonly pieces: number; readonly done: ReturnType<typeof compress> }[] = []

  function begin(): number {
    makeFolder(dirname(path))
    removeIfThere(temporary)
    return openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  }

  function closeFrame(): void {
    if (open.length === 0) return
    const done = compress(Buffer.concat(open, openSize), method)
    done.catch(() => {}) // awaited when its turn comes
    pending.push({ raw: openSize, pieces: open.length, done })
    open = []
    openSize = 0
  }

  async function writeFrames(most: number): Promise<void> {
    while (pending.length > most) {
      const { raw, pieces, done } = pending.shift()!
      const { method: used, bytes } = await done
      fd ??= begin()
      writeFully(fd, bytes)
      const sha256 = crypto().hash('sha256', bytes, 'hex')
      frames.push({ method: used, at, stored: bytes.length, size: raw, pieces, sha256 })
      at += bytes.length
    }
  }

  return {
    async add(bytes, hash) {
      const row = Buffer.alloc(ROW)
      hash.copy(row)
      row.writeUInt32LE(bytes.length, HASH)
      rows.push(row)
      open.push(bytes)
      openSize += bytes.length
      if (openSize >= FRAME) closeFrame()
      await writeFrames(AT_ONCE)
      return rows.length - 1
    },
    mark() {
      closeFrame()
      return frames.length + pending.length
    },
    async finish() {
      closeFrame()
      await writeFrames(0)
      if (fd === undefined) return undefined
      const end = endOf({ frames, rows: Buffer.concat(rows) })
      writeFully(fd, end)
      fsyncSync(fd)
      closeSync(fd)
      fd = undefined
      takePlace(temporary, path)
      syncFolder(dirname(path))
      return { size: at + end.length, frames: frames.map(frame => frame.stored) }
    },
    abandon() {
      if (fd !== undefined) closeQuietly(fd)
      fd = undefined
      removeIfThere(temporary)
    },
  }
}

function endOf({ frames, rows }: PackTable): Buffer {
  const json = Buffer.from(
    JSON.stringify(frames.map(one => [one.method, one.at, one.stored, one.size, one.pieces, one.sha256])),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  const table = Buffer.concat([length, json, rows])
  const tableLength = Buffer.alloc(4)
  tableLength.writeUInt32LE(table.length)
  const end = Buffer.concat([MAGIC, tableLength, crypto().hash('sha256', table, 'buffer')])
  return Buffer.concat([table, table, end, end])
}

export interface OpenPack extends PackTable {
  readonly size: number
  /** Parts of the pack besides frames that are damaged, and of which there was another copy. */
  readonly damaged: readonly string[]
  /** A frame as it lies there, whether it is whole or not. */
  stored(frame: number): Buffer
  /** What the pieces of a frame hold together; undefined where it is damaged. */
  unpacked(frame: number): Uint8Array | undefined
  close(): void
}

/** The table of a pack cannot be read at all, or the file is none. */
export class PackDamaged extends StorageError {
  constructor(path: string) {
    super('archive-damaged', `${path} is damaged: its table cannot be read`)
  }
}

export function openPack(path: string): OpenPack {
  const opened = openRegular(path)
  if (opened.kind === 'problem') throw storageError(opened.finding)
  const { fd } = opened
  try {
    const { size } = fstatSync(fd)
    const { table, damaged } = readTable(fd, size, path)
    const part = (at: number, length: number): Buffer => {
      const bytes = Buffer.allocUnsafe(length)
      return bytes.subarray(0, readFully(fd, bytes, at))
    }
    const stored = (frame: number) => part(table.frames[frame]!.at, table.frames[frame]!.stored)
    return {
      ...table,
      size,
      damaged,
      stored,
      unpacked(frame) {
        const { method, size: raw, sha256 } = table.frames[frame]!
        const bytes = stored(frame)
        return crypto().hash('sha256', bytes, 'hex') === sha256 ? decompress(bytes, method, raw) : undefined
      },
      close: () => closeSync(fd),
    }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function readTable(
  fd: number,
  size: number,
  path: string,
): { readonly table: PackTable; readonly damaged: readonly string[] } {
  const part = (at: number, length: number): Buffer => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size)))
    return at < 0 ? bytes : bytes.subarray(0, readFully(fd, bytes, at))
  }
  const ends = [part(size - 2 * END, END), part(size - END, END)]
  const found = new Map<string, PackTable>()
  const damaged = new Set<string>()
  for (const [number, end] of ends.entries()) {
    const isEnd = end.length === END && end.subarray(0, MAGIC.length).equals(MAGIC)
    const length = isEnd ? end.readUInt32LE(MAGIC.length) : size
    const hash = end.subarray(-32)
    const copies = [2, 1].map(back => part(size - 2 * END - back * length, length))
    const good = copies.map(copy => isEnd && crypto().hash('sha256', copy, 'buffer').equals(hash))
    if (!good.includes(true)) damaged.add(`end ${number + 1}`)
    else {
      if (good[0] === false) damaged.add('table 1')
      if (good[1] === false) damaged.add('table 2')
      const table = parsedTable(copies[good.indexOf(true)]!)
      if (table) found.set(hash.toString('hex'), table)
    }
  }
  const [table] = found.values()
  if (table === undefined) throw new PackDamaged(path)
  if (found.size > 1) damaged.add('table')
  const tiled = table.frames.reduce((at, frame) => (at === frame.at ? at + frame.stored : Number.NaN), 0)
  const length = endOf(table).length
  if (tiled + length !== size) throw new PackDamaged(path)
  return { table, damaged: [...damaged] }
}

/** The table has a hash, and is checked all the same: anybody may have put a file there. */
function parsedTable(bytes: Buffer): PackTable | undefined {
  try {
    const length = bytes.readUInt32LE(0)
    const list = JSON.parse(bytes.toString('utf8', 4, 4 + length)) as readonly (readonly [
      Method,
      number,
      number,
      number,
      number,
      string,
    ])[]
    const rows = bytes.subarray(4 + length)
    const frames = list.map(([method, at, stored, size, pieces, sha256]) => ({
      method,
      at,
      stored,
      size,
      pieces,
      sha256,
    }))
    const numbers = frames.flatMap(({ at, stored, size, pieces }) => [at, stored, size, pieces])
    const isSound =
      frames.every(({ method }) => METHODS.includes(method)) &&
      numbers.every(number => Number.isSafeInteger(number) && number >= 0) &&
      frames.reduce((sum, { pieces }) => sum + pieces, 0) * ROW === rows.length
    return isSound ? { frames, rows } : undefined
  } catch {
    return undefined
  }
}

export interface PieceRow {
  readonly hash: Buffer
  readonly size: number
}

export function pieceCount({ rows }: PackTable): number {
  return rows.length / ROW
}

export function pieceRow({ rows }: PackTable, piece: number): PieceRow {
  const at = piece * ROW
  return { hash: rows.subarray(at, at + HASH), size: rows.readUInt32LE(at + HASH) }
}

/** Leaves out frames, by their numbers. The numbers of pieces stay, so whoever names one need not know. */
export function writeWithout(pack: OpenPack, path: string, temporary: string, gone: ReadonlySet<number>): void {
  removeIfThere(temporary)
  const fd = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  try {
    let at = 0
    const frames = pack.frames.map((frame, number) => {
      const bytes = gone.has(number) ? Buffer.alloc(0) : pack.stored(number)
      writeFully(fd, bytes)
      const kept = { ...frame, at, stored: bytes.length }
      at += bytes.length
      return kept
    })
    writeFully(fd, endOf({ frames, rows: pack.rows }))
    fsyncSync(fd)
    closeSync(fd)
  } catch (error) {
    closeQuietly(fd)
    removeIfThere(temporary)
    throw error
  }
  takePlace(temporary, path)
  syncFolder(dirname(path))
}
