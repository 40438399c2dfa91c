// What verification takes for the client's own doing is just that: of sound sessions it refuses nothing there, and a
// result that is wrong at the same place it refuses still.

import { describe, expect, test } from 'vitest'
import { pathFinder } from '../../src/reshape/paths/path-places.js'
import { renamePaths } from '../../src/reshape/paths/rename-paths.js'
import { strip } from '../../src/reshape/strip/strip.js'
import { verify } from '../../src/reshape/verdict/verify.js'
import {
  a,
  att,
  boundary,
  call,
  id,
  image,
  keeps,
  result,
  session,
  summaryOf,
  text,
  think,
  u,
} from '../client/experiments/builders.js'
import { compressing } from './compressing.js'
import { type Changed, change, examine, folderOf, IN_PLACE, idIn, newTarget, type Request } from './in-memory.js'

const queued = (words: string) => ({ prompt: words, commandMode: 'prompt' })

/** The verdict on the result as it would be with other bytes. */
function verdictOn({ bytes, plan, before }: Changed, wrong: (text: string) => string): readonly string[] {
  const made = new TextDecoder().decode(bytes)
  const tampered = wrong(made)
  expect(tampered).not.toBe(made)
  const after = examine(new TextEncoder().encode(tampered), plan.folder ?? folderOf(idIn(bytes)))
  return verify(plan, { before, after, unaccounted: [], folder: undefined }).broken
}

const swapped = (one: string, other: string) => (made: string) =>
  made.replace(one, '\u0000').replace(other, one).replace('\u0000', other)

describe('a queued prompt that loses its image', () => {
  const bytes = session([
    u('u1', null, 'begin here'),
    a('a1', 'u1', 'm1', call('c1')),
    u('r1', 'a1', [result('c1')]),
    att('q1', 'r1', 'queued_command', queued('queued without image')),
    att('q2', 'q1', 'queued_command', { prompt: [text('queued with image'), image()], commandMode: 'prompt' }),
    a('a2', 'q2', 'm2', 'the answer'),
    u('u2', 'a2', 'the prompt after it'),
    a('a3', 'u2', 'm3', 'the end'),
  ])
  const images: Request = { verbs: [strip([{ kind: 'images', where: {} }])] }

  test('may change places with another', () => {
    expect(change(bytes, images).verdict.broken).toEqual([])
  })

  test('is missed where it is gone, other or behind an answer', () => {
    const changed = change(bytes, images)
    expect(verdictOn(changed, made => made.replace('queued with image', 'something else'))).not.toEqual([])
    expect(verdictOn(changed, swapped('queued with image', 'the prompt after it'))).not.toEqual([])
    expect(verdictOn(changed, made => made.replace('queued_command', 'novelty_entry1'))).not.toEqual([])
  })
})

describe('early work of a turn that becomes a summary', () => {
  const tools = { type: 'tool_reference', tool_name: 'WebFetch' }
  const rounds = ['1', '2', '3', '4', '5'].flatMap((n, at) => [
    a(`a${n}`, at === 0 ? 'u1' : `r${at}`, `m${n}`, call(`c${n}`, 'Read')),
    u(`r${n}`, `a${n}`, [result(`c${n}`, at === 1 ? [tools] : `${n} came out of it `.repeat(60))]),
  ])
  const bytes = session([u('u1', null, 'a long turn'), ...rounds, a('end', 'r5', 'm9', 'the end')])
  const half = compressing({ kind: 'oldest', share: 0.6, by: 'calls' }, 'SUMMARY')

  test('takes along what the client says of it', () => {
    const { verdict, plan } = change(bytes, half)
    expect(plan.promises.added).toBeGreaterThan(0)
    expect(verdict.broken).toEqual([])
  })

  test('is missed where the client would say something of what stays', () => {
    const changed = change(bytes, half)
    expect(
      verdictOn(changed, made => made.replace(/"tool_use_id":"toolu_c5"/, '"tool_use_id":"toolu_c0"')),
    ).not.toEqual([])
    expect(verdictOn(changed, made => made.replace('5 came out of it', '6 came out of it'))).not.toEqual([])
  })
})

