// A repair that would lose something, or make something worse, is not written.

import { beforeEach, expect, test } from 'vitest'
import { verify } from '../../../src/reshape/verdict/verify.js'
import { answer, prompt, restart, text } from '../entries.js'
import { examine, folderOf, idIn, type Json, session } from '../in-memory.js'
import { repair } from './in-memory.js'

beforeEach(restart)

const sound = (): readonly Json[] => [
  prompt('u1', null),
  answer('a1', 'u1', 'm1', [text('one')]),
  prompt('u2', 'a1'),
  answer('a2', 'u2', 'm2', [text('two')]),
]
const glued = (): Uint8Array => {
  const [first, second, ...rest] = sound().map(entry => JSON.stringify(entry))
  return new TextEncoder().encode(`${[`${first}${second}`, ...rest].join('\n')}\n`)
}

test('what it does keeps its promise', () => {
  const { plan, verdict } = repair(glued())
  expect(verdict.broken).toEqual([])
  expect(plan.promises.context).toBe('mended')
})

test('a message that is sent and would not be any more, and that no step names', () => {
  const { plan, before } = repair(glued())
  const less = session(...sound().slice(0, 2), prompt('u2', 'a1'))
  const { broken } = verify(plan, {
    before,
    after: examine(less, folderOf(idIn(less))),
    unaccounted: [],
    folder: undefined,
  })
  expect(broken).toEqual([
    'the result would have 3 entries instead of 4',
    'the text on line 3 would no longer be sent, for no known reason',
  ])
})

test('a finding that was not there', () => {
  const { plan, before } = repair(glued())
  const worse = session(...sound().slice(0, 3), answer('a2', 'u2', 'm2', [text('two'), text('')]))
  const { broken } = verify(plan, {
    before,
    after: examine(worse, folderOf(idIn(worse))),
    unaccounted: [],
    folder: undefined,
  })
  expect(broken.join()).toContain('the result would have a new problem: text-empty')
})

test('much more than its last answer was given, by figures that can be true', () => {
  const { plan, before } = repair(glued())
  const long = 'word '.repeat(80_000)
  const counted = (input_tokens: number): Uint8Array => {
    const last = answer('a2', 'u2', 'm2', [text('two')])
    const usage = { input_tokens, output_tokens: 5 }
    return session(...sound().slice(0, 2), prompt('u2', 'a1', long), {
      ...last,
      message: { ...(last['message'] as Json), usage },
    })
  }
  const broken = (bytes: Uint8Array) =>
    verify(plan, {
      before,
      after: examine(bytes, folderOf(idIn(bytes))),
      unaccounted: [],
      folder: undefined,
    }).broken.join()
  expect(broken(counted(21_000))).toContain('the result would send far more than the last request did')
  expect(broken(counted(120_000))).not.toContain('far more')
  expect(broken(counted(15))).not.toContain('far more')
})
