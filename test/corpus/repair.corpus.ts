// Sessions of the corpus, the recorded ones and the samples, damaged in all known ways and repaired: what could be reached
// before the damage can be reached again, and nothing else. The measure is the session before the damage, not the rules.

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { REMEDIES } from '../../src/check/remedies.js'
import { readContext } from '../../src/context/index.js'
import { recordedSessions } from '../client/goldens.js'
import { examine, folderOf, idIn, type Json } from '../reshape/in-memory.js'
import { DAMAGES, type Sound, seeded, soundSession } from '../reshape/repair/damage.js'
import { repair } from '../reshape/repair/in-memory.js'
import { bytesOf, listed, noCorpus } from './corpus-files.js'

/** Every session is damaged in a third of the ways, a large one in one; or all of them in all. */
const ALL = process.env['RETHREAD_REPAIR_ALL'] === '1'
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

/** By a call that needs no decision, and is not about the name of the file. */
function isMendable(code: string): boolean {
  const remedy = REMEDIES[code as keyof typeof REMEDIES]
  return remedy?.command === 'repair' && remedy.flags.length === 0 && code !== 'name-not-uuid'
}

/**
 * Results of a lost call with which its answer began: nothing tells any more whether what follows is the same answer or
 * the next, so they are sent before it.
 */
function unplacedResults({ entries }: Sound, lost: readonly string[]): ReadonlySet<string> {
  const blocks = (at: number): readonly Json[] => {
    const content: unknown = entries[at]?.['message']?.content
    return Array.isArray(content) ? content : []
  }
  const ids = new Set<string>()
  entries.forEach((entry, at) => {
    if (!lost.includes(entry?.['uuid']) || entry?.['type'] !== 'assistant') return
    const isFirst = entries.findIndex(one => one?.['message']?.id === entry['message'].id) === at
    if (isFirst) for (const block of blocks(at)) if (block['type'] === 'tool_use') ids.add(block['id'])
  })
  return new Set(
    entries.flatMap((entry, at) =>
      blocks(at).some(block => ids.has(block['tool_use_id'])) ? [String(entry!['uuid'])] : [],
    ),
  )
}

/** Sessions in which nothing is to be mended. */
const originals: readonly Original[] = files.flatMap(({ name, read }) => {
  const bytes = read()
  const { findings } = examine(bytes, folderOf(idIn(bytes)))
  if (findings.some(({ code }) => Object.hasOwn(REMEDIES, code) && code !== 'name-not-uuid')) return []
  const sound = soundSession(bytes)
  return sound.sent.length < LEAST_SENT ? [] : [{ name, bytes, sound }]
})

interface Figure {
  sessions: number
  /** Prompts, answers and results that were sent before the damage, and those that it did not take away itself. */
  before: number
  left: number
  after: number
  afterOfLeft: number
  /** Sessions in which all that is left can be reached. */
  whole: number
}

