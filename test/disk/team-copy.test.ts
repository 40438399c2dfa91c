// Copies of a team's sessions take no more room than they may.

import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boundTeamCopies, hasCopy, keepCopy } from '../../src/disk/team-copy.js'
import { put, tempFolder } from './temp-folder.js'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-16T12:00:00Z')
const name = (at: number): string => `machine/0abc/projects/-p/${at}.jsonl`

async function* words(length: number): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(length)
}

/** Copies of 100 bytes, the first of them used last. */
async function copies(store: string, hours: readonly number[]): Promise<void> {
  for (const [at, ago] of hours.entries()) {
    await keepCopy(store, name(at), { edition: 1, mtimeMs: 1 }, words(100))
    const used = new Date(NOW - ago * HOUR)
    utimesSync(`${join(store, name(at))}.edition`, used, used)
  }
}

test('those used longest ago go, of all stores together, and none that may be in use', async () => {
  const folder = tempFolder()
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  await copies(one, [0, 2, 4])
  await copies(other, [0.5, 3])
  const there = (store: string, at: number): boolean => existsSync(join(store, name(at)))
  boundTeamCopies(folder, 500, NOW)
  expect([there(one, 2), there(other, 1)]).toEqual([true, true])
  boundTeamCopies(folder, 300, NOW)
  expect([0, 1, 2].map(at => there(one, at))).toEqual([true, true, false])
  expect([0, 1].map(at => there(other, at))).toEqual([true, false])
  expect(hasCopy(one, name(2), 1)).toBe(false)
  boundTeamCopies(folder, 0, NOW)
  expect([0, 1].map(at => there(one, at))).toEqual([true, false])
  expect(there(other, 0)).toBe(true)
})

test('to be asked for is to be used', async () => {
  const store = join(tempFolder(), 'store')
  await copies(store, [48])
  expect(hasCopy(store, name(0), 2)).toBe(false)
  expect(hasCopy(store, name(0), 1)).toBe(true)
  boundTeamCopies(join(store, '..'), 0, Date.now())
  expect(existsSync(join(store, name(0)))).toBe(true)
})

test('what a killed one left behind goes, once nobody can be writing it', async () => {
  const folder = tempFolder()
  const spare = `${join(folder, 'store', name(0))}.1-1.part`
  put(spare, 'half')
  utimesSync(spare, new Date(NOW), new Date(NOW))
  boundTeamCopies(folder, 0, NOW + HOUR / 2)
  expect(existsSync(spare)).toBe(true)
  boundTeamCopies(folder, 0, NOW + 2 * HOUR)
  expect(existsSync(spare)).toBe(false)
})
