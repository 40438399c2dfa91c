// D16, D17: what is not known is kept and counted, whatever its name.

import { expect, test } from 'vitest'
import { sessionStats, totalStats } from '../../src/actions/read/stats.js'
import { inMemory } from '../../src/actions/session/open-session.js'
import { driftCounter } from '../../src/conversation/drift.js'
import { createNames } from '../../src/conversation/names.js'
import { typeOf } from '../../src/conversation/rows.js'
import { answer, bytesOf, calls, type Line, prompt, read, result, system, text, user } from './lines.js'

const unknown = (...lines: readonly Line[]) => read(...lines).unknown
// A literal `__proto__` in an object expression would set the prototype; JSON makes it a key.
const json = (words: string): Line => JSON.parse(words) as Line

test('nothing unknown in what the client writes', () => {
  const lines = [prompt('u1'), calls('a1', 'c'), result('r1', 'c'), system('s1', 'turn_duration', { durationMs: 4 })]
  expect(unknown(...lines)).toEqual({ types: {}, fields: {} })
})

test('types, fields, fields of messages, usage and blocks', () => {
  const found = unknown(
    { type: 'brand-new', uuid: 'n1' },
    { type: 'brand-new' },
    { uuid: 'x' },
    prompt('u1', { mood: 'good' }),
    prompt('u2', { mood: 'bad' }),
    answer('a1', {
      usage: { input_tokens: 1, sparkles: 2 },
      blocks: [
        { ...text('x'), tint: 1 },
        { type: 'hologram', data: 1, more: 2 },
      ],
    }),
    user('u3', [{ type: 'hologram' }, { type: 'hologram' }]),
    { ...prompt('u4'), message: { role: 'user', content: 'x', tone: 'flat' } },
  )
  expect(found.types).toEqual({ 'brand-new': 2, '(none)': 1, 'block/hologram': 3 })
  expect(found.fields).toEqual({
    'user.mood': 2,
    'assistant.message.usage.sparkles': 1,
    'block/text.tint': 1,
    'user.message.tone': 1,
  })
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s as a name of anything', name => {
  const key = JSON.stringify(name)
  const bytes = bytesOf(
    json(`{"type":${key},"uuid":"t1"}`),
    json(`{"type":"user","uuid":"u1","parentUuid":null,${key}:1,"message":{"role":"user","content":"x",${key}:2}}`),
    json(`{"type":"system","subtype":${key},"uuid":"s1"}`),
    json(
      `{"type":"assistant","uuid":${key},"parentUuid":"u1","version":${key},"message":{"id":${key},"model":${key},` +
        `"stop_reason":${key},"content":[{"type":"tool_use","id":${key},"name":${key},"input":{}},{"type":${key}}]}}`,
    ),
    json(
      `{"type":"user","uuid":"r1","parentUuid":${key},"message":{"content":[{"type":"tool_result","tool_use_id":${key}}]}}`,
    ),
  )
  const stats = sessionStats(inMemory(bytes))
  expect(Object.entries(stats.entries)).toContainEqual([name, 1])
  expect(Object.entries(stats.entries)).toContainEqual([`system/${name}`, 1])
  expect(Object.entries(stats.unknown.types)).toContainEqual([name, 1])
  expect(Object.entries(stats.unknown.fields)).toEqual(
    expect.arrayContaining([
      [`user.${name}`, 1],
      [`user.message.${name}`, 1],
    ]),
  )
  expect(Object.entries(stats.toolCalls.byTool)).toEqual([[name, 1]])
  expect(Object.entries(stats.stopReasons)).toEqual([[name, 1]])
  expect(Object.entries(stats.session.models)).toEqual([[name, 1]])
  expect(Object.entries(stats.session.versions)).toEqual([[name, 1]])
  expect(Object.entries(stats.blocks.assistant)).toContainEqual([name, 1])
  expect([stats.toolCalls.paired, stats.graph.orphans, stats.messages.assistant]).toEqual([1, 0, 1])
  const totals = totalStats([stats, stats])
  expect(Object.entries(totals.entries)).toContainEqual([name, 2])
  expect(Object.entries(totals.toolCalls.byTool)).toEqual([[name, 2]])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('an entry of an unknown type is a row like others', () => {
  const { rows, graph } = read(prompt('u1'), { type: 'new', uuid: 'n1', parentUuid: 'u1' })
  expect(typeOf(rows, 1)).toBe('new')
  expect(graph.parent[1]).toBe(0)
})

test('fields are told by their own type and subtype, however many names there are', () => {
  const names = createNames()
  const system = names.of('system')
  const known = names.of('turn_duration')
  while (names.count < known + 65_536) names.of(`filler ${names.count}`)
  const other = names.of('another_subtype')
  expect(other - known).toBe(65_536)
  const drift = driftCounter(names)
  for (const subtype of [known, other]) {
    drift.field('entry', names.of('durationMs'))
    drift.field('entry', names.of('oddity'))
    drift.entry(system, subtype)
  }
  expect(Object.keys(drift.counts().fields).toSorted()).toEqual([
    'system/another_subtype.durationMs',
    'system/another_subtype.oddity',
    'system/turn_duration.oddity',
  ])
})
