// Dollars as people read them.

import { grouped } from './units.js'

export function money(dollars: number): string {
  if (dollars > 0 && dollars < 0.005) return '< $0.01'
  const [whole, cents] = dollars.toFixed(2).split('.')
  return `$${grouped(Number(whole))}.${cents}`
}
