// Small files, edits of them, and what the account of these edits says.

import { expect } from 'vitest'
import type { Edit } from '../../src/format/changes.js'
import { type AccountedFile, brokenEdits, type Said } from '../../src/reshape/verdict/account.js'
import { examine, folderOf, type Json, session } from './in-memory.js'

export const utf8 = new TextEncoder()

export const uuid = (letter: string): string => `${letter.repeat(8)}-0000-4000-8000-000000000000`
export const BEFORE = uuid('a')
export const AFTER = uuid('b')
/** Ids of entries, and what they become. */
export const old = (number: number): string => uuid(String(number))
export const now = (number: number): string => `${String(number).repeat(8)}-1111-4111-8111-111111111111`

export interface TestFile extends AccountedFile {
  readonly bytes: Uint8Array
  readonly starts: readonly number[]
}

export const talk = (number: number, more: Json = {}): Json => ({
  parentUuid: number === 1 ? null : old(number - 1),
  type: number % 2 === 1 ? 'user' : 'assistant',
  uuid: old(number),
  sessionId: BEFORE,
  message:
    number % 2 === 1
      ? { role: 'user', content: `prompt ${number}` }
      : { role: 'assistant', id: `m${number}`, content: [{ type: 'text', text: 'one' }], usage: { output_tokens: 7 } },
  ...more,
})

export function fileOf(bytes: Uint8Array): TestFile {
  const { reading } = examine(bytes, folderOf(BEFORE))
  const { rows } = reading.conversation
  const starts = Array.from({ length: rows.count }, (_, row) => rows.offset[row]!)
  return {
    conversation: reading.conversation,
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
    bytes,
    starts,
  }
}

export const file = (...entries: readonly Json[]): TestFile => fileOf(session(...entries))

/** Text of a row becomes another; `nth` of several. */
export function edit({ bytes, starts }: TestFile, row: number, from: string, to: string, nth = 0): Edit {
  const text = Buffer.from(bytes).toString('latin1')
  let at = starts[row]! - 1
  for (let turn = 0; turn <= nth; turn++) at = text.indexOf(from, at + 1)
  expect(at).toBeGreaterThanOrEqual(starts[row]!)
  return { offset: at, length: from.length, content: utf8.encode(to) }
}

export const lineOf = ({ bytes, starts }: TestFile, row: number): string => {
  const end = bytes.indexOf(0x0a, starts[row]!)
  return Buffer.from(bytes.subarray(starts[row]!, end + 1)).toString()
}

export const without = (one: TestFile, row: number): Edit => ({
  offset: one.starts[row]!,
  length: lineOf(one, row).length,
  content: new Uint8Array(0),
})

export const putting = (one: TestFile, row: number, text: string): Edit => ({
  offset: row < one.starts.length ? one.starts[row]! : one.size,
  length: 0,
  content: utf8.encode(text),
})

export type Says = Partial<Said['named']> & Partial<Omit<Said, 'named'>>

/** In place, with nothing named, unless it is said. */
export function said({ conversation }: TestFile, more: Says = {}): Said {
  const { sourceRows, idAfter = BEFORE, mended, agentNames = new Set(), hasAgents = false, ...named } = more
  return {
    named: {
      idBefore: undefined,
      newIds: false,
      changed: new Map(),
      rehung: new Map(),
      figures: new Set(),
      moved: new Map(),
      gaps: false,
      leftOut: new Set(),
      agents: new Set(),
      ...named,
    },
    sourceRows: sourceRows ?? Array.from({ length: conversation.rows.count }, (_, row) => row),
    idAfter,
    mended,
    agentNames,
    hasAgents,
  }
}

/** All words that tell what is wrong, without the sentence around them. */
export const wrong = (one: TestFile, edits: Iterable<Edit>, more: Says = {}): readonly string[] =>
  brokenEdits(one, edits, said(one, more)).map(text =>
    text
      .replace('bytes would change that the plan does not name', 'bytes')
      .replace('entries would be lost or added that the plan does not name', 'entries')
      .replace('two changes would overlap', 'overlap')
      .replace('an id would be wrong', 'id')
      .replace('an entry would hang on the wrong entry', 'parent'),
  )

export const three = file(talk(1), talk(2), talk(3))

/** New ids everywhere: the edits, made from a table of their own. */
export const ALL_NEW: Says = { newIds: true, idBefore: BEFORE, idAfter: AFTER }

export function renamed(one: TestFile): readonly Edit[] {
  const text = Buffer.from(one.bytes).toString('latin1')
  return [...text.matchAll(/(\w{8})-0000-4000-8000-000000000000/g)].map(found => ({
    offset: found.index,
    length: found[0].length,
    content: utf8.encode(found[0] === BEFORE ? AFTER : now(Number(found[0][0]))),
  }))
}

/** As `renamed`, with one id of them another. */
export const renamedBut = (one: TestFile, at: number, text: string | undefined): readonly Edit[] =>
  renamed(one).flatMap((found, index) =>
    index !== at ? [found] : text === undefined ? [] : [{ ...found, content: utf8.encode(text) }],
  )
