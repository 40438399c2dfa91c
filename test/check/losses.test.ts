// Where a message claims a loss, the loss is counted again by a plain reading of the file that knows nothing of check.

import { describe, expect, test } from 'vitest'
import { checkpoint, last, prompt } from '../conversation/lines.js'
import { checkEntries, codesOf, drop, type Entry, edit, later, plainPath, saidIn, session } from './damaged.js'

const long = session(...Array.from({ length: 30 }, (_, i) => [prompt(`u${i}`), last(`a${i}`)]).flat())

describe('entries cut off', () => {
  test.each([
    ['N1 parent-missing', 'u20', later(drop(long, 'a19'), 'u20', 60)],
    ['R-L11 parent-null', 'u20', edit(long, 'u20', { parentUuid: null })],
  ])('%s', (_, at, damaged) => {
    const whole = plainPath(long, 'a29')
    const left = plainPath(damaged, 'a29')
    expect(left.at(-1)).toBe(at)
    const removed = long.length - damaged.length
    const [found] = checkEntries(damaged)
    expect(saidIn(found!.message)).toBe(whole.length - left.length - removed)
  })

  test('of several breaks each tells its own stretch, and together they tell all', () => {
    const damaged = later(later(drop(long, 'a9', 'a19'), 'u10', 60), 'u20', 60)
    const found = checkEntries(damaged)
    expect(codesOf(found)).toEqual(['parent-missing:20', 'parent-missing:39'])
    expect(found.map(({ message }) => saidIn(message))).toEqual([
      plainPath(damaged, 'u9').length,
      plainPath(damaged, 'u19').length,
    ])
  })

  test('what a compaction has left out is not cut off', () => {
    const damaged = later(drop(long, 'a19'), 'u20', 60)
    const compacted: Entry[] = [
      ...damaged,
      {
        type: 'system',
        subtype: 'compact_boundary',
        uuid: 'b',
        parentUuid: null,
        timestamp: damaged.at(-1)!['timestamp'],
      },
      ...session(prompt('s', { parent: 'b', isCompactSummary: true }), last('z')).map(entry => ({
        ...entry,
        timestamp: damaged.at(-1)!['timestamp'],
      })),
    ]
    expect(codesOf(checkEntries(compacted))).toEqual(['parent-missing-aside:40'])
  })
})

describe('entries left behind', () => {
  const branch = session(
    ...Array.from({ length: 5 }, (_, i) => [prompt(`u${i}`), last(`a${i}`)]).flat(),
    checkpoint('a4'),
    prompt('v0', { parent: 'a1' }),
    ...Array.from({ length: 4 }, (_, i) => last(`b${i}`)),
  )

  test('N5 written after the checkpoint', () => {
    const kept = new Set(plainPath(branch, 'a4'))
    const after = branch.slice(11).filter(entry => !kept.has(String(entry['uuid'])))
    const [found] = checkEntries(branch)
    expect(found!.code).toBe('checkpoint-elsewhere')
    expect(Number(/not sent: (\d+)/.exec(found!.message)![1])).toBe(after.length)
  })

  test('N5 before it', () => {
    const back = [...branch, checkpoint('a4')]
    const kept = new Set(plainPath(branch, 'a4'))
    const left = branch.slice(10).filter(entry => entry['uuid'] !== undefined && !kept.has(String(entry['uuid'])))
    const [found] = checkEntries(back)
    expect(found!.code).toBe('checkpoint-rewound')
    expect(Number(/not sent: (\d+)/.exec(found!.message)![1])).toBe(left.length)
  })
})

describe('no finding where nothing is lost', () => {
  test('R-L5 a new beginning after a rewind to the start is meant', () => {
    const nowhere = '00000000-0000-0000-0000-000000000000'
    const anew = session(
      prompt('u1'),
      last('a1'),
      checkpoint(nowhere, { explicit: true }),
      prompt('u2', { parent: null }),
      last('a2'),
    )
    expect(codesOf(checkEntries(anew))).toEqual([])
  })

  test('a file of a subagent is a conversation of its own', () => {
    const agent = session(prompt('u1'), last('a1'), prompt('u2'), last('a2')).map(one => ({
      ...one,
      isSidechain: true,
    }))
    expect(codesOf(checkEntries(agent))).toEqual([])
    expect(codesOf(checkEntries(later(drop(agent, 'a1'), 'u2', 60)))).toEqual(['parent-missing:2'])
  })
})
