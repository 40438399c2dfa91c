// Images and documents: in prompts, in results, in queued prompts and in attached files. A note takes their place, so
// that a prompt of nothing but an image stays a prompt.

import { HOLDS_MEDIA, MEDIA, TOOL_RESULT } from '../../context/facts/block-columns.js'
import { ATTACHMENT } from '../../conversation/rows.js'
import { decodeString, rangeOf } from '../../format/json/walk.js'
import { isChangedBy } from '../edits/block-edits.js'
import { contentPlaces } from '../edits/content-places.js'
import { addStep, changeOf, type Draft, notePlace, removeRows } from '../plan/draft.js'
import { isOnOddLine } from '../tree/odd-lines.js'
import { regionOf } from '../zones/region.js'
import type { StripRule } from './rule.js'

export function stripImages(draft: Draft, { where }: StripRule): void {
  const { conversation } = draft.source
  const inRegion = regionOf(draft.source, where)
  const least = where.largerThan ?? 0
  const replaced: number[] = []
  const attached: number[] = []
  for (let row = 0; row < conversation.rows.count; row++) {
    if (draft.removed[row] || isOnOddLine(draft, row) || !inRegion(row)) continue
    const images = imagesIn(draft, row)
    if (images.length > 0) {
      for (const index of larger(draft, row, images, least)) {
        const change = changeOf(draft, row)
        if (change.blocks.has(index)) continue
        change.blocks.set(index, 'images')
        change.dropsSecondOutput = true
        replaced.push(row)
      }
    } else if (isAttachedImage(draft, row, least)) attached.push(row)
  }
  addStep(draft, 'replace images with a note', replaced, 'requested; the note says where to find them')
  addStep(draft, 'remove attached images', removeRows(draft, attached), 'requested')
  for (const row of attached) draft.touched.add(row)
}

function imagesIn({ source: { facts } }: Draft, row: number): readonly number[] {
  const found: number[] = []
  for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) {
    const kind = facts.blocks.kind[block]
    const holds = kind === TOOL_RESULT && (facts.blocks.flags[block]! & HOLDS_MEDIA) !== 0
    if (kind === MEDIA || holds) found.push(block - facts.first[row]!)
  }
  return found
}

function larger(draft: Draft, row: number, images: readonly number[], least: number): readonly number[] {
  const { source } = draft
  const { rows } = source.conversation
  const bytes = source.read(rows.offset[row]!, rows.length[row]!)
  const places = contentPlaces(bytes)
  return images.filter(index => {
    const place = places[index]
    return (
      place !== undefined &&
      place.end - place.start > least &&
      isChangedBy(bytes, place.start, place.end, 'images', notePlace(draft, row))
    )
  })
}

/** An image that was attached to a prompt as a file (N33). */
function isAttachedImage({ source }: Draft, row: number, least: number): boolean {
  const { rows } = source.conversation
  if (rows.role[row] !== ATTACHMENT || rows.names.text(rows.subtype[row]!) !== 'file') return false
  if (rows.length[row]! <= least) return false
  const bytes = source.read(rows.offset[row]!, rows.length[row]!)
  const type = rangeOf(bytes, 0, ['attachment', 'content', 'type'])
  return type !== undefined && decodeString(bytes, type.start + 1, type.end - 1) === 'image'
}
