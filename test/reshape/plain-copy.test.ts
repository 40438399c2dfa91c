// A copy with nothing but other ids in it is proven by its edits, and what is proven is what a reading would have found.

import { describe, expect, test } from 'vitest'
import { planReshape } from '../../src/reshape/plan/reshape.js'
import { strip } from '../../src/reshape/strip/strip.js'
import { randomSession } from '../../tools/generator/random-session.js'
import { a, id, session as rowsOf, u } from '../client/experiments/builders.js'
import { runs } from '../runs.js'
import { expectAsRead } from './as-read.js'
import { change, examine, folderOf, IN_PLACE, idIn, judged, newTarget, session, sourceOf } from './in-memory.js'

const TALK = [u('u1', null, 'one'), a('a1', 'u1', 'm1', 'two'), u('u2', 'a1', 'three'), a('a2', 'u2', 'm2', 'four')]

test('a plain clone is proven', () => {
  const { proven, verdict } = change(rowsOf(TALK))
  expect(verdict.broken).toEqual([])
  expect(proven?.broken).toEqual([])
})

describe('all others are read', () => {
  test.each([
    ['that keeps its ids', { target: { ...newTarget(idIn(rowsOf(TALK))), newId: undefined } as never }],
    ['in place', { target: IN_PLACE }],
    ['with a title', { target: { ...newTarget(idIn(rowsOf(TALK))), title: 'a title' } as never }],
    ['that ends earlier', { cut: { row: 1, what: 'a turn' } }],
    ['with a verb', { verbs: [strip([{ kind: 'results', where: {} }])], target: IN_PLACE }],
  ])('one %s', (_, request) => {
    expect(change(rowsOf(TALK), request).proven).toBeUndefined()
  })

  test('one in whose words or paths its own id stands', () => {
    const own = idIn(rowsOf(TALK))
    for (const more of [
      u('u3', 'a2', `of ${own}`),
      { ...u('u3', 'a2', 'x'), toolUseResult: { path: `/tmp/${own}/x` } },
    ])
      expect(change(rowsOf([...TALK, more])).proven).toBeUndefined()
  })

  test('one with a damaged line, or with bytes between its entries', () => {
    const bytes = rowsOf(TALK)
    for (const more of [`{"type":"user","uuid":"${id('u9')}","pa`, `garbage ${id('u1')}\n`])
      expect(change(Buffer.concat([bytes, Buffer.from(more)])).proven).toBeUndefined()
  })
})

test('a field that only one of the two lists of fields knows is noticed', () => {
  const bytes = rowsOf(TALK)
  const { plan, before } = change(bytes)
  const source = sourceOf(bytes, before, idIn(bytes))
  // All edits but those of one field: as if the list that makes them had forgotten it.
  for (const field of ['uuid', 'parentUuid', 'sessionId']) {
    const edits = [...plan.changes.edits].filter(({ offset }) => {
      const key = Buffer.from(bytes.subarray(Math.max(0, offset - 40), offset)).toString('latin1')
      return !key.endsWith(`"${field}":"`)
    })
    expect(edits.length).toBeLessThan([...plan.changes.edits].length)
    const { proven } = judged(bytes, { ...plan, changes: { ...plan.changes, edits } }, source, before)
    expect(proven).toBeUndefined()
  }
})

test('two files beside it that are missing are told once', () => {
  const bytes = session(...TALK.map(entry => ({ sessionId: id('s'), ...entry })), {
    type: 'file-history-snapshot',
    messageId: id('u1'),
    snapshot: { messageId: id('u1'), trackedFileBackups: { 'a.ts': { backupFileName: 'gone@v1', version: 1 } } },
  })
  const own = idIn(bytes)
  const file = { name: 'abc@v1', path: `/file-history/${own}/abc@v1`, size: 3, mtimeMs: 0 }
  const folder = { ...folderOf(own), fileHistory: [file] }
  const before = examine(bytes, folder)
  expect(before.findings.map(one => one.code)).toContain('backup-missing')
  const source = { ...sourceOf(bytes, before, own), folder }
  const plan = planReshape(source, { target: newTarget(own), verbs: [] })
  const { proven, verdict } = judged(bytes, plan, source, before)
  expect(proven?.broken).toEqual(verdict.broken)
  expect(proven?.findings).toEqual(verdict.findings)
  const empty = { ...plan, folder: { ...plan.folder!, agents: [], fileHistory: [] } }
  const lost = { ...empty, changes: { ...empty.changes, sideFiles: [] } }
  expect(judged(bytes, lost, source, before).proven?.broken.join()).toContain('a side file would be lost')
})

test('what is proven is what is read', () => {
  let proofs = 0
  for (let seed = 0; seed < runs(12, 200); seed++) {
    const generation = seed % 3 === 0 ? '2.0' : '2.1'
    const { bytes } = randomSession(seed, { turns: 4, generation })
    const changed = change(bytes)
    const { proven } = changed
    if (!proven) continue
    proofs++
    expectAsRead(changed, proven)
  }
  expect(proofs).toBeGreaterThan(0)
})
