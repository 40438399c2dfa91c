// The blocks of a tool result, and the fields of any block: looked at only where a rule asks for more than the facts.

import { decodeString, eachElement, eachMember, isKey } from '../format/json/walk.js'

export interface BlockShape {
  readonly start: number
  readonly type: string
  readonly fields: readonly string[]
}

const NOTHING: BlockShape = { start: 0, type: '', fields: [] }

/** Of the array at `at`; a result that is a plain text has none. */
export function innerBlocks(bytes: Uint8Array, at: number): readonly BlockShape[] {
  if (bytes[at] !== 0x5b) return []
  const found: BlockShape[] = []
  eachElement(bytes, at, start => {
    if (bytes[start] === 0x7b) found.push(blockShape(bytes, start))
    return 0
  })
  return found
}

export function blockShape(bytes: Uint8Array, start: number): BlockShape {
  if (bytes[start] !== 0x7b) return NOTHING
  let type = ''
  const fields: string[] = []
  eachMember(bytes, start, (keyStart, keyEnd, value) => {
    const isType = isKey(bytes, keyStart, keyEnd, 'type')
    fields.push(isType ? 'type' : decodeString(bytes, keyStart, keyEnd))
    if (isType) type = textAt(bytes, value) ?? ''
    return 0
  })
  return { start, type, fields }
}

/** The string at `at`, where one is. */
export function textAt(bytes: Uint8Array, at: number): string | undefined {
  if (bytes[at] !== 0x22) return undefined
  let end = at + 1
  while (bytes[end] !== 0x22) end += bytes[end] === 0x5c ? 2 : 1
  return decodeString(bytes, at + 1, end)
}
