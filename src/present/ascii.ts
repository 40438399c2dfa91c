// Where the locale has no UTF-8: our signs as plain characters, and letters of others as near as can be. Every character
// takes as many columns as before, so that tables stay aligned.

import { width } from './width.js'

/** By the variables in their order. None of them set tells nothing, and terminals without UTF-8 are rare. */
export function hasUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG']
  return !locale || /utf-?8/i.test(locale)
}

export function asciiText(text: string): string {
  return text.replace(/[^\u0000-\u007f](?:\p{M}|\p{Emoji_Modifier}|\u200d[^\u0000-\u007f])*/gu, asciiOf)
}

const SIGNS: Readonly<Record<string, string>> = {
  ...pairs('…–—−‐‑“”„«»‘’‚‹›\u00a0', `~-----"""""'''<> `),
  ...pairs('→←↑↓⇒•·●○◆◇◉✂✓✔✗✘×│┃║─━═┄', '><^v>*.*o#+@x++xxx|||----'),
  ...pairs('┌┐└┘├┤┬┴┼╭╮╯╰╱╲▏▎▍▌▋▊▉█░▒▓', '+++++++++++++/\\|||||||#:::'),
}

function pairs(signs: string, plain: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...signs].map((sign, index) => [sign, plain[index] ?? '?']))
}

function asciiOf(character: string): string {
  const sign = SIGNS[character]
  if (sign !== undefined) return sign
  const letter = character.normalize('NFKD').replace(/\p{M}/gu, '')
  const columns = width(character)
  return /^[\x20-\x7e]+$/.test(letter) && letter.length === columns ? letter : '?'.repeat(columns)
}
