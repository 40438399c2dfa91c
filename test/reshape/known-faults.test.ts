// Faults that tools of this kind have had, each with a session that shows it is not ours. The numbers are those of the
// list that they were collected in; those that show on disk are in test/actions/known-faults.test.ts,
// and 12, about time, is in growth.slow.ts.

import { beforeEach, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/table.js'
import { readContext } from '../../src/context/index.js'
import { readConversation } from '../../src/conversation/index.js'
import { encodeProjectPath } from '../../src/format/session-folder.js'
import { truncated } from '../../src/reshape/edits/truncate.js'
import type { StripRule } from '../../src/reshape/strip/rule.js'
import { strip } from '../../src/reshape/strip/strip.js'
import { answer, calls, prompt, redacted, restart, result, SESSION, text, thinking, use } from './entries.js'
import { type Changed, change, IN_PLACE, type Json, records, session } from './in-memory.js'

beforeEach(restart)

const stripped = (source: Uint8Array, ...rules: readonly Partial<StripRule>[]): Changed => {
  const whole = rules.map((rule): StripRule => ({ kind: 'tools', where: {}, ...rule }))
  const changed = change(source, { verbs: [strip(whole)], target: IN_PLACE })
  expect(changed.verdict.broken).toEqual([])
  return changed
}
const entry = (bytes: Uint8Array, uuid: string): Json => records(bytes).find(one => one['uuid'] === uuid)!

test('1: a malformed line stops nothing and stays as it is', () => {
  const good = [prompt('u1', null), answer('a1', 'u1', 'm1', [text('yes')])].map(one => JSON.stringify(one))
  const source = new TextEncoder().encode(`${good[0]}\n{"half": \nnot json\n${good[1]}\n`)
  const { bytes, verdict } = change(source)
  expect(verdict.broken).toEqual([])
  expect(new TextDecoder().decode(bytes).split('\n').slice(1, 3)).toEqual(['{"half": ', 'not json'])
})

test('3: interleaved branches: what hung on an entry that goes hangs on its own branch', () => {
  const source = session(
    prompt('u1', null),
    answer('a1', 'u1', 'm1', [text('one')]),
    prompt('b1', 'a1', 'first way'),
    prompt('c1', 'a1', 'second way'),
    calls('b2', 'b1', 'mb', [use('tb')]),
    answer('c2', 'c1', 'mc', [text('second')]),
    result('b3', 'b2', 'tb'),
    prompt('c3', 'c2', 'on and on'),
    answer('b4', 'b3', 'mb2', [text('first')]),
  )
  expect(entry(stripped(source, {}).bytes, 'b4')['parentUuid']).toBe('b1')
})

test('4: redacted thinking is thinking', () => {
  const source = session(prompt('u1', null), answer('a1', 'u1', 'm1', [redacted('secret'), text('yes')]))
  expect(entry(stripped(source, { kind: 'thinking' }).bytes, 'a1')['message'].content).toEqual([text('yes')])
})

test('5: an open round of calls without its thinking is no end of a request: an answer and the prompt follow (R-M12, N15)', () => {
  const source = session(
    prompt('u1', null),
    calls('a1', 'u1', 'm1', [thinking('hm'), use('t1')]),
    result('r1', 'a1', 't1'),
  )
  const { bytes } = stripped(source, { kind: 'thinking' })
  const { messages } = readContext(bytes)
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: [{ type: 'text' }], rule: expect.any(String) })
})

test('6: the second copy of an output goes, and results of blocks are shortened', () => {
  const long = 'line\n'.repeat(200)
  const source = session(
    prompt('u1', null),
    calls('a1', 'u1', 'm1', [use('t1')]),
    result('r1', 'a1', 't1', [text(long)], { toolUseResult: { stdout: long } }),
    answer('a2', 'r1', 'm2', [text('yes')]),
  )
  const row = entry(stripped(source, { mode: 'truncate' }).bytes, 'r1')
  expect(row['toolUseResult']).toBeUndefined()
  expect(row['message'].content[0].content[0].text.length).toBeLessThan(200)
})

test('7: the stop reason follows', () => {
  const source = session(
    prompt('u1', null),
    calls('a1', 'u1', 'm1', [text('I look')]),
    calls('a2', 'a1', 'm1', [use('t1')]),
    result('r1', 'a2', 't1'),
    answer('a3', 'r1', 'm2', [text('yes')]),
  )
  expect(entry(stripped(source, {}).bytes, 'a1')['message'].stop_reason).toBe('end_turn')
})

test('8: commands, their output, summaries and interruptions are no turns; an image alone is one', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
  const source = session(
    prompt('c1', null, '<command-name>/clear</command-name>'),
    prompt('o1', 'c1', '<local-command-stdout>done</local-command-stdout>'),
    prompt('i1', 'o1', '[Request interrupted by user]'),
    prompt('u1', 'i1', [image]),
    answer('a1', 'u1', 'm1', [text('nice')]),
  )
  expect(readConversation(source).turns.list.map(turn => turn.kind)).toEqual(['prompt'])
})

test('11: no character is cut in half, however many code points it has', () => {
  const family = '👩‍👩‍👧‍👦'
  for (let before = 200; before < 260; before++) {
    const cut = truncated('x'.repeat(before) + family.repeat(40), { sessionId: SESSION, line: 1 })
    const [first] = cut.split('\n')
    expect(first!.slice(before).replaceAll(family, '')).toBe('')
    expect(/[\ud800-\udfff]/u.test(cut)).toBe(false)
  }
})

test('13: a clone has ids of its own, and no reference of it dangles', () => {
  const source = session(
    prompt('u1', null, '<local-command-caveat>x</local-command-caveat>', { isMeta: true }),
    { type: 'file-history-snapshot', messageId: 'u1', snapshot: { messageId: 'u1', trackedFileBackups: {} } },
    calls('a1', 'u1', 'm1', [use('t1')]),
    result('r1', 'a1', 't1'),
    answer('a2', 'r1', 'm2', [text('yes')]),
  )
  const { bytes } = change(source)
  const ids = new Set(records(bytes).flatMap(one => one['uuid'] ?? []))
  const named = [
    ...new TextDecoder().decode(bytes).matchAll(/"(?:parentUuid|messageId|sourceToolAssistantUUID)":"([^"]+)"/g),
  ]
  expect(named).toHaveLength(6)
  for (const [, id] of named) expect(ids.has(id)).toBe(true)
  expect(records(bytes).some(one => one['type'] === 'summary')).toBe(false)
})

test('16: what is printed to go on with asks for permissions as always', () => {
  const words = JSON.stringify(COMMANDS)
  expect(words).not.toContain('skip-permissions')
})

test('20: the folder of a project is found from its directory, never the other way round', () => {
  expect(encodeProjectPath('/home/ada/my_app.v2/@x')).toBe('-home-ada-my-app-v2--x')
})
