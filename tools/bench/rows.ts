// What is measured, against what, and how good it shall be.

import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sessionChecker } from '../../src/check/check.js'
import { sentAlong } from '../../src/check/sent.js'
import { storedBlocks } from '../../src/check/stored-blocks.js'
import { contextAlong, contextEstimate, contextReader, findPath } from '../../src/context/index.js'
import { conversationBuilder } from '../../src/conversation/conversation.js'
import type { RecordSink } from '../../src/format/found.js'
import { recordReader } from '../../src/format/records.js'
import { largeSession, randomSession } from '../generator/random-session.js'
import { measuredRun } from './measured-run.js'

export interface BenchRow {
  readonly what: string
  readonly against: string
  readonly ratio: number
  readonly goal: number
  readonly figures: string
}

const MB = 1_000_000

export function startRow(cli: string): BenchRow {
  const node = measuredRun(['-e', '0'], 15)
  const ours = measuredRun([cli, '--version'], 15)
  return {
    what: 'start: `rethread --version`',
    against: '`node -e 0`, wall time',
    ratio: ours.wallMs / node.wallMs,
    goal: 1.4,
    figures: `${ours.wallMs.toFixed(0)} ms against ${node.wallMs.toFixed(0)} ms`,
  }
}

export function findRow(file: string): BenchRow {
  const bytes = readFileSync(file)
  const { best, baseline } = inTurns(bytes, findRecords)
  return {
    what: 'find lines and entries, with the verdict on every line',
    against: '`JSON.parse` of every line, CPU',
    ratio: best / baseline,
    goal: 0.25,
    figures: `${speed(bytes.length, best)} against ${speed(bytes.length, baseline)}`,
  }
}

export function deriveRow(file: string): BenchRow {
  const { best, baseline } = inTurns(readFileSync(file), derive)
  return {
    what: 'everything that `stats` tells of a 100 MB session',
    against: '`JSON.parse` of every line, CPU',
    ratio: best / baseline,
    goal: 1.25,
    figures: `${best.toFixed(0)} ms against ${baseline.toFixed(0)} ms`,
  }
}

export function checkRow(file: string): BenchRow {
  const { best, baseline } = inTurns(readFileSync(file), check)
  return {
    what: 'everything that `check` finds in a 100 MB session',
    against: '`JSON.parse` of every line, CPU',
    ratio: best / baseline,
    goal: 1.5,
    figures: `${best.toFixed(0)} ms against ${baseline.toFixed(0)} ms`,
  }
}

export function contextRow(file: string): BenchRow {
  const { best, baseline } = inTurns(readFileSync(file), context)
  return {
    what: 'what is sent and what is not, the findings and the estimate of `context`, of a 100 MB session',
    against: '`JSON.parse` of every line, CPU',
    ratio: best / baseline,
    goal: 1.7,
    figures: `${best.toFixed(0)} ms against ${baseline.toFixed(0)} ms`,
  }
}

/** In one process and in turns, so that both see the same machine. */
export function inTurns(
  bytes: Buffer,
  work: (bytes: Buffer) => void,
  plain: (bytes: Buffer) => void = parseLines,
  rounds = 14,
): { readonly best: number; readonly baseline: number } {
  let best = Infinity
  let baseline = Infinity
  for (let round = 0; round < rounds; round++) {
    baseline = Math.min(
      baseline,
      cpuOf(() => plain(bytes)),
    )
    best = Math.min(
      best,
      cpuOf(() => work(bytes)),
    )
  }
  return { best, baseline }
}

/** The whole command, start and warm-up of the program included. */
export function statsRow(cli: string, file: string, baseline: string): BenchRow {
  const parse = measuredRun([baseline, file], 6)
  const stats = measuredRun([cli, 'stats', file, '--json'], 6)
  return {
    what: 'the command `stats` on a 100 MB session',
    against: 'a Node program that parses every line, wall time',
    ratio: stats.wallMs / parse.wallMs,
    goal: 1.25,
    figures: `${stats.wallMs.toFixed(0)} ms against ${parse.wallMs.toFixed(0)} ms; peak ${stats.peakMB.toFixed(0)} MB`,
  }
}