const figures = new Map<string, Figure>()
const share = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(2)} %`
afterAll(() => {
  const total = { before: 0, after: 0 }
  for (const [way, { sessions, before, left, after, afterOfLeft, whole }] of figures) {
    total.before += before
    total.after += after
    console.log(
      `${way}: ${after} of ${before} (${share(after, before)}), of what is left ${share(afterOfLeft, left)}, whole ${whole} of ${sessions}`,
    )
  }
  console.log(`all: ${total.after} of ${total.before} (${share(total.after, total.before)})`)
})

describe.skipIf(listed.length === 0)('the corpus', () => {
  test(`${originals.length} sound sessions stay as they are`, () => {
    expect(originals.length).toBeGreaterThan(200)
    const changed = originals.filter(({ bytes }) => {
      const { plan, bytes: after } = repair(bytes)
      return plan.isNothing !== true || Buffer.compare(after, bytes) !== 0
    })
    expect(changed.map(({ name }) => name)).toEqual([])
  })

  test.each(Object.entries(DAMAGES))('%s', (way, damage) => {
    const place = Object.keys(DAMAGES).indexOf(way)
    const figure: Figure = { sessions: 0, before: 0, left: 0, after: 0, afterOfLeft: 0, whole: 0 }
    const missing: string[] = []
    figures.set(way, figure)
    const faults: string[] = []
    originals.forEach(({ name, bytes, sound }, index) => {
      if (!ALL && (index + place) % (bytes.length >= LARGE ? Object.keys(DAMAGES).length : 3) !== 0) return
      const damaged = damage(sound, seeded(`${way} ${name}`))
      if (!damaged) return
      const mended = repair(damaged.bytes, { inPlace: index % 2 === 0 })
      const { order: found } = soundSession(mended.bytes)
      const known = new Set(sound.order)
      const inFile = new Set(sound.entries.map(entry => entry?.['uuid']))
      // What is left of a broken entry may have another id; nothing else is new where an entry is broken.
      const order = found.map(uuid => (damaged.cut !== undefined && !inFile.has(uuid) ? damaged.cut : uuid))
      const again = new Set(order)
      const there = order.filter(uuid => known.has(uuid))
      const fault = (what: string, is: boolean): void => void (is && faults.push(`${name}: ${what}`))
      fault(`refused: ${mended.verdict.broken[0]}`, mended.verdict.broken.length > 0)
      fault(
        'refuses',
        mended.after.findings.some(({ severity }) => severity === 'refuses'),
      )
      fault(
        'another branch',
        order.some(uuid => !known.has(uuid) && inFile.has(uuid)),
      )
      const unplaced = unplacedResults(sound, damaged.lost)
      const places = there.filter(uuid => !unplaced.has(uuid)).map(uuid => sound.messageOf.get(uuid)!)
      fault(
        'another order',
        places.some((place, at) => at > 0 && place < places[at - 1]!),
      )
      const left = mended.after.findings.filter(({ code }) => isMendable(code))
      fault(`left ${left[0]?.code}`, left.length > 0)
      fault('repaired twice', repair(mended.bytes).plan.isNothing !== true)
      figure.sessions++
      figure.before += sound.order.length
      figure.after += sound.order.filter(uuid => again.has(uuid)).length
      const kept = sound.order.filter(uuid => !damaged.lost.includes(uuid))
      figure.left += kept.length
      figure.afterOfLeft += kept.filter(uuid => again.has(uuid)).length
      if (kept.every(uuid => again.has(uuid))) figure.whole++
      else missing.push(name)
    })
    if (missing.length > 0) console.log(`${way}: not whole: ${missing.join('; ')}`)
    expect(faults).toEqual([])
    expect(figure.afterOfLeft / figure.left).toBeGreaterThanOrEqual(0.99)
  })
})

describe.skipIf(listed.length === 0)('seven damages, ten real sessions each: whole again', () => {
  const seven = [
    'a cut line',
    'glued lines',
    'a NUL run',
    'a missing parent',
    'a missing result',
    'a uuid twice',
    'a wrong leaf',
  ]
  const long = originals.filter(({ name, sound }) => name.startsWith('real/') && sound.sent.length >= 20)

  test.each(seven)('%s', way => {
    const tried = long.flatMap(({ name, bytes, sound }) => {
      const damaged = DAMAGES[way]!(sound, seeded(`whole ${way} ${name}`))
      return damaged ? [{ name, bytes, damaged }] : []
    })
    expect(tried.length).toBeGreaterThanOrEqual(10)
    const messages = { before: 0, damaged: 0, after: 0 }
    for (const { name, bytes, damaged } of tried.slice(0, 10)) {
      const before = readContext(bytes).messages
      const after = readContext(repair(damaged.bytes).bytes).messages
      messages.before += before.length
      messages.damaged += readContext(damaged.bytes).messages.length
      messages.after += after.length
      // Message by message, who speaks: a result that is lost is there as a note.
      expect(after.map(({ role }) => role).join(), name).toBe(before.map(({ role }) => role).join())
    }
    console.log(`${way}: ${messages.before} messages, ${messages.damaged} damaged, ${messages.after} repaired`)
  })
})

test.skipIf(listed.length === 0)('of all that could be reached before, 95 % can be reached again', () => {
  const sums = [...figures.values()]
  const [before, after] = [
    sums.reduce((sum, one) => sum + one.before, 0),
    sums.reduce((sum, one) => sum + one.after, 0),
  ]
  expect(after / before).toBeGreaterThanOrEqual(0.95)
})

if (listed.length === 0) test.skip(noCorpus, () => undefined)
