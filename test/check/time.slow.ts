// Ten times the entries, about ten times the time: on the shapes that tempt a checker to look at everything again.

import { expect, test } from 'vitest'
import { answer, answers, calls, last, prompt, result, timeAt, use } from '../conversation/lines.js'
import { growth, MOST_POWER } from '../cpu-time.js'
import { check, type Entry, encode, session } from './damaged.js'

const many = (count: number, make: (index: number) => Entry): readonly Entry[] =>
  Array.from({ length: count }, (_, index) => ({ ...make(index), timestamp: timeAt(index * 60) }))
const chained = (index: number, parentUuid: string | null): Entry => ({
  type: index % 2 ? 'assistant' : 'user',
  uuid: `n${index}`,
  parentUuid,
  timestamp: timeAt(index * 60),
  message: {
    role: index % 2 ? 'assistant' : 'user',
    id: index % 2 ? `m${index}` : undefined,
    content: `word ${index}`,
  },
})

const SHAPES: Readonly<Record<string, (count: number) => readonly Entry[]>> = {
  'all roots': count => many(count, index => chained(index, null)),
  'all parents missing': count => many(count, index => chained(index, `gone${index}`)),
  'all parents missing, at the same time': count =>
    many(count, index => chained(index, `gone${index}`)).map(entry => ({ ...entry, timestamp: timeAt(1) })),
  'all parents later in the file': count => many(count, index => chained(index, `n${index + 1}`)),
  'many rings of two': count => many(count, index => chained(index, `n${index % 2 ? index - 1 : index + 1}`)),
  'one ring': count => many(count, index => chained(index, `n${(index + count - 1) % count}`)),
  'every entry twice': count => many(count, index => chained(index >> 1, index < 2 ? null : `n${(index >> 1) - 1}`)),
  'in and out of subagents': count =>
    many(count, index => ({ ...chained(index, index ? `n${index - 1}` : null), isSidechain: index % 3 === 1 })),
  'calls without results': count =>
    session(prompt('u'), ...Array.from({ length: count }, (_, i) => calls(`a${i}`, `x${i}`))),
  'one answer with all calls': count =>
    session(
      prompt('u'),
      answer('a', { blocks: Array.from({ length: count >> 1 }, (_, i) => use(`x${i}`)) }),
      ...Array.from({ length: count >> 1 }, (_, i) => result(`r${i}`, `x${i}`, { parent: 'a' })),
      last('z'),
    ),
  'all calls with the same id': count =>
    session(
      prompt('u'),
      ...Array.from({ length: count >> 1 }, (_, i) => [calls(`a${i}`, 'x'), result(`r${i}`, 'x')]).flat(),
    ),
  'results before their calls': count =>
    session(
      ...Array.from({ length: count >> 1 }, (_, i) => ({
        ...prompt(`r${i}`),
        message: { role: 'user', content: [answers(`x${i}`)] },
      })),
      ...Array.from({ length: count >> 1 }, (_, i) => calls(`a${i}`, `x${i}`)),
    ),
  'checkpoints everywhere': count =>
    many(count, index => (index % 2 ? { type: 'last-prompt', leafUuid: null, explicit: true } : chained(index, null))),
  'compactions everywhere': count =>
    many(count, index =>
      index % 2
        ? { type: 'system', subtype: 'compact_boundary', uuid: `b${index}`, parentUuid: null, compactMetadata: {} }
        : chained(index, null),
    ),
}

test.each(Object.entries(SHAPES))('%s', (_, shape) => {
  const [small, large] = [encode(shape(2000)), encode(shape(20_000))]
  expect(growth({ small: () => check(small), large: () => check(large), times: 10 })).toBeLessThan(MOST_POWER)
})
