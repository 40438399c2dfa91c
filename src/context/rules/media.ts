// Images and documents that are not sent again: what the API has refused, and what is too much for one request. (A4.4, A5)

import { ASSISTANT, has, META, NONE, SYNTHETIC, USER } from '../../conversation/rows.js'
import type { Part } from '../context.js'
import { MEDIA, TOOL_RESULT } from '../facts/block-columns.js'
import type { MediaType } from '../facts/refused-media.js'
import { windowOf } from '../models.js'
import type { Rule } from '../profile.js'
import { isWritten, type Resume } from '../resume.js'
import { blockOf, isApiError, isResult, kindOf } from './item-looks.js'

const REJECTED = '(media removed — rejected by API)'

/** An error of the API that tells of an image or a document: the message before it is sent without. */
export const rejectedMedia: Rule = {
  id: 'A5',
  does: 'leaves out the images and documents that the API has refused',
  apply(resume) {
    const { facts, rows } = resume
    const refused = refusedRows(resume)
    if (refused.size === 0) return
    resume.blockSteps.push((row, parts) => {
      const types = refused.get(row)
      if (!types) return parts
      return parts.flatMap((part): Part[] => {
        if (part.kind !== 'stored') return [part]
        const at = blockOf(facts, part)
        if (facts.blocks.kind[at] === MEDIA) return types.has(typeOf(resume, at)) ? [] : [part]
        if (facts.blocks.kind[at] !== TOOL_RESULT || !facts.media.has(at)) return [part]
        return [{ ...part, change: { rule: 'A5', kind: 'without-media', types: [...types], none: REJECTED } }]
      })
    })

    function typeOf({ facts: { blocks } }: Resume, at: number): string {
      return rows.names.text(blocks.type[at]!)
    }
  },
}

/** By row: what is left out of it. */
function refusedRows(resume: Resume): ReadonlyMap<number, ReadonlySet<string>> {
  const { facts, rows, items } = resume
  const refused = new Map<number, Set<string>>()
  // By what was refused: the error that told of it last, and the row that was found for it.
  const before = new Map<string, { readonly at: number; readonly row: number }>()
  items.forEach((item, at) => {
    if (isWritten(item) || !isApiError(rows, item)) return
    const detail = facts.details.get(item)
    const types = detail?.kind === 'api-error' ? detail.media : []
    if (types.length === 0) return
    const key = types.join()
    const row = refusedRow(resume, at, types, before.get(key))
    before.set(key, { at, row })
    if (row === NONE) return
    const marked = refused.get(row) ?? new Set()
    for (const type of types) marked.add(type)
    refused.set(row, marked)
  })
  return refused
}

/** The row that an error is about: up over errors, results and notes the first that holds such media. */
function refusedRow(
  resume: Resume,
  at: number,
  types: readonly MediaType[],
  before: { readonly at: number; readonly row: number } | undefined,
): number {
  const { rows, items } = resume
  for (let one = at - 1; one >= 0; one--) {
    if (one === before?.at) return before.row
    const row = items[one]!
    if (isWritten(row)) return NONE
    if (rows.role[row] === USER && holdsMedia(resume, row, types)) return row
    const isPassed = rows.role[row] === USER ? isResult(rows, row) || has(rows, row, META) : isApiError(rows, row)
    if (!isPassed) return NONE
  }
  return NONE
}

function holdsMedia({ facts, rows }: Resume, row: number, types: readonly MediaType[]): boolean {
  for (let at = facts.first[row]!; at < facts.first[row + 1]!; at++) {
    if (!facts.media.has(at)) continue
    const isOwn =
      facts.blocks.kind[at] !== MEDIA || types.some(type => type === rows.names.text(facts.blocks.type[at]!))
    if (isOwn) return true
  }
  return false
}

/** How many images and documents a request may have: more with a large window. */
const MOST = { small: 100, large: 600 }
/** How many more go when one has to. */
const AT_ONCE = 20
/** And how many characters. */
const MOST_CHARACTERS = 78_643_200
const CHARACTERS_AT_ONCE = 10_485_760
const LARGE_WINDOW = 1_000_000

