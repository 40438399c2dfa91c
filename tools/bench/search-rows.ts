// What the index costs and what it saves, each against a baseline of the same run.

import { spawnSync } from 'node:child_process'
import { appendFileSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measuredRun } from './measured-run.js'
import { type BenchRow, writeSession } from './rows.js'

const MB = 1_000_000

export interface SearchBench {
  readonly cli: string
  /** The program of raw-index.ts. */
  readonly raw: string
  readonly folder: string
  readonly configDir: string
}

/** In one prompt of one session. */
const RARE = 'isobar'

/** Different sessions of 2 MB, so many that they have this size together. */
export function makeCorpus(configDir: string, megabytes: number): void {
  const project = join(configDir, 'projects', '-home-ada-project')
  mkdirSync(project, { recursive: true })
  const count = Math.ceil(megabytes / 2)
  const pathOf = (index: number): string =>
    join(project, `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000.jsonl`)
  for (let index = 0; index < count; index++) writeSession(pathOf(index), 2, index + 1)
  const prompt = { type: 'user', message: { role: 'user', content: `Where does the map draw an ${RARE}?` } }
  appendFileSync(pathOf(count >> 1), `${JSON.stringify(prompt)}\n`)
}

export function searchRows(bench: SearchBench): readonly BenchRow[] {
  const { cli, raw, folder, configDir } = bench
  const cache = { XDG_CACHE_HOME: join(folder, 'cache') }
  const size = sizeBelow(join(configDir, 'projects'))
  const rounds = size > 500 * MB ? 1 : 3
  const baseline = measuredRun([raw, join(configDir, 'projects'), join(folder, 'raw.db')], rounds)
  const first = measuredRun([cli, 'index', '--rebuild', '--config-dir', configDir], rounds, cache)
  const stored = sizeBelow(cache.XDG_CACHE_HOME)
  const node = measuredRun(['-e', '0'], 10)
  const searched = (word: string, what: string): BenchRow => {
    const search = measuredRun([cli, 'search', word, '--config-dir', configDir], 6, cache)
    const grep = timeOf(() => scanned(word, join(configDir, 'projects')))
    const nothing = measuredRun([cli, 'search', word, '--config-dir', configDir, '--no-refresh'], 6, cache)
    return {
      what: `\`search\` of ${what} in ${(size / MB).toFixed(0)} MB`,
      against: `Node’s start and \`${SCANNER}\` over the files, wall time`,
      ratio: search.wallMs / (node.wallMs + grep),
      goal: 1,
      figures: `${search.wallMs.toFixed(0)} ms (${nothing.wallMs.toFixed(0)} ms without refresh) against ${node.wallMs.toFixed(0)} + ${grep.toFixed(0)} ms`,
    }
  }
  return [
    {
      what: `a first index of ${(size / MB).toFixed(0)} MB`,
      against: '`JSON.parse` of every line and a plain FTS5 insert, CPU',
      ratio: first.cpuMs / baseline.cpuMs,
      goal: 1.3,
      figures: `${first.cpuMs.toFixed(0)} ms against ${baseline.cpuMs.toFixed(0)} ms`,
    },
    {
      what: 'the same, with a thread that writes',
      against: 'the same, wall time',
      ratio: first.wallMs / baseline.wallMs,
      goal: 1.3,
      figures: `${first.wallMs.toFixed(0)} ms against ${baseline.wallMs.toFixed(0)} ms`,
    },
    {
      what: 'size of the index',
      against: 'the sessions',
      ratio: stored / size,
      goal: 0.2,
      figures: `${(stored / MB).toFixed(1)} MB`,
    },
    {
      what: 'memory of indexing',
      against: '300 MB',
      ratio: first.peakMB / 300,
      goal: 1,
      figures: `peak ${first.peakMB.toFixed(0)} MB`,
    },
    searched(RARE, 'a rare word'),
    searched('night', 'a word that is in most texts'),
    appendRow(bench, cache),
    idleRow(bench, cache, node.cpuMs),
  ]
}

const SCANNER = spawnSync('rg', ['--version']).status === 0 ? 'rg -c' : 'grep -c'

