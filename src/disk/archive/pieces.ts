// Where is a file cut, so that what is kept already is found again? At the ends of lines, and by their lengths alone.
//
// A clone changes the ids in every line and nothing else, and an id is as long as another: so its cuts are those of the
// original. A line that is added or changed moves the cuts around it, and those after it are the same again. A line that
// is too long is cut by size from its beginning on.

const SMALLEST = 8 * 1024
export const LARGEST_PIECE = 256 * 1024
const NEWLINE = 0x0a

/**
 * The end of the piece that begins at `start`. There are more than `LARGEST_PIECE` bytes from there on, or the file ends with
 * `bytes`.
 */
export function pieceEnd(bytes: Buffer, start: number): number {
  const most = Math.min(bytes.length, start + LARGEST_PIECE)
  const room = bytes.subarray(0, most)
  let lineStart = start
  let before = 0
  for (;;) {
    const end = room.indexOf(NEWLINE, lineStart) + 1
    if (end === 0) return lineStart > start && most < bytes.length ? lineStart : most
    const length = end - lineStart
    if (end - start >= SMALLEST && isCut(length, before)) return end
    lineStart = end
    before = length
  }
}

/** One line end of eight. */
function isCut(length: number, before: number): boolean {
  return Math.imul(length ^ Math.imul(before, 0x9e3779b1), 0x85ebca6b) >>> 29 === 0
}
