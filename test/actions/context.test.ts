// The answer of `context`: messages with their lines, what is not sent, the estimate; and its lines on a terminal.

import { describe, expect, test } from 'vitest'
import { type ContextReport, sessionContext, type WantedContext } from '../../src/actions/context/context.js'
import { contextSchema } from '../../src/actions/schemas.js'
import { readingInMemory } from '../../src/actions/session/open-reading.js'
import { presentContext } from '../../src/present/context.js'
import { paint } from '../../src/present/paint.js'
import {
  answer,
  answers,
  bytesOf,
  checkpoint,
  type Line,
  prompt,
  text,
  thinking,
  use,
  user,
} from '../conversation/lines.js'

const screen = { width: 80, paint: paint(false), now: 0 }

function contextOf(lines: readonly Line[], wishes: WantedContext = {}): ContextReport {
  const report = sessionContext(readingInMemory(bytesOf(lines)), wishes)
  const json = JSON.parse(JSON.stringify({ ...report, messages: [...report.messages] }))
  expect(contextSchema.parse(json)).toEqual(json)
  return report
}

const shown = (report: ContextReport, view = { full: false, brief: false }): string =>
  [...presentContext(report, screen, view)].join('\n')

describe('a session with an abandoned branch', () => {
  const lines = [
    prompt('u1'),
    answer('a1'),
    prompt('left'),
    answer('left-too'),
    prompt('u2', { parent: 'a1' }),
    answer('a2', { blocks: [text('done')] }),
  ]

  test('messages carry their lines', () => {
    expect([...contextOf(lines).messages].map(one => [one.role, one.lines])).toEqual([
      ['user', [1]],
      ['assistant', [2]],
      ['user', [5]],
      ['assistant', [6]],
    ])
  })

  test('what is not sent is told with its lines and why', () => {
    expect(contextOf(lines).omitted).toEqual([{ lines: [3, 4], entries: 2, why: 'abandoned branch' }])
    expect(shown(contextOf(lines))).toContain('Not sent: 2 entries\n  abandoned branch, 2 entries, lines 3–4')
  })

  test('another leaf, by branch number or row', () => {
    const leaf = (wishes: WantedContext) => contextOf(lines, wishes).leaf
    expect([leaf({}), leaf({ leaf: { branch: 2 } }), leaf({ leaf: { row: 1 } })]).toEqual(['a2', 'left-too', 'a1'])
  })
})

test('a message that the client wrote has no lines and names its rule', () => {
  const report = contextOf([prompt('u1'), answer('a1'), prompt('u2')])
  const last = [...report.messages].at(-1)!
  expect([last.role, last.lines, last.content]).toEqual([
    'assistant',
    [],
    [{ type: 'text', text: 'No response requested.' }],
  ])
  expect(last.rule).toMatch(/^(N24|R-M12)/)
  expect(shown(report)).toContain('── 3 assistant · added by the client ─')
})

test('a session that does not resume', () => {
  const report = contextOf([checkpoint('nowhere')])
  expect([report.resumes, report.outcome, report.reason, [...report.messages]]).toEqual([
    false,
    'refuses',
    expect.stringContaining('No conversation found'),
    [],
  ])
  expect(shown(report)).toContain('does not resume')
})

test('an older client, and one between two that are known', () => {
  const lines = [prompt('u1'), answer('a1')]
  expect(contextOf(lines, { client: '2.1.400' })).toMatchObject({ client: '2.1.325', asked: '2.1.400' })
  expect(contextOf(lines, { client: '2.1.325' })).not.toHaveProperty('asked')
  expect(() => contextOf(lines, { client: '0.1.2' })).toThrow(/no client generation/)
})

test('long texts are cut at a line, with what is left out; --full shows them', () => {
  const long = Array.from({ length: 40 }, (_, line) => `line ${line} 👩‍🚀`).join('\n')
  const report = contextOf([user('u1', long), answer('a1')])
  const rest = long.length - long.indexOf('\nline 12 ')
  expect(shown(report)).toContain(`line 11 👩‍🚀\n… ${rest} more characters`)
  expect(shown(report)).not.toContain('line 12')
  expect(shown(report, { full: true, brief: false })).toContain('line 39')
  expect(shown(report, { full: false, brief: true })).not.toContain('line 0')
})

test('blocks of every kind on the terminal', () => {
  const report = contextOf([
    user('u1', [
      text('look'),
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0K' } },
    ]),
    answer('a1', { message: 'm1', blocks: [thinking('hm')] }),
    answer('a2', { message: 'm1', blocks: [use('x')] }),
    user('r1', [answers('x', [text('wrong')], { is_error: true })]),
    answer('a3', { blocks: [{ type: 'redacted_thinking', data: 'x' }, { type: 'novel', thing: 1 }, text('so')] }),
  ])
  const page = shown(report)
  for (const line of ['[image image/png 6 B]', '✻ thinking', '  hm', '● Read x', '✗ result of x', '  wrong'])
    expect(page).toContain(line)
  for (const line of ['✻ redacted thinking', '[novel]', '  {"type":"novel","thing":1}']) expect(page).toContain(line)
})