function scanned(word: string, folder: string): void {
  const [program, ...rest] = SCANNER === 'rg -c' ? ['rg', '-c', '--no-ignore', word] : ['grep', '-rc', word]
  spawnSync(program, [...rest, folder], { stdio: 'ignore' })
}

/** 1 KB more in a session of 100 MB, against indexing that session; the start of the program is taken off both. */
function appendRow({ cli, folder }: SearchBench, cache: Record<string, string>): BenchRow {
  const configDir = join(folder, 'one')
  const path = join(configDir, 'projects', '-p', '00000000-0000-4000-8000-000000000000.jsonl')
  mkdirSync(join(configDir, 'projects', '-p'), { recursive: true })
  writeSession(path, 100)
  const whole = measuredRun([cli, 'index', '--rebuild', '--config-dir', configDir], 2, cache)
  const same = measuredRun([cli, 'index', '--config-dir', configDir], 5, cache)
  let grown = Infinity
  for (let round = 0; round < 5; round++) {
    appendFileSync(
      path,
      `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'more '.repeat(190) } })}\n`,
    )
    grown = Math.min(grown, measuredRun([cli, 'index', '--config-dir', configDir], 1, cache).cpuMs)
  }
  rmSync(configDir, { recursive: true })
  return {
    what: '1 KB more in a session of 100 MB',
    against: 'indexing that session, CPU without the start of the program',
    ratio: Math.max(0, grown - same.cpuMs) / (whole.cpuMs - same.cpuMs),
    goal: 0.02,
    figures: `${Math.max(0, grown - same.cpuMs).toFixed(0)} ms against ${(whole.cpuMs - same.cpuMs).toFixed(0)} ms`,
  }
}

/** A refresh with nothing new over 20,000 files, against a plain walk with `stat`. */
function idleRow({ cli, folder }: SearchBench, cache: Record<string, string>, start: number): BenchRow {
  const configDir = join(folder, 'many')
  for (let project = 0; project < 100; project++) {
    const path = join(configDir, 'projects', `-p-${project}`)
    mkdirSync(path, { recursive: true })
    for (let at = 0; at < 200; at++)
      writeFileSync(
        join(path, `${String(project * 200 + at).padStart(8, '0')}-0000-4000-8000-000000000000.jsonl`),
        LINE,
      )
  }
  measuredRun([cli, 'index', '--config-dir', configDir], 1, cache)
  const nothing = measuredRun([cli, 'index', '--config-dir', configDir], 5, cache)
  const walk = measuredRun(['-e', WALK, join(configDir, 'projects')], 5)
  mkdirSync(join(folder, 'none'))
  const plain = measuredRun([cli, 'index', '--config-dir', join(folder, 'none')], 5, cache)
  rmSync(configDir, { recursive: true })
  return {
    what: 'a refresh with nothing new over 20,000 files',
    against: 'a plain walk with `stat`, CPU, each without the start of its program',
    ratio: (nothing.cpuMs - plain.cpuMs) / (walk.cpuMs - start),
    goal: 1.5,
    figures: `${(nothing.cpuMs - plain.cpuMs).toFixed(0)} ms against ${(walk.cpuMs - start).toFixed(0)} ms`,
  }
}

const LINE = `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'one short prompt' } })}\n`
const WALK = `const fs = require('fs'), path = require('path'); (function walk(dir) {
  for (const one of fs.readdirSync(dir, { withFileTypes: true })) {
    const name = path.join(dir, one.name); one.isDirectory() ? walk(name) : fs.lstatSync(name) } })(process.argv[1])`

function sizeBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => lstatSync(path).isFile())
    .reduce((sum, path) => sum + statSync(path).size, 0)
}

/** The best of several times, in milliseconds. */
function timeOf(act: () => void): number {
  let best = Infinity
  for (let round = 0; round < 5; round++) {
    const begun = performance.now()
    act()
    best = Math.min(best, performance.now() - begun)
  }
  return best
}

export function tableOf(rows: readonly BenchRow[]): string {
  return rows
    .map(row => `| ${row.what} | ${row.against} | ${row.ratio.toFixed(3)} | ≤ ${row.goal} | ${row.figures} |`)
    .join('\n')
}
