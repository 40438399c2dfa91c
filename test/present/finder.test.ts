// The screen of the finder: as wide and as high as the terminal, whatever is in the transcripts.

import { expect, test } from 'vitest'
import type { SessionCard } from '../../src/actions/session/session-card.js'
import { drawFinder, listRows } from '../../src/present/finder.js'
import { paint, paintedWidth, unpainted } from '../../src/present/paint.js'

const NASTY = [
  'plain',
  '日本語のタイトル'.repeat(10),
  '\u001b[2J\u001b]0;x\u0007 title',
  '👩‍👩‍👧'.repeat(30),
  'a\u202eb',
  '',
  'x'.repeat(500),
]
const cards = NASTY.map(
  (title, at) =>
    ({
      id: `id-${at}-\u001b[31m`,
      path: `/p/${at}.jsonl`,
      title: title || null,
      project: `/home/\u001b[1m${title}`,
      gitBranch: title,
      model: 'm',
      contextTokens: 5,
      contextWindow: 10,
      bytes: 1000,
      updatedAt: new Date(0).toISOString(),
    }) as SessionCard,
)

test.each([
  [80, 24],
  [20, 4],
  [120, 40],
  [200, 10],
  [59, 15],
])('%i columns, %i rows', (columns, rows) => {
  for (const [selected, title] of NASTY.entries()) {
    const hit = { turn: 3, snippet: `found ${title}`, marks: [[0, 5]] as const }
    const found = cards.map((card, at) => ({ card, marks: [0, 1, 2], hit: at % 2 ? hit : null }))
    const view = {
      query: title.slice(0, 40),
      found,
      selected,
      top: Math.max(0, selected - listRows({ rows, columns }) + 1),
      total: 7,
      status: '',
      preview: { lastPrompt: title, lastAnswer: `${title}\n${title}` },
    }
    const lines = drawFinder(view, { rows, columns, paint: paint(true), now: 1e12 })
    expect(lines.length).toBeLessThanOrEqual(rows)
    for (const line of lines) {
      expect(paintedWidth(line)).toBeLessThanOrEqual(columns)
      // Nothing but our own colours reaches the terminal.
      expect(unpainted(line)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    }
  }
})

test('nothing found says so, and the keys are always there', () => {
  const view = { query: 'zzz', found: [], selected: 0, top: 0, total: 5, status: '', preview: undefined }
  const lines = drawFinder(view, { rows: 24, columns: 80, paint: paint(false), now: 0 })
  expect(lines[2]).toBe('Nothing found for zzz')
  expect(lines.at(-1)).toContain('Enter show')
})
