// Quality row 5: size and depth. Each file is real, read by a process of its own, whose peak memory is measured.

import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { put, row, tempFolder } from './temp-folder.js'

const BUILT = fileURLToPath(new URL('../../dist/disk/index.js', import.meta.url))
const MB = 1 << 20

const READER = `
const { readRecords } = await import(process.argv[2])
const findings = {}
let entries = 0
let deepest = 0
let longest = 0
const began = performance.now()
const { bytes, problem } = await readRecords(process.argv[3], {
  entry(entry) {
    entries++
    if (entry.depth > deepest) deepest = entry.depth
    if (entry.length > longest) longest = entry.length
  },
  gap() {},
  finding({ code }) { findings[code] = (findings[code] ?? 0) + 1 },
})
const ms = Math.round(performance.now() - began)
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(JSON.stringify({ entries, bytes, problem, findings, deepest, longest, ms, megabytes }))
`

interface Reading {
  readonly entries: number
  readonly bytes: number
  readonly findings: Record<string, number>
  readonly deepest: number
  readonly longest: number
  readonly ms: number
  readonly megabytes: number
}

/** Writes a file piece by piece, has it read by a child, and removes it. */
function reading(pieces: Iterable<string | Uint8Array>): Reading {
  if (!existsSync(BUILT)) throw new Error('build first: the reading process runs what is in dist/')
  const folder = tempFolder()
  const path = join(folder, 'large.jsonl')
  const fd = openSync(path, 'w')
  for (const piece of pieces) writeSync(fd, Buffer.from(piece))
  closeSync(fd)
  const script = put(join(folder, 'reader.mjs'), READER)
  const output = execFileSync(process.execPath, ['--max-old-space-size=512', script, BUILT, path], { encoding: 'utf8' })
  rmSync(path)
  console.log(output.trim())
  return JSON.parse(output)
}

function* line(megabytes: number): Iterable<string | Uint8Array> {
  yield row({ n: 1 })
  yield '{"type":"user","text":"'
  const piece = new Uint8Array(MB).fill(0x61)
  for (let i = 0; i < megabytes; i++) yield piece
  yield '"}\n'
  yield row({ n: 2 })
}

describe('readRecords', () => {
  it('reads 2 GB of lines in less than 300 MB', () => {
    const lines = 512
    let number = 0
    const pieces = function* (): Iterable<string> {
      for (let written = 0; written < 2048 * MB; ) {
        let piece = ''
        for (let i = 0; i < lines; i++) piece += row({ uuid: `u-${number++}`, text: `${'x'.repeat(2000)} ü "quoted"` })
        written += piece.length
        yield piece
      }
    }
    const { entries, bytes, findings, megabytes } = reading(pieces())
    expect(bytes).toBeGreaterThan(2048 * MB)
    expect([entries, findings]).toEqual([number, {}])
    expect(megabytes).toBeLessThan(300)
  })

  it('reads a line of 100 MB in less than 2 s and 600 MB', () => {
    const { entries, longest, ms, megabytes } = reading(line(100))
    expect([entries, longest > 100 * MB]).toEqual([3, true])
    expect(ms).toBeLessThan(2_000)
    expect(megabytes).toBeLessThan(600)
  })

  it('keeps a line of 600 MB as raw bytes, with a finding, and reads what follows', () => {
    const { entries, bytes, findings } = reading(line(600))
    expect(bytes).toBeGreaterThan(600 * MB)
    expect([entries, findings]).toEqual([2, { 'line-too-long': 1 }])
  })

  it('keeps a value nested a million levels deep, with a finding', () => {
    const depth = 1_000_000
    const { entries, deepest, findings } = reading([
      row({ n: 1 }),
      '{"type":"user","value":',
      '['.repeat(depth),
      ']'.repeat(depth),
      '}\n',
      row({ n: 2 }),
    ])
    expect([entries, deepest, findings]).toEqual([3, depth + 1, { 'line-too-deep': 1 }])
  })
})
