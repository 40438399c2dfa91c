// Random sessions of every client generation, with branches, parallel calls, compactions, agents and damage, changed in
// every way: what the commands promise holds for each.

import { describe, expect, test } from 'vitest'
import { randomSession } from '../../tools/generator/random-session.js'
import { type Changed, change } from './in-memory.js'
import { expectKept, expectOnlyIdsChanged, voidThinking, wordsSent } from './promises.js'
import { repair } from './repair/in-memory.js'
import { CLONES, COMBINED, inPlace, STRIPS, type Way } from './ways.js'

/**
 * Refused rather than written: on a damaged line a record may hide another one, or the client goes on elsewhere, so that
 * what a change takes away brings something back. Of sound sessions no change is refused, nor of mended ones.
 */
const isRefused = ({ verdict }: Changed, seed: number): boolean => isDamaged(seed) && verdict.broken.length > 0
const isDamaged = (seed: number): boolean => seed % 2 === 1

export function expectPromisesOf(seeds: readonly number[], turns: number): void {
  const sessions = seeds.map(seed => ({ seed, ...randomSession(seed, { turns, damage: isDamaged(seed) }) }))

  test('a clone differs in its ids, and in nothing else', () => {
    for (const { seed, bytes, sessionId } of sessions) {
      const changed = change(bytes, {}, sessionId)
      expect(changed.verdict.broken, `seed ${seed}`).toEqual([])
      expectOnlyIdsChanged(bytes, changed, sessionId)
    }
  })

  let tried = 0
  let refused = 0
  const judged = (changed: Changed, way: Way, { seed, bytes, sessionId }: (typeof sessions)[number]): boolean => {
    tried++
    const is = isRefused(changed, seed)
    if (is) {
      refused++
      const mended = repair(bytes, { assume: true, id: sessionId })
      expect(mended.verdict.broken, `seed ${seed}, repaired`).toEqual([])
      expect(change(mended.bytes, way, sessionId).verdict.broken, `seed ${seed}, mended`).toEqual([])
    } else expect(changed.verdict.broken, `seed ${seed}`).toEqual([])
    return !is
  }

  test.each(Object.entries({ ...CLONES, ...COMBINED }))('%s', (_, way) => {
    for (const one of sessions) judged(change(one.bytes, way, one.sessionId), way, one)
  })

  describe.each(Object.entries(STRIPS))('strip %s', (_, way) => {
    test('keeps every promise, leaves other lines alone, and finds nothing more to do the second time', () => {
      for (const one of sessions) {
        const { seed, bytes, sessionId } = one
        const changed = change(bytes, inPlace(way), sessionId)
        if (!judged(changed, inPlace(way), one)) continue
        expectKept(bytes, changed, `seed ${seed}`)
        expect(wordsSent(changed.bytes), `seed ${seed}`).toEqual(wordsSent(bytes))
        expect(voidThinking(bytes, changed.bytes), `seed ${seed}`).toBe(0)
        // A command whose calls are all gone starts no turn any more, and a part of the turns is then another part.
        const turns = [changed.before, changed.after].map(one => one.reading.conversation.turns.list.length)
        // And what stands on a damaged line is left alone, until what hid it is gone.
        if (turns[0] !== turns[1] || isDamaged(seed)) continue
        const again = change(changed.bytes, inPlace(way), sessionId)
        expect(
          again.plan.steps.filter(step => step.action !== 'keep calls'),
          `seed ${seed}`,
        ).toEqual([])
        expect(Buffer.compare(again.bytes, changed.bytes), `seed ${seed}`).toBe(0)
      }
    })
  })

  test('few changes are refused, and all of those of damaged sessions', () => {
    console.log(`${tried} changes of ${sessions.length} random sessions, ${refused} refused because of damaged lines`)
    expect(tried).toBeGreaterThan(0)
    expect(refused).toBeLessThan(0.1 * tried)
  })
}
