// What every change must keep, told from the raw data: not by the rules that the change itself is made by.

import { expect } from 'vitest'
import { readContext } from '../../src/context/index.js'
import { type Changed, type Json, lines } from './in-memory.js'

/** Everything that holds for any change, of whatever session. */
export function expectKept(source: Uint8Array, changed: Changed, what = ''): void {
  expect(changed.verdict.broken, what).toEqual([])
  expectUntouchedLines(source, changed)
}

/**
 * In place: a line of the result is a line of the source, byte for byte, unless a step names it, or it names an entry
 * that is gone.
 */
function expectUntouchedLines(source: Uint8Array, { bytes, plan, before, after }: Changed): void {
  if (plan.sessionId !== before.reading.conversation.about.sessionId) return
  const named = new Set(plan.steps.flatMap(step => step.lines))
  const [old, now] = [lines(source), lines(bytes)]
  const rows = before.reading.conversation.rows
  const stays = new Set(plan.sourceRows)
  const gone = new Set<string>()
  for (let row = 0; row < rows.count; row++) if (!stays.has(row)) gone.add(rows.names.text(rows.uuid[row]!))
  gone.delete('')
  const resultRows = after.reading.conversation.rows
  plan.sourceRows.forEach((row, at) => {
    if (row < 0) return
    const line = rows.line[row]!
    const before_ = old[line - 1]!
    if (named.has(line) || namesOneOf(gone, before_)) return
    expect(now[resultRows.line[at]! - 1], `line ${line}`).toBe(before_)
  })
}

/** Word by word: on a damaged line quotes are no help. */
function namesOneOf(ids: ReadonlySet<string>, line: string): boolean {
  for (const [word] of line.matchAll(/[\w-]+/g)) if (ids.has(word)) return true
  return false
}

/** A clone with its old ids put back is the source again, byte for byte. */
export function expectOnlyIdsChanged(source: Uint8Array, { bytes, plan, before, after }: Changed, id: string): void {
  const [old, now] = [before.reading.conversation.rows, after.reading.conversation.rows]
  const ids = new Map<string, string>([[plan.sessionId, id]])
  plan.sourceRows.forEach((row, at) => {
    if (old.uuid[row] !== 0) ids.set(now.names.text(now.uuid[at]!), old.names.text(old.uuid[row]!))
  })
  const back = new TextDecoder('latin1')
    .decode(bytes)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, found => ids.get(found) ?? found)
  expect(back === new TextDecoder('latin1').decode(source)).toBe(true)
}

/** Prompts and answers as the client sends them, in order; what it writes itself and our notes are none. */
export function wordsSent(bytes: Uint8Array): readonly string[] {
  return readContext(bytes).messages.flatMap(({ role, content, rule }) =>
    rule === undefined ? content.flatMap(block => words(role, block as Json)) : [],
  )
}

const OF_THE_CLIENT = ['(no content)', 'Tool loaded.', 'No response requested.']

function words(role: string, block: Json): readonly string[] {
  if (block['type'] !== 'text') return []
  const said = String(block['text'])
  return said.trim() === '' || OF_THE_CLIENT.includes(said) || said.startsWith('[rethread: ')
    ? []
    : [`${role}: ${said}`]
}

/** A0: every block before a piece of thinking is what it was before it; `leaf`: what counts is the source up to there. */
export function voidThinking(before: Uint8Array, after: Uint8Array, leaf?: number): number {
  const [old, now] = [printed(before, leaf), printed(after)]
  let same = 0
  while (same < now.length && now[same]!.print === old[same]?.print) same++
  return now.slice(same).filter(({ type }) => /^(redacted_)?thinking$/.test(type)).length
}

function printed(bytes: Uint8Array, leaf?: number): readonly { readonly type: string; readonly print: string }[] {
  return readContext(bytes, { leaf }).messages.flatMap(({ role, content }) =>
    content.map(block => ({ type: String((block as Json)['type']), print: `${role} ${JSON.stringify(block)}` })),
  )
}
