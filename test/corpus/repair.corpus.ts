// Sessions of the corpus, the recorded ones and the samples, damaged in all known ways and repaired: what could be reached
// before the damage can be reached again, and nothing else. The measure is the session before the damage, not the rules.

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { REMEDIES } from '../../src/check/remedies.js'
import { recordedSessions } from '../client/goldens.js'
import { examine, folderOf, idIn } from '../reshape/in-memory.js'
import { DAMAGES, type Sound, seeded, soundSession } from '../reshape/repair/damage.js'
import { repair } from '../reshape/repair/in-memory.js'
import { bytesOf, listed, noCorpus } from './corpus-files.js'

/** Sessions of so many bytes and more are damaged in one way each, the others in all. */
const LARGE = 200_000
const LEAST_SENT = 6

interface Original {
  readonly name: string
  readonly bytes: Uint8Array
  readonly sound: Sound
}

const samples = resolve(import.meta.dirname, '../../samples')
const files: readonly { readonly name: string; readonly read: () => Uint8Array }[] = [
  ...listed.map(({ file }) => ({ name: file, read: () => bytesOf(file) })),
  ...recordedSessions().map(({ name, file }) => ({ name, read: () => readFileSync(file) })),
  ...readdirSync(samples, { recursive: true, encoding: 'utf8' })
    .filter(file => /[0-9a-f-]{36}\.jsonl$/.test(file))
    .map(file => ({ name: file, read: () => readFileSync(join(samples, file)) })),
]

/** Sessions in which nothing is to be mended. */
const originals: readonly Original[] = files.flatMap(({ name, read }) => {
  const bytes = read()
  const { findings } = examine(bytes, folderOf(idIn(bytes)))
  if (findings.some(({ code }) => Object.hasOwn(REMEDIES, code) && code !== 'name-not-uuid')) return []
  const sound = soundSession(bytes)
  return sound.sent.length < LEAST_SENT ? [] : [{ name, bytes, sound }]
})

const figures = new Map<string, { sessions: number; before: number; after: number; whole: number }>()
afterAll(() => {
  for (const [way, { sessions, before, after, whole }] of figures)
    console.log(
      `${way}: ${after} of ${before} reachable (${((100 * after) / before).toFixed(2)} %), ${whole} of ${sessions} whole`,
    )
})

describe.skipIf(listed.length === 0)('the corpus', () => {
  test(`${originals.length} sound sessions stay as they are`, () => {
    expect(originals.length).toBeGreaterThan(100)
    for (const { name, bytes } of originals) {
      const { plan, bytes: after } = repair(bytes)
      expect(plan.isNothing, name).toBe(true)
      expect(Buffer.compare(after, bytes), name).toBe(0)
    }
  })

  test.each(Object.entries(DAMAGES))('%s', (way, damage) => {
    const place = Object.keys(DAMAGES).indexOf(way)
    const figure = { sessions: 0, before: 0, after: 0, whole: 0 }
    figures.set(way, figure)
    originals.forEach(({ name, bytes, sound }, index) => {
      if (bytes.length >= LARGE && index % Object.keys(DAMAGES).length !== place) return
      const damaged = damage(sound, seeded(`${way} ${name}`))
      if (!damaged) return
      const mended = repair(damaged.bytes)
      expect(mended.verdict.broken, name).toEqual([])
      expect(
        mended.after.findings.filter(({ severity }) => severity === 'refuses'),
        name,
      ).toEqual([])
      const { order } = soundSession(mended.bytes)
      const known = new Set(sound.order)
      const lost = new Set(damaged.lost)
      const there = order.filter(uuid => known.has(uuid))
      // On no other branch, and in the order in which they were sent.
      const inFile = new Set(sound.entries.map(entry => entry?.['uuid']))
      expect(
        order.filter(uuid => !known.has(uuid) && inFile.has(uuid)),
        name,
      ).toEqual([])
      const again = new Set(there)
      expect(there, name).toEqual(sound.order.filter(uuid => again.has(uuid)))
      figure.sessions++
      figure.before += sound.order.length
      figure.after += there.length
      if (sound.order.every(uuid => again.has(uuid) || lost.has(uuid))) figure.whole++
      const { plan } = repair(mended.bytes)
      expect(plan.steps, name).toEqual([])
    })
    expect(figure.after / figure.before).toBeGreaterThanOrEqual(0.95)
  })
})

if (listed.length === 0) test.skip(noCorpus, () => undefined)
