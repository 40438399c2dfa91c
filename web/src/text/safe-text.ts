// Text of a transcript on the page: signs that nobody sees, or that turn the direction of a line, become visible.

import { visible, visibleLine } from '../../../src/present/terminal-text.js'
import { withoutRules } from '../../../src/present/without-rules.js'

export function safe(text: string): string {
  return visible(text, { keepNewlines: true })
}

export function safeLine(text: string): string {
  return visibleLine(text)
}

/** A sentence of rethread: without the rules that it goes by, which are for programs. */
export function sentence(text: string): string {
  return visibleLine(withoutRules(text))
}

/** The same where it stands alone: with a capital, unless it begins with a name or a number. */
export function ownSentence(text: string): string {
  const said = sentence(text)
  return /^[a-z]+[ ,:;]/.test(said) ? said[0]!.toUpperCase() + said.slice(1) : said
}
