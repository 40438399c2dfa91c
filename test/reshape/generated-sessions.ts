// Random sessions of every client generation, with branches, parallel calls, compactions, agents and damage, changed in
// every way: what the commands promise holds for each.

import { describe, expect, test } from 'vitest'
import { randomSession } from '../../tools/generator/random-session.js'
import { type Changed, change } from './in-memory.js'
import { expectKept, expectOnlyIdsChanged, voidThinking, wordsSent } from './promises.js'
import { CLONES, COMBINED, inPlace, STRIPS } from './ways.js'

/**
 * Refused rather than written: a record of nothing but thinking hides another one on its line, so it cannot go, and what
 * stands before it changes.
 */
const REFUSED = /^\d+ thinking blocks would stand behind a change/

function isRefused({ verdict, before }: Changed): boolean {
  const hides = before.findings.some(({ code }) => code === 'line-glued' || code === 'line-cut')
  return hides && verdict.broken.length === 1 && REFUSED.test(verdict.broken[0]!)
}

export function expectPromisesOf(seeds: readonly number[], turns: number): void {
  const sessions = seeds.map(seed => ({ seed, ...randomSession(seed, { turns, damage: seed % 2 === 1 }) }))

  test('a clone differs in its ids, and in nothing else', () => {
    for (const { seed, bytes, sessionId } of sessions) {
      const changed = change(bytes, {}, sessionId)
      expect(changed.verdict.broken, `seed ${seed}`).toEqual([])
      expectOnlyIdsChanged(bytes, changed, sessionId)
    }
  })

  test.each(Object.entries({ ...CLONES, ...COMBINED }))('%s', (_, way) => {
    for (const { seed, bytes, sessionId } of sessions) {
      // One chain leaves out what stands on damaged lines, and with a call there its result has none any more.
      if (typeof way === 'object' && way.linear && seed % 2 === 1) continue
      const changed = change(bytes, way, sessionId)
      if (!isRefused(changed)) expect(changed.verdict.broken, `seed ${seed}`).toEqual([])
    }
  })

  describe.each(Object.entries(STRIPS))('strip %s', (_, way) => {
    test('keeps every promise, leaves other lines alone, and finds nothing more to do the second time', () => {
      for (const { seed, bytes, sessionId } of sessions) {
        const changed = change(bytes, inPlace(way), sessionId)
        if (isRefused(changed)) continue
        expectKept(bytes, changed, `seed ${seed}`)
        expect(wordsSent(changed.bytes), `seed ${seed}`).toEqual(wordsSent(bytes))
        expect(voidThinking(bytes, changed.bytes), `seed ${seed}`).toBe(0)
        // A command whose calls are all gone starts no turn any more, and a part of the turns is then another part.
        const turns = [changed.before, changed.after].map(one => one.reading.conversation.turns.list.length)
        // And what stands on a damaged line is left alone, until what hid it is gone.
        if (turns[0] !== turns[1] || seed % 2 === 1) continue
        const again = change(changed.bytes, inPlace(way), sessionId)
        expect(
          again.plan.steps.filter(step => step.action !== 'keep calls'),
          `seed ${seed}`,
        ).toEqual([])
        expect(Buffer.compare(again.bytes, changed.bytes), `seed ${seed}`).toBe(0)
      }
    })
  })
}
