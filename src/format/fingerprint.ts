// A number for a stretch of bytes, in which every byte counts: two stretches that differ have the same one by accident
// once in 2^53. It tells what has changed; it is no protection against someone who wants two texts to be taken for one.

/** Two lanes of 32 bits see each word; 53 bits of them are the number. */
export interface Fingerprint {
  /** Begins anew. */
  start(): void
  add(bytes: Uint8Array, from: number, to: number): void
  /** A number that stands for something that is left out. */
  mark(token: number): void
  value(): number
}

const SHORT = 64

export function fingerprinter(): Fingerprint {
  let view: DataView = new DataView(new ArrayBuffer(0))
  let one = 0
  let two = 0
  let length = 0

  function mark(word: number): void {
    one = Math.imul(((one << 13) | (one >>> 19)) ^ word, 0x9e3779b1)
    two = Math.imul(((two << 17) | (two >>> 15)) + word, 0x85ebca77)
  }

  /** The same word by word; a view of each of many small stretches of memory would cost more than they do. */
  function addShort(bytes: Uint8Array, from: number, to: number): void {
    let at = from
    for (const last = to - 4; at <= last; at += 4)
      mark(bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24))
    let rest = 0
    for (let shift = 0; at < to; shift += 8) rest |= bytes[at++]! << shift
    mark(rest)
    length += to - from
  }

  return {
    start() {
      one = 0x27d4eb2f
      two = 0x165667b1
      length = 0
    },
    add(bytes, from, to) {
      if (to - from <= SHORT) {
        addShort(bytes, from, to)
        return
      }
      if (view.buffer !== bytes.buffer) view = new DataView(bytes.buffer)
      const words = view
      let at = bytes.byteOffset + from
      const end = bytes.byteOffset + to
      let [first, second] = [one, two]
      for (const last = end - 4; at <= last; at += 4) {
        const word = words.getInt32(at, true)
        first = Math.imul(((first << 13) | (first >>> 19)) ^ word, 0x9e3779b1)
        second = Math.imul(((second << 17) | (second >>> 15)) + word, 0x85ebca77)
      }
      one = first
      two = second
      let rest = 0
      for (let shift = 0; at < end; shift += 8) rest |= words.getUint8(at++) << shift
      mark(rest)
      length += to - from
    },
    mark,
    value() {
      const high = mixed(one ^ length)
      const low = mixed(two + Math.imul(high, 31))
      return (high >>> 11) * 0x1_0000_0000 + (low >>> 0)
    },
  }
}

/** So that each bit of the state counts in each bit of the result (the end of MurmurHash3). */
function mixed(state: number): number {
  let hash = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
