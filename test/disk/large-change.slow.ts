// A change of a large session holds neither the file nor its edits (I5).

import { execFileSync } from 'node:child_process'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { bundledWorker } from './bundled-worker.js'
import type { LargeChange } from './large-change-worker.js'

const MB = 1_000_000
let folder = ''
let worker = ''
beforeAll(async () => {
  ;({ folder, worker } = await bundledWorker('large-change-worker.ts'))
})

function change(megabytes: number, every: number): LargeChange {
  const path = join(folder, `${megabytes}.jsonl`)
  const block = Buffer.from(`${'x'.repeat(999)}\n`.repeat(1000))
  const fd = openSync(path, 'w')
  for (let at = 0; at < megabytes; at++) writeSync(fd, block)
  closeSync(fd)
  const result = JSON.parse(
    execFileSync(process.execPath, [worker, path, String(every)], { encoding: 'utf8' }),
  ) as LargeChange
  expect(statSync(`${path}.out`).size).toBe(megabytes * MB)
  return result
}

test('400 MB with nearly a million edits', () => {
  const small = change(4, 420)
  const large = change(400, 420)
  console.log(
    `400 MB, ${large.edits} edits: ${Math.round(large.ms)} ms, ${Math.round(large.peak / MB)} MB at most ` +
      `(${Math.round(large.peakBefore / MB)} MB before it began); 4 MB: ${Math.round(small.ms)} ms, ${Math.round(small.peak / MB)} MB`,
  )
  expect(large.edits).toBeGreaterThan(900_000)
  expect(large.peak).toBeLessThan(150 * MB)
  expect(large.peak - small.peak).toBeLessThan(30 * MB)
})
