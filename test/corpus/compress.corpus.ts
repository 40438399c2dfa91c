// Every session of the corpus with the oldest 60 % of its turns as an extractive summary. What it must name is read from
// the raw lines of the session, not by the summarizer.

import { describe, expect, test } from 'vitest'
import { readContext } from '../../src/context/index.js'
import { compressing } from '../reshape/compressing.js'
import { type Changed, change, type Json, records } from '../reshape/in-memory.js'
import { bytesOf, listed, noCorpus } from './corpus-files.js'

const sessions = listed.flatMap(({ file }) => {
  const bytes = bytesOf(file)
  const changed = change(bytes, compressing({ kind: 'oldest', share: 0.6 }))
  return changed.plan.promises.added === undefined
    ? []
    : [{ file, bytes, changed, part: goneRecords(bytes, changed, true), gone: goneRecords(bytes, changed, false) }]
})

/** The records that go; or only those of them that were sent. */
function goneRecords(bytes: Uint8Array, { plan, before }: Changed, onlySent: boolean): readonly Json[] {
  const gone = new Set(plan.steps.find(step => step.action === 'compress turns')!.lines)
  const sent = new Set(readContext(bytes).messages.flatMap(message => message.lines))
  const { rows } = before.reading.conversation
  const found: Json[] = []
  for (let row = 0; row < rows.count; row++) {
    const line = rows.line[row]!
    if (!gone.has(line) || (onlySent && !sent.has(line))) continue
    const [record] = records(bytes.subarray(rows.offset[row]!, rows.offset[row]! + rows.length[row]!))
    if (record) found.push(record)
  }
  return found
}

const summaryOf = ({ bytes }: Changed): string =>
  String(records(bytes).find(one => one['isCompactSummary'] === true && one['timestamp'])!['message'].content)
const blocksOf = (part: readonly Json[]): readonly Json[] =>
  part.flatMap(one => (Array.isArray(one['message']?.content) ? (one['message'].content as Json[]) : []))
/** By length of what was sent: four characters a token. */
const tokens = (value: unknown): number => JSON.stringify(value ?? '').length / 4

describe.skipIf(listed.length === 0)('the corpus, oldest 60 % as a summary', () => {
  test('there is something to compress', () => {
    expect(sessions.length).toBeGreaterThan(25)
  })

  test('every result keeps what is promised', () => {
    for (const { file, changed } of sessions) expect(changed.verdict.broken, file).toEqual([])
  })

  test('a part above 8,000 tokens falls by at least 85 %, and none grows', () => {
    for (const { file, changed, part } of sessions) {
      const before = part.reduce((sum, one) => sum + tokens(one['message']?.content ?? one['attachment']?.prompt), 0)
      const after = tokens(summaryOf(changed))
      expect(after, file).toBeLessThan(before)
      if (before > 8000) expect(after / before, file).toBeLessThanOrEqual(0.15)
    }
  })

  test('every file that was edited is named, also by subagents and before an earlier compaction', () => {
    let files = 0
    for (const { file, changed, gone } of sessions) {
      const summary = summaryOf(changed)
      for (const { type, name, input } of blocksOf(gone)) {
        if (type !== 'tool_use' || !['Edit', 'Write', 'MultiEdit', 'NotebookEdit'].includes(name)) continue
        const path = String(input.file_path ?? input.notebook_path)
        files++
        expect(summary, `${file}: ${path}`).toContain(path.slice(path.lastIndexOf('/') + 1))
      }
    }
    expect(files).toBeGreaterThan(50)
  })

  test('every unfinished todo is named', () => {
    let todos = 0
    for (const { file, changed, part } of sessions) {
      const last = blocksOf(part).findLast(one => one['type'] === 'tool_use' && one['name'] === 'TodoWrite')
      for (const { content, status } of (last?.['input'].todos ?? []) as Json[]) {
        if (status === 'completed') continue
        todos++
        expect(summaryOf(changed), file).toContain(String(content).replace(/\s+/g, ' ').trim().slice(0, 120))
      }
    }
    expect(todos).toBeGreaterThan(0)
  })

  test('every unfinished task is named', () => {
    let open = 0
    for (const { file, changed, part } of sessions) {
      const blocks = blocksOf(part)
      const said = new Map(blocks.filter(one => one['type'] === 'tool_result').map(one => [one['tool_use_id'], one]))
      const tasks = new Map<string, { subject: string; status: string }>()
      for (const { type, name, input, id } of blocks) {
        if (type !== 'tool_use' || !said.has(id) || said.get(id)!['is_error']) continue
        const number = /#(\d+)/.exec(JSON.stringify(said.get(id)!['content']))?.[1]
        if (name === 'TaskCreate' && number) tasks.set(number, { subject: input.subject, status: 'pending' })
        const task = tasks.get(String(input.taskId))
        if (name === 'TaskUpdate' && task && input.status) task.status = input.status
      }
      for (const { subject, status } of tasks.values()) {
        if (status === 'completed' || status === 'deleted') continue
        open++
        expect(summaryOf(changed), file).toContain(subject.replace(/\s+/g, ' ').trim().slice(0, 120))
      }
    }
    expect(open).toBeGreaterThan(0)
  })

  test('it comes out the same each time', () => {
    for (const { file, bytes, changed } of sessions) {
      const again = change(bytes, compressing({ kind: 'oldest', share: 0.6 }))
      expect(Buffer.compare(again.bytes, changed.bytes), file).toBe(0)
    }
  })
})

if (listed.length === 0) test.skip(noCorpus, () => undefined)
