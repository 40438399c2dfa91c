// The words of a paragraph with their styles: emphasis, code, links. What is no mark after all stays as it was written.
//
// Near CommonMark, and stricter where a mark that is taken away could be missed: a star between letters or in a path
// (`src/*.ts`) is a star. One pass: nothing is looked for twice, however many marks are never closed.

export interface Span {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly code?: boolean
  readonly link?: boolean
  /** The address behind a link. */
  readonly aside?: boolean
}

interface Piece {
  text: string
  readonly code: boolean
  readonly aside: boolean
  /** Styles that begin behind it, or end before it, each as often as it says. */
  bold: number
  italic: number
  link: number
  endsBold: number
  endsItalic: number
  endsLink: number
}

interface Opener {
  readonly piece: Piece
  readonly sign: string
  /** Where the words behind it begin. */
  readonly from: number
}

/** How a sign is shown that a terminal would act on (terminal-text.ts). */
const SHOWN_SIGN = /\\u\{[0-9a-f]+\}/y

export function spansOf(text: string): readonly Span[] {
  const pieces: Piece[] = []
  const openers: Opener[] = []
  const open = { '*': 0, _: 0 } as Record<string, number>
  const brackets: { readonly piece: Piece; readonly from: number }[] = []
  const closingRun = runFinder(text)
  let from = 0
  let at = 0

  const add = (piece: string, more: { readonly code?: boolean; readonly aside?: boolean } = {}): Piece => {
    const made = {
      text: piece,
      code: more.code ?? false,
      aside: more.aside ?? false,
      bold: 0,
      italic: 0,
      link: 0,
      endsBold: 0,
      endsItalic: 0,
      endsLink: 0,
    }
    pieces.push(made)
    return made
  }
  /** What was passed over since the last mark. */
  const flush = (): void => {
    if (at > from) add(text.slice(from, at))
  }
  const goOn = (to: number): void => {
    at = to
    from = to
  }

  SIGNS.lastIndex = 0
  while (at < text.length) {
    SIGNS.lastIndex = at
    const found = SIGNS.exec(text)
    if (!found) break
    at = found.index
    const sign = text[at]!
    if (sign === '\\') escaped()
    else if (sign === '`') code(found[0].length)
    else if (sign === '[') bracket()
    else if (sign === ']') link()
    else emphasis(sign, found[0].length)
  }
  at = text.length
  flush()
  return styled(pieces)

  function escaped(): void {
    const next = text[at + 1]
    SHOWN_SIGN.lastIndex = at + 1
    // A sign that is shown as its number has a backslash of its own: the one before it is a word's.
    if (next === undefined || !/[!-/:-@[-`{-~\n]/.test(next) || SHOWN_SIGN.test(text)) {
      at++
      return
    }
    flush()
    add(next)
    goOn(at + 2)
  }

  function code(length: number): void {
    const end = closingRun(at, length)
    if (end === undefined) {
      at += length
      return
    }
    flush()
    const inner = text.slice(at + length, end)
    // One blank at each end belongs to the marks, where a backtick is next to it.
    const isPadded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== ''
    add(isPadded ? inner.slice(1, -1) : inner, { code: true })
    goOn(end + length)
  }

  function bracket(): void {
    if (text[at - 1] === '!') {
      at++
      return
    }
    flush()
    brackets.push({ piece: add('['), from: at + 1 })
    goOn(at + 1)
  }

  function link(): void {
    const opened = brackets.pop()
    TARGET.lastIndex = at + 1
    const target = opened && text[at + 1] === '(' ? TARGET.exec(text) : null
    if (!opened || !target || opened.from === at) {
      at++
      return
    }
    flush()
    const label = text.slice(opened.from, at)
    const address = target[1]!
    opened.piece.text = ''
    opened.piece.link++
    add('').endsLink++
    if (address !== '' && address !== label) add(` (${address})`, { aside: true })
    // A link in the words of a link is none.
    brackets.length = 0
    goOn(at + 1 + target[0].length)
  }

  function emphasis(sign: string, length: number): void {
    const { opens, closes } = sides(text, at, length, sign)
    flush()
    const piece = add(text.slice(at, at + length))
    const end = at
    goOn(at + length)
    if (length > 3) return
    if (closes) close(piece, sign, end)
    if (opens && piece.text !== '') {
      openers.push({ piece, sign, from: at })
      open[sign]!++
    }
  }

  function close(piece: Piece, sign: string, end: number): void {
    while (piece.text !== '' && open[sign]! > 0) {
      while (openers.at(-1)!.sign !== sign) open[openers.pop()!.sign]!--
      const { piece: opener, from: start } = openers.at(-1)!
      // `__init__` is a name.
      if (sign === '_' && piece.text.length > 1 && end - start < 64 && /^\w+$/.test(text.slice(start, end))) return
      const taken = opener.text.length >= 2 && piece.text.length >= 2 ? 2 : 1
      opener.text = opener.text.slice(taken)
      piece.text = piece.text.slice(taken)
      if (taken === 2) {
        opener.bold++
        piece.endsBold++
      } else {
        opener.italic++
        piece.endsItalic++
      }
      if (opener.text === '') {
        openers.pop()
        open[sign]!--
      }
    }
  }
}

const SIGNS = /\\|`+|\[|\]|\*+|_+/g
/** `(address "title")`, as it is written. */
const TARGET = /\(([^\s()]*(?:\([^\s()]*\)[^\s()]*)*(?:[ \n]"[^"\n]{0,300}")?)\)/y

function sides(text: string, at: number, length: number, sign: string): { opens: boolean; closes: boolean } {
  const before = text[at - 1] ?? ' '
  const after = text[at + length] ?? ' '
  const isLetter = (char: string): boolean => /[\p{L}\p{N}]/u.test(char)
  const isBlank = (char: string): boolean => /\s/.test(char)
  const within = sign === '_' ? isLetter(before) && isLetter(after) : /\w/.test(before) && /\w/.test(after)
  if (within) return { opens: false, closes: false }
  return {
    opens:
      !isBlank(after) && (isLetter(after) ? !/[/\\]/.test(before) : isBlank(before) || /[("'[{“‘«*_]/.test(before)),
    closes: !isBlank(before) && (isLetter(before) ? !/[/\\]/.test(after) : isBlank(after) || !isLetter(after)),
  }
}

/** The next run of so many backticks behind a place. Each list of runs is passed through once. */
function runFinder(text: string): (at: number, length: number) => number | undefined {
  let runs: Map<number, { readonly starts: number[]; next: number }> | undefined
  return (at, length) => {
    if (!runs) {
      runs = new Map()
      for (const { 0: run, index } of text.matchAll(/`+/g)) {
        const known = runs.get(run.length)
        if (known) known.starts.push(index)
        else runs.set(run.length, { starts: [index], next: 0 })
      }
    }
    const list = runs.get(length)
    if (!list) return undefined
    while (list.next < list.starts.length && list.starts[list.next]! <= at) list.next++
    return list.starts[list.next]
  }
}

function styled(pieces: readonly Piece[]): readonly Span[] {
  const spans: Span[] = []
  let bold = 0
  let italic = 0
  let link = 0
  for (const piece of pieces) {
    bold -= piece.endsBold
    italic -= piece.endsItalic
    link -= piece.endsLink
    if (piece.text !== '')
      spans.push({
        text: piece.text,
        ...(bold > 0 ? { bold: true } : {}),
        ...(italic > 0 ? { italic: true } : {}),
        ...(link > 0 ? { link: true } : {}),
        ...(piece.code ? { code: true } : {}),
        ...(piece.aside ? { aside: true } : {}),
      })
    bold += piece.bold
    italic += piece.italic
    link += piece.link
  }
  return spans
}
