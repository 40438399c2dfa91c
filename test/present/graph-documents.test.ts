// Mermaid and Graphviz: whatever a transcript holds, it stays inside its label.

import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GraphReport, sessionGraph } from '../../src/actions/read/graph.js'
import { inMemory } from '../../src/actions/session/open-session.js'
import { presentDot } from '../../src/present/graph-dot.js'
import { presentMermaid } from '../../src/present/graph-mermaid.js'
import { bytesOf, last, user } from '../conversation/lines.js'
import { runs } from '../runs.js'
import { graphOf, SAMPLE_FILES } from './sample-graphs.js'

const HOSTILE = [
  '"] --> evil["x',
  '"]; click turn1 "javascript:alert(1)"',
  'turn1 click "https://evil.example"',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '&lt;script&gt;',
  '`**bold** [x](javascript:alert(1))`',
  '%%{init: {"securityLevel": "loose"}}%%',
  '#60;b#62; #quot;',
  '```\nend of the fence',
  'end',
  'subgraph x',
  '\\"]; evil [URL="javascript:alert(1)"',
  'trailing backslash \\',
  '\\N \\G \\l \\n',
  '", URL="javascript:alert(1)", tooltip="',
  '<<b>html-like</b>>',
  '} digraph evil { a -> b',
  '\u0000\u001b[31m\u202e\ud800',
  '漢字 émigré 👩\u200d👩\u200d👧',
]

const SHAPE = '(?:\\["L"\\]|\\[\\["L"\\]\\]|\\{\\{"L"\\}\\}|\\("L"\\)|\\[/"L"/\\]|\\(\\["L"\\]\\))'
const LABEL = '(?:[\\p{L}\\p{M}\\p{N} .,:?!…–→·]|#\\d+;)*'
const ID = '(?:turn|compaction|agent|fork|cut|entry)\\d+|leaf'
const MERMAID = [
  /^flowchart TD$/,
  new RegExp(`^  (?:${ID})${SHAPE.replaceAll('L', LABEL)}$`, 'u'),
  new RegExp(`^  (?:${ID}) (?:-->|==>|-\\.->|-\\. joined \\.->|-\\. cut \\.-) (?:${ID})$`),
  /^ {2}classDef other stroke-dasharray: 4$/,
  new RegExp(`^  class (?:${ID})(?:,(?:${ID}))* other$`),
]
const DOT = [
  /^digraph session \{$/,
  /^ {2}(?:node|edge) \[fontname="sans-serif", fontsize=\d+\]$/,
  new RegExp(
    `^  (?:${ID}) \\[shape=\\w+(?:, peripheries=2)?, label="(?:[^"\\\\&]|\\\\["\\\\]|&amp;)*"(?:, group=lane\\d+)?(?:, style=dashed)?\\]$`,
    'u',
  ),
  new RegExp(`^  (?:${ID}) -> (?:${ID})(?: \\[style=\\w+(?:, dir=none)?(?:, label="\\w+")?\\])?$`),
  /^\}$/,
]

function checkLines(lines: Iterable<string>, grammar: readonly RegExp[]): void {
  for (const line of lines)
    expect(
      grammar.some(rule => rule.test(line)),
      line,
    ).toBe(true)
}

function check(report: GraphReport): void {
  const mermaid = [...presentMermaid(report)]
  const dot = [...presentDot(report)]
  checkLines(mermaid, MERMAID)
  checkLines(dot, DOT)
  const edges = report.edges.length
  expect(mermaid.filter(line => / (?:-->|==>|-\.->|\.->|\.-) /.test(line))).toHaveLength(edges)
  expect(dot.filter(line => line.includes(' -> ') && !line.includes('[shape='))).toHaveLength(edges)
}

const asked = (words: string): GraphReport =>
  sessionGraph(inMemory(bytesOf(user('p1', words, { parent: null }), last('a1'))), [], { all: true })

describe('labels', () => {
  test.each(HOSTILE)('%j stays a label', words => check(asked(words)))

  test('so does any string', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'"\\[](){}<>#;&`|%-=.~ x') }),
    )
    fc.assert(
      fc.property(text, words => check(asked(`x${words}`))),
      { numRuns: runs(10, 100) },
    )
  })

  test('what is written by its number is what was said', () => {
    const [, node] = [...presentMermaid(asked('a "b" <c> #35; & `d`'))]
    const label = /"(.*)"/u.exec(node!)![1]!
    expect(label.replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).toBe('1 · a "b" <c> #35; & `d`')
  })
})

describe('the samples', () => {
  test.each(SAMPLE_FILES)('%s', async (_, path) => {
    check(await graphOf(path, false))
    check(await graphOf(path, true))
  })
})

const hasDot = spawnSync('dot', ['-V']).status === 0

test.runIf(hasDot)(
  'Graphviz reads it, and makes no link of it',
  async () => {
    const reports = [...HOSTILE.map(asked), ...(await Promise.all(SAMPLE_FILES.map(([, path]) => graphOf(path, true))))]
    const svg = spawnSync('dot', ['-Tsvg'], {
      input: reports.map(report => [...presentDot(report)].join('\n')).join('\n'),
      encoding: 'utf8',
    })
    expect(svg.stderr.replaceAll(/^.*(?:fontconfig|Pango).*$/gim, '').trim()).toBe('')
    expect(svg.status).toBe(0)
    expect(svg.stdout.match(/<svg /g)).toHaveLength(reports.length)
    expect(svg.stdout).not.toMatch(/xlink:href|<img|<script|<a /)
  },
  60_000,
)
