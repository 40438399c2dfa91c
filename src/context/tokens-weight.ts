// What a block weighs: about the tokens that it has in a session of ordinary text. Nothing here is a tokenizer; the
// weights only say how much of one thing equals how much of another, and the session's own figures say what a unit of
// weight costs (tokens.ts). Made from lengths in the file, so nothing is decoded and no text is kept.
//
// The weights are a least-squares fit over 2,031 steps between two requests of 66 real sessions.

import type { BlockFacts } from '../conversation/facts.js'
import type { Name, Names } from '../conversation/names.js'
import { imageSize } from '../format/image-size.js'
import { eachElement, eachMember, isKey, valueEnd } from '../format/json/walk.js'

/** Bytes as written, so letters outside of ASCII weigh more, as they do in tokens. */
const BYTE = 0.31
/** Thinking counts by its signature: the text beside it may be a summary, or empty (A3.3). */
const SIGNATURE_BYTE = 0.23
/** A call with the frame around it, without its input; and the same for a result. */
const CALL = 65
const RESULT = 27
/** What stands around the blocks of a message. */
export const MESSAGE_WEIGHT = 9
/** Images have a token for about 750 pixels, and are made smaller beyond 1,600 tokens. */
const PIXELS = 750
const LARGEST_IMAGE = 1600
/** An image of which the size is not known. */
export const IMAGE_WEIGHT = 1000
/** Documents: a page of 100 kB of base64 has 2,500 tokens or so. */
const DOCUMENT_BYTE = 0.025

const FRAME_OF_THINKING = '{"type":"thinking","thinking":"","signature":""}'.length

export type WeighBlock = (bytes: Uint8Array, block: BlockFacts) => number

/** Text that stands between quotes in the file, or that the client adds. */
export function textWeight(bytes: number): number {
  return bytes * BYTE
}

/** A result that is a text of so many bytes. */
export function resultTextWeight(bytes: number): number {
  return RESULT + textWeight(bytes)
}

/** A document with so many bytes of base64. */
export function documentWeight(bytes: number): number {
  return bytes * DOCUMENT_BYTE
}

export function blockWeigher(names: Names): WeighBlock {
  const text = names.of('text')
  const thinking = names.of('thinking')
  const redacted = names.of('redacted_thinking')
  const call = names.of('tool_use')
  const result = names.of('tool_result')
  const media = new Map<Name, string>([
    [names.of('image'), 'image'],
    [names.of('document'), 'document'],
  ])

  return (bytes, block) => {
    const { type, start, end } = block
    const written = block.textEnd - block.textStart
    if (type === text) return textWeight(written)
    if (type === thinking) {
      const signature = end - start - written - FRAME_OF_THINKING
      return signature > 0 ? signature * SIGNATURE_BYTE : textWeight(written)
    }
    if (type === redacted) return (end - start) * SIGNATURE_BYTE
    if (type === call) return CALL + textWeight(block.bodyEnd - block.bodyStart)
    if (type === result) return RESULT + resultWeight(bytes, block)
    const kind = media.get(type)
    return kind === undefined ? textWeight(end - start) : mediaWeight(bytes, start, kind)
  }
}

/** A result is a text, or blocks of which some may be images. */
function resultWeight(bytes: Uint8Array, { bodyStart, bodyEnd }: BlockFacts): number {
  if (bytes[bodyStart] !== 0x5b) return textWeight(Math.max(bodyEnd - bodyStart - 2, 0))
  let weight = 0
  eachElement(bytes, bodyStart, start => {
    const end = valueEnd(bytes, start)
    const kind = mediaKind(bytes, start)
    weight += kind === undefined ? textWeight(end - start) : mediaWeight(bytes, start, kind)
    return end
  })
  return weight
}

/** `image` or `document`, for a block that is one. */
function mediaKind(bytes: Uint8Array, at: number): string | undefined {
  if (bytes[at] !== 0x7b) return undefined
  let kind: string | undefined
  eachMember(bytes, at, (keyStart, keyEnd, value) => {
    if (!isKey(bytes, keyStart, keyEnd, 'type')) return 0
    const end = valueEnd(bytes, value)
    kind = ['image', 'document'].find(word => isKey(bytes, value + 1, end - 1, word))
    return end
  })
  return kind
}

function mediaWeight(bytes: Uint8Array, block: number, kind: string): number {
  let start = 0
  let end = 0
  eachMember(bytes, block, (keyStart, keyEnd, source) => {
    if (!isKey(bytes, keyStart, keyEnd, 'source') || bytes[source] !== 0x7b) return 0
    return eachMember(bytes, source, (innerStart, innerEnd, value) => {
      if (!isKey(bytes, innerStart, innerEnd, 'data') || bytes[value] !== 0x22) return 0
      start = value + 1
      end = valueEnd(bytes, value) - 1
      return end + 1
    })
  })
  if (kind === 'document') return documentWeight(end - start)
  const size = imageSize(bytes, start, end)
  const pixels = size ? size.width * size.height : 0
  return pixels === 0 ? IMAGE_WEIGHT : Math.min(pixels / PIXELS, LARGEST_IMAGE)
}