export function lsRow(cli: string, folder: string): BenchRow {
  const [few, many] = [50, 5000].map(count => {
    const configDir = join(folder, `ls-${count}`)
    makeSessions(configDir, count)
    return measuredRun([cli, 'ls', '--limit', '20', '--config-dir', configDir], 8)
  }) as [ReturnType<typeof measuredRun>, ReturnType<typeof measuredRun>]
  return {
    what: '`ls --limit 20` of 5,000 sessions',
    against: 'the same of 50, wall time',
    ratio: many.wallMs / few.wallMs,
    goal: 2,
    figures: `${many.wallMs.toFixed(0)} ms against ${few.wallMs.toFixed(0)} ms`,
  }
}

/** Many sessions of some size: here the program's start and its warming up hardly count. */
export function checkAllRow(cli: string, folder: string, baseline: string): BenchRow {
  const configDir = join(folder, 'check-all')
  const project = join(configDir, 'projects', '-home-ada-project')
  mkdirSync(project, { recursive: true })
  for (let index = 0; index < 60; index++)
    writeSession(join(project, `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000.jsonl`), 5)
  const parse = measuredRun([baseline, project], 4)
  const check = measuredRun([cli, 'check', '--all', '--json', '--config-dir', configDir], 4, {}, [0, 1])
  rmSync(configDir, { recursive: true })
  return {
    what: '`check --all` of 60 sessions of 5 MB',
    against: 'a Node program that parses every line of them, CPU',
    ratio: check.cpuMs / parse.cpuMs,
    goal: 1.55,
    figures: `${check.cpuMs.toFixed(0)} ms against ${parse.cpuMs.toFixed(0)} ms; peak ${check.peakMB.toFixed(0)} MB`,
  }
}

/** Ten times the session, how many times the work? The start of the program is taken off both. */
export function growthRow(cli: string, smaller: string, larger: string): BenchRow {
  const start = measuredRun([cli, '--version'], 5)
  const [a, b] = [smaller, larger].map(file => measuredRun([cli, 'stats', file, '--json'], 3).cpuMs - start.cpuMs) as [
    number,
    number,
  ]
  return {
    what: '`stats` of 100 MB',
    against: '`stats` of 10 MB, CPU without the start',
    ratio: b / a,
    goal: 12,
    figures: `${b.toFixed(0)} ms against ${a.toFixed(0)} ms`,
  }
}

export function writeSession(file: string, megabytes: number, seed = 7): void {
  const fd = openSync(file, 'w')
  for (const chunk of largeSession(megabytes * MB, seed)) writeSync(fd, chunk)
  closeSync(fd)
}

function makeSessions(configDir: string, count: number): void {
  const { bytes } = randomSession(3, { turns: 6 })
  const perProject = 100
  for (let index = 0; index < count; index++) {
    const project = join(configDir, 'projects', `-home-ada-project-${Math.floor(index / perProject)}`)
    if (index % perProject === 0) mkdirSync(project, { recursive: true })
    const id = `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
    writeFileSync(join(project, `${id}.jsonl`), bytes)
  }
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function parseLines(bytes: Buffer): void {
  let from = 0
  for (let to = bytes.indexOf(10); to >= 0; to = bytes.indexOf(10, from)) {
    JSON.parse(bytes.toString('utf8', from, to))
    from = to + 1
  }
}

function findRecords(bytes: Buffer): void {
  feed(bytes, { entry() {}, gap() {}, finding() {} })
}

function derive(bytes: Buffer): void {
  const builder = conversationBuilder()
  feed(bytes, builder)
  builder.finish()
}

function check(bytes: Buffer): void {
  const checker = sessionChecker()
  feed(bytes, checker)
  checker.finish({ now: 0, cleanupDays: 30 })
}

function context(bytes: Buffer): void {
  const blocks = storedBlocks()
  const reader = contextReader(blocks.entry)
  feed(bytes, reader)
  const reading = reader.finish()
  const path = findPath(reading)
  const found = contextAlong(path)
  contextEstimate(reading, found)
  blocks.finish(sentAlong(path, found))
}

function feed(bytes: Buffer, sink: RecordSink): void {
  const reader = recordReader(sink)
  const chunk = 512 * 1024
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk))
  reader.end()
}

function speed(bytes: number, ms: number): string {
  return `${(bytes / 1000 / ms).toFixed(0)} MB/s`
}
