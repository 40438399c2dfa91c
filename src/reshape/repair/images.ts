// Images that the API refuses: of another kind, empty, too large, too wide, too many (A4.1 to A4.4). A note with their
// size in pixels takes their place, so that a prompt of nothing but an image stays a prompt.

import { maxImages } from '../../check/families/images.js'
import { HOLDS_MEDIA, MEDIA, TOOL_RESULT } from '../../context/facts/block-columns.js'
import { imageSize } from '../../format/image-size.js'
import { decodeString, eachElement, type Range, rangeOf, valueEnd } from '../../format/json/walk.js'
import { blockType } from '../edits/block-fields.js'
import { contentPlaces } from '../edits/content-places.js'
import { blocksIn } from './blocks-of.js'
import { entryBytes } from './entry-edits.js'
import type { RepairRule, RepairStep } from './repair-step.js'
import { rowsFound } from './rows-found.js'

const MAX_BASE64 = 5_242_880
const MAX_SIDE = 8000
const MAX_SIDE_OF_MANY = 2000
const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
const CODES = ['image-type', 'image-mismatch', 'image-empty', 'image-too-large', 'image-too-wide'] as const

interface Picture extends Range {
  readonly row: number
  readonly type: string
  /** Of the base64 text, inside its quotes. */
  readonly data: Range | undefined
  readonly mediaType: string
  readonly width: number
  readonly height: number
  /** What it is by its first bytes. */
  readonly kind: string | undefined
}

export const mendImages: RepairRule = repairStep => {
  const { damaged } = repairStep
  const { source, findings } = damaged
  const isFound = (code: string): boolean => findings.some(one => one.code === code)
  for (const row of rowsFound(damaged, ...CODES))
    for (const picture of pictures(source, row)) mendOne(repairStep, picture)
  if (repairStep.edits.length > 0) return // the rest is counted anew
  const { is, model } = damaged.sent
  if (!isFound('images-many-wide') && !isFound('images-too-many')) return
  const sent: Picture[] = []
  for (let row = 0; row < source.conversation.rows.count; row++)
    if (is[row]) for (const one of pictures(source, row)) sent.push(one)
  if (isFound('images-many-wide')) {
    for (const picture of sent)
      if (Math.max(picture.width, picture.height) > MAX_SIDE_OF_MANY)
        leaveOut(repairStep, picture, 'with more than 20 images, the API accepts at most 2000 pixels per side (A4.3)')
  } else {
    const surplus = sent.length - maxImages(model)
    for (const picture of sent.slice(0, surplus))
      leaveOut(
        repairStep,
        picture,
        `${model} accepts ${maxImages(model)} images and documents; the oldest are removed first (A4.4)`,
      )
  }
}

function mendOne(repairStep: RepairStep, picture: Picture): void {
  const { data, mediaType, width, height, kind } = picture
  if (picture.type !== 'image' || !data) return
  const length = data.end - data.start
  if (length === 0) leaveOut(repairStep, picture, 'it has no data (A4.1)')
  else if (length > MAX_BASE64)
    leaveOut(repairStep, picture, 'the client refuses to send more than 5 MB of base64 (A4.2)')
  else if (Math.max(width, height) > MAX_SIDE)
    leaveOut(repairStep, picture, 'the API accepts at most 8000 pixels per side (A4.3)')
  else if (kind !== undefined && kind !== mediaType) rename(repairStep, picture, kind)
  else if (!MEDIA_TYPES.includes(mediaType))
    leaveOut(repairStep, picture, 'the API accepts JPEG, PNG, GIF and WebP only (A4.1)')
}

function leaveOut(
  { damaged: { source }, draft, edits, step, lineAt }: RepairStep,
  picture: Picture,
  why: string,
): void {
  const { rows } = source.conversation
  const { row, start, end, type } = picture
  const base = rows.offset[row]!
  const what = describe(picture)
  const note = `[rethread: ${what} left out; it stands in session ${source.folder?.id ?? ''}, line ${lineAt(base)}]`
  const content = new TextEncoder().encode(JSON.stringify({ type: 'text', text: note }))
  edits.push({ offset: base + start, length: end - start, content })
  draft.touched.add(row)
  step(`replace ${type === 'document' ? 'a document' : 'an image'} with a note`, [base], `${what}: ${why}`)
}

function describe({ type, width, height, kind, data, mediaType }: Picture): string {
  const size = data ? `, ${data.end - data.start} bytes of base64` : ''
  const pixels = width > 0 ? ` of ${width} x ${height} pixels` : ''
  return `${type}${pixels} (${(kind ?? mediaType) || 'unknown'}${size})`
}

function rename({ damaged: { source }, draft, edits, step }: RepairStep, { row, start }: Picture, kind: string): void {
  const { rows } = source.conversation
  const bytes = entryBytes(source, row)
  const range = rangeOf(bytes, start, ['source', 'media_type'])
  if (!range) return
  const content = new TextEncoder().encode(JSON.stringify(kind))
  edits.push({ offset: rows.offset[row]! + range.start, length: range.end - range.start, content })
  draft.touched.add(row)
  step('correct the media type of an image', [rows.offset[row]!], `its data is ${kind} (A4.1)`)
}

/** Images and documents of an entry, those inside of results too. */
function pictures(source: RepairStep['damaged']['source'], row: number): readonly Picture[] {
  const holding = [...blocksIn(source, row, MEDIA, TOOL_RESULT)]
  if (!holding.some(({ kind, flags }) => kind === MEDIA || (flags & HOLDS_MEDIA) !== 0)) return []
  const bytes = entryBytes(source, row)
  const places = contentPlaces(bytes)
  return holding.flatMap(({ index, kind }) => {
    const place = places[index]
    if (!place) return []
    return kind === MEDIA ? pictureAt(bytes, row, place) : inner(bytes, row, place)
  })
}

function inner(bytes: Uint8Array, row: number, { start }: Range): readonly Picture[] {
  const content = rangeOf(bytes, start, ['content'])
  const found: Picture[] = []
  if (!content || bytes[content.start] !== 0x5b) return found
  eachElement(bytes, content.start, at => {
    const end = valueEnd(bytes, at)
    if (bytes[at] === 0x7b) for (const one of pictureAt(bytes, row, { start: at, end })) found.push(one)
    return end
  })
  return found
}

function pictureAt(bytes: Uint8Array, row: number, { start, end }: Range): readonly Picture[] {
  const type = blockType(bytes, start)
  if (type !== 'image' && type !== 'document') return []
  const inside = (key: string): Range | undefined => {
    const range = rangeOf(bytes, start, ['source', key])
    return range && bytes[range.start] === 0x22 ? { start: range.start + 1, end: range.end - 1 } : undefined
  }
  const data = inside('data')
  const media = inside('media_type')
  const size = data && type === 'image' ? imageSize(bytes, data.start, data.end) : undefined
  return [
    {
      row,
      start,
      end,
      type,
      data,
      mediaType: media ? decodeString(bytes, media.start, media.end) : '',
      width: size?.width ?? 0,
      height: size?.height ?? 0,
      kind: size?.mediaType,
    },
  ]
}
