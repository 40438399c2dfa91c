// The uuids of a stretch of a file, taken out of it: what remains of a clone is what remains of its original, so it is
// kept once, and the ids of a line cost 16 bytes instead of over a hundred.
//
// In their place stands the byte 1. A stretch that has such bytes itself, which no JSON has, is kept as it is.

/** Stands for an id. */
const MARK = 1
const LENGTH = 36
const DASH = 0x2d
/** Those seen last are known by how long ago that was; others by their number. */
const MOST_RECENT = 254
const FAR = 255

const HEX = new Uint8Array(256)
for (const digit of '0123456789abcdef') HEX[digit.charCodeAt(0)] = 1

export interface WithoutIds {
  /** The stretch without its ids. */
  readonly body: Buffer
  /** Where the pieces of the stretch end in it. */
  readonly ends: readonly number[]
  /** The ids in their order; undefined where none were taken out. */
  readonly ids: Buffer | undefined
}

/** `ends`: where the pieces of the stretch end. An id that lies across such an end stays. */
export function takeOutIds(stretch: Buffer, ends: readonly number[]): WithoutIds {
  if (stretch.includes(MARK)) return { body: stretch, ends, ids: undefined }
  const body = Buffer.allocUnsafe(stretch.length)
  const list = idList()
  const bodyEnds: number[] = []
  let written = 0
  let from = 0
  for (const end of ends) {
    written = takeOut(stretch, from, end, body, written, list)
    bodyEnds.push(written)
    from = end
  }
  return list.isEmpty()
    ? { body: stretch, ends, ids: undefined }
    : { body: body.subarray(0, written), ends: bodyEnds, ids: list.bytes() }
}

/**
 * The last twelve digits of an id hold one byte of every twelve: only these are looked at, and what is around them where
 * one is such a digit.
 */
function takeOut(bytes: Buffer, from: number, to: number, body: Buffer, at: number, list: IdList): number {
  let copied = from
  let written = at
  for (let probe = from + LENGTH - 1; probe < to; probe += 12) {
    if (HEX[bytes[probe]!] === 0) continue
    let tail = probe
    while (probe - tail < 11 && HEX[bytes[tail - 1]!] === 1) tail--
    const start = tail - 24
    if (bytes[tail - 1] !== DASH || start < copied || tail + 12 > to || !isId(bytes, start)) continue
    written += bytes.copy(body, written, copied, start)
    body[written++] = MARK
    list.add(bytes.toString('latin1', start, start + LENGTH))
    copied = start + LENGTH
  }
  return written + bytes.copy(body, written, copied, to)
}

function isId(bytes: Buffer, start: number): boolean {
  for (let at = 0; at < LENGTH; at++) {
    const byte = bytes[start + at]!
    if (at === 8 || at === 13 || at === 18 || at === 23 ? byte !== DASH : HEX[byte] === 0) return false
  }
  return true
}

interface IdList {
  add(id: string): void
  isEmpty(): boolean
  bytes(): Buffer
}

/** How often, one code each (0: a new one, else how long ago it was seen), the numbers of those long ago, the new ones. */
function idList(): IdList {
  const numbers = new Map<string, number>()
  const recent: string[] = []
  const codes: number[] = []
  const far: number[] = []
  const fresh: string[] = []
  return {
    isEmpty: () => codes.length === 0,
    add(id) {
      const number = numbers.get(id)
      if (number === undefined) {
        numbers.set(id, fresh.length)
        fresh.push(id)
        codes.push(0)
      } else {
        const place = recent.indexOf(id)
        codes.push(place < 0 ? FAR : place + 1)
        if (place < 0) far.push(number)
        else recent.splice(place, 1)
      }
      recent.unshift(id)
      if (recent.length > MOST_RECENT) recent.pop()
    },
    bytes() {
      const head = Buffer.alloc(8)
      head.writeUInt32LE(codes.length, 0)
      head.writeUInt32LE(far.length, 4)
      const numbersOf = Buffer.alloc(far.length * 4)
      for (const [index, number] of far.entries()) numbersOf.writeUInt32LE(number, index * 4)
      return Buffer.concat([
        head,
        Buffer.from(codes),
        numbersOf,
        Buffer.from(fresh.join('').replaceAll('-', ''), 'hex'),
      ])
    },
  }
}

/** Puts them back, piece by piece. Undefined where the ids are not those of the body. */
export function putBackIds(body: Buffer, ids: Buffer): Buffer | undefined {
  const all = idsIn(ids)
  if (all === undefined) return undefined
  const bytes = Buffer.allocUnsafe(body.length + all.length * (LENGTH - 1))
  let written = 0
  let from = 0
  for (const id of all) {
    const mark = body.indexOf(MARK, from)
    if (mark < 0) return undefined
    written += body.copy(bytes, written, from, mark)
    written += bytes.write(id, written, 'latin1')
    from = mark + 1
  }
  if (body.indexOf(MARK, from) >= 0) return undefined
  return bytes.subarray(0, written + body.copy(bytes, written, from))
}

function idsIn(ids: Buffer): readonly string[] | undefined {
  if (ids.length < 8) return undefined
  const [count, farCount] = [ids.readUInt32LE(0), ids.readUInt32LE(4)]
  const first = 8 + count + farCount * 4
  if (first > ids.length || (ids.length - first) % 16 !== 0) return undefined
  const fresh: string[] = []
  const recent: string[] = []
  const all: string[] = []
  let far = 0
  for (let index = 0; index < count; index++) {
    const code = ids[8 + index]!
    const id =
      code === 0
        ? idAt(ids, first + 16 * fresh.length)
        : code === FAR
          ? far < farCount
            ? fresh[ids.readUInt32LE(8 + count + 4 * far++)]
            : undefined
          : recent.splice(code - 1, 1)[0]
    if (id === undefined) return undefined
    if (code === 0) fresh.push(id)
    all.push(id)
    recent.unshift(id)
    if (recent.length > MOST_RECENT) recent.pop()
  }
  return all
}

function idAt(ids: Buffer, at: number): string | undefined {
  if (at + 16 > ids.length) return undefined
  const hex = ids.toString('hex', at, at + 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
