// The graph on a terminal: the samples as pictures in text, widths, and hostile texts.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GraphReport } from '../../src/actions/read/graph.js'
import { sessionGraph } from '../../src/actions/read/graph.js'
import { graphSchema } from '../../src/actions/read/graph.schema.js'
import { sessionTurns } from '../../src/actions/read/turns.js'
import { inMemory } from '../../src/actions/session/open-session.js'
import { presentGraph } from '../../src/present/graph.js'
import { paint, paintedWidth, unpainted } from '../../src/present/paint.js'
import { presentTurns } from '../../src/present/turns.js'
import { randomSession } from '../../tools/generator/random-session.js'
import {
  answer,
  boundary,
  bytesOf,
  type Line,
  last,
  prompt,
  result,
  summaryOf,
  use,
  user,
} from '../conversation/lines.js'
import { runs } from '../runs.js'
import { graphOf, SAMPLE_FILES } from './sample-graphs.js'

const drawn = (report: GraphReport, width: number, color = false): readonly string[] => [
  ...presentGraph(report, { width, paint: paint(color), now: 0 }),
]

describe('the samples', () => {
  test('are all there', () => expect(SAMPLE_FILES.length).toBeGreaterThanOrEqual(20))

  test.each(SAMPLE_FILES)('%s at 80 and 160 columns', async (id, path) => {
    const folded = await graphOf(path, false)
    const all = await graphOf(path, true)
    const text = [
      ['80 columns', ...drawn(folded, 80)],
      ['160 columns, --all', ...drawn(all, 160)],
    ]
    await expect(`${text.map(lines => lines.join('\n')).join('\n\n')}\n`).toMatchFileSnapshot(`graphs/${id}.txt`)
  })

  test.each(SAMPLE_FILES)('%s: JSON as the schema says', async (_, path) => {
    for (const all of [false, true]) {
      const report = await graphOf(path, all)
      expect(graphSchema.strict().parse(JSON.parse(JSON.stringify(report)))).toEqual(JSON.parse(JSON.stringify(report)))
    }
  })

  test.each(SAMPLE_FILES)('%s: no line is wider than the terminal, colours change nothing', async (_, path) => {
    const report = await graphOf(path, true)
    for (const width of [40, 60, 80, 100, 120, 160, 200]) {
      const plain = drawn(report, width)
      for (const line of plain) expect(paintedWidth(line)).toBeLessThanOrEqual(width)
      expect(drawn(report, width, true).map(unpainted)).toEqual(plain)
    }
  })
})

test('a plan that was accepted is called after its heading, as in ls', () => {
  const plan = 'Implement the following plan:\n\n# A tide table\n\n## Context'
  const open = inMemory(bytesOf([user('p', plan), last('a')]))
  expect(drawn(sessionGraph(open, [], { all: false }), 60)[3]).toBe('●  1  A tide table  2 entries')
  const turns = [...presentTurns(sessionTurns(open, { all: false }), { width: 100, paint: paint(false), now: 0 })]
  expect(turns[1]).toMatch(/ A tide table( |$)/)
})

describe('the requests of a long turn', () => {
  const request = (n: number): readonly Line[] => [
    answer(`c${n}`, { blocks: [use(`t${n}`, n % 3 === 0 ? 'Bash' : 'Read')] }),
    result(`r${n}`, `t${n}`),
  ]
  const requests = (from: number, to: number): readonly Line[] =>
    Array.from({ length: to - from + 1 }, (_, i) => request(from + i)).flat()
  const draw = (lines: readonly Line[], options = {}) =>
    [
      ...presentGraph(
        sessionGraph(inMemory(bytesOf(lines)), [], { all: false }),
        {
          width: 60,
          paint: paint(false),
          now: 0,
        },
        options,
      ),
    ].slice(3)

  test('below ten they are not shown; from ten on some a line, however many', () => {
    expect(draw([prompt('p'), ...requests(1, 9)]).join('\n')).not.toContain('1.1')
    expect(draw([prompt('p'), ...requests(1, 12), last('a')]).slice(0, 4)).toEqual([
      '●  1  say p  26 entries',
      '│     1.1–1.5    Read 4, Bash',
      '│     1.6–1.10   Read 3, Bash 2',
      '│     1.11–1.13  Read, Bash',
    ])
    const shown = draw([prompt('p'), ...requests(1, 700)]).filter(line => line.includes('–'))
    expect(shown.map(line => line.trim().split(/ +/)[1])).toEqual([
      '1.1–1.200',
      '1.201–1.400',
      '1.401–1.600',
      '1.601–1.700',
    ])
  })

  test('each on a line of its own where that is asked for', () => {
    expect(draw([prompt('p'), ...requests(1, 2), last('a')], { eachRequest: true })).toEqual([
      '●  1  say p  6 entries',
      '│     1.1  Read',
      '│     1.2  Read',
      '│     1.3  text only',
      '◉     active leaf (line 6): the last entry of the file',
    ])
  })

  test('a compaction in the middle of a turn stands between them', () => {
    const lines = [prompt('p'), ...requests(1, 6), boundary('b', {}, { logicalParentUuid: 'r6' }), summaryOf('s')]
    const shown = draw([...lines, ...requests(7, 12)])
    expect(shown.findIndex(line => line.includes('◆'))).toBe(1 + shown.findIndex(line => line.includes('1.6')))
  })
})

