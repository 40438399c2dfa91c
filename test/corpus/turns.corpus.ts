// Turns: 25 corpus sessions were labelled by hand before the rule was written; it agrees on all (D3).

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConversation } from '../../src/conversation/conversation.js'
import { uuidOf } from '../../src/conversation/rows.js'
import { bytesOf, corpus, noCorpus } from './corpus-files.js'

interface Label {
  readonly file: string
  readonly sha256: string
  readonly turns: readonly { readonly uuid: string; readonly kind: string }[]
  readonly notStarts: readonly { readonly uuid: string; readonly why: string }[]
}

const labels = JSON.parse(readFileSync(join(import.meta.dirname, 'turn-labels.json'), 'utf8')) as readonly Label[]
const present = labels.filter(({ file }) => existsSync(join(corpus, file)))

describe.skipIf(present.length === 0)('turn starts, as labelled', () => {
  test('25 sessions are labelled, and present', () => expect([labels.length, present.length]).toEqual([25, 25]))

  test.each(present.map(label => [label.file, label] as const))('%s', (file, label) => {
    const bytes = bytesOf(file)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(label.sha256)
    const { turns, rows } = readConversation(bytes)
    const found = turns.list
      .filter(turn => turn.kind !== 'implicit')
      .map(turn => ({ uuid: uuidOf(rows, turn.row), kind: turn.kind }))
    expect(found).toEqual(label.turns)
    const starts = new Set(found.map(({ uuid }) => uuid))
    expect(label.notStarts.filter(({ uuid }) => starts.has(uuid))).toEqual([])
  })
})

if (present.length === 0) test.skip(noCorpus, () => undefined)
