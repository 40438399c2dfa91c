// Turns and messages taken out: what goes along, what stays, and what the plan names.

import { beforeEach, describe, expect, test } from 'vitest'
import { cutOut, messageRows, turnRows } from '../../src/reshape/cut/cut-turns.js'
import {
  answer,
  attachment,
  calls,
  lastPrompt,
  prompt,
  restart,
  result,
  SESSION,
  system,
  text,
  thinking,
  use,
} from './entries.js'
import { type Changed, change, IN_PLACE, type Json, records, session } from './in-memory.js'

beforeEach(restart)

function cut(bytes: Uint8Array, ...turns: readonly number[]): Changed {
  const changed = change(bytes, source => ({ verbs: [cutOut(turnRows(source, turns), 'turns')], target: IN_PLACE }))
  expect(changed.verdict.broken).toEqual([])
  return changed
}

const uuids = ({ bytes }: Changed): readonly (readonly [string, string | null])[] =>
  records(bytes).flatMap(entry => (entry['uuid'] ? [[entry['uuid'], entry['parentUuid']] as const] : []))
const told = ({ plan }: Changed): readonly string[] =>
  plan.steps.filter(step => step.action === 'warning').map(step => step.why)

/** Three turns; the second reads a file that the third edits. */
const three = (): Uint8Array =>
  session(
    prompt('u1', null),
    answer('a1', 'u1', 'm1', [thinking('one'), text('first')]),
    prompt('u2', 'a1'),
    calls('a2', 'u2', 'm2', [use('t1', 'Read', { file_path: '/x' })]),
    result('r1', 'a2', 't1'),
    answer('a3', 'r1', 'm3', [text('second')]),
    { type: 'file-history-snapshot', messageId: 'u2', snapshot: { trackedFileBackups: {} }, isSnapshotUpdate: false },
    lastPrompt('a3'),
    prompt('u3', 'a3'),
    calls('a4', 'u3', 'm4', [thinking('three')]),
    calls('a5', 'a4', 'm4', [use('t2', 'Edit', { file_path: '/x', old_string: 'a', new_string: 'b' })]),
    result('r2', 'a5', 't2'),
    answer('a6', 'r2', 'm5', [text('third')]),
    lastPrompt('a6'),
  )

test('a turn in the middle goes, what followed it hangs on what was before, and its bookkeeping goes', () => {
  const changed = cut(three(), 2)
  expect(uuids(changed)).toEqual([
    ['u1', null],
    ['a1', 'u1'],
    ['u3', 'a1'],
    ['a5', 'u3'],
    ['r2', 'a5'],
    ['a6', 'r2'],
  ])
  expect(records(changed.bytes).map(({ type }) => type)).not.toContain('file-history-snapshot')
  expect(records(changed.bytes).flatMap(({ leafUuid }) => leafUuid ?? [])).toEqual(['a6'])
})

test('thinking before the cut stays, behind it goes (A0)', () => {
  const { bytes } = cut(three(), 2)
  const thoughts = records(bytes).flatMap(({ message }) =>
    Array.isArray(message?.content) ? message.content.flatMap((block: Json) => block['thinking'] ?? []) : [],
  )
  expect(thoughts).toEqual(['one'])
})

test('the first turn', () => {
  expect(uuids(cut(three(), 1))[0]).toEqual(['u2', null])
})

test('the last turn: the session ends at the turn before, and its checkpoint says so', () => {
  const changed = cut(three(), 3)
  expect(uuids(changed).at(-1)).toEqual(['a3', 'r1'])
  expect(records(changed.bytes).flatMap(({ leafUuid }) => leafUuid ?? [])).toEqual(['a3', 'a3'])
  expect(records(changed.bytes).at(-1)).toMatchObject({ type: 'last-prompt', lastPrompt: 'say u2' })
})

test('all turns cannot go: nothing would be left to resume', () => {
  const changed = change(three(), source => ({
    verbs: [cutOut(turnRows(source, [1, 2, 3]), 'turns')],
    target: IN_PLACE,
  }))
  expect(changed.verdict.broken.join()).toContain('would not resume')
})

