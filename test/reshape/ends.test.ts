// Where a changed session ends, when the natural place is an odd one: behind a compaction that keeps entries, at a call
// that nobody answered, beside a branch that was left.

import { describe, expect, test } from 'vitest'
import { findContext } from '../../src/context/index.js'
import { strip } from '../../src/reshape/strip/strip.js'
import { verify } from '../../src/reshape/verdict/verify.js'
import { a, boundary, call, keeps, type Row, r, session, summaryOf, text, u } from '../client/experiments/builders.js'
import { type Changed, change, examine, folderOf, IN_PLACE, idIn, type Request } from './in-memory.js'

const TOOLS: Request = { verbs: [strip([{ kind: 'tools', where: {} }])] }

/** What the model gets, a word a block: texts as they are, calls and results by their kind. */
function sent({ after, bytes }: Changed): string {
  const { rows } = after.reading.conversation
  const said = findContext(after.reading).messages.flatMap(({ parts }) =>
    parts.map(part => {
      if (part.kind === 'written') return `(${part.block.type})`
      const entry = JSON.parse(Buffer.from(bytes).subarray(rows.offset[part.row]!).toString().split('\n')[0]!)
      const { content } = entry.message
      const block = typeof content === 'string' ? { type: 'text', text: content } : content[part.block]
      return block.type === 'text' ? (block.text as string) : `(${block.type})`
    }),
  )
  return said.join(', ')
}

function changed(rows: readonly Row[], request: Request): Changed {
  const result = change(session(rows), request)
  expect(result.verdict.broken).toEqual([])
  return result
}

describe('a compaction that keeps entries, and nothing behind it (N32)', () => {
  const rows: readonly Row[] = [
    u('u', null, 'one'),
    a('a', 'u', 'm', [call('x')]),
    r('r', 'a', 'x'),
    a('c', 'r', 'n', [text('done')]),
    boundary('b', null, keeps('s', 'a', 'r', 'c')),
    summaryOf('s', 'b', 'SUM'),
  ]
  const whole = 'SUM, (tool_use), (tool_result), done'

  test('in one chain', () => expect(sent(changed(rows, { linear: true }))).toBe(whole))
  test.each([
    ['its summary', 5],
    ['the boundary itself', 4],
  ])('ended at %s', (what, row) => {
    const next = [u('v', 'c', 'next'), a('w', 'v', 'k', [text('fine')])]
    for (const source of [rows, [...rows, ...next]]) {
      expect(sent(changed(source, { cut: { row, what } }))).toBe(whole)
      expect(sent(changed(source, { cut: { row, what }, linear: true }))).toBe(whole)
    }
  })
})

test('a call that is taken away is the end: a branch that was left beside it does not come back', () => {
  const rows = [
    u('u', null, 'one'),
    a('a', 'u', 'm', [text('left')]),
    u('p', 'a', 'left, too'),
    a('b', 'u', 'n', [call('x')]),
  ]
  expect(sent(changed(rows, TOOLS))).toBe('one, (text)')
})

test('words that the client dropped with a lost call are sent without the call (R-T2, N17)', () => {
  const rows = [
    u('u', null, 'one'),
    a('a', 'u', 'm', [text('I look'), call('x')]),
    a('b', 'a', 'n', [text('done')]),
    u('v', 'b', 'two'),
    a('c', 'v', 'k', [text('yes')]),
  ]
  expect(sent(change(session(rows)))).toBe('one, done, two, yes')
  expect(sent(changed(rows, TOOLS))).toBe('one, I look, done, two, yes')
})

test('words of a branch that was left are not taken for such', () => {
  const rows = [
    u('u', null, 'one'),
    a('l', 'u', 'm', [text('left'), call('x')]),
    r('r', 'l', 'x'),
    a('b', 'u', 'n', [text('stays')]),
  ]
  const { plan, before } = change(session(rows), { ...TOOLS, target: IN_PLACE })
  const back = session([u('u', null, 'one'), a('l', 'u', 'm', [text('left')]), a('b', 'l', 'n', [text('stays')])])
  const { broken } = verify(plan, {
    before,
    after: examine(back, folderOf(idIn(back))),
    unaccounted: [],
    folder: undefined,
  })
  expect(broken).toEqual([expect.stringContaining('prompts and answers would not all be kept in order')])
})
