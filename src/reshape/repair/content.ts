// Blocks that the API refuses as they stand: empty and blank texts, a result behind a text, foreign fields, failed results
// with more than text (A1b, A2.3, A2.9, A2.14, A2.15).

import { BLANK, EMPTY, TEXT, TOOL_RESULT } from '../../context/facts/block-columns.js'
import { eachElement, type Range, rangeOf } from '../../format/json/walk.js'
import { isKnownField, knownBlockTypes } from '../../format/known-fields.js'
import { blockType } from '../edits/block-fields.js'
import { contentPlaces } from '../edits/content-places.js'
import { changeOf, removeRows } from '../plan/draft.js'
import { blocksIn } from './blocks-of.js'
import { entryBytes, withoutMembers } from './entry-edits.js'
import type { RepairRule } from './repair-step.js'
import { rowsFound } from './rows-found.js'

/** A1b: a text of nothing, and a message of white space. */
export const mendEmptyTexts: RepairRule = ({ damaged, draft, step }) => {
  const { source } = damaged
  const { rows } = source.conversation
  const blocks: number[] = []
  for (const row of rowsFound(damaged, 'text-empty')) {
    for (const { index, flags } of blocksIn(source, row, TEXT))
      if ((flags & EMPTY) !== 0) changeOf(draft, row).blocks.set(index, 'remove')
    // White space alone would be the next thing to be refused.
    const left = contentPlaces(entryBytes(source, row)).length - (draft.changes.get(row)?.blocks.size ?? 0)
    const blank = [...blocksIn(source, row, TEXT)].filter(({ flags }) => (flags & BLANK) !== 0 && (flags & EMPTY) === 0)
    if (left === blank.length) for (const { index } of blank) changeOf(draft, row).blocks.set(index, 'remove')
    blocks.push(rows.offset[row]!)
  }
  const entries = removeRows(draft, rowsFound(damaged, 'user-empty', 'message-blank'))
  for (const row of entries) draft.touched.add(row)
  step('remove empty texts', blocks, 'the API rejects empty text blocks (A1b)')
  step(
    'remove blank prompts',
    entries.map(row => rows.offset[row]!),
    'the API rejects messages of only white space; their children move to the previous entry (A1b)',
  )
}

/** A2.3: in the same entry, results first. */
export const mendResultOrder: RepairRule = ({ damaged, draft, edits, step }) => {
  const { source } = damaged
  const { rows } = source.conversation
  const found = rowsFound(damaged, 'text-before-result')
  for (const row of found) {
    const bytes = entryBytes(source, row)
    const places = contentPlaces(bytes)
    const results = new Set([...blocksIn(source, row, TOOL_RESULT)].map(({ index }) => index))
    const order = [...places.keys()].sort((a, b) => Number(results.has(b)) - Number(results.has(a)) || a - b)
    order.forEach((from, to) => {
      if (from === to) return
      const [place, moved] = [places[to]!, places[from]!]
      const content = bytes.slice(moved.start, moved.end)
      edits.push({ offset: rows.offset[row]! + place.start, length: place.end - place.start, content })
    })
    draft.touched.add(row)
  }
  step(
    'move results to the front',
    found.map(row => rows.offset[row]!),
    'the API requires them before everything else in the message (A2.3)',
  )
}

/** A2.14, A2.15 */
export const mendBlockFields: RepairRule = ({ damaged, edits, step }) => {
  const { source } = damaged
  const { rows } = source.conversation
  const found = rowsFound(damaged, 'block-extra-field')
  const marks = damaged.findings.some(({ code }) => code === 'cache-mark' || code === 'cache-marks-many')
  const wanted = marks ? Array.from({ length: rows.count }, (_, row) => row) : found
  const isFound = new Set(found)
  const fields: number[] = []
  const marked: number[] = []
  for (const row of wanted) {
    if (source.facts.first[row] === source.facts.first[row + 1]) continue
    const bytes = entryBytes(source, row)
    if (!isFound.has(row) && !holds(bytes, CACHE)) continue
    for (const { start } of allBlocks(bytes)) {
      const type = blockType(bytes, start)
      const goes = (key: string): boolean => {
        if (key === 'cache_control') return marks
        return isFound.has(row) && knownBlockTypes.has(type) && !isKnownField([`block/${type}`], key)
      }
      const own = withoutMembers(bytes, rows.offset[row]!, start, goes)
      if (own.length > 0) (isFound.has(row) ? fields : marked).push(rows.offset[row]!)
      for (const edit of own) edits.push(edit)
    }
  }
  step('remove extra fields from blocks', fields, 'the API rejects unknown fields (A2.14)')
  step('remove cache marks', marked, 'the client sets its own, and the API accepts four (A2.15)')
}

const CACHE = new TextEncoder().encode('"cache_control"')

function holds(bytes: Uint8Array, word: Uint8Array): boolean {
  for (let at = bytes.indexOf(word[0]!); at >= 0; at = bytes.indexOf(word[0]!, at + 1))
    if (word.every((byte, index) => bytes[at + index] === byte)) return true
  return false
}

/** Blocks of the content, and those inside of results. */
function allBlocks(bytes: Uint8Array): readonly Range[] {
  const found: Range[] = []
  for (const place of contentPlaces(bytes)) {
    if (bytes[place.start] !== 0x7b) continue
    found.push(place)
    const inner = rangeOf(bytes, place.start, ['content'])
    if (!inner || bytes[inner.start] !== 0x5b || blockType(bytes, place.start) !== 'tool_result') continue
    eachElement(bytes, inner.start, start => {
      if (bytes[start] === 0x7b) found.push({ start, end: start })
      return 0
    })
  }
  return found
}

/** A2.9, N23: what the result holds counts for more than the mark. */
export const mendFailedResults: RepairRule = ({ damaged, draft, edits, step }) => {
  const { source } = damaged
  const { rows } = source.conversation
  const found = rowsFound(damaged, 'error-result-media')
  for (const row of found) {
    const bytes = entryBytes(source, row)
    for (const place of contentPlaces(bytes)) {
      if (
        bytes[place.start] !== 0x7b ||
        blockType(bytes, place.start) !== 'tool_result' ||
        !isMixed(bytes, place.start)
      )
        continue
      edits.push(...withoutMembers(bytes, rows.offset[row]!, place.start, key => key === 'is_error'))
    }
    draft.touched.add(row)
  }
  step(
    'remove is_error from results',
    found.map(row => rows.offset[row]!),
    'a failed result may contain only text, and the client drops the rest (A2.9, N23)',
  )
}

function isMixed(bytes: Uint8Array, block: number): boolean {
  const content = rangeOf(bytes, block, ['content'])
  if (!content || bytes[content.start] !== 0x5b) return false
  let mixed = false
  eachElement(bytes, content.start, start => {
    if (bytes[start] !== 0x7b || blockType(bytes, start) !== 'text') mixed = true
    return 0
  })
  return mixed
}