const REMOVED = '[media removed: request limit.'
const HINT = "Re-reading pushes out others and re-sends everything, so don't re-read them all.]"
const SEEN = `${REMOVED} You have already seen this, and what you concluded from it still stands. It made room for newer images and documents. ${HINT}`
const UNSEEN = `${REMOVED} You have not seen this: it did not fit in the request. If you need it, get it again once, by itself. If it is dropped again, go on without it and say so. ${HINT}`

interface Medium {
  readonly characters: number
  /** How many answers stand before it. */
  readonly answers: number
}

/** The oldest make room for newer ones. */
export const tooManyMedia: Rule = {
  id: 'A4.4',
  does: 'leaves out the oldest images and documents if a request would have too many',
  apply(resume) {
    const { messages } = resume
    const removed = removedMedia(resume, mediaOf(resume))
    if (removed.size === 0) return
    let next = 0
    for (const draft of messages) {
      if (draft.role !== 'user') continue
      const texts = new Set<string>()
      const parts = draft.parts.flatMap((part): Part[] => {
        const count = countOf(resume, part)
        const own = Array.from({ length: count }, () => removed.get(next++) ?? null)
        if (own.every(text => text === null)) return [part]
        if (part.kind === 'stored' && kindOf(resume.facts, part) === TOOL_RESULT)
          return [{ ...part, change: { rule: 'A4.4', kind: 'media-texts', texts: own } }]
        for (const text of own) if (text !== null) texts.add(text)
        return []
      })
      draft.parts =
        parts.length > 0 || texts.size === 0
          ? parts
          : [...texts].map((text): Part => ({ kind: 'written', block: { type: 'text', text }, rule: 'A4.4' }))
    }
  },
}

function mediaOf(resume: Resume): readonly Medium[] {
  const media: Medium[] = []
  let answers = 0
  for (const draft of resume.messages) {
    if (draft.role === 'assistant') {
      if (!isSynthetic(resume, draft.parts)) answers++
      continue
    }
    for (const part of draft.parts) for (const characters of sizesOf(resume, part)) media.push({ characters, answers })
  }
  return media
}

/** An answer that no model gave. */
function isSynthetic({ rows }: Resume, parts: readonly Part[]): boolean {
  return parts.every(
    part => part.row === undefined || (rows.role[part.row] === ASSISTANT && has(rows, part.row, SYNTHETIC)),
  )
}

function sizesOf({ facts }: Resume, part: Part): readonly number[] {
  if (part.kind === 'written' || part.change?.kind === 'text-only' || part.change?.kind === 'without-media') return []
  const kind = kindOf(facts, part)
  if (kind !== MEDIA && kind !== TOOL_RESULT) return []
  const detail = facts.details.get(part.row)
  if (detail?.kind === 'image-file') return [detail.characters]
  return facts.media.get(blockOf(facts, part)) ?? []
}

function countOf(resume: Resume, part: Part): number {
  return sizesOf(resume, part).length
}

/** By the number of an image or document: what stands in its place. */
function removedMedia({ model, hasLargeWindow }: Resume, media: readonly Medium[]): ReadonlyMap<number, string> {
  const most = windowOf(model, hasLargeWindow) === LARGE_WINDOW ? MOST.large : MOST.small
  const removed = new Map<number, string>()
  let oldest = 0
  let characters = 0
  media.forEach((medium, at) => {
    characters += medium.characters
    const remove = (): void => {
      const one = media[oldest]!
      removed.set(oldest++, medium.answers > one.answers ? SEEN : UNSEEN)
      characters -= one.characters
    }
    if (at - oldest + 1 > most) while (at - oldest + 1 > most - AT_ONCE) remove()
    if (characters > MOST_CHARACTERS) while (oldest <= at && characters > MOST_CHARACTERS - CHARACTERS_AT_ONCE) remove()
  })
  return removed
}
