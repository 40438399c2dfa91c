// What check shows first, what it folds, and what it calls sound.

import { expect, test } from 'vitest'
import type { CheckedFinding, CheckReport } from '../../src/actions/check/check.js'
import { checkSessions } from '../../src/actions/check/check.js'
import type { Severity } from '../../src/format/finding.js'
import { presentCheck } from '../../src/present/check.js'
import { paint } from '../../src/present/paint.js'
import { put, tempFolder, uuid } from '../disk/temp-folder.js'

const one = (session: string, severity: Severity, code: string, line?: number): CheckedFinding => ({
  session,
  severity,
  code,
  message: `${code} here`,
  ...(line === undefined ? {} : { line }),
})

function shown(findings: readonly CheckedFinding[], sessions = 1): readonly string[] {
  const costly = new Set(findings.filter(finding => finding.severity !== 'cosmetic').map(finding => finding.session))
  const number = (severity: Severity) => findings.filter(finding => finding.severity === severity).length
  const summary: CheckReport['summary'] = {
    sessions,
    sound: sessions - costly.size,
    bySeverity: { refuses: number('refuses'), loses: number('loses'), cosmetic: number('cosmetic') },
    byCode: {},
  }
  return [...presentCheck({ findings, summary }, { width: 100, paint: paint(false), now: 0 })]
}

test('what costs something comes first', () => {
  const lines = shown([one('a', 'cosmetic', 'small', 1), one('a', 'loses', 'dear', 5), one('a', 'refuses', 'dead')])
  expect(lines.map(line => /dead|dear|small/.exec(line)?.[0])).toEqual(['dead', 'dear', 'small', undefined, undefined])
  expect(lines.at(-1)).toBe('3 findings: 1 refuses, 1 loses, 1 cosmetic.')
})

test('many cosmetic findings of one code are one line, with the lines of all', () => {
  const many = Array.from({ length: 34 }, (_, index) => one('a', 'cosmetic', 'again', index + 1))
  const lines = shown(many)
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/line 1 .*again here \(and 33 more, lines 2–34\)/)
  expect(lines.at(-1)).toBe('OK: only 34 cosmetic findings.')
})

test('what loses something is never folded away', () => {
  const lines = shown(Array.from({ length: 5 }, (_, index) => one('a', 'loses', 'dear', index + 1)))
  expect(lines.filter(line => line.includes('dear'))).toHaveLength(5)
})

test('of several sessions the worst come first, and what is common and harmless is one line a code', () => {
  const harmless = Array.from({ length: 34 }, (_, index) => one(`s${index}`, 'loses', 'backup-missing', 3))
  const lines = shown(
    [one('a', 'loses', 'dear', 1), ...harmless, one('a', 'cosmetic', 'small'), one('b', 'refuses', 'dead')],
    36,
  )
  expect(lines.filter(line => line.includes('backup-missing'))).toEqual([
    '34  in 34 sessions  backup-missing  such as: backup-missing here',
  ])
  expect(lines.indexOf('b')).toBeLessThan(lines.indexOf('a'))
  expect(lines.filter(line => line.includes('small'))).toHaveLength(1)
})

test('a session with cosmetic findings only is sound', async () => {
  const id = uuid(1)
  const row = (type: string, more: object) => `${JSON.stringify({ type, sessionId: uuid(2), ...more })}\n`
  const path = put(
    `${tempFolder()}/${id}.jsonl`,
    row('user', {
      uuid: uuid(3),
      parentUuid: null,
      timestamp: '2026-06-18T12:00:00.000Z',
      message: { role: 'user', content: 'Hello' },
    }),
  )
  const { findings, summary } = await checkSessions([{ kind: 'file', id, path }], { now: Date.now() })
  expect(new Set(findings.map(finding => finding.severity))).toEqual(new Set(['cosmetic']))
  expect(summary).toMatchObject({ sessions: 1, sound: 1 })
})
