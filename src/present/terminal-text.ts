// Text from a transcript, made safe to print: nothing in it can move the cursor, change the title or turn the writing
// direction. What a terminal would act on, or would not show at all, is shown as a symbol instead of being removed.

export interface VisibleOptions {
  /** Keep line feeds and tabs as they are; a carriage return before a line feed is part of it. */
  readonly keepNewlines?: boolean
}

export function visible(text: string, options: VisibleOptions = {}): string {
  if (PLAIN.test(text)) return text
  const { unsafe, unsafeInLines, everyUnsafe } = (patterns ??= makePatterns())
  if (!(options.keepNewlines ? unsafeInLines : unsafe).test(text)) return text
  const lines = options.keepNewlines ? text.replaceAll('\r\n', '\n') : text
  return lines.replace(everyUnsafe, char => {
    if (options.keepNewlines && (char === '\n' || char === '\t')) return char
    return symbol(char.codePointAt(0)!)
  })
}

/** All white space as single blanks, then safe: for titles, prompts in lists and other texts that get one line. */
export function visibleLine(text: string): string {
  return visible(text.replace(/\s+/g, ' ').trim())
}

function symbol(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '␡'
  return `\\u{${code.toString(16)}}`
}

/**
 * Scripts in which a joiner is ordinary spelling. Elsewhere a zero-width character only hides something, so it is
 * shown; between pictures it makes one emoji of two.
 */
const JOINING = ['Arabic', 'Devanagari', 'Bengali', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam', 'Oriya', 'Sinhala']
  .concat(['Tamil', 'Telugu', 'Khmer', 'Mongolian', 'Myanmar', 'Syriac'])
  .map(script => `\\p{Script=${script}}`)
  .join('')
const SPELLING = `(?<=[${JOINING}]\\p{M}*)[\\u200c\\u200d](?=[${JOINING}])`
const EMOJI = '(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})'
/**
 * One selector right behind a picture, in a keycap, or behind a Mongolian letter says how that is drawn. Anywhere else it
 * is not seen, and a row of them can carry any text.
 */
const SELECTOR =
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)|' +
  '(?<=\\p{Script=Mongolian})(?<![\\u180b-\\u180f])[\\u180b-\\u180d\\u180f]'

/**
 * Controls, format characters, separators of lines, lone surrogates, noncharacters, and what has no shape at all: the
 * blank of Braille and the note head without a shape are symbols by their class.
 */
const SHOWN =
  '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}' +
  '\\u2800\\u{1d159}]'

/** Nothing else is in most texts. */
const PLAIN = /^[\x20-\x7e]*$/

/** Made when a text needs them: that takes a tenth of the time in which a small command starts. */
let patterns: ReturnType<typeof makePatterns> | undefined

function makePatterns() {
  return {
    everyUnsafe: new RegExp(`(?!${SPELLING}|${EMOJI}|${SELECTOR})${SHOWN}`, 'gu'),
    unsafe: new RegExp(SHOWN, 'u'),
    unsafeInLines: new RegExp(`(?![\\n\\t])${SHOWN}`, 'u'),
  }
}
