// Small looks at the bytes of a line.

export const NEWLINE = 0x0a
export const CR = 0x0d
export const OPEN = 0x7b

/** Never looks behind `end`: a search to the end of the file for every damaged line would be quadratic. */
export function indexOf(bytes: Uint8Array, byte: number, from: number, end: number): number {
  if (end === bytes.length) return bytes.indexOf(byte, from)
  const at = bytes.subarray(from, end).indexOf(byte)
  return at < 0 ? -1 : from + at
}

/** Behind blanks, tabs and carriage returns. */
export function skipBlank(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === CR)) at++
  return at
}

/** Nothing but white space and the line break? */
export function isBlankTo(bytes: Uint8Array, from: number, end: number): boolean {
  const at = skipBlank(bytes, from, end)
  return at === end || bytes[at] === NEWLINE
}

export function nulEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && bytes[at] === 0) at++
  return at
}

export function isByteOrderMark(bytes: Uint8Array, at: number, end: number): boolean {
  return at + 3 <= end && bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf
}

export function lineBreaks(bytes: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = from; (at = indexOf(bytes, NEWLINE, at, to)) >= 0; at++) count++
  return count
}
