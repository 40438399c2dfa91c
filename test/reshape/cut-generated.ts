// Random sessions with branches, parallel calls, compactions, agents, queued prompts and damage, of which turns are
// cut: it resumes, no finding is new, and the words that are left are those that were there, in their order.

import { expect, test } from 'vitest'
import { cutOut, turnRows } from '../../src/reshape/cut/cut-turns.js'
import { randomSession } from '../../tools/generator/random-session.js'
import { change, IN_PLACE } from './in-memory.js'
import { voidThinking, wordsSent } from './promises.js'

const CHOICES: Readonly<Record<string, (count: number) => readonly number[]>> = {
  'the first': count => (count > 1 ? [0] : []),
  'the last': count => (count > 1 ? [count - 1] : []),
  'every other': count => Array.from({ length: count >> 1 }, (_, at) => 2 * at + 1),
  'all but one in the middle': count => Array.from({ length: count }, (_, at) => at).filter(at => at !== count >> 1),
}

const isQueued = (word: string): boolean => word.includes('The user sent a new message while you were working')

export function expectCuts(seeds: readonly number[]): void {
  test.each(Object.entries(CHOICES))('%s', (_, choose) => {
    const refused: string[] = []
    let done = 0
    for (const seed of seeds) {
      const { bytes, sessionId } = randomSession(seed, { turns: 6, damage: seed % 2 === 1 })
      const changed = change(
        bytes,
        source => {
          const turns = source.conversation.turns.list.filter(turn => turn.branch === 1)
          const numbers = choose(turns.length).map(at => turns[at]!.index)
          return { verbs: [cutOut(turnRows(source, numbers), 'some')], target: IN_PLACE }
        },
        sessionId,
      )
      if (changed.verdict.broken.length > 0) {
        // Damage may keep entries from being taken out; and a queued prompt whose turn is gone may come to stand elsewhere.
        const isQueued = changed.plan.steps.some(({ action }) => action === 'drop queued prompts')
        if (seed % 2 === 0 && !isQueued) refused.push(`seed ${seed}: ${changed.verdict.broken.join('; ')}`)
        continue
      }
      if (changed.plan.promises.gone.size > 0) done++
      const [before, after] = [wordsSent(bytes), wordsSent(changed.bytes)]
      // Between two answers the client chooses the place of a queued prompt (N33, N34).
      const [queued, others] = [after.filter(isQueued), after.filter(word => !isQueued(word))]
      let at = 0
      for (const word of before) if (word === others[at]) at++
      expect(at, `seed ${seed}`).toBe(others.length)
      expect(before, `seed ${seed}`).toEqual(expect.arrayContaining(queued))
      expect(voidThinking(bytes, changed.bytes, changed.plan.promises.leaf), `seed ${seed}`).toBe(0)
    }
    expect(refused).toEqual([])
    expect(done).toBeGreaterThan(seeds.length / 2)
  })
}
