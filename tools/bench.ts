// `npm run bench`: speed as ratios to a baseline measured in the same run. Prints a table and writes docs/benchmarks.md.

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
const folder = mkdtempSync(join(tmpdir(), 'rethread-bench-'))
try {
  const large = join(folder, 'large.jsonl')
  const middle = join(folder, 'middle.jsonl')
  const huge = join(folder, 'huge.jsonl')
  writeSession(large, 100)
  writeSession(middle, 10)
  writeSession(huge, 300)
  const corpus = join(folder, 'corpus')
  const megabytes = Number(process.env['BENCH_MB'] ?? 100)
  makeCorpus(corpus, megabytes)
  const rows = [
    startRow(cli),
    findRow(large),
    deriveRow(large),
    checkRow(large),
    contextRow(large),
    statsRow(cli, large, baseline),
    growthRow(cli, middle, large),
    changesRow(large),
    ...cloneRows(cli, large, baseline),
    largeCloneRow(cli, huge),
    stripRow(cli, large, baseline),
    cloneGrowthRow(cli, middle, large),
    lsRow(cli, folder),
    checkAllRow(cli, folder, baseline),
    ...searchRows({ cli, raw: join(dirname(baseline), 'raw-index.js'), folder, configDir: corpus }),
    // The goals are for a gigabyte: of less, starting is most of the work.
    ...usageRows({ cli, folder, megabytes: Math.max(1000, megabytes) }),
    ...(await teamRows({ sizes: [1_000_000], readers: 200, writers: 20, seconds: 60 })),
  ]
  const text = page(rows)
  console.log(text)
  writeFileSync(join(root, 'docs', 'benchmarks.md'), text)
  if (rows.some(row => row.ratio > row.goal)) {
    console.error('A goal was missed.')
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
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