describe('blocks of a kind that is not known', () => {
  const novelty = { type: 'novelty_block', words: 'something new' }
  const bytes = session([
    { type: 'last-prompt', lastPrompt: 'x', leafUuid: 'gone' },
    u('u1', null, 'first'),
    a('a1', 'u1', 'm1', [novelty]),
    u('u2', 'a1', 'second'),
    a('a2', 'u2', 'm2', 'done'),
  ])
  const bookkeeping: Request = { verbs: [strip([{ kind: 'bookkeeping', where: {} }])] }

  test('are the same in a result that has fewer words before them', () => {
    expect(change(bytes, bookkeeping).verdict.broken).toEqual([])
    expect(
      change(bytes, source => ({ cut: { row: source.conversation.rows.count - 1, what: 'the end' } })).verdict.broken,
    ).toEqual([])
  })

  test('are missed where they are others', () => {
    expect(verdictOn(change(bytes), made => made.replace('something new', 'something odd'))).not.toEqual([])
    expect(verdictOn(change(bytes), made => made.replace('novelty_block', 'novelty_thing'))).not.toEqual([])
  })
})

test('one chain: the rest of an answer that a compaction keeps a part of is not sent again', () => {
  const bytes = session([
    u('u1', null, 'first'),
    a('h', 'u1', 'm1', [think('forgotten')]),
    a('a1', 'h', 'm1', 'kept'),
    boundary('b', null, keeps('s', 'a1')),
    summaryOf('s', 'b', 'SUMMARY'),
    u('u2', 's', 'second'),
    a('a2', 'u2', 'm2', 'done'),
  ])
  expect(change(bytes, { linear: true }).verdict.broken).toEqual([])
})

test('one chain: parallel calls that an earlier compaction kept stay with their results', () => {
  const bytes = session([
    u('u1', null, 'first'),
    a('x', 'u1', 'm1', call('c1')),
    a('y', 'x', 'm1', call('c2')),
    u('rx', 'x', [result('c1')]),
    u('ry', 'y', [result('c2')]),
    boundary('b', null, keeps('s', 'x', 'y', 'rx', 'ry'), { logicalParentUuid: id('ry') }),
    summaryOf('s', 'b', 'SUMMARY'),
    a('a2', 's', 'm2', 'done'),
    boundary('b2', null, {}, { logicalParentUuid: id('a2') }),
    summaryOf('s2', 'b2', 'SUMMARY 2'),
    u('u2', 's2', 'second'),
    a('a3', 'u2', 'm3', 'done again'),
  ])
  expect(change(bytes, { linear: true }).verdict.broken).toEqual([])
})

test('an attached image is told by its bytes, not by the ids around it', () => {
  const content = (base64: string) => ({ type: 'image', file: { base64, type: 'image/png', originalSize: 70 } })
  const bytes = session([
    u('u1', null, 'see this'),
    att('f', 'u1', 'file', { filename: '/p/x.png', content: content('iVBORw0KGgoAAAA1') }),
    a('a1', 'f', 'm1', 'seen'),
  ])
  const keepIds = change(bytes, { target: { kind: 'in-place' } })
  expect(verdictOn(keepIds, made => made.replace('/p/x.png', '/a/longer/path/x.png'))).toEqual([])
  expect(verdictOn(keepIds, made => made.replace('iVBORw0KGgoAAAA1', 'iVBORw0KGgoAAAA2'))).not.toEqual([])
})

describe('what a compaction keeps stands before the thinking behind it (N32, A0)', () => {
  const kept = (words: string): Uint8Array =>
    session([
      u('u1', null, 'begin here'),
      a('a1', 'u1', 'm1', words),
      boundary('c1', null, keeps('k1', 'u1', 'a1')),
      summaryOf('k1', 'c1'),
      u('u2', 'k1', 'go on'),
      a('a2', 'u2', 'm2', [think('so'), text('done')]),
    ])

  test('a path in its words stays where the directory is renamed', () => {
    const renames = [{ from: '/old/place', to: '/new/place' }]
    const find = pathFinder(renames[0]!, [])
    const bytes = kept('I read /old/place/x.ts')
    const changed = change(bytes, () => ({
      verbs: [renamePaths({ find, renames, allTexts: false })],
      target: IN_PLACE,
    }))
    expect(changed.verdict.broken).toEqual([])
    expect(new TextDecoder().decode(changed.bytes)).toContain('I read /old/place/x.ts')
  })

  test('the id of the session in its words stays in a clone', () => {
    const own = idIn(kept(''))
    const bytes = kept(`I wrote to ${own}/out.txt`)
    const changed = change(bytes, () => ({ verbs: [], target: newTarget(own) }))
    expect(changed.verdict.broken).toEqual([])
    expect(new TextDecoder().decode(changed.bytes)).toContain(`I wrote to ${own}/out.txt`)
  })
})
