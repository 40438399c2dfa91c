// `check --drift`: what this version does not know, by the client versions that wrote it (D16).

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findDrift } from '../../src/actions/check/drift.js'
import { driftSchema } from '../../src/actions/schemas.js'
import { presentDrift } from '../../src/present/drift.js'
import { paint } from '../../src/present/paint.js'
import { bytesOf, type Line, last, prompt, text, user } from '../conversation/lines.js'
import { put, tempFolder, uuid } from '../disk/temp-folder.js'

const plainScreen = { width: 100, paint: paint(false), now: 0 }

const from = (version: string, ...lines: readonly Line[]): readonly Line[] => lines.map(line => ({ ...line, version }))

function sessions(...files: readonly (readonly Line[])[]) {
  const folder = tempFolder()
  return files.map((lines, index) => {
    const id = uuid(index)
    return { kind: 'file' as const, id, path: put(join(folder, `${id}.jsonl`), bytesOf(...lines)) }
  })
}

const two = () =>
  sessions(
    [
      ...from('2.1.9', prompt('u1', { mood: 'good' })),
      { type: 'brand-new' },
      ...from('2.1.10', prompt('u2', { mood: 'bad' }), last('a1')),
    ],
    from('2.1.10', prompt('u1', { mood: 'good' }), user('u2', [{ ...text('x'), tint: 1 }, { type: 'hologram' }])),
  )

test('counts by version, over sessions; an entry without a version counts for the one before', async () => {
  const report = await findDrift(two())
  expect(driftSchema.parse(report)).toEqual(report)
  expect(report).toEqual({
    sessions: 2,
    unread: 0,
    rows: [
      { kind: 'field', name: 'user.mood', count: 3, sessions: 2, versions: { '2.1.9': 1, '2.1.10': 2 } },
      { kind: 'type', name: 'block/hologram', count: 1, sessions: 1, versions: { '2.1.10': 1 } },
      { kind: 'field', name: 'block/text.tint', count: 1, sessions: 1, versions: { '2.1.10': 1 } },
      { kind: 'type', name: 'brand-new', count: 1, sessions: 1, versions: { '2.1.9': 1 } },
    ],
  })
})

test('a table to paste', async () => {
  expect([...presentDrift(await findDrift(two()), plainScreen)].slice(0, 3)).toEqual([
    '| | unknown | times | sessions | client versions |',
    '|---|---|---:|---:|---|',
    '| field | `user.mood` | 3 | 2 | 2.1.9 (1), 2.1.10 (2) |',
  ])
})

test('names from files cannot break out of the table or move the cursor', async () => {
  const hostile = sessions([{ ...prompt('u1'), 'a|b`c\u001b[2J\n| x |': 1, version: '1|2' }])
  const [row, ...rest] = [...presentDrift(await findDrift(hostile), plainScreen)].slice(2)
  expect(row).toBe("| field | `user.a\\|b'c␛[2J \\| x \\|` | 1 | 1 | 1\\|2 (1) |")
  expect(rest).toHaveLength(2)
})

test('nothing unknown, and a file that cannot be read', async () => {
  const known = sessions([prompt('u1'), last('a1')])
  expect([...presentDrift(await findDrift(known), plainScreen)]).toEqual(['1 session read, nothing unknown.'])
  const gone = [...known, { kind: 'file' as const, id: 'x', path: '/nowhere/x.jsonl' }]
  expect([...presentDrift(await findDrift(gone), plainScreen)]).toEqual([
    '1 session read, 1 unreadable, nothing unknown.',
  ])
})
