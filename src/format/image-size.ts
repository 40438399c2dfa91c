// What is this image, and how large is it? Read from the beginning of its base64 text, without decoding the rest.

export interface ImageSize {
  readonly mediaType: string
  /** 0 where the header does not say it. */
  readonly width: number
  readonly height: number
}

/** The text between two positions; undefined where it is none of the four kinds that the API takes (A4.1). */
export function imageSize(text: Uint8Array, start: number, end: number): ImageSize | undefined {
  const length = Math.floor(((end - start) * 3) / 4)
  const at = byteReader(text, start, end)
  const big = (offset: number, bytes: number): number => {
    let value = 0
    for (let i = 0; i < bytes; i++) value = value * 256 + at(offset + i)
    return value
  }
  const little = (offset: number, bytes: number): number => {
    let value = 0
    for (let i = bytes - 1; i >= 0; i--) value = value * 256 + at(offset + i)
    return value
  }
  if (big(0, 4) === 0x89504e47) return { mediaType: 'image/png', width: big(16, 4), height: big(20, 4) }
  if (big(0, 3) === 0x474946) return { mediaType: 'image/gif', width: little(6, 2), height: little(8, 2) }
  if (big(0, 3) === 0xffd8ff) return { mediaType: 'image/jpeg', ...jpegSize(at, big, length) }
  if (big(0, 4) === 0x52494646 && big(8, 4) === 0x57454250) return { mediaType: 'image/webp', ...webpSize(at, little) }
  return undefined
}

type Read = (offset: number, bytes: number) => number
type Size = Pick<ImageSize, 'width' | 'height'>

const UNKNOWN: Size = { width: 0, height: 0 }

/** From segment to segment until the frame header; what lies between, as a preview or a colour profile, is passed over. */
function jpegSize(at: (offset: number) => number, big: Read, length: number): Size {
  let offset = 2
  for (let segments = 0; segments < 1000 && offset + 9 < length; segments++) {
    if (at(offset) !== 0xff) return UNKNOWN
    const marker = at(offset + 1)
    // SOF0 to SOF15, without the Huffman, arithmetic and extension tables that stand among them.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { height: big(offset + 5, 2), width: big(offset + 7, 2) }
    offset += marker === 0xff ? 1 : 2 + big(offset + 2, 2)
  }
  return UNKNOWN
}

function webpSize(at: (offset: number) => number, little: Read): Size {
  const kind = at(15)
  if (kind === 0x58) return { width: little(24, 3) + 1, height: little(27, 3) + 1 } // VP8X
  if (kind === 0x4c) {
    const bits = little(21, 4) // VP8L: 14 bits each
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return { width: little(26, 2) & 0x3fff, height: little(28, 2) & 0x3fff } // VP8
}

/** The byte at an offset of the decoded image; 0 behind its end. */
function byteReader(text: Uint8Array, start: number, end: number): (offset: number) => number {
  return offset => {
    const group = start + Math.floor(offset / 3) * 4
    if (group + 3 >= end) return 0
    const bits =
      (SEXTET[text[group]!]! << 18) |
      (SEXTET[text[group + 1]!]! << 12) |
      (SEXTET[text[group + 2]!]! << 6) |
      SEXTET[text[group + 3]!]!
    return (bits >> (16 - 8 * (offset % 3))) & 0xff
  }
}

const SEXTET = new Uint8Array(256)
for (const [value, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  SEXTET[char.charCodeAt(0)] = value