describe('lanes', () => {
  const turn = (name: string, parent: string | null): readonly Line[] => [
    prompt(`p${name}`, { parent }),
    last(`a${name}`),
  ]
  const draw = (...lines: readonly (readonly Line[])[]) =>
    drawn(sessionGraph(inMemory(bytesOf(...lines)), [], { all: false }), 60).slice(3)

  test('branches from several points, lanes used again', () => {
    const lines = [turn('1', null), turn('2', 'a1'), turn('3', 'a1'), turn('4', 'a3'), turn('5', 'a1')]
    expect(draw(...lines, turn('6', 'a4'), turn('7', 'a5'), turn('8', 'a5'))).toEqual([
      '●      1  say p1  2 entries',
      '├─┬─╮     branch 2, abandoned: 1 turn, 2 entries; branch 3,',
      '│ │ │     abandoned: 3 turns, 6 entries',
      '│ ● │  2  say p2  2 entries',
      '│   ●  3  say p3  2 entries',
      '│   ●  4  say p4  2 entries',
      '●   │  5  say p5  2 entries',
      '├─╮ │     branch 4, abandoned: 1 turn, 2 entries',
      '│ │ ●  6  say p6  2 entries',
      '│ ●    7  say p7  2 entries',
      '●      8  say p8  2 entries',
      '◉         active leaf (line 16): the last entry of the file',
    ])
  })

  test('a line that must cross another goes over it', () => {
    const lines = [turn('1', null), turn('2', 'a1'), turn('3', 'a1'), turn('4', 'a2'), turn('5', 'a3')]
    expect(draw(...lines, turn('6', 'a3')).join('\n')).toContain('├─┼─╮')
  })

  test('any number of them stays inside the terminal', () => {
    const many = Array.from({ length: 120 }, (_, index) => turn(`${index + 1}`, index === 0 ? null : 'a1'))
    const report = sessionGraph(inMemory(bytesOf(...many)), [], { all: true })
    for (const width of [30, 80, 160]) {
      for (const line of drawn(report, width)) expect(paintedWidth(line)).toBeLessThanOrEqual(width)
    }
  })
})

test('a session without anything says so', () => {
  const report = sessionGraph(inMemory(new Uint8Array()), [], { all: false })
  expect(drawn(report, 80)).toEqual(['0 turns · 0 entries', '', 'No active leaf: no prompts or answers in the file.'])
})

test('whatever a prompt holds, only our own colours reach the terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), words => {
      const open = inMemory(bytesOf(user('p1', `x\u001b]0;t\u0007${words}`, { parent: null }), last('a1')))
      for (const line of drawn(sessionGraph(open, [], { all: true }), 80, true)) {
        expect(unpainted(line)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
        expect(paintedWidth(line)).toBeLessThanOrEqual(80)
      }
    }),
    { numRuns: runs(20, 200) },
  )
})

test('random sessions stay inside the terminal', () => {
  for (let seed = 1; seed <= runs(3, 20); seed++) {
    const open = inMemory(randomSession(seed, { turns: 12, damage: seed % 2 === 0 }).bytes)
    const report = sessionGraph(open, [], { all: seed % 3 === 0 })
    for (const line of drawn(report, 80)) expect(paintedWidth(line)).toBeLessThanOrEqual(80)
  }
})
