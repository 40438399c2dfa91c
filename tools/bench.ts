// `npm run bench`: speed as ratios to a baseline measured in the same run. Prints a table and writes docs/benchmarks.md.
// `npm run bench -- stats check-all`: those rows alone, which are only printed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { changesRow, cloneGrowthRow, cloneRows, largeCloneRow, stripRow } from './bench/clone-rows.js'
import {
  type BenchRow,
  checkAllRow,
  checkRow,
  contextRow,
  deriveRow,
  findRow,
  growthRow,
  lsRow,
  startRow,
  statsRow,
  writeSession,
} from './bench/rows.js'
import { makeCorpus, searchRows } from './bench/search-rows.js'
import { teamRows } from './bench/team-rows.js'
import { usageRows } from './bench/usage-rows.js'

const root = process.cwd()
const cli = join(root, 'dist', 'cli', 'rethread.js')
const baseline = join(dirname(fileURLToPath(import.meta.url)), 'bench', 'parse-lines.js')
const raw = join(dirname(baseline), 'raw-index.js')
const table = join(root, 'docs', 'benchmarks.md')
const megabytes = Number(process.env['BENCH_MB'] ?? 100)
const folder = mkdtempSync(join(tmpdir(), 'rethread-bench-'))

/** Sessions are made when a row first asks for them. */
const large = madeOnce(() => session('large', 100))
const middle = madeOnce(() => session('middle', 10))
const huge = madeOnce(() => session('huge', 300))
const corpus = madeOnce(() => {
  const path = join(folder, 'corpus')
  makeCorpus(path, megabytes)
  return path
})

type Measured = BenchRow | readonly BenchRow[]

/** By name, in the order of the table. */
const ROWS: Readonly<Record<string, () => Measured | Promise<Measured>>> = {
  start: () => startRow(cli),
  find: () => findRow(large()),
  derive: () => deriveRow(large()),
  check: () => checkRow(large()),
  context: () => contextRow(large()),
  stats: () => statsRow(cli, large(), baseline),
  growth: () => growthRow(cli, middle(), large()),
  changes: () => changesRow(large()),
  clone: () => cloneRows(cli, large(), baseline),
  'large-clone': () => largeCloneRow(cli, huge()),
  strip: () => stripRow(cli, large(), baseline),
  'clone-growth': () => cloneGrowthRow(cli, middle(), large()),
  ls: () => lsRow(cli, folder),
  'check-all': () => checkAllRow(cli, folder, baseline),
  search: () => searchRows({ cli, raw, folder, configDir: corpus() }),
  // The goals are for a gigabyte: of less, starting is most of the work.
  usage: () => usageRows({ cli, folder, megabytes: Math.max(1000, megabytes) }),
  team: () => teamRows({ sizes: [1_000_000], readers: 200, writers: 20, seconds: 60 }),
}

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !(name in ROWS))
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}. Rows: ${Object.keys(ROWS).join(', ')}`)
  process.exit(2)
}
try {
  const rows: BenchRow[] = []
  for (const [name, measure] of Object.entries(ROWS))
    if (asked.length === 0 || asked.includes(name)) rows.push(...[await measure()].flat())
  const text = page(rows)
  console.log(text)
  // A table is of one run: rows that were asked for by name are only shown.
  if (asked.length === 0) writeFileSync(table, text)
  if (rows.some(row => row.ratio > row.goal)) {
    console.error('A goal was missed.')
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function session(name: string, size: number): string {
  const path = join(folder, `${name}.jsonl`)
  writeSession(path, size)
  return path
}

function madeOnce(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}

function page(rows: readonly BenchRow[]): string {
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench`. Times depend on the machine and on what else it does, so every figure is a ratio to a',
    'baseline measured in the same run, the best of several rounds; no test depends on a time.',
    '',
    `Last run: Node ${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} cores.`,
    '',
    '| what | measured against | ratio | goal | figures |',
    '|---|---|---|---|---|',
    ...rows.map(row => `| ${row.what} | ${row.against} | ${row.ratio.toFixed(2)} | ≤ ${row.goal} | ${row.figures} |`),
    '',
  ].join('\n')
}
