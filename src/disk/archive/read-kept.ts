// The files of a kept session, as they were. Only the packs that hold them are opened, and of these only the frames.

import { StorageError } from '../../format/error.js'
import { crypto } from '../crypto.js'
import { putBackIds } from './ids.js'
import { type OpenPack, openPack, pieceRow } from './pack.js'
import { packPath } from './places.js'
import type { KeptFile, KeptSession, Stretch } from './record.js'

/** A file cannot be given back: what it is made of is damaged or missing. */
export class KeptFileDamaged extends StorageError {
  constructor(name: string, why: string) {
    super('archive-damaged', `${name} cannot be read from the archive: ${why}`)
  }
}

export interface KeptReader {
  /** Its bytes, part by part. Throws where one is damaged, or the whole is not what was kept. */
  read(file: KeptFile): Generator<Uint8Array>
  close(): void
}

/** Frames that were unpacked last: those of one stretch lie together, and a clone takes from two packs in turn. */
const FRAMES_HELD = 4
const PACKS_OPEN = 32

export function readKept(dataDir: string, session: KeptSession): KeptReader {
  const packs = new Map<string, Pack>()
  const frames = new Map<string, Uint8Array>()

  function packNumbered(number: number): Pack {
    const id = session.packs[number] ?? ''
    let pack = packs.get(id)
    if (pack === undefined) {
      const [oldest] = packs.keys()
      if (packs.size >= PACKS_OPEN && oldest !== undefined) {
        packs.get(oldest)!.open.close()
        packs.delete(oldest)
      }
      pack = placesIn(id, openPack(packPath(dataDir, id)))
      packs.set(id, pack)
    }
    return pack
  }

  function frameOf({ id, open }: Pack, frame: number, name: string): Uint8Array {
    const key = `${id} ${frame}`
    let bytes = frames.get(key)
    if (bytes === undefined) {
      bytes = open.unpacked(frame)
      if (bytes === undefined) throw new KeptFileDamaged(name, `pack ${id} is damaged in frame ${frame + 1}`)
      const [oldest] = frames.keys()
      if (frames.size >= FRAMES_HELD && oldest !== undefined) frames.delete(oldest)
    } else frames.delete(key) // used again: the last to go
    frames.set(key, bytes)
    return bytes
  }

  function piece(pack: number, number: number, name: string): Uint8Array {
    const from = packNumbered(pack)
    if (number >= from.frameOf.length) throw new KeptFileDamaged(name, `pack ${from.id} is another one`)
    const at = from.offsetOf[number]!
    return frameOf(from, from.frameOf[number]!, name).subarray(at, at + pieceRow(from.open, number).size)
  }

  function stretch({ runs, ids }: Stretch, name: string): Uint8Array {
    const parts: Uint8Array[] = []
    for (let at = 0; at < runs.length; at += 3)
      for (let number = 0; number < runs[at + 2]!; number++) parts.push(piece(runs[at]!, runs[at + 1]! + number, name))
    const body = Buffer.concat(parts)
    if (ids === null) return body
    const bytes = putBackIds(body, Buffer.from(piece(ids[0], ids[1], name)))
    if (bytes === undefined) throw new KeptFileDamaged(name, 'its ids do not fit')
    return bytes
  }

  return {
    *read(file) {
      const hash = crypto().createHash('sha256')
      let size = 0
      for (const one of file.stretches) {
        const bytes = stretch(one, file.name)
        hash.update(bytes)
        size += bytes.length
        yield bytes
      }
      if (size !== file.size || hash.digest('hex') !== file.sha256)
        throw new KeptFileDamaged(file.name, 'it is not what was archived')
    },
    close() {
      for (const { open } of packs.values()) open.close()
      packs.clear()
      frames.clear()
    },
  }
}

interface Pack {
  readonly id: string
  readonly open: OpenPack
  /** Of each piece: its frame, and where in it. */
  readonly frameOf: Uint32Array
  readonly offsetOf: Uint32Array
}

function placesIn(id: string, open: OpenPack): Pack {
  const count = open.frames.reduce((sum, { pieces }) => sum + pieces, 0)
  const frameOf = new Uint32Array(count)
  const offsetOf = new Uint32Array(count)
  let piece = 0
  open.frames.forEach(({ pieces }, frame) => {
    let at = 0
    for (const end = piece + pieces; piece < end; piece++) {
      frameOf[piece] = frame
      offsetOf[piece] = at
      at += pieceRow(open, piece).size
    }
  })
  return { id, open, frameOf, offsetOf }
}
