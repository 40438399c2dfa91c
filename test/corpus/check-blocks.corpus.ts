// What `check` says of blocks and files over the corpus. The client resumes every file of `real/` that has a uuid for a
// name, so nothing in them may be said to be refused. Runs where the corpus is present: `RETHREAD_CORPUS`, or
// `../shared/corpus` beside the repository.

import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CheckedFinding, checkSessions } from '../../src/actions/check/check.js'
import { BLOCK_CODES } from '../../src/check/codes/blocks.js'
import { FILE_CODES } from '../../src/check/codes/files.js'

const corpus = resolve(process.env['RETHREAD_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus'))
const ours = new Set([...Object.keys(BLOCK_CODES), ...Object.keys(FILE_CODES)])

/** What the client does refuse, and why that is so: files that hold titles only (R-F14). */
const SHOWN_TO_BE_REFUSED = ['session-empty']

describe.skipIf(!existsSync(corpus))('the corpus', () => {
  test('nothing that the client resumes is said to be refused', async () => {
    const found = await findingsIn('real')
    print('real', found)
    const refused = found.filter(one => one.severity === 'refuses' && !SHOWN_TO_BE_REFUSED.includes(one.code))
    expect(refused).toEqual([])
  })

  test('hand-made files: what is odd in them is found', async () => {
    const found = await findingsIn('odd')
    print('odd', found)
    expect(found.map(one => one.code)).toEqual(expect.arrayContaining(['block-not-sent', 'unknown-field']))
    // Answers that name no model: the client does not send their thinking (N29).
    const unsigned = found.filter(({ message }) => message.startsWith('thinking without a signature'))
    expect(new Set(unsigned.map(({ code }) => code))).toEqual(new Set(['block-not-sent']))
  })

  test('all files in one call, with memory bounded', async () => {
    const before = process.memoryUsage().rss
    const { summary } = await checkSessions(sessions(''), { now: Date.now() })
    expect(summary.sessions).toBeGreaterThan(100)
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
  })
})

function sessions(folder: string) {
  const root = join(corpus, folder)
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jsonl'))
  return names.map(name => ({ kind: 'file' as const, id: basename(name, '.jsonl'), path: join(root, name) }))
}

async function findingsIn(folder: string): Promise<readonly CheckedFinding[]> {
  const { findings } = await checkSessions(sessions(folder), { now: Date.now() })
  return findings.filter(one => ours.has(one.code))
}

function print(folder: string, findings: readonly CheckedFinding[]): void {
  const counts = new Map<string, number>()
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1)
  console.log(folder, Object.fromEntries([...counts].toSorted((a, b) => b[1] - a[1])))
}
