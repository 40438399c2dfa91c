// Numbers of a record, read off its bytes.

import { decodeText, valueEnd } from '../format/json/walk.js'

/** A count; anything that is not a number is 0. */
export function numberAt(bytes: Uint8Array, at: number): number {
  let value = 0
  for (let i = at; ; i++) {
    const digit = bytes[i]! - 0x30
    if (digit >= 0 && digit <= 9) value = value * 10 + digit
    else if (i === at || bytes[i] === 0x2e || (bytes[i]! | 0x20) === 0x65) return slowNumberAt(bytes, at)
    else return value
  }
}

function slowNumberAt(bytes: Uint8Array, at: number): number {
  const value = Number(decodeText(bytes, at, valueEnd(bytes, at)))
  return Number.isFinite(value) ? value : 0
}

/** A small whole number takes no memory of its own, a fraction does: what was read from a column is made whole again. */
export function whole(value: number): number {
  const small = value | 0
  return small === value ? small : value
}
