// Ten times as many entries take less than 14 times as long, also where everything goes into one message, hangs on one
// entry, or is broken.

import { expect, test } from 'vitest'
import { findContext, readForContext } from '../../src/context/index.js'
import { a, call, meta, progress, type Row, r, session, u } from '../client/experiments/builders.js'
import { growth, MOST_POWER } from '../cpu-time.js'

const many = (count: number, make: (at: number) => Row | readonly Row[]): readonly Row[] =>
  Array.from({ length: count }, (_, at) => make(at)).flat() as readonly Row[]

const shapes: Readonly<Record<string, (count: number) => readonly Row[]>> = {
  'rows of one answer': count => [
    u('u', null, 'one'),
    ...many(count, at => a(`a${at}`, at === 0 ? 'u' : `a${at - 1}`, 'm', [call(`x${at}`)])),
    ...many(count, at => r(`r${at}`, `a${at}`, `x${at}`)),
  ],
  'prompts without an answer': count => many(count, at => u(`u${at}`, at === 0 ? null : `u${at - 1}`, 'words')),
  'calls and results without a prompt': count =>
    many(count, at => [
      a(`a${at}`, at === 0 ? null : `r${at - 1}`, `m${at}`, [call(`x${at}`)]),
      r(`r${at}`, `a${at}`, `x${at}`),
    ]),
  'missing parents at one time': count => many(count, at => u(`u${at}`, `gone${at}`, 'words', { at: 1 })),
  'progress below progress': count => [
    u('p0', null, 'one'),
    ...many(count, at => progress(`p${at + 1}`, `p${at}`)),
    ...many(count, at => u(`c${at}`, `p${count}`, 'words')),
  ],
  'notes below one call': count => [
    u('u', null, 'one'),
    a('a', 'u', 'm', [call('x')]),
    r('r', 'a', 'x'),
    ...many(count, at => meta(`k${at}`, at === 0 ? 'a' : `k${at - 1}`, 'note')),
    u('v', 'r', 'next'),
  ],
}

test.each(Object.entries(shapes))('%s', (_, make) => {
  const small = readForContext(session(make(500)))
  const large = readForContext(session(make(5000)))
  expect(growth({ small: () => findContext(small), large: () => findContext(large), times: 10 })).toBeLessThan(
    MOST_POWER,
  )
})
