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
