// Files in base64: the data of images and documents, and of `data:` addresses. What is a text is looked through as one.

/** Bytes of any size, read part by part. */
export interface ByteSource {
  readonly size: number
  /** Exactly these bytes, in `into` where that is given and large enough; else they stay when others are read. */
  read(offset: number, length: number, into?: Uint8Array): Uint8Array
}

/** The words behind which such data stands, and what must stand there exactly. */
export const DATA_WORDS: readonly string[] = ['"data"', '"base64"', '"content"', ';base64,']
export const DATA_START = /"(?:data|base64|content)"\s{0,4}:\s{0,4}"|;base64,/iy

export interface EncodedData {
  /** Places in the source. */
  readonly start: number
  readonly end: number
  /** What it stands for; undefined where it is too large to be put together. */
  readonly decoded: ByteSource | undefined
}

const MIN_LENGTH = 24
const CHUNK = 1 << 16
/** With escapes in it, it must be put together in memory. */
const MAX_JOINED = 64 * 1024 * 1024

const VALUES = new Uint8Array(256).fill(255)
;[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((char, value) => {
  VALUES[char.charCodeAt(0)] = value
})
VALUES['-'.charCodeAt(0)] = 62
VALUES['_'.charCodeAt(0)] = 63

/** The base64 that begins here; undefined where there is none, or next to none. */
export function encodedAt(source: ByteSource, start: number): EncodedData | undefined {
  let end = start
  let escapes = 0
  let isPadded = false
  scan: while (end < source.size) {
    const chunk = source.read(end, Math.min(CHUNK + 8, source.size - end))
    const limit = end + CHUNK < source.size ? CHUNK : chunk.length
    let at = 0
    while (at < limit) {
      const byte = chunk[at]!
      if (VALUES[byte] !== 255 && !isPadded) at++
      else if (byte === 0x3d) {
        isPadded = true
        at++
      } else {
        const skipped = isPadded ? 0 : escapeAt(chunk, at)
        if (skipped === 0) {
          end += at
          break scan
        }
        escapes += skipped
        at += skipped
      }
    }
    end += at
  }
  if (end - start - escapes < MIN_LENGTH) return undefined
  if (escapes === 0) return { start, end, decoded: decodedSource(source, start, end - start) }
  if (end - start > MAX_JOINED) return { start, end, decoded: undefined }
  const joined = withoutEscapes(source, start, end)
  const whole = {
    size: joined.length,
    read: (offset: number, length: number) => joined.subarray(offset, offset + length),
  }
  return { start, end, decoded: decodedSource(whole, 0, joined.length) }
}

/** Backslashes and a slash or a line break: base64 in lines, or of a careful writer. */
function escapeAt(bytes: Uint8Array, at: number): number {
  let end = at
  while (bytes[end] === 0x5c && end < at + 8) end++
  const next = bytes[end]
  if (end > at) return next === 0x2f ? end - at : next === 0x6e || next === 0x72 ? end - at + 1 : 0
  return next === 0x0a || next === 0x0d ? 1 : 0
}

function withoutEscapes(source: ByteSource, start: number, end: number): Uint8Array {
  const joined = new Uint8Array(end - start)
  let length = 0
  const bytes = source.read(start, end - start)
  for (let at = 0; at < bytes.length; ) {
    const skipped = escapeAt(bytes, at)
    if (skipped > 0) at += skipped
    else joined[length++] = bytes[at++]!
  }
  return joined.subarray(0, length)
}

function decodedSource(source: ByteSource, start: number, length: number): ByteSource {
  let digits = length
  for (const byte of source.read(start + Math.max(0, length - 4), Math.min(4, length))) if (byte === 0x3d) digits--
  const size = Math.floor((digits * 3) / 4)
  return {
    size,
    read(offset, count) {
      const out = new Uint8Array(count)
      const first = Math.floor(offset / 3) * 4
      const bytes = source.read(start + first, Math.min(Math.ceil((offset + count) / 3) * 4, digits) - first)
      const skipped = offset % 3
      for (let at = 0; at < count; at++) {
        const place = at + skipped
        const digit = Math.floor(place / 3) * 4 + (place % 3)
        const [high, low] = [VALUES[bytes[digit]!]!, VALUES[bytes[digit + 1]!]!]
        const shift = 2 * ((place % 3) + 1)
        out[at] = (high << shift) | (low >> (6 - shift))
      }
      return out
    },
  }
}
