// What may be printed: text, and our own colour codes.

import { paint } from '../../src/present/paint.js'
import type { Screen } from '../../src/present/screen.js'
import type { Answer } from './through-everything.js'

/**
 * What a terminal acts on, hides, or draws in another order: all controls, format characters, separators of lines and
 * half surrogate pairs. The two joiners are spelling in some scripts. Written apart from the code under test.
 */
const ACTED_ON = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

const OUR_CODES = /\u001b\[(?:1|2|3|4|7|22|23|24|27|31|32|33|34|35|36|39|90)m/g
const NOW = Date.UTC(2026, 5, 1)

const PLAIN: Screen = { width: 80, paint: paint(false), now: NOW }
const PAINTED: Screen = { width: 80, paint: paint(true), now: NOW }

/**
 * What is wrong with the printed form, in words; undefined where nothing is. Without our colours there must be nothing
 * that a terminal acts on, and with them nothing else than the same text and our codes.
 */
export function printingProblem({ name, present }: Answer): string | undefined {
  const plain = [...present(PLAIN)]
  for (const line of plain) {
    const found = ACTED_ON.exec(line)
    if (found) return `${name}: U+${found[0].codePointAt(0)!.toString(16)} in ${JSON.stringify(line)}`
  }
  const bare = [...present(PAINTED)].map(line => line.replace(OUR_CODES, ''))
  for (const line of bare) {
    const found = ACTED_ON.exec(line)
    if (found) return `${name}: U+${found[0].codePointAt(0)!.toString(16)} with colours in ${JSON.stringify(line)}`
  }
  // Where Markdown is laid out, its marks become colours: every word is still there, in its order.
  if (name.startsWith('show')) return wordsOf(bare) === wordsOf(plain) ? undefined : `${name}: other words with colours`
  const at = bare.findIndex((line, index) => line !== plain[index])
  if (at >= 0 || bare.length !== plain.length) {
    return `${name}: other text with colours: ${JSON.stringify(bare[at])}, without: ${JSON.stringify(plain[at])}`
  }
  return undefined
}

function wordsOf(lines: readonly string[]): string {
  return lines.join('').replace(/[^\p{L}\p{N}]/gu, '')
}
