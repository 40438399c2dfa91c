// Which pieces are kept already, and where? Numbers only: a million pieces take some forty megabytes.

import { readFileSync } from 'node:fs'
import { StorageError } from '../../format/error.js'
import { sizeOfFile } from '../regular-file.js'
import { HASH, openPack, pieceCount, pieceRow } from './pack.js'
import { damagedPath, packIds, packPath } from './places.js'

export interface PieceAt {
  readonly pack: string
  readonly piece: number
}

export interface KnownPieces {
  find(hash: Buffer): PieceAt | undefined
  add(hash: Buffer, at: PieceAt): void
  /** Takes in packs that came since; forgets everything where one has gone or was made smaller. */
  refresh(): void
  forget(): void
}

export function knownPieces(dataDir: string): KnownPieces {
  let seen = new Map<string, number>()
  let hashes = Buffer.alloc(0)
  let packs: string[] = []
  let packOf = new Uint32Array(0)
  let pieceOf = new Uint32Array(0)
  let slots = new Int32Array(1024).fill(-1)
  let count = 0
  const packNumbers = new Map<string, number>()

  function slotOf(hash: Buffer): number {
    const mask = slots.length - 1
    let slot = hash.readUInt32LE(0) & mask
    for (; slots[slot] !== -1; slot = (slot + 1) & mask) {
      const at = slots[slot]! * HASH
      if (hashes.compare(hash, 0, HASH, at, at + HASH) === 0) break
    }
    return slot
  }

  function grow(): void {
    const room = Math.max(1024, count * 2)
    hashes = Buffer.concat([hashes], room * HASH)
    packOf = longer(packOf, room)
    pieceOf = longer(pieceOf, room)
    slots = new Int32Array(room * 2 > 1024 ? 2 ** Math.ceil(Math.log2(room * 2)) : 1024).fill(-1)
    for (let number = 0; number < count; number++)
      slots[slotOf(hashes.subarray(number * HASH, (number + 1) * HASH))] = number
  }

  function add(hash: Buffer, { pack, piece }: PieceAt): void {
    if ((count + 1) * HASH > hashes.length) grow()
    const slot = slotOf(hash)
    if (slots[slot] !== -1) return
    let number = packNumbers.get(pack)
    if (number === undefined) {
      packNumbers.set(pack, (number = packs.length))
      packs.push(pack)
    }
    hash.copy(hashes, count * HASH)
    packOf[count] = number
    pieceOf[count] = piece
    slots[slot] = count++
  }

  function forget(): void {
    seen = new Map()
    hashes = Buffer.alloc(0)
    packs = []
    packNumbers.clear()
    slots = new Int32Array(1024).fill(-1)
    count = 0
  }

  return {
    add,
    forget,
    find(hash) {
      const number = count === 0 ? -1 : slots[slotOf(hash)]!
      return number === -1 ? undefined : { pack: packs[packOf[number]!]!, piece: pieceOf[number]! }
    },
    refresh() {
      const ids = packIds(dataDir)
      const sizes = new Map(ids.map(id => [id, sizeOfFile(packPath(dataDir, id))]))
      if ([...seen].some(([id, size]) => sizes.get(id) !== size)) forget()
      const damaged = damagedFrames(dataDir)
      for (const id of ids) {
        if (seen.has(id)) continue
        seen.set(id, sizes.get(id)!)
        takeIn(id, damaged.get(id) ?? new Set())
      }
    },
  }

  function takeIn(id: string, damaged: ReadonlySet<number>): void {
    let pack: ReturnType<typeof openPack>
    try {
      pack = openPack(packPath(dataDir, id))
    } catch (error) {
      if (error instanceof StorageError) return // `verify` says so; nothing new relies on it
      throw error
    }
    pack.close()
    let piece = 0
    pack.frames.forEach(({ stored, pieces }, frame) => {
      const isThere = stored > 0 && !damaged.has(frame)
      for (const end = piece + pieces; piece < end; piece++)
        if (isThere) add(pieceRow(pack, piece).hash, { pack: id, piece })
    })
    if (piece !== pieceCount(pack)) throw new Error('pieces and frames do not agree')
  }
}

function longer(numbers: Uint32Array, room: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(room)
  more.set(numbers)
  return more
}

/** By pack, as `verify` noted them. A list that cannot be read says nothing. */
export function damagedFrames(dataDir: string): ReadonlyMap<string, ReadonlySet<number>> {
  try {
    const list = JSON.parse(readFileSync(damagedPath(dataDir), 'utf8')) as Readonly<Record<string, readonly number[]>>
    return new Map(Object.entries(list).map(([id, frames]) => [id, new Set(frames)]))
  } catch {
    return new Map()
  }
}
