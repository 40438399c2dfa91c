// The ten validation rules of source document 004: each kept and broken. Without the flag none is reported.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sessionChecker } from '../../src/check/check.js'
import { DIALECT_CODES } from '../../src/check/codes/dialects.js'
import { dialect004 } from '../../src/check/dialects/dialect-004.js'
import type { Finding } from '../../src/format/finding.js'
import { NO_SPANS } from '../../src/format/json/spans.js'
import { parseSession } from '../../src/format/session.js'
import type { Line } from '../conversation/lines.js'

function findings(bytes: Uint8Array, dialect = true): readonly Finding[] {
  const checker = sessionChecker(dialect ? [dialect004] : [])
  const { parts, lines } = parseSession(bytes)
  for (const part of parts) if (part.kind === 'entry') checker.entry(part, bytes, part.offset, NO_SPANS)
  checker.end({ bytes: bytes.length, lines })
  const all = checker.finish({ now: Date.UTC(2026, 0, 2), cleanupDays: 30 })
  return all.filter(one => one.code.startsWith('dialect-'))
}

const bytesOf = (lines: readonly Line[]): Uint8Array =>
  new TextEncoder().encode(lines.map(line => `${JSON.stringify(line)}\n`).join(''))
const check = (...lines: readonly Line[]): readonly string[] =>
  findings(bytesOf(lines)).map(one => `${one.code} line ${one.line}`)

let uuid = 0
const entry = (second: number, type: string, more: Line = {}): Line => ({
  type,
  uuid: `flat-${++uuid}`,
  parentUuid: null,
  timestamp: new Date(Date.UTC(2025, 0, 27, 10, 0, second)).toISOString(),
  sessionId: 's',
  message: 'hello',
  ...more,
})

describe.each<readonly [string, readonly Line[], readonly Line[], readonly string[]]>([
  [
    '1 type, uuid, timestamp and sessionId',
    [entry(1, 'user'), entry(2, 'user', { timestamp: 1737972002000 }), { type: 'summary', summary: 'no message' }],
    [
      entry(1, 'user', { uuid: undefined }),
      entry(2, 'assistant', { timestamp: undefined, sessionId: '' }),
      { uuid: 'x', timestamp: '2025-01-27T10:00:00.000Z', sessionId: 's' },
    ],
    ['dialect-004-1 line 1', 'dialect-004-1 line 2', 'dialect-004-1 line 3'],
  ],
  [
    '4 isSidechain on sidechain messages only: one finding for all',
    [entry(1, 'user', { isSidechain: true }), entry(2, 'user')],
    [entry(1, 'user'), entry(2, 'user', { isSidechain: false }), entry(3, 'user', { isSidechain: false })],
    ['dialect-004-4 line 2'],
  ],
  [
    '5 userType external in sidechains only: one finding for all',
    [entry(1, 'user', { isSidechain: true, userType: 'external' }), entry(2, 'user', { userType: 'human' })],
    [entry(1, 'user', { userType: 'external' }), entry(2, 'user', { userType: 'external' })],
    ['dialect-004-5 line 1'],
  ],
  [
    '6 times go forward within chains',
    [entry(5, 'user', { uuid: 'p' }), entry(5, 'assistant', { parentUuid: 'p' }), entry(1, 'user')],
    [
      entry(5, 'user', { uuid: 'p' }),
      entry(6, 'assistant', { parentUuid: 'p' }),
      entry(4, 'assistant', { parentUuid: 'p' }),
      entry(0, 'system', { parentUuid: 'p', timestamp: Date.UTC(2025, 0, 27, 9) }),
    ],
    ['dialect-004-6 line 3', 'dialect-004-6 line 4'],
  ],
  [
    '7 a tool_use names its tool',
    [entry(1, 'assistant', { subtype: 'tool_use', toolName: 'Read' }), entry(2, 'assistant', { subtype: 'response' })],
    [entry(1, 'assistant', { subtype: 'tool_use' }), entry(2, 'assistant', { subtype: 'tool_use', toolName: '' })],
    ['dialect-004-7 line 1', 'dialect-004-7 line 2'],
  ],
  [
    '8 toolArguments are an object',
    [entry(1, 'assistant', { subtype: 'tool_use', toolName: 'Read', toolArguments: {} })],
    ['{}', [], null].map(toolArguments =>
      entry(1, 'assistant', { subtype: 'tool_use', toolName: 'Read', toolArguments }),
    ),
    ['dialect-004-8 line 1', 'dialect-004-8 line 2', 'dialect-004-8 line 3'],
  ],
])('rule %s', (_, kept, broken, expected) => {
  test('kept', () => expect(check(...kept)).toEqual([]))
  test('broken', () => expect(check(...broken)).toEqual(expected))
  test('broken, without the flag', () => expect(findings(bytesOf(broken), false)).toEqual([]))
})

// These allow something: nothing can break them, so nothing is ever reported.
test.each<readonly [string, readonly Line[]]>([
  ['2 a parent that does not exist', [entry(1, 'user', { parentUuid: 'msg-from-another-session' })]],
  [
    '3 a logical parent, there or not',
    [entry(1, 'user', { uuid: 'p' }), entry(2, 'user', { parentUuid: 'gone', logicalParentUuid: 'p' })],
  ],
  ['9 many orphans, and none', [1, 2, 3, 4].map(n => entry(n, 'user', { parentUuid: `gone-${n}` }))],
  [
    '10 no compaction, one, or many',
    Array.from({ length: 9 }, (_, n) => entry(n, 'compact_system', { message: 'conversation_compacted' })),
  ],
])('rule %s: never a finding', (_, lines) => expect(check(...lines)).toEqual([]))

test('the rules that can be broken are the codes', () => {
  expect(Object.keys(DIALECT_CODES)).toEqual([1, 4, 5, 6, 7, 8].map(rule => `dialect-004-${rule}`))
})

test('what the findings say', () => {
  const lines = [entry(1, 'user', { isSidechain: false }), entry(2, 'user', { isSidechain: false, sessionId: null })]
  expect(findings(bytesOf(lines)).map(one => one.message)).toEqual([
    'isSidechain is set on 2 entries outside of any sidechain',
    'no sessionId',
  ])
})

describe('the samples', () => {
  const sample = (path: string) => readFileSync(new URL(`../../samples/projects/${path}.jsonl`, import.meta.url))

  test('its own dialect keeps all ten', () => {
    expect(findings(sample('-home-lin-seed-library/f1a7d1a1-ec70-4004-a004-b1c2d3e4f503'))).toEqual([])
  })

  test('a client breaks rules 4 and 5 with every entry', () => {
    const found = findings(sample('-home-ada-weather-station/91a14000-293a-44b5-86c1-3c4d5e6f7019'))
    expect(found.map(one => one.code)).toEqual(expect.arrayContaining(['dialect-004-4', 'dialect-004-5']))
    expect(found.every(one => one.severity === 'cosmetic')).toBe(true)
  })
})
