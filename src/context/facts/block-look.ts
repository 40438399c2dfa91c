// From a block's bytes to its columns. Everything is read off the ranges that the conversation's reader has found; only
// results that hold blocks, and inputs of Edit, are looked into.

import type { BlockFacts } from '../../conversation/facts.js'
import type { Name, Names } from '../../conversation/names.js'
import { eachElement, eachMember, isKey, rangeOf, stringEnd } from '../../format/json/walk.js'
import { blockWeigher } from '../tokens-weight.js'
import {
  type Block,
  HAS_EDITS,
  HOLDS_MEDIA,
  HOLDS_REFERENCES,
  IS_ERROR,
  MEDIA,
  OTHER_BLOCK,
  PLAIN,
  REDACTED,
  SERVER_RESULT,
  SERVER_USE,
  TEXT,
  THINKING,
  TOO_LARGE,
  TOOL_RESULT,
  TOOL_USE,
} from './block-columns.js'
import { textFlags } from './text-look.js'

/** A4.2: characters of base64. */
const MAX_IMAGE = 5_242_880
/** Texts up to this many bytes are counted in characters: a stand-in has 200 at most (B2). */
const COUNTED = 1300

export interface BlockLook {
  look(bytes: Uint8Array, facts: BlockFacts): Block
}

export function blockLook(names: Names): BlockLook {
  const kinds = new Map<Name, number>([
    [names.of('text'), TEXT],
    [names.of('thinking'), THINKING],
    [names.of('redacted_thinking'), THINKING],
    [names.of('tool_use'), TOOL_USE],
    [names.of('tool_result'), TOOL_RESULT],
    [names.of('server_tool_use'), SERVER_USE],
    [names.of('mcp_tool_use'), SERVER_USE],
    [names.of('image'), MEDIA],
    [names.of('document'), MEDIA],
  ])
  const REDACTED_THINKING = names.of('redacted_thinking')
  const EDIT = names.of('Edit')
  const weigh = blockWeigher(names)

  function kindOf(type: Name): number {
    let kind = kinds.get(type)
    if (kind === undefined) {
      kind = names.text(type).endsWith('_tool_result') ? SERVER_RESULT : OTHER_BLOCK
      kinds.set(type, kind)
    }
    return kind
  }

  return {
    look(bytes, facts) {
      const kind = kindOf(facts.type)
      const { type, id, toolName } = facts
      const flags = flagsOf(bytes, facts, kind)
      return { kind, flags, type, id, toolName, size: sizeOf(bytes, facts, kind), weight: weigh(bytes, facts) }
    },
  }

  function flagsOf(bytes: Uint8Array, facts: BlockFacts, kind: number): number {
    switch (kind) {
      case TEXT:
        return textFlags(bytes, facts.textStart, facts.textEnd)
      case THINKING:
        return facts.type === REDACTED_THINKING ? REDACTED : 0
      case TOOL_USE:
        return facts.toolName === EDIT && rangeOf(bytes, facts.bodyStart, ['edits']) ? HAS_EDITS : 0
      case TOOL_RESULT:
        return (facts.isError ? IS_ERROR : 0) | resultFlags(bytes, facts)
      case MEDIA:
        return isTooLarge(bytes, facts.start, facts.end) ? TOO_LARGE : 0
      default:
        return 0
    }
  }
}

function sizeOf(bytes: Uint8Array, { bodyStart, bodyEnd }: BlockFacts, kind: number): number {
  if (kind !== TOOL_RESULT || bytes[bodyStart] !== 0x22) return Math.min(bodyEnd - bodyStart, 0x7fffffff)
  return bodyEnd - bodyStart > COUNTED ? bodyEnd - bodyStart - 2 : characters(bytes, bodyStart + 1, bodyEnd - 1)
}

/** UTF-16 units of the text inside these quotes. */
function characters(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; count++) {
    const byte = bytes[at]!
    if (byte === 0x5c) at += bytes[at + 1] === 0x75 ? 6 : 2
    else if (byte < 0x80) at++
    else if (byte < 0xe0) at += 2
    else if (byte < 0xf0) at += 3
    else {
      at += 4
      count++
    }
  }
  return count
}

function resultFlags(bytes: Uint8Array, { bodyStart }: BlockFacts): number {
  if (bytes[bodyStart] === 0x22) return PLAIN
  if (bytes[bodyStart] !== 0x5b) return 0
  let flags = 0
  eachElement(bytes, bodyStart, start => {
    if (bytes[start] !== 0x7b) return 0
    const { type, end } = typeAt(bytes, start)
    if (type !== 'text') flags |= HOLDS_MEDIA
    if (type === 'tool_reference') flags |= HOLDS_REFERENCES
    if (isTooLarge(bytes, start, end)) flags |= TOO_LARGE
    return end
  })
  return flags
}

const TYPES = ['text', 'image', 'tool_reference', 'document'] as const

function typeAt(bytes: Uint8Array, start: number): { readonly type: string; readonly end: number } {
  let type = ''
  const end = eachMember(bytes, start, (keyStart, keyEnd, value) => {
    if (!isKey(bytes, keyStart, keyEnd, 'type') || bytes[value] !== 0x22) return 0
    const valueEnd = stringEnd(bytes, value)
    type = TYPES.find(one => isKey(bytes, value + 1, valueEnd - 1, one)) ?? 'other'
    return valueEnd
  })
  return { type, end }
}

function isTooLarge(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= MAX_IMAGE) return false
  const data = rangeOf(bytes, start, ['source', 'data'])
  return data !== undefined && bytes[data.start] === 0x22 && data.end - data.start - 2 > MAX_IMAGE
}
