// Quality row 18: 10,000 strings of everything that a terminal acts on, in every printed field of every presentation.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findDrift } from '../../src/actions/check/drift.js'
import { ls } from '../../src/actions/list/ls.js'
import type { GraphReport } from '../../src/actions/read/graph.js'
import { presentCheck } from '../../src/present/check.js'
import { presentDrift } from '../../src/present/drift.js'
import { presentGraph } from '../../src/present/graph.js'
import { presentDot } from '../../src/present/graph-dot.js'
import { presentMermaid } from '../../src/present/graph-mermaid.js'
import { presentLs, presentOverview } from '../../src/present/ls.js'
import type { Screen } from '../../src/present/screen.js'
import { presentShow } from '../../src/present/show.js'
import { presentManyStats, presentStats } from '../../src/present/stats.js'
import { presentTools, presentTrackedFiles } from '../../src/present/tools.js'
import { presentTurns } from '../../src/present/turns.js'
import { sampleFiles } from '../../tools/samples.js'
import { tempFolder } from '../disk/temp-folder.js'
import { nastyStrings } from './nasty-strings.js'
import { printingProblem } from './printed.js'
import { type Answer, answersOf } from './through-everything.js'

const samples = [...sampleFiles()].filter(([path]) => path.startsWith('projects/') && path.endsWith('.jsonl'))
const small = samples.filter(([, bytes]) => bytes.length < 40_000)
const nasty = nastyStrings(18)
let strings = 0
const next = (): string => {
  strings++
  return nasty()
}

afterAll(() => expect(strings).toBeGreaterThan(10_000))

type Value = Readonly<Record<string, unknown>>

/** The same value with other strings and, where asked, other keys. Equal strings stay equal: links hold. */
function mapped(value: unknown, change: (text: string, key: string) => string, key = ''): unknown {
  if (typeof value === 'string') return change(value, key)
  if (Array.isArray(value)) return value.map(one => mapped(one, change, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one, change, name)]))
}

function memo(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>()
  return text => {
    const known = made.get(text) ?? make(text)
    made.set(text, known)
    return known
  }
}

/** Words that say what a row or block is: in most files they stay, so that everything is read for what it is. */
const SHAPE = new Set(['type', 'role', 'subtype', 'operation', 'timestamp', 'media_type', 'name', 'data', 'version'])

function nastyFile(bytes: Uint8Array, keepsShape: boolean): Uint8Array {
  const change = memo(text => (text.startsWith('<') ? `${text}${next()}` : `${next()}${text.slice(0, 40)}`))
  const lines = Buffer.from(bytes)
    .toString('utf8')
    .split('\n')
    .map(line => {
      try {
        const row = mapped(JSON.parse(line), (text, key) => (keepsShape && SHAPE.has(key) ? text : change(text)))
        return JSON.stringify({ ...(row as Value), [next()]: next() })
      } catch {
        return `${line}${next()}`
      }
    })
  return Buffer.from(lines.join('\n'), 'utf8')
}

function expectSafe(answer: Answer): void {
  expect(printingProblem(answer)).toBeUndefined()
}

describe('nasty strings in every field of a file', () => {
  test.each(samples)('%s', async (_, bytes) => {
    for (const answer of await answersOf(nastyFile(bytes, true), { seeds: ['seed-004'] })) expectSafe(answer)
  })

  test.each(small)('%s, also where types and names are expected', async (_, bytes) => {
    for (const answer of await answersOf(nastyFile(bytes, false), { seeds: ['seed-000'] })) expectSafe(answer)
  })
})

/** Fields of reports that never hold words of others: one of a few words, or a date that we wrote. */
const OURS = new Set(
  ['code', 'kind', 'state', 'severity', 'depth', 'reason', 'form', 'level', 'rules', 'why', 'layout', 'by'].concat([
    'unit',
    'how',
    'marks',
    'dialect',
  ]),
)
const MEDIA = new Set(['image', 'document'])
const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)

/** Every other string of a report, and every key of its counts, is nasty. */
function nastyReport<T>(report: T): T {
  const text = (one: string, key: string): string => (OURS.has(key) || isDate(one) || MEDIA.has(one) ? one : next())
  return withNastyCounts(mapped(report, text)) as T
}

function withNastyCounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNastyCounts)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isCounts = (name: string): boolean => COUNTS.has(name)
  return Object.fromEntries(
    entries.map(([name, one]) => {
      if (!isCounts(name) || typeof one !== 'object' || one === null || Array.isArray(one))
        return [name, withNastyCounts(one)]
      return [name, Object.fromEntries(Object.values(one).flatMap(n => (typeof n === 'number' ? [[next(), n]] : [])))]
    }),
  )
}

const COUNTS = new Set(['versions', 'models', 'stopReasons', 'byTool', 'types', 'fields', 'byModel'])

/** Ids of nodes are numbers that we gave, and the words of some kinds are ours. */
function nastyGraph(report: GraphReport): GraphReport {
  const nodes = report.nodes.map(node => {
    const { id, label } = node
    const said = node.kind === 'turn' || node.kind === 'agent' || node.kind === 'entry'
    return { ...nastyReport(node), id, label: said ? next() : label }
  })
  // Ids are shortened: not inside of a character.
  return { ...report, session: { id: `1234567👩${next()}`, title: next() }, nodes }
}

type Present = (report: never, screen: Screen) => Iterable<string>
const PRESENTERS: Readonly<Record<string, Present>> = {
  stats: presentStats as Present,
  'stats of many': presentManyStats as Present,
  turns: presentTurns as Present,
  tools: presentTools as Present,
  'tracked files': presentTrackedFiles as Present,
  graph: presentGraph as Present,
  'graph, folded': presentGraph as Present,
  mermaid: presentMermaid as Present,
  dot: presentDot as Present,
  show: presentShow as Present,
  'show, answers only': presentShow as Present,
  check: presentCheck as Present,
}

describe('nasty strings in every field of a report', () => {
  test.each(samples)('of %s', async (_, bytes) => {
    const answers = await answersOf(bytes, { seeds: [] })
    const graph = answers.find(({ name }) => name === 'graph')!.report as GraphReport
    for (const { name, report } of answers) {
      const present = PRESENTERS[name]
      if (!present) continue
      const made = (report === null || name.startsWith('graph') ? nastyGraph(graph) : nastyReport(report)) as never
      expectSafe({ name, report: made, present: screen => present(made, screen) })
    }
  })

  test('of check', () => {
    const findings = Array.from({ length: 300 }, (_, at) => ({
      ...{ session: next(), code: 'line-cut', severity: 'loses' as const, line: at, message: next(), fix: next() },
    }))
    const summary = { sessions: 2, sound: 0, bySeverity: { refuses: 0, loses: 300, cosmetic: 0 }, byCode: {} }
    for (const sessions of [1, 2]) {
      const report = { findings, summary: { ...summary, sessions } }
      expectSafe({ name: 'check', report, present: screen => presentCheck(report, screen) })
    }
  })
})

describe('files on disk', () => {
  const onDisk = (): string => {
    const config = tempFolder()
    samples.forEach(([path, bytes], index) => {
      const folder = join(config, 'projects', `-p${index}${next().replace(/[/\0]/g, '').slice(0, 40)}`)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, path.split('/').at(-1)!), nastyFile(bytes, true))
      writeFileSync(join(folder, `${next().replace(/[/\0]/g, '')}.jsonl`), nastyFile(bytes, true))
    })
    return config
  }

  test('ls and overview', async () => {
    const configDir = onDisk()
    const report = await ls({ env: {}, home: configDir, cwd: configDir, configDir }, { limit: 1000, all: true })
    expect(report.sessions.length).toBeGreaterThan(samples.length)
    for (const one of [report, nastyReport(report), nastyReport({ ...report, sessions: [] })]) {
      expectSafe({ name: 'ls', report: one, present: screen => presentLs(one, screen) })
      expectSafe({ name: 'overview', report: one, present: screen => presentOverview(one, screen, 'rethread') })
    }
  })

  test('drift', async () => {
    const configDir = onDisk()
    const { sessions } = await ls({ env: {}, home: configDir, cwd: configDir, configDir }, { limit: 1000, all: true })
    const report = await findDrift(sessions.map(({ id, path }) => ({ kind: 'file' as const, id, path })))
    expect(report.rows.length).toBeGreaterThan(samples.length)
    for (const one of [report, nastyReport(report)]) {
      expectSafe({ name: 'drift', report: one, present: screen => presentDrift(one, screen) })
    }
  })
})
