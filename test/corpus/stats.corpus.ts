// `stats` equals a plain count of every corpus file, and every figure of the manifest that has a counterpart.

import { describe, expect, test } from 'vitest'
import { sessionStats } from '../../src/actions/read/stats.js'
import { inMemory } from '../../src/actions/session/open-session.js'
import { bytesOf, corpus, listed, noCorpus } from './corpus-files.js'
import { goodLines, plainCount } from './plain-count.js'

/** Records on lines that JSON.parse refuses, which the reader finds all the same (format.md, "Damage"). */
const RECOVERED: Readonly<Record<string, number>> = {}

describe.skipIf(listed.length === 0)(`stats of the files in ${corpus}`, () => {
  test.each(listed.map(({ file }) => file))('%s equals a plain count', file => {
    const bytes = bytesOf(file)
    const open = inMemory(bytes)
    const stats = sessionStats(open)
    const good = goodLines(bytes)
    const numbers = new Set(good.map(({ line }) => line))
    const { rows } = open.conversation
    const elsewhere = Array.from({ length: rows.count }, (_, row) => row).filter(row => !numbers.has(rows.line[row]!))
    expect(elsewhere.length).toBe(RECOVERED[file] ?? 0)
    const recovered = elsewhere.map(row => JSON.parse(open.json(row)) as Record<string, unknown>)
    const plain = plainCount([...good.map(({ value }) => value), ...recovered])
    expect(stats.entries).toEqual(plain.entries)
    expect(stats.blocks).toEqual(plain.blocks)
    expect(stats.stopReasons).toEqual(plain.stopReasons)
    expect(stats.messages.assistant).toBe(plain.messages)
    expect(stats.messages.synthetic).toBe(plain.synthetic)
    expect(stats.messages.user).toBe(plain.entries['user'] ?? 0)
    const { total, paired, orphanResults, byTool } = stats.toolCalls
    expect({ total, paired, orphanResults }).toEqual({
      total: plain.toolUses,
      paired: plain.pairs,
      orphanResults: plain.orphanResults,
    })
    expect(Object.values(byTool).reduce((sum, count) => sum + count, 0)).toBe(total)
  })
})

/** Why a figure differs from the manifest's, in words; a file or figure that is not named here must be equal. */
const DIFFERS: Readonly<Record<string, Readonly<Record<string, readonly [ours: number, why: string]>>>> = {
  'odd/kenn-io__agentsview/session-5de701fc-7454-4858-a249-95cac4fd3b51.jsonl': {
    unpairedToolUse: [
      6,
      'a proxy wrote six calls again under other message ids; the second has no result of its own (R-T9)',
    ],
    duplicateToolResult: [6, 'the manifest counts ids with two results, we also ids of two calls'],
  },
  'odd/daaain__claude-code-log/edge_cases~2.jsonl': {
    roots: [11, 'two uuids stand twice: the last copy counts (N7)'],
  },
  'odd/daaain__claude-code-log/edge_cases~3.jsonl': {
    roots: [11, 'two uuids stand twice: the last copy counts (N7)'],
  },
}

describe.skipIf(listed.length === 0)('the manifest', () => {
  test.each(listed.map(one => [one.file, one] as const))('%s', (file, { lines, malformed, types, has }) => {
    const open = inMemory(bytesOf(file))
    const stats = sessionStats(open)
    const { graph } = open.conversation
    // An entry without a type is called "undefined" there.
    const named = Object.entries(types).map(([type, count]) => [type === 'undefined' ? '(none)' : type, count])
    expect(stats.entries).toEqual(Object.fromEntries(named))
    expect([stats.lines, stats.damaged]).toEqual([lines, malformed])
    const ours: Readonly<Record<string, number>> = {
      malformedLines: stats.damaged,
      // There, roots have no parent; here an orphan is a root for reading as well (D7).
      roots: stats.graph.roots - stats.graph.orphans,
      orphanParents: stats.graph.orphans,
      branches: stats.graph.forks, // there, any parent with several children
      duplicateUuids: graph.duplicates.length,
      unpairedToolUse: stats.toolCalls.pending + stats.toolCalls.lost,
      unpairedToolResult: stats.toolCalls.orphanResults,
      duplicateToolResult: stats.toolCalls.duplicateIds,
      compact_boundary: stats.entries['system/compact_boundary'] ?? 0,
      compactSummary: stats.userKinds['compact-summary'] ?? 0,
      thinking: stats.blocks.assistant['thinking'] ?? 0,
      nullStopReason: stats.stopReasons['null'] ?? 0,
      synthetic: stats.messages.synthetic,
      progress: stats.entries['progress'] ?? 0,
      snapshots: stats.entries['file-history-snapshot'] ?? 0,
      queueOps: stats.entries['queue-operation'] ?? 0,
      attachments: stats.entries['attachment'] ?? 0,
      summary: stats.entries['summary'] ?? 0,
    }
    const theirs = Object.fromEntries(Object.keys(ours).map(key => [key, DIFFERS[file]?.[key]?.[0] ?? has[key] ?? 0]))
    expect(ours).toEqual(theirs)
  })
})

if (listed.length === 0) test.skip(noCorpus, () => undefined)
