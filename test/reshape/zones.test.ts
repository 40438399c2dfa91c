// Parts of a session that end within a turn: counted in calls or tokens, and never through a round of parallel calls.

import { beforeEach, describe, expect, test } from 'vitest'
import { PRESETS, presetRules } from '../../src/reshape/strip/presets.js'
import type { StripRule, Where } from '../../src/reshape/strip/rule.js'
import { strip } from '../../src/reshape/strip/strip.js'
import { answer, calls, prompt, restart, result, text, use } from './entries.js'
import { change, IN_PLACE, records, session } from './in-memory.js'
import { trimmable } from './trimmed.js'

beforeEach(restart)

/** One prompt and six rounds; the third has three calls at once. Results of the later rounds are longer. */
const oneTurn = (): Uint8Array =>
  session(
    prompt('u1', null),
    ...[1, 2, 3, 4, 5, 6].flatMap(round => {
      const above = round === 1 ? 'u1' : `r${round - 1}`
      const long = 'word '.repeat(round * 100)
      if (round !== 3)
        return [
          calls(`a${round}`, above, `m${round}`, [use(`t${round}`)]),
          result(`r${round}`, `a${round}`, `t${round}`, long),
        ]
      return [
        calls('a3', above, 'm3', [use('t3'), use('t3b'), use('t3c')]),
        result('r3b', 'a3', 't3b', long),
        result('r3c', 'a3', 't3c', long),
        result('r3', 'a3', 't3', long),
      ]
    }),
    answer('a7', 'r6', 'm7', [text('done')]),
  )

const left = (where: Where, rules: readonly StripRule[] = [{ kind: 'tools', where }]): readonly string[] => {
  const { bytes, verdict } = change(oneTurn(), { verbs: [strip(rules)], target: IN_PLACE })
  expect(verdict.broken).toEqual([])
  return [...new Set(JSON.stringify(records(bytes)).match(/"id":"(t\d\w?)"/g))].map(id => id.slice(6, -1))
}

describe('of one long turn', () => {
  test('a half of the turns is nothing, a half of the calls is its older part', () => {
    expect(left({ oldest: 0.5 })).toHaveLength(8)
    // Two of eight calls, and then a round of three, which would be five.
    expect(left({ oldest: 0.5, by: 'calls' })).toEqual(['t3', 't3b', 't3c', 't4', 't5', 't6'])
    expect(left({ oldest: 0.63, by: 'calls' })).toEqual(['t4', 't5', 't6'])
    expect(left({ oldest: 1, by: 'calls' })).toEqual([])
  })

  test('--keep-last-calls keeps the whole round of the last call that it keeps', () => {
    expect(left({ keepLastCalls: 1 })).toEqual(['t6'])
    expect(left({ keepLastCalls: 4 })).toEqual(['t3', 't3b', 't3c', 't4', 't5', 't6'])
    expect(left({ keepLastCalls: 0 })).toEqual([])
    expect(left({ keepLastCalls: 99 })).toHaveLength(8)
  })

  test('by tokens, long results count for more', () => {
    expect(left({ oldest: 0.5, by: 'tokens' })).toEqual(['t4', 't5', 't6'])
    expect(left({ oldest: 0.08, by: 'tokens' })).toHaveLength(7)
  })

  test('all that is said holds together', () => {
    expect(left({ oldest: 0.63, by: 'calls', keepLastCalls: 7 })).toEqual(['t2', 't3', 't3b', 't3c', 't4', 't5', 't6'])
    expect(left({ oldest: 0.63, by: 'calls', keepLast: 1 })).toHaveLength(8)
  })

  test('presets grade within the turn', () => {
    expect(left({}, presetRules(PRESETS['emergency']!))).toHaveLength(8)
    expect(left({}, presetRules(PRESETS['emergency']!, 'calls'))).toEqual(['t5', 't6'])
  })

  test('trim protects the newest calls, and says so', () => {
    const session = trimmable(oneTurn())
    const { items, protected: kept } = session.ladder({ protectLast: undefined, protectLastCalls: 2 })
    expect(kept.calls).toBe(2)
    expect(items.filter(({ step }) => step === 'calls')).toHaveLength(6)
    const light = session.ladder({ protectLast: undefined, protectWeight: kept.weight - 1 })
    expect(light.protected.calls).toBe(1)
  })
})
