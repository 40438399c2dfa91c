// Patterns as the scanner tries them, on text with a character a byte.
//
// They have a limit: else many words in a row that turn out to be no secrets would each be followed to the end of all
// of them.

export interface BoundedPattern {
  readonly pattern: RegExp
  /** What goes on behind the limit goes too. */
  readonly more: RegExp | undefined
}

/** Beyond this, patterns do not look. */
export const LONG = 512

const TAIL = /(\[(?:[^\]\\]|\\.)+\]|\\w)\{(\d+),\}(\)*)$/

/** A byte of a character that is not in ASCII is no blank, though 0xA0 is one in Latin-1. */
function withAsciiBlanks(source: string): string {
  let isInClass = false
  return source.replace(/\\.|[[\]]/gs, token => {
    if (token === '[' && !isInClass) isInClass = true
    else if (token === ']') isInClass = false
    if (token === '\\s') return isInClass ? BLANKS : `[${BLANKS}]`
    return token === '\\S' && !isInClass ? `[^${BLANKS}]` : token
  })
}

const BLANKS = ' \\t\\n\\v\\f\\r'

/** A pattern that ends with a class without a limit, as one with a limit and what goes on behind it. */
export function bounded({ source: written, flags }: RegExp): BoundedPattern {
  const source = withAsciiBlanks(written)
  const [, chars, least, close] = TAIL.exec(source) ?? []
  if (chars === undefined) return { pattern: new RegExp(source, flags), more: undefined }
  const limited = source.replace(TAIL, () => `${chars}{${least},${LONG}}${close}`)
  return {
    pattern: new RegExp(limited, flags),
    more: new RegExp(`${chars}*`, `y${flags.replace(/[dgy]/g, '')}`),
  }
}
