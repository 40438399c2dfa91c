// Short forms of texts: one line, cut at a word.

/** At most `most` characters on one line; an ellipsis where something is missing. */
export function oneLine(text: string, most: number): string {
  // What lies far behind the cut need not be looked at.
  const line = text
    .slice(0, most * 4 + 200)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= most) return line
  const cut = line.slice(0, Math.max(1, most - 1))
  const space = cut.lastIndexOf(' ')
  return `${whole(space > most * 0.6 ? cut.slice(0, space) : cut)}…`
}

/** Several lines, cut at one of them where that is near. */
export function manyLines(text: string, most: number): string {
  const trimmed = text.trim()
  if (trimmed.length <= most) return trimmed
  const cut = trimmed.slice(0, Math.max(1, most - 1))
  const end = cut.lastIndexOf('\n')
  return `${whole(end > most * 0.7 ? cut.slice(0, end) : cut).trimEnd()} …`
}

/** No half of a surrogate pair at the end. */
function whole(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}

export function lineCount(text: string): number {
  if (text === '') return 0
  let count = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}

/** Turn numbers as short as can be: `3`, `3 to 7`. */
export function turnRange(first: number, last: number): string {
  return first === last ? `turn ${first}` : `turns ${first} to ${last}`
}
