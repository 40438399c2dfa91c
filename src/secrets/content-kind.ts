// What do these bytes hold, by how they begin? Of what is no text nothing can be read here.

export type ContentKind = 'text' | 'image' | 'pdf' | 'archive'

const BEGINNINGS: readonly (readonly [Exclude<ContentKind, 'text'>, readonly number[]])[] = [
  ['image', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['archive', [0x50, 0x4b, 0x03, 0x04]],
  ['archive', [0x1f, 0x8b, 0x08]],
  ['archive', [0x42, 0x5a, 0x68]],
  ['archive', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['archive', [0x28, 0xb5, 0x2f, 0xfd]],
  ['archive', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
]

/** So many bytes are enough. */
export const HEAD_SIZE = 1024

/** A text that only begins like one of them is a text: the others have bytes in them that no text has. */
export function contentKind(head: Uint8Array): ContentKind {
  const begun = BEGINNINGS.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte))
  const kind = begun?.[0] ?? (isWebp(head) ? 'image' : 'text')
  return kind !== 'text' && isBinary(head) ? kind : 'text'
}

function isWebp(head: Uint8Array): boolean {
  const word = (at: number): string => String.fromCharCode(...head.subarray(at, at + 4))
  return word(0) === 'RIFF' && word(8) === 'WEBP'
}

/** NUL, or bytes above ASCII that are no UTF-8. */
function isBinary(head: Uint8Array): boolean {
  if (head.includes(0)) return true
  try {
    // A character may be cut at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(head.subarray(0, HEAD_SIZE), { stream: true })
    return false
  } catch {
    return true
  }
}

export type Utf16 = 'utf-16le' | 'utf-16be'

/** By its mark, or because nearly every other byte is a NUL. */
export function utf16Kind(head: Uint8Array): Utf16 | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const nuls = [0, 0]
  for (let at = 0; at < head.length; at++) if (head[at] === 0) nuls[at & 1]!++
  const [even, odd] = nuls as [number, number]
  const many = head.length / 5
  if (odd > many && even < odd / 10) return 'utf-16le'
  return even > many && odd < even / 10 ? 'utf-16be' : undefined
}
