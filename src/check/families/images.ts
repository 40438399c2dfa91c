// Images by kind, bytes, pixels and number, and the size of the whole request (A4.1 to A4.6). Those inside tool results
// count as well; those of other branches, or before a compaction, do not.

import { grown } from '../../conversation/columns.js'
import type { SeenEntry } from '../../conversation/conversation.js'
import { API_ERROR, ASSISTANT, ATTACHMENT, SIDECHAIN, USER } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { imageSize } from '../../format/image-size.js'
import { decodeString, eachMember, isKey, valueEnd } from '../../format/json/walk.js'
import { type BlockNames, blockNames } from '../block-names.js'
import { finding, type NewFamily } from '../family.js'
import { innerBlocks } from '../inner-blocks.js'
import type { Sent } from '../sent.js'
import { judged, type Suspect } from '../suspects.js'
import { placeOf } from '../words.js'

const MAX_BASE64 = 5_242_880
const MAX_SIDE = 8000
const MANY_IMAGES = 20
const MAX_SIDE_OF_MANY = 2000
const MAX_REQUEST = 32 * 1024 * 1024
const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

interface Image {
  readonly row: number
  readonly longestSide: number
}

export const images: NewFamily = () => {
  let types: BlockNames | undefined
  const suspects: Suspect[] = []
  const found: Image[] = []
  let contentBytes = new Int32Array(256)

  return {
    entry(seen, names) {
      const { facts, row, bytes } = seen
      types ??= blockNames(names)
      if ((facts.flags & (SIDECHAIN | API_ERROR)) !== 0) return
      if (row >= contentBytes.length) contentBytes = grown(contentBytes, row + 1)
      contentBytes[row] = sizeOf(seen)
      for (const block of facts.blocks) {
        if (block.type === types.image) lookAt(row, bytes, block.start)
        else if (block.type === types.document) found.push({ row, longestSide: 0 })
        else if (block.type === types.toolResult && bytes[block.bodyStart] === 0x5b) {
          for (const inner of innerBlocks(bytes, block.bodyStart)) {
            if (inner.type === 'image') lookAt(row, bytes, inner.start)
            else if (inner.type === 'document') found.push({ row, longestSide: 0 })
          }
        }
      }
    },
    finish: findings,
  }

  function lookAt(row: number, bytes: Uint8Array, block: number): void {
    const { mediaType, start, end } = sourceOf(bytes, block)
    const size = start === 0 ? undefined : imageSize(bytes, start, end)
    const longestSide = size ? Math.max(size.width, size.height) : 0
    found.push({ row, longestSide })
    if (start === 0) return // an address, or a file of the API
    const suspect = (code: Suspect['code'], message: string): number => suspects.push({ row, code, message })
    if (start === end) suspect('image-empty', 'image without data')
    else if (!MEDIA_TYPES.includes(mediaType)) suspect('image-type', `image of type ${mediaType || '(none)'}`)
    else if (size && size.mediaType !== mediaType)
      suspect('image-mismatch', `image is ${size.mediaType}, but its media type is ${mediaType}`)
    if (end - start > MAX_BASE64) suspect('image-too-large', `image of ${end - start} characters of base64`)
    if (longestSide > MAX_SIDE) suspect('image-too-wide', `image of ${size!.width} x ${size!.height} pixels`)
  }

  function* findings(answer: Sent): Generator<Finding> {
    const { conversation, is, model } = answer
    const { rows } = conversation
    const counts = (row: number): boolean =>
      rows.role[row] === USER || rows.role[row] === ASSISTANT || rows.role[row] === ATTACHMENT
    for (const suspect of suspects) if (counts(suspect.row)) yield judged(answer, suspect)
    const sent = found.filter(({ row }) => is[row] && counts(row))
    const wide = sent.filter(({ longestSide }) => longestSide > MAX_SIDE_OF_MANY)
    if (sent.length > MANY_IMAGES && wide.length > 0) {
      const message = `${sent.length} images, ${wide.length} of them larger than ${MAX_SIDE_OF_MANY} pixels`
      yield finding('images-many-wide', message, placeOf(conversation.rows, wide[0]!.row))
    }
    const limit = maxImages(model)
    if (sent.length > limit) {
      const message = `${sent.length} images and documents; ${model} accepts ${limit}`
      yield finding('images-too-many', message, placeOf(conversation.rows, sent[limit]!.row))
    }
    let request = 0
    for (let row = 0; row < rows.count; row++) if (is[row] && row < contentBytes.length) request += contentBytes[row]!
    if (request > MAX_REQUEST)
      yield finding('request-too-large', `request of about ${Math.round(request / 1_000_000)} MB`)
  }
}

/** A4.4: a hundred for models with a window of 200,000 tokens, six hundred for those with more. */
export function maxImages(model: string): number {
  return /haiku|-4-\d/.test(model) ? 100 : 600
}

/** Bytes of what is sent of an entry, as they stand in the file. */
function sizeOf({ facts: { blocks, texts } }: SeenEntry): number {
  let bytes = 0
  for (const block of blocks) bytes += block.end - block.start
  if (blocks.length === 0) for (const text of texts) bytes += text.end - text.start
  return bytes
}

/** The range of the base64 text, inside its quotes; 0, 0 where there is none. */
function sourceOf(bytes: Uint8Array, block: number) {
  let mediaType = ''
  let start = 0
  let end = 0
  eachMember(bytes, block, (keyStart, keyEnd, source) => {
    if (!isKey(bytes, keyStart, keyEnd, 'source') || bytes[source] !== 0x7b) return 0
    return eachMember(bytes, source, (innerStart, innerEnd, value) => {
      if (bytes[value] !== 0x22) return 0
      const after = valueEnd(bytes, value)
      if (isKey(bytes, innerStart, innerEnd, 'media_type')) mediaType = decodeString(bytes, value + 1, after - 1)
      else if (isKey(bytes, innerStart, innerEnd, 'data')) {
        start = value + 1
        end = after - 1
      }
      return after
    })
  })
  return { mediaType, start, end }
}
