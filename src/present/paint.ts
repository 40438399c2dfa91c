// Our own colours. Only these codes ever reach a terminal: text of others has passed `visible` and holds no escape.

import { width } from './width.js'

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  inverse: [7, 27],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  gray: [90, 39],
} as const

type Style = keyof typeof CODES
export type Paint = { readonly [style in Style]: (text: string) => string }

export function paint(enabled: boolean): Paint {
  const style =
    ([on, off]: readonly [number, number]) =>
    (text: string): string =>
      enabled && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text
  return Object.fromEntries(Object.entries(CODES).map(([name, codes]) => [name, style(codes)])) as unknown as Paint
}

export function isColoured(paint: Paint): boolean {
  return paint.bold('x') !== 'x'
}

/** The text without our colours. */
export function unpainted(text: string): string {
  return text.includes('\u001b') ? text.replace(/\u001b\[\d+m/g, '') : text
}

/** Columns that painted text takes on the screen. */
export function paintedWidth(text: string): number {
  return width(unpainted(text))
}
