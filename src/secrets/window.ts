// A stretch of bytes as text, at each level of escaping: JSON in a string of JSON in a string. Every character knows the
// byte that it comes from, so what is found at any level has its place in the file.
//
// Bytes are taken one by one (latin1): patterns look for ASCII, and places stay exact whatever the encoding is.

export interface Level {
  readonly text: string
  /** By character: the byte where it begins; and, behind the last one, where the stretch ends. */
  readonly from: Int32Array
}

export function plainLevel(bytes: Uint8Array, start: number, end: number): Level {
  const length = end - start
  const from = new Int32Array(length + 1)
  for (let at = 0; at <= length; at++) from[at] = start + at
  return { text: latin1(bytes, start, end), from }
}

const decoder = new TextDecoder('latin1')

/** Windows-1252 is what the name means to a decoder: only the controls from 0x80 on differ, and they are in no pattern. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end))
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '"': '"',
  '\\': '\\',
  '/': '/',
}

/** One level deeper; undefined where nothing is escaped. What is no escape stays as it is. */
export function unescaped({ text, from }: Level): Level | undefined {
  let slash = text.indexOf('\\')
  if (slash < 0) return undefined
  const places = new Int32Array(from.length)
  let out = ''
  let length = 0
  let at = 0
  const copy = (end: number): void => {
    out += text.slice(at, end)
    places.set(from.subarray(at, end), length)
    length += end - at
    at = end
  }
  while (slash >= 0) {
    copy(slash)
    const char = text[slash + 1]
    const unicode = char === 'u' ? /^[0-9a-fA-F]{4}/.exec(text.slice(slash + 2, slash + 6)) : null
    const one = unicode ? String.fromCharCode(Number.parseInt(unicode[0], 16)) : ESCAPES[char ?? '']
    const taken = unicode ? 6 : one === undefined ? 1 : 2
    out += one ?? '\\'
    places[length++] = from[slash]!
    at = slash + taken
    slash = text.indexOf('\\', at)
  }
  copy(text.length)
  places[length] = from[text.length]!
  return { text: out, from: places.subarray(0, length + 1) }
}

/** The character that begins at this byte; -1 where none does. */
export function charAt({ from }: Level, byte: number): number {
  let low = 0
  let high = from.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (from[middle]! < byte) low = middle + 1
    else high = middle
  }
  return from[low] === byte ? low : -1
}
