// Random sessions of every client generation, with branches, parallel calls, compactions, agents and damage, compressed
// in every way: what the command promises holds for each.

import { expect, test } from 'vitest'
import type { CompressSelection } from '../../src/reshape/compress/choose.js'
import { randomSession } from '../../tools/generator/random-session.js'
import { banded } from './banding.js'
import { compressing } from './compressing.js'
import { change } from './in-memory.js'
import { voidThinking, wordsSent } from './promises.js'

const WISHES: Readonly<Record<string, CompressSelection>> = {
  '--keep-last 1': { kind: 'keep-last', turns: 1 },
  '--keep-last 3': { kind: 'keep-last', turns: 3 },
  '--oldest 60%': { kind: 'oldest', share: 0.6 },
}

const REFUSED = /^\d+ thinking blocks would come after a change/

export function expectCompressed(seeds: readonly number[], turns: number): void {
  const sessions = seeds.map(seed => ({ seed, ...randomSession(seed, { turns, damage: seed % 2 === 1 }) }))

  test.each(Object.entries(WISHES))('%s', (_, wish) => {
    let compressed = 0
    for (const { seed, bytes, sessionId } of sessions) {
      const { plan, verdict, bytes: result } = change(bytes, compressing(wish, 'THE SUMMARY'), sessionId)
      if (plan.promises.added === undefined) continue
      compressed++
      // A record of nothing but thinking that hides another one on its line cannot go: that is refused.
      if (seed % 2 === 1 && verdict.broken.length === 1 && REFUSED.test(verdict.broken[0]!)) continue
      expect(verdict.broken, `seed ${seed}`).toEqual([])
      const [before, after] = [wordsSent(bytes), wordsSent(result)]
      const at = after.indexOf('user: THE SUMMARY')
      expect(at, `seed ${seed}`).toBeGreaterThanOrEqual(0)
      // Everything else is an end of what was sent; images and queued words may come before the summary (N33).
      const rest = after.toSpliced(at, 1)
      expect(before.slice(before.length - rest.length).map(unframed), `seed ${seed}`).toEqual(rest.map(unframed))
      expect(voidThinking(bytes, result), `seed ${seed}`).toBe(0)
    }
    expect(compressed).toBeGreaterThan(0)
  })

  test.each([true, false])('bands; a line for each call: %s', async keepTools => {
    for (const { seed, bytes, sessionId } of sessions) {
      const { verdict } = await banded(bytes, keepTools, sessionId)
      // With calls and results on damaged lines some are refused.
      if (seed % 2 === 0) expect(verdict.broken, `seed ${seed}`).toEqual([])
    }
  })
}

/** A queued prompt is framed by what stands beside it (N34). */
function unframed(words: string): string {
  return words
    .replace(/^(user|system): The user sent a new message while you were working:\n([\s\S]*?)\n\n[\s\S]*$/, '$2')
    .replace(/^\w+: /, '')
}
