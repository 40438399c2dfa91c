// How many columns a text takes on a terminal, and how to cut, fill and break it by columns. All of these take text
// that is already safe to print and not yet painted.

// Made for the first text that is not plain: it takes some ten milliseconds.
let segmenter: Intl.Segmenter | undefined

function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter
}

export function width(text: string): number {
  // One unit is one grapheme: a segmenter for each of them leaves so much garbage that time grows faster than the text.
  if (text.length === 1) return graphemeWidth(text)
  if (isPlain(text)) return text.length
  let sum = 0
  for (const { segment } of graphemesOf(text)) sum += graphemeWidth(segment)
  return sum
}

/** At most `columns` wide; what does not fit is replaced by `…`, never inside a grapheme. */
export function fitTo(text: string, columns: number): string {
  if (columns <= 0) return ''
  if (text.length <= columns && isPlain(text)) return text
  const { head, rest } = split(text, columns)
  return rest === '' ? head : `${split(text, columns - 1).head.trimEnd()}…`
}

/** The same from the other end: of a path the name stays. */
export function fitEnd(text: string, columns: number): string {
  if (columns <= 0) return ''
  if (width(text) <= columns) return text
  const segments = [...graphemesOf(text)]
  let used = 1
  let from = text.length
  for (const { segment, index } of segments.reverse()) {
    used += graphemeWidth(segment)
    if (used > columns) break
    from = index
  }
  return `…${text.slice(from)}`
}

/** How long a line across the page is: into a pipe there is no end of the page. */
export function ruleWidth(columns: number): number {
  return columns === Infinity ? 80 : columns
}

export function pad(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, columns - width(text)))
  return align === 'left' ? text + blanks : blanks + text
}

/**
 * One line of text as several, broken at blanks where possible. Blanks inside a line stay; those at a break go.
 * Lines after the first begin with `hang`.
 */
export function wrap(text: string, columns: number, hang = ''): readonly string[] {
  const room = Math.max(1, columns)
  const lines: string[] = []
  let line = ''
  let used = 0
  const next = (): void => {
    lines.push(line.trimEnd())
    line = hang
    used = width(hang)
  }
  for (const word of text.match(/ *[^ ]+| +$/g) ?? []) {
    const wide = width(word)
    if (used + wide <= room) {
      line += word
      used += wide
      continue
    }
    let rest = word
    if (line.trim() !== '' && line !== hang) {
      next()
      rest = word.trimStart()
    }
    breakUp(rest)
  }
  if (lines.length === 0 || (line.trim() !== '' && line !== hang)) lines.push(line.trimEnd())
  return lines

  /** A word that does not fit on one line. Each grapheme is looked at once, however long the word is. */
  function breakUp(word: string): void {
    let left = Math.max(1, room - used)
    let at = 0
    const goOn = (): void => {
      next()
      left = Math.max(1, room - used)
    }
    const take = (piece: string, wide: number): void => {
      line += piece
      used += wide
      left -= wide
    }
    if (isPlain(word)) {
      for (; word.length - at > left; goOn()) take(word.slice(at, (at += left)), left)
      take(word.slice(at), word.length - at)
      return
    }
    for (const { segment, index } of graphemesOf(word)) {
      const wide = graphemeWidth(segment)
      // A grapheme wider than the whole line still has to go somewhere.
      if (wide > left && index > at) {
        goOn()
        at = index
      }
      take(segment, wide)
    }
  }
}

/** Tabs as blanks up to the next stop, so that a line is as wide as it looks. */
export function expandTabs(line: string, stop = 4): string {
  if (!line.includes('\t')) return line
  let out = ''
  let column = 0
  for (const part of line.split(/(\t)/)) {
    const wide = part === '\t' ? stop - (column % stop) : width(part)
    out += part === '\t' ? ' '.repeat(wide) : part
    column += wide
  }
  return out
}

/** The longest beginning of at most `columns`, and what follows it. */
function split(text: string, columns: number): { readonly head: string; readonly rest: string } {
  if (isPlain(text)) return { head: text.slice(0, Math.max(0, columns)), rest: text.slice(Math.max(0, columns)) }
  let used = 0
  for (const { segment, index } of graphemesOf(text)) {
    used += graphemeWidth(segment)
    if (used > columns) return { head: text.slice(0, index), rest: text.slice(index) }
  }
  return { head: text, rest: '' }
}

/** The segmenter needs time with the square of what it is given, so it gets a little at a time. */
const WINDOW = 256

function* graphemesOf(text: string): Generator<{ readonly segment: string; readonly index: number }> {
  let start = 0
  let size = WINDOW
  while (start < text.length) {
    let end = Math.min(text.length, start + size)
    // Both halves of a surrogate pair, or what they join would be taken apart.
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1]!)) end++
    const from = start
    for (const { segment, index } of graphemes().segment(text.slice(from, end))) {
      const after = from + index + segment.length
      if (after === end && end < text.length) break // it may go on
      yield { segment, index: from + index }
      start = after
    }
    size = start === from ? size * 2 : WINDOW
  }
}

/**
 * Each unit is one grapheme and one column wide: most texts, in Latin letters, with the dashes, dots, quotes and arrows of
 * our own, and its lines and bars.
 */
export function isPlain(text: string): boolean {
  return /^[\x20-\x7e\xa1-\xac\xae-\u017f\u2010-\u2027\u2190-\u2193\u2500-\u259f]*$/.test(text)
}

function graphemeWidth(grapheme: string): number {
  if (grapheme.length === 1 && grapheme >= ' ' && grapheme <= '~') return 1
  if (/\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u.test(grapheme)) return 2
  let sum = 0
  for (const char of grapheme) sum += isZero(char) ? 0 : isWide(char.codePointAt(0)!) ? 2 : 1
  return Math.min(sum, 2)
}

/** Marks, and the vowels and endings that a Hangul syllable is composed of behind its first letter. */
function isZero(char: string): boolean {
  return /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u.test(char)
}

/** East Asian Wide and Fullwidth, in ranges; wide emoji are told by their property. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
]

function isWide(code: number): boolean {
  return code >= 0x1100 && WIDE.some(([from, to]) => code >= from && code <= to)
}
