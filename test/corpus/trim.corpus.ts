// Every session of the corpus above 40,000 tokens, trimmed to a half, a quarter and a tenth of what it sends; and turns
// cut out of all of them. The budget is judged by what would be sent of the result, the words by the raw data.

import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contextEstimate } from '../../src/context/index.js'
import { isSessionId } from '../../src/format/session-folder.js'
import { cutOut, turnRows } from '../../src/reshape/cut/cut-turns.js'
import { TRIM_STEPS } from '../../src/reshape/trim/ladder.js'
import { type Changed, change, IN_PLACE, idIn } from '../reshape/in-memory.js'
import { expectKept, voidThinking, wordsSent } from '../reshape/promises.js'
import { trimmable } from '../reshape/trimmed.js'
import { bytesOf, listed, noCorpus } from './corpus-files.js'

const LEAST = 40_000
const sessions = listed.map(({ file }) => {
  const bytes = bytesOf(file)
  const name = basename(file, '.jsonl')
  return { file, bytes, id: isSessionId(name) ? name : idIn(bytes) }
})
const large = sessions
  .map(one => ({ ...one, session: trimmable(one.bytes, one.id) }))
  .filter(({ session }) => session.resumes && session.tokens > LEAST)

describe.skipIf(listed.length === 0)('trim', () => {
  test('there are such sessions', () => expect(large.length).toBeGreaterThan(20))

  test.each([
    [0.5, 2],
    [0.25, 2],
    [0.1, 2],
    [0.5, 0],
    [0.25, 0],
  ])('to %d of the context, the last %d turns protected', async (part, protectLast) => {
    let met = 0
    for (const { file, bytes, session } of large) {
      const budget = Math.floor(session.tokens * part)
      const { chosen, rungs, tokens, measured } = await session.trim(budget, { protectLast })
      const changed = session.without(chosen)
      expectKept(bytes, changed, file)
      expect(wordsSent(changed.bytes), file).toEqual(wordsSent(bytes))
      expect(voidThinking(bytes, changed.bytes), file).toBe(0)
      expect(contextEstimate(changed.after.reading, changed.verdict.after, session.calibration).estimate, file).toBe(
        tokens,
      )
      expectLastTurns(changed, protectLast, file)
      expect(measured, file).toBeLessThanOrEqual(TRIM_STEPS.length + 14)
      if (tokens <= budget) met++
      // Else all of the ladder that frees anything was taken.
      else expect(session.tokensWithout(session.ladder({ protectLast }).items), file).toBeGreaterThan(budget)
      expect(
        rungs.reduce((left, { freed }) => left - freed, session.tokens),
        file,
      ).toBe(tokens)
    }
    // With system prompt and tools a quarter is out of reach for most of them; for some it is not.
    if (part === 0.5 || protectLast === 0) expect(met, 'budgets that are met').toBeGreaterThan(0)
  })
})

/** Of the protected turns every entry is there, and only thinking, which what stands before it makes void, is not. */
function expectLastTurns({ before, plan, after }: Changed, count: number, file: string): void {
  const { turns, rows } = before.reading.conversation
  const active = turns.list.flatMap((turn, position) => (turn.branch === 1 ? [position] : []))
  const last = new Set(active.slice(active.length - count))
  if (count === 0) return
  const there = new Set(plan.sourceRows)
  const blocksOf = (reading: Changed['before']['reading'], row: number): readonly string[] => {
    const { first, blocks } = reading.facts
    const types: string[] = []
    for (let block = first[row]!; block < first[row + 1]!; block++)
      types.push(`${reading.conversation.rows.names.text(blocks.type[block]!)} ${blocks.weight[block]}`)
    return types.filter(type => !/^(redacted_)?thinking /.test(type))
  }
  const now = new Map([...plan.sourceRows].map((row, at) => [row, at]))
  for (let row = 0; row < rows.count; row++) {
    if (!last.has(turns.of[row]!) || rows.uuid[row] === 0) continue
    const blocks = blocksOf(before.reading, row)
    if (blocks.length === 0) continue
    expect(there.has(row), `${file} line ${rows.line[row]}`).toBe(true)
    expect(blocksOf(after.reading, now.get(row)!), `${file} line ${rows.line[row]}`).toEqual(blocks)
  }
}

describe.skipIf(listed.length === 0)('cut', () => {
  test.each([
    ['the first turn', (count: number) => [0].slice(0, count - 1)],
    ['the middle turn', (count: number) => (count > 2 ? [count >> 1] : [])],
    ['the last turn', (count: number) => (count > 1 ? [count - 1] : [])],
    ['every other turn', (count: number) => Array.from({ length: count >> 1 }, (_, at) => 2 * at + 1)],
  ])('%s', (_, choose) => {
    const refused: string[] = []
    let done = 0
    for (const { file, bytes, id } of sessions) {
      const changed = change(
        bytes,
        source => {
          const active = source.conversation.turns.list.filter(turn => turn.branch === 1)
          const numbers = choose(active.length).map(position => active[position]!.index)
          return { verbs: [cutOut(turnRows(source, numbers), 'some')], target: IN_PLACE }
        },
        id,
      )
      if (changed.verdict.broken.length > 0) {
        refused.push(`${file}: ${changed.verdict.broken[0]}`)
        continue
      }
      if (changed.plan.promises.gone.size > 0) done++
      expect(isSubsequence(wordsSent(changed.bytes), wordsSent(bytes)), file).toBe(true)
      expect(voidThinking(bytes, changed.bytes, changed.plan.promises.leaf), file).toBe(0)
    }
    expect(refused).toEqual([])
    expect(done).toBeGreaterThan(20)
  })
})

function isSubsequence(words: readonly string[], all: readonly string[]): boolean {
  let at = 0
  for (const word of all) if (word === words[at]) at++
  return at === words.length
}

if (listed.length === 0) test.skip(noCorpus, () => undefined)