describe('what later turns build on is named', () => {
  test('a file that only the cut turn read, and that is edited later', () => {
    expect(told(cut(three(), 2))).toEqual(['turn 3 edits /x, which only turn 2, now cut, read'])
    expect(told(cut(three(), 1))).toEqual([])
  })

  test('not where it is read again before', () => {
    const bytes = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1', 'Write', { file_path: '/x', content: 'a' })]),
      result('r1', 'a1', 't1'),
      answer('a2', 'r1', 'm2', [text('one')]),
      prompt('u2', 'a2'),
      calls('a3', 'u2', 'm3', [use('t2', 'Read', { file_path: '/x' })]),
      result('r2', 'a3', 't2'),
      calls('a4', 'r2', 'm4', [use('t3', 'Edit', { file_path: '/x' })]),
      result('r3', 'a4', 't3'),
      answer('a5', 'r3', 'm5', [text('two')]),
    )
    expect(told(cut(bytes, 1))).toEqual([])
  })

  test('a shell that the cut turn started', () => {
    const bytes = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1', 'Bash', { command: 'serve', run_in_background: true })]),
      result('r1', 'a1', 't1', 'Command running in background with ID: shell_42'),
      answer('a2', 'r1', 'm2', [text('one')]),
      prompt('u2', 'a2'),
      calls('a3', 'u2', 'm3', [use('t2', 'BashOutput', { bash_id: 'shell_42' })]),
      result('r2', 'a3', 't2'),
      answer('a4', 'r2', 'm4', [text('two')]),
    )
    expect(told(cut(bytes, 1))).toEqual(['BashOutput uses shell_42, which turn 1, now cut, started'])
  })

  test('a summary that was made later may tell of it, and stays', () => {
    const bytes = session(
      prompt('u1', null),
      answer('a1', 'u1', 'm1', [text('one')]),
      system('b1', null, 'compact_boundary', { logicalParentUuid: 'a1', compactMetadata: { trigger: 'auto' } }),
      prompt('s1', 'b1', 'This session is being continued', { isCompactSummary: true }),
      prompt('u2', 's1'),
      answer('a2', 'u2', 'm2', [text('two')]),
    )
    const changed = cut(bytes, 1)
    expect(uuids(changed).map(([uuid]) => uuid)).toEqual(['b1', 's1', 'u2', 'a2'])
    expect(changed.plan.steps.map(({ action }) => action)).toContain('keep summaries')
  })
})

test('a call and its result go together, also over a queued prompt that begins a turn between them', () => {
  const bytes = session(
    prompt('u1', null),
    answer('a0', 'u1', 'm0', [text('hello')]),
    prompt('u2', 'a0'),
    calls('a1', 'u2', 'm1', [text('I look')]),
    calls('a2', 'a1', 'm1', [use('t1')]),
    calls('a3', 'a2', 'm1', [use('t2')]),
    result('r1', 'a2', 't1'),
    attachment('q1', 'r1', { type: 'queued_command', prompt: 'one more thing' }),
    result('r2', 'q1', 't2'),
    answer('a4', 'r2', 'm2', [text('done')]),
  )
  const changed = cut(bytes, 2)
  const said = JSON.stringify(records(changed.bytes))
  expect(said).not.toContain('t1')
  expect(said).not.toContain('t2')
  expect(uuids(changed).map(([uuid]) => uuid)).toEqual(['u1', 'a0', 'q1', 'a4'])
})

test('agents inside the file go with the call that started them', () => {
  const side = (entry: Json): Json => ({ ...entry, isSidechain: true, agentId: 'abc12345' })
  const bytes = session(
    prompt('u1', null),
    calls('a1', 'u1', 'm1', [use('t1', 'Task', { prompt: 'count the stars' })]),
    side(prompt('s1', null, 'count the stars')),
    side(answer('s2', 's1', 'n1', [text('many')])),
    result('r1', 'a1', 't1', 'many'),
    answer('a2', 'r1', 'm2', [text('done')]),
    prompt('u2', 'a2'),
    answer('a3', 'u2', 'm3', [text('more')]),
  )
  expect(uuids(cut(bytes, 1)).map(([uuid]) => uuid)).toEqual(['u2', 'a3'])
})

test('a single message: all entries of an answer, with the results of its calls', () => {
  const bytes = three()
  const changed = change(bytes, source => ({
    verbs: [cutOut(new Set(messageRows(source, 3)), 'message m2')],
    target: IN_PLACE,
  }))
  expect(changed.verdict.broken).toEqual([])
  expect(uuids(changed).map(([uuid]) => uuid)).not.toContain('r1')
  expect(uuids(changed).map(([uuid]) => uuid)).toContain('u2')
})

test('a session of its own, with ids of its own', () => {
  const changed = change(three(), source => ({ verbs: [cutOut(turnRows(source, [2]), 'turns')] }))
  expect(changed.verdict.broken).toEqual([])
  expect(new TextDecoder().decode(changed.bytes)).not.toContain(SESSION)
})
