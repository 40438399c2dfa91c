// Where in an entry do these places lie? One walk for all of them, however many and however deep.

import { decodeString, stringEnd, valueEnd } from '../../format/json/walk.js'

export interface Field {
  /** The keys that lead there; of very deep ones the first and the last. */
  readonly path: readonly (string | number)[]
  /** It lies in the last of these keys, not in its value. */
  readonly isKey: boolean
  /** The string, number or word that it lies in, with its quotes. */
  readonly start: number
  readonly end: number
}

interface Container {
  readonly isObject: boolean
  index: number
  keyStart: number
  keyEnd: number
}

const DEEP = 64

/** `places` in order, in the JSON text of an entry. */
export function fieldsAt(bytes: Uint8Array, places: readonly number[]): readonly Field[] {
  const found: Field[] = []
  const open: Container[] = []
  let isKeyNext = false
  /** All places before the end of this token lie in it, or in what came before it. */
  const give = (start: number, end: number, isKey: boolean): void => {
    let field: Field | undefined
    while (found.length < places.length && places[found.length]! < end) {
      const isInside = places[found.length]! >= start
      if (isInside) field ??= { path: pathOf(bytes, open), isKey, start, end }
      found.push(isInside ? field! : { path: pathOf(bytes, open.slice(0, -1)), isKey: false, start, end: start })
    }
  }
  for (let at = 0; at < bytes.length && found.length < places.length; ) {
    const byte = bytes[at]!
    const top = open.at(-1)
    if (byte === 0x7b || byte === 0x5b) {
      open.push({ isObject: byte === 0x7b, index: 0, keyStart: 0, keyEnd: 0 })
      isKeyNext = byte === 0x7b
      at++
    } else if (byte === 0x7d || byte === 0x5d) {
      open.pop()
      at++
    } else if (byte === 0x2c) {
      if (top?.isObject) isKeyNext = true
      else if (top) top.index++
      at++
    } else if (byte === 0x3a) {
      isKeyNext = false
      at++
    } else if (byte <= 0x20) at++
    else {
      const end = byte === 0x22 ? stringEnd(bytes, at) : Math.max(at + 1, valueEnd(bytes, at))
      if (isKeyNext && top) [top.keyStart, top.keyEnd] = [at + 1, end - 1]
      give(at, end, isKeyNext)
      at = end
    }
  }
  while (found.length < places.length) found.push({ path: [], isKey: false, start: bytes.length, end: bytes.length })
  return found
}

function pathOf(bytes: Uint8Array, open: readonly Container[]): readonly (string | number)[] {
  const keys = open.length > DEEP ? [...open.slice(0, DEEP / 2), ...open.slice(-DEEP / 2)] : open
  return keys.map(one => (one.isObject ? decodeString(bytes, one.keyStart, one.keyEnd) : one.index))
}
