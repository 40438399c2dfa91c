// What a clone costs: making its changes, the whole command with verification, its memory, and how it grows.

import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newIdentity } from '../../src/actions/reshape/identities.js'
import { editedPieces } from '../../src/disk/edited-file.js'
import { recordReader } from '../../src/format/records.js'
import { searchable } from '../../src/format/searchable.js'
import type { ReshapeSource } from '../../src/reshape/plan/plan.js'
import { planReshape } from '../../src/reshape/plan/reshape.js'
import { examination } from '../../src/reshape/verdict/examine.js'
import { measuredRun } from './measured-run.js'
import { type BenchRow, inTurns } from './rows.js'

const ID = '5e551000-0000-4000-8000-00000000be7c'

export function changesRow(file: string): BenchRow {
  const bytes = readFileSync(file)
  const source = sourceOf(bytes)
  const fd = openSync(file, 'r')
  const { best, baseline } = inTurns(bytes, () => clone(fd, source), parseAndStringify, 8)
  closeSync(fd)
  return {
    what: 'making the changes of a `clone` of a 100 MB session',
    against: '`JSON.parse` and `JSON.stringify` of every line, CPU',
    ratio: best / baseline,
    goal: 0.4,
    figures: `${best.toFixed(0)} ms against ${baseline.toFixed(0)} ms`,
  }
}

export function cloneRows(cli: string, file: string, baseline: string): readonly BenchRow[] {
  const plain = measuredRun([baseline, file, '--stringify'], 6)
  const ours = measuredClone(cli, file, 6)
  const entries = sourceOf(readFileSync(file)).conversation.rows.count
  const promised = 150 + (250 * entries) / 1e6
  return [
    {
      what: 'the command `clone` on a 100 MB session, with verification',
      against: 'a Node program that parses and stringifies every line, wall time',
      ratio: ours.wallMs / plain.wallMs,
      goal: 1.6,
      figures: `${ours.wallMs.toFixed(0)} ms against ${plain.wallMs.toFixed(0)} ms`,
    },
    {
      what: 'its memory',
      against: '150 MB and 250 bytes an entry',
      ratio: ours.peakMB / promised,
      goal: 1,
      figures: `${ours.peakMB.toFixed(0)} MB against ${promised.toFixed(0)} MB, ${entries} entries`,
    },
  ]
}

export function stripRow(cli: string, file: string, baseline: string): BenchRow {
  const plain = measuredRun([baseline, file, '--stringify'], 4)
  const ours = measuredChange(cli, ['strip', file, '--tools'], file, 4)
  return {
    what: 'the command `strip --tools` on a 100 MB session, with verification',
    against: 'a Node program that parses and stringifies every line, CPU',
    ratio: ours.cpuMs / plain.cpuMs,
    goal: 2.2,
    figures: `${ours.cpuMs.toFixed(0)} ms against ${plain.cpuMs.toFixed(0)} ms; peak ${ours.peakMB.toFixed(0)} MB`,
  }
}

/** A larger one: memory grows by the entry and not by the byte. */
export function largeCloneRow(cli: string, file: string): BenchRow {
  const { peakMB } = measuredClone(cli, file, 2)
  return {
    what: 'memory of a `clone` of 300 MB',
    against: '180 MB',
    ratio: peakMB / 180,
    goal: 1,
    figures: `${peakMB.toFixed(0)} MB`,
  }
}

export function cloneGrowthRow(cli: string, smaller: string, larger: string): BenchRow {
  const start = measuredRun([cli, '--version'], 5)
  const [a, b] = [smaller, larger].map(file => measuredClone(cli, file, 3).cpuMs - start.cpuMs) as [number, number]
  return {
    what: '`clone` of 100 MB',
    against: '`clone` of 10 MB, CPU without the start',
    ratio: b / a,
    goal: 12,
    figures: `${b.toFixed(0)} ms against ${a.toFixed(0)} ms`,
  }
}

function measuredClone(cli: string, file: string, rounds: number) {
  return measuredChange(cli, ['clone', file], file, rounds)
}

function measuredChange(cli: string, words: readonly string[], file: string, rounds: number) {
  const out = join(dirname(file), 'out', `${ID}.jsonl`)
  const data = join(dirname(file), 'data')
  const runs = Array.from({ length: rounds }, () => {
    const cost = measuredRun([cli, ...words, '--out', out, '--json'], 1, { XDG_DATA_HOME: data })
    rmSync(dirname(out), { recursive: true })
    rmSync(data, { recursive: true, force: true })
    return cost
  })
  const least = (of: 'wallMs' | 'cpuMs' | 'peakMB'): number => Math.min(...runs.map(cost => cost[of]))
  return { wallMs: least('wallMs'), cpuMs: least('cpuMs'), peakMB: least('peakMB') }
}

function sourceOf(bytes: Buffer): ReshapeSource {
  const { sink, finish } = examination()
  const reader = recordReader(sink)
  reader.push(bytes)
  reader.end()
  const whole = searchable(bytes)
  return {
    ...finish({ now: 0, cleanupDays: 30 }).reading,
    size: bytes.length,
    read: (offset, length) => whole.subarray(offset, offset + length),
    folder: undefined,
    agents: [],
    texts: new Map(),
  }
}

/** The plan, and all bytes of its result. */
function clone(fd: number, source: ReshapeSource): void {
  const { sessionId, newId, newAgentId } = newIdentity(ID, undefined, undefined)
  const target = { kind: 'new-session' as const, sessionId, newId, newAgentId, allTexts: false, title: undefined }
  const { edits } = planReshape(source, { target, verbs: [] }).changes
  let bytes = 0
  for (const piece of editedPieces(fd, source.size, edits)) bytes += piece.length
  if (bytes < source.size / 2) throw new Error('the result is too short')
}

function parseAndStringify(bytes: Buffer): void {
  let from = 0
  for (let to = bytes.indexOf(10); to >= 0; to = bytes.indexOf(10, from)) {
    JSON.stringify(JSON.parse(bytes.toString('utf8', from, to)))
    from = to + 1
  }
}
