// Entries by hand, one a line, and what a document's rules make of them, by line numbers.

import { readFileSync } from 'node:fs'
import { inMemory } from '../../src/actions/session/open-session.js'
import type { Seed, sourceRules } from '../../src/actions/source-rules/source-rules.js'
import { applySourceRules, type Place } from '../../src/conversation/source-rules/index.js'
import type { Line } from '../conversation/lines.js'

export const apply = (seed: Seed, entries: readonly Line[]) =>
  applySourceRules(
    seed,
    entries.map((value, row) => ({ row, line: row + 1, value })),
  )

export const linesOf = (places: readonly Place[] | undefined): readonly number[] => (places ?? []).map(one => one.line)

export const openSample = (path: string) =>
  inMemory(readFileSync(new URL(`../../samples/projects/${path}.jsonl`, import.meta.url)))

/** The figures that the document defines, as "its / ours", where the two differ. */
export const differing = ({ figures }: ReturnType<typeof sourceRules>) =>
  Object.fromEntries(
    figures.filter(one => one.difference).map(({ name, document, ours }) => [name, `${document} / ${ours}`]),
  )

/** Kinds of loss with their counts. */
export const lost = ({ losses }: ReturnType<typeof sourceRules>) =>
  Object.fromEntries(losses.map(({ kind, count }) => [kind, count]))

const second = (n: number): string => new Date(Date.UTC(2025, 10, 5, 13, 17, n)).toISOString()

/** An entry at a second of the hour. */
export const at = (seconds: number, type: string, more: Line = {}): Line => ({
  type,
  timestamp: second(seconds),
  ...more,
})
export const said = (seconds: number, content: unknown, more: Line = {}): Line =>
  at(seconds, 'user', { message: { role: 'user', content }, ...more })
export const answered = (seconds: number, id: string, stop: string | null, blocks: readonly Line[], tokens = 1): Line =>
  at(seconds, 'assistant', {
    message: { id, role: 'assistant', content: blocks, stop_reason: stop, usage: { output_tokens: tokens } },
  })
