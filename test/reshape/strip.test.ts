// What goes, what stays, and what follows from it (resume-rules §6, A0, D12, D13).

import { beforeEach, describe, expect, test } from 'vitest'
import type { StripRule, Where } from '../../src/reshape/strip/rule.js'
import { strip } from '../../src/reshape/strip/strip.js'
import {
  answer,
  attachment,
  calls,
  lastPrompt,
  progress,
  prompt,
  redacted,
  restart,
  result,
  SESSION,
  system,
  text,
  thinking,
  use,
} from './entries.js'
import { type Changed, change, IN_PLACE, type Json, lines, records, session } from './in-memory.js'

beforeEach(restart)

function stripped(source: Uint8Array, ...rules: readonly Partial<StripRule>[]): Changed {
  const whole = rules.map((rule): StripRule => ({ kind: 'tools', where: {}, ...rule }))
  const changed = change(source, { verbs: [strip(whole)], target: IN_PLACE })
  expect(changed.verdict.broken).toEqual([])
  return changed
}

const uuids = (bytes: Uint8Array): readonly (readonly [string, string | null])[] =>
  records(bytes).flatMap(entry => (entry['uuid'] ? [[entry['uuid'], entry['parentUuid']] as const] : []))
const entry = (bytes: Uint8Array, uuid: string): Json => records(bytes).find(one => one['uuid'] === uuid)!
const content = (bytes: Uint8Array, uuid: string): Json[] => entry(bytes, uuid)['message'].content

/** Two rounds of tools and an answer. */
const working = (): Uint8Array =>
  session(
    prompt('u1', null),
    calls('a1', 'u1', 'm1', [text('first I look')]),
    calls('a2', 'a1', 'm1', [use('t1')]),
    result('r1', 'a2', 't1'),
    calls('a3', 'r1', 'm2', [use('t2', 'Read', { file_path: '/x' })]),
    result('r2', 'a3', 't2'),
    answer('a4', 'r2', 'm3', [text('done')]),
    prompt('u2', 'a4'),
    calls('a5', 'u2', 'm4', [use('t3')]),
    result('r3', 'a5', 't3'),
    answer('a6', 'r3', 'm5', [text('done again')]),
  )

describe('tool calls', () => {
  test('go with their results; emptied entries go, and their children move to the previous entry', () => {
    const { bytes } = stripped(working(), {})
    expect(uuids(bytes)).toEqual([
      ['u1', null],
      ['a1', 'u1'],
      ['a4', 'a1'],
      ['u2', 'a4'],
      ['a6', 'u2'],
    ])
  })

  test('every entry of a message that keeps no tool use stops for another reason, and usage stays', () => {
    const { bytes } = stripped(working(), {})
    expect(entry(bytes, 'a1')['message']).toMatchObject({
      stop_reason: 'end_turn',
      usage: { input_tokens: 10, output_tokens: 5 },
    })
  })

  test('a message that keeps a call keeps its stop reason', () => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      calls('a2', 'a1', 'm1', [use('t2', 'Read')]),
      result('r1', 'a1', 't1'),
      result('r2', 'a2', 't2'),
      answer('a3', 'r2', 'm2', [text('done')]),
    )
    const { bytes } = stripped(source, { only: ['Read'] })
    expect(entry(bytes, 'a1')['message'].stop_reason).toBe('tool_use')
  })

  test.each<[string, Where, readonly string[]]>([
    ['the oldest half of the turns', { oldest: 0.5 }, ['t3']],
    ['before turn 2', { beforeTurn: 2 }, ['t3']],
    ['all but the last turn', { keepLast: 1 }, ['t3']],
    ['a quarter of two turns is none', { oldest: 0.25 }, ['t1', 't2', 't3']],
    ['larger than 27 bytes', { largerThan: 27 }, ['t2']],
    ['both: in the first turn, and large', { beforeTurn: 2, largerThan: 27 }, ['t2', 't3']],
  ])('where: %s', (_, where, left) => {
    const { bytes } = stripped(working(), { where })
    const ids = records(bytes).flatMap(one =>
      Array.isArray(one['message']?.content) ? one['message'].content.flatMap((block: Json) => block['id'] ?? []) : [],
    )
    expect(ids).toEqual(left)
  })

  test.each<[string, Partial<StripRule>, readonly string[]]>([
    ['only', { only: ['Bash'] }, ['Read']],
    ['except', { except: ['Bash'] }, ['Bash', 'Bash']],
    ['a star', { only: ['Re*'] }, ['Bash', 'Bash']],
  ])('which: %s', (_, rule, left) => {
    const { bytes } = stripped(working(), rule)
    expect(
      [
        ...lines(bytes)
          .join('')
          .matchAll(/"name":"(\w+)"/g),
      ].map(([, name]) => name),
    ).toEqual(left)
  })

  test('words beside a result stay', () => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      {
        ...result('r1', 'a1', 't1'),
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }, text('and mind the gap')],
        },
      },
      answer('a2', 'r1', 'm2', [text('done')]),
    )
    const { bytes } = stripped(source, {})
    expect(content(bytes, 'r1')).toEqual([text('and mind the gap')])
    expect(entry(bytes, 'r1')).toMatchObject({ parentUuid: 'u1' })
    expect(entry(bytes, 'r1')['toolUseResult']).toBeUndefined()
  })

  test('a queued prompt behind a result stays, hung on what stays (resume-rules §6)', () => {
    const source = session(
      prompt('u1', null),
      calls('a0', 'u1', 'm1', [text('I look')]),
      calls('a1', 'a0', 'm1', [use('t1')]),
      result('r1', 'a1', 't1'),
      attachment('q1', 'r1', { type: 'queued_command', prompt: 'one more thing' }),
      answer('a2', 'q1', 'm2', [text('done')]),
    )
    expect(uuids(stripped(source, {}).bytes)).toEqual([
      ['u1', null],
      ['a0', 'u1'],
      ['q1', 'a0'],
      ['a2', 'q1'],
    ])
  })

  test('where only calls stand before a queued prompt the last one stays: else it would be sent before the prompt (N33)', () => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      result('r1', 'a1', 't1'),
      calls('a2', 'r1', 'm2', [use('t2', 'Bash', { command: 'x'.repeat(300) })]),
      result('r2', 'a2', 't2', 'y'.repeat(300)),
      attachment('q1', 'r2', { type: 'queued_command', prompt: 'one more thing' }),
      answer('a3', 'q1', 'm3', [text('done')]),
    )
    const { bytes, plan } = stripped(source, {})
    expect(uuids(bytes).map(([uuid]) => uuid)).toEqual(['u1', 'a2', 'r2', 'q1', 'a3'])
    expect(content(bytes, 'r2')[0]!['content']).toContain('left out')
    expect(plan.steps.find(step => step.action === 'remove tool calls')).toMatchObject({ entries: 1, lines: [2] })
  })

  test('progress goes with its call', () => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      progress('p1', 'a1', 't1'),
      result('r1', 'p1', 't1'),
      answer('a2', 'r1', 'm2', [text('done')]),
    )
    expect(uuids(stripped(source, {}).bytes).map(([uuid]) => uuid)).toEqual(['u1', 'a2'])
  })

  test('parallel calls: one goes, the others keep their results', () => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1', 'Read')]),
      calls('a2', 'a1', 'm1', [use('t2', 'Bash')]),
      calls('a3', 'a2', 'm1', [use('t3', 'Read')]),
      result('r1', 'a1', 't1'),
      result('r2', 'a2', 't2'),
      result('r3', 'a3', 't3'),
      answer('a4', 'r3', 'm2', [text('done')]),
    )
    const { bytes } = stripped(source, { only: ['Bash'] })
    expect(uuids(bytes)).toEqual([
      ['u1', null],
      ['a1', 'u1'],
      ['a3', 'a1'],
      ['r1', 'a1'],
      ['r3', 'a3'],
      ['a4', 'r3'],
    ])
  })

  test('what hung on an entry of an answer hangs on another one of it, where that is how the rest is found (N8)', () => {
    // As client 2.0 writes it: the prompt hangs on the thinking, and the words hang beside it.
    const source = session(
      prompt('u1', null),
      answer('h1', 'u1', 'm1', [thinking('hm')]),
      answer('a1', 'h1', 'm1', [text('said beside the way')]),
      prompt('u2', 'h1'),
      answer('a2', 'u2', 'm2', [text('and on')]),
      lastPrompt('h1'),
      lastPrompt('a2'),
    )
    const { bytes } = stripped(source, { kind: 'thinking' })
    expect(uuids(bytes)).toEqual([
      ['u1', null],
      ['a1', 'u1'],
      ['u2', 'a1'],
      ['a2', 'u2'],
    ])
    expect(records(bytes).flatMap(one => one['leafUuid'] ?? [])).toEqual(['a1', 'a2'])
  })

  test('calls that the API answers itself go both or not at all (A2.13)', () => {
    const source = session(
      prompt('u1', null),
      answer('a1', 'u1', 'm1', [
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'x' } },
        { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
        text('found'),
      ]),
    )
    expect(content(stripped(source, {}).bytes, 'a1')).toEqual([text('found')])
    expect(content(stripped(source, { only: ['Bash'] }).bytes, 'a1')).toHaveLength(3)
    expect(content(stripped(source, { mode: 'truncate' }).bytes, 'a1')).toHaveLength(3)
  })

  test('white space that stood beside a call does not stand alone (A1.5)', () => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [text('\n\n')]),
      calls('a2', 'a1', 'm1', [use('t1')]),
      result('r1', 'a2', 't1'),
      answer('a3', 'r1', 'm2', [text('done')]),
    )
    expect(uuids(stripped(source, {}).bytes).map(([uuid]) => uuid)).toEqual(['u1', 'a3'])
  })

  test('a session of nothing but calls keeps its last round', () => {
    const source = session(
      calls('a1', 'gone', 'm1', [use('t1')]),
      result('r1', 'a1', 't1'),
      calls('a2', 'r1', 'm2', [use('t2')]),
      result('r2', 'a2', 't2'),
    )
    expect(uuids(stripped(source, {}).bytes).map(([uuid]) => uuid)).toEqual(['a2', 'r2'])
  })
})

describe('lists and checkpoints', () => {
  const compacted = (preserved: readonly string[]): Uint8Array =>
    session(
      prompt('u1', null),
      answer('a0', 'u1', 'm0', [text('thinking aloud')]),
      calls('a1', 'a0', 'm1', [use('t1')]),
      result('r1', 'a1', 't1'),
      answer('a2', 'r1', 'm2', [text('done')]),
      system('b1', null, 'compact_boundary', {
        logicalParentUuid: 'r1',
        compactMetadata: {
          trigger: 'auto',
          preTokens: 5,
          preservedSegment: { headUuid: preserved[0], anchorUuid: 's1', tailUuid: preserved.at(-1) },
          preservedMessages: { anchorUuid: 's1', uuids: preserved, allUuids: preserved },
        },
      }),
      prompt('s1', 'b1', 'This session is being continued', { isCompactSummary: true }),
      prompt('u2', preserved.at(-1)!),
      answer('a3', 'u2', 'm3', [text('and on')]),
      lastPrompt('r1'),
      lastPrompt('a3'),
    )

  test('preserved lists name only what is left (R-C8)', () => {
    const { bytes } = stripped(compacted(['a0', 'a1', 'r1', 'a2']), {})
    const { preservedMessages, preservedSegment } = entry(bytes, 'b1')['compactMetadata']
    expect(preservedMessages).toEqual({ anchorUuid: 's1', uuids: ['a0', 'a2'], allUuids: ['a0', 'a2'] })
    expect(preservedSegment).toEqual({ headUuid: 'a0', anchorUuid: 's1', tailUuid: 'a2' })
    expect(entry(bytes, 'b1')['logicalParentUuid']).toBe('a0')
  })

  test('the ends of a preserved stretch move inwards', () => {
    const { bytes } = stripped(compacted(['a1', 'r1', 'a2']), {})
    expect(entry(bytes, 'b1')['compactMetadata'].preservedSegment).toMatchObject({ headUuid: 'a2', tailUuid: 'a2' })
  })

  test('where nothing is left of it the list goes, and what hung on its end hangs on the summary (N32)', () => {
    const { bytes } = stripped(compacted(['a1', 'r1']), {})
    expect(entry(bytes, 'b1')['compactMetadata']).toEqual({ trigger: 'auto', preTokens: 5 })
    expect(entry(bytes, 'u2')['parentUuid']).toBe('s1')
  })

  test('kept entries that hang on the boundary stand before the summary, and stay there (N32)', () => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      result('r1', 'a1', 't1'),
      answer('a2', 'r1', 'm2', [text('kept')]),
      prompt('u2', 'a2'),
      answer('a3', 'u2', 'm3', [text('summed up')]),
      system('b1', null, 'compact_boundary', {
        logicalParentUuid: 'a2',
        compactMetadata: {
          trigger: 'manual',
          preservedMessages: { anchorUuid: 'b1', uuids: ['u1', 'a1', 'r1', 'a2'] },
        },
      }),
      prompt('s1', 'b1', 'Summary', { isCompactSummary: true }),
      prompt('u3', 's1'),
      answer('a4', 'u3', 'm4', [text('and on')]),
    )
    expect(entry(stripped(source, {}).bytes, 'b1')['compactMetadata'].preservedMessages.uuids).toEqual(['u1', 'a2'])
    const { bytes, verdict } = change(source, { linear: true, target: IN_PLACE })
    expect(verdict.broken).toEqual([])
    expect(uuids(bytes).map(([uuid]) => uuid)).toEqual(['b1', 'u1', 'a1', 'r1', 'a2', 's1', 'u3', 'a4'])
  })

  test('a checkpoint on an entry that goes names the one above', () => {
    const { bytes } = stripped(compacted(['a2']), {})
    expect(
      records(bytes)
        .filter(one => one['type'] === 'last-prompt')
        .map(one => one['leafUuid']),
    ).toEqual(['a0', 'a3'])
  })
})

describe('thinking', () => {
  const thoughtful = (): Uint8Array =>
    session(
      prompt('u1', null),
      answer('a1', 'u1', 'm1', [thinking('early'), text('one')]),
      prompt('u2', 'a1'),
      calls('a2', 'u2', 'm2', [thinking('before the call')]),
      calls('a3', 'a2', 'm2', [text('I look')]),
      calls('a4', 'a3', 'm2', [use('t1')]),
      result('r1', 'a4', 't1'),
      answer('a5', 'r1', 'm3', [redacted('secret')]),
      answer('a6', 'a5', 'm3', [text('done')]),
    )

  test('before the change stays, behind it goes, redacted too; the plan says how much (A0, D13)', () => {
    const { bytes, plan } = stripped(thoughtful(), {})
    expect(content(bytes, 'a1')).toEqual([thinking('early'), text('one')])
    expect(content(bytes, 'a2')).toEqual([thinking('before the call')])
    expect(uuids(bytes).map(([uuid]) => uuid)).toEqual(['u1', 'a1', 'u2', 'a2', 'a3', 'a6'])
    expect(plan.steps.find(step => step.action === 'remove thinking')).toMatchObject({ entries: 1, lines: [8] })
  })

  test('a result that is blanked is a change as well', () => {
    const long = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [thinking('x'), use('t1')]),
      result('r1', 'a1', 't1', 'long '.repeat(100)),
      answer('a2', 'r1', 'm2', [thinking('y'), text('done')]),
    )
    const { bytes } = stripped(long, { kind: 'results' })
    expect(content(bytes, 'a1')).toHaveLength(2)
    expect(content(bytes, 'a2')).toEqual([text('done')])
  })

  test('asked for in old turns, it goes in the new ones too: the old thinking alone is the shape that fails', () => {
    const { bytes } = stripped(thoughtful(), { kind: 'thinking', where: { keepLast: 1 } })
    expect(lines(bytes).join('')).not.toMatch(/thinking"/)
    expect(uuids(bytes).map(([uuid]) => uuid)).toEqual(['u1', 'a1', 'u2', 'a3', 'a4', 'r1', 'a6'])
  })

  test('does not end a message whose call is gone (A3.5)', () => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [text('I look')]),
      calls('a2', 'a1', 'm1', [thinking('hm')]),
      calls('a3', 'a2', 'm1', [use('t1')]),
      result('r1', 'a3', 't1'),
      answer('a4', 'r1', 'm2', [text('done')]),
    )
    expect(uuids(stripped(source, {}).bytes).map(([uuid]) => uuid)).toEqual(['u1', 'a1', 'a4'])
  })

  test('on another branch, and behind a compaction that keeps nothing of the change, stays', () => {
    const source = session(
      prompt('u1', null),
      answer('a1', 'u1', 'm1', [text('one')]),
      prompt('v2', 'a1', 'left behind'),
      calls('b2', 'v2', 'n2', [use('t9', 'Read')]),
      result('s2', 'b2', 't9'),
      answer('b3', 's2', 'n3', [thinking('void'), text('other')]),
      prompt('u2', 'a1'),
      answer('a2', 'u2', 'm2', [thinking('valid'), text('two')]),
    )
    const { bytes } = stripped(source, {})
    expect(content(bytes, 'b3')).toEqual([text('other')])
    expect(content(bytes, 'a2')).toEqual([thinking('valid'), text('two')])
    const compactedSource = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      result('r1', 'a1', 't1'),
      answer('a2', 'r1', 'm2', [thinking('void'), text('one')]),
      system('b1', null, 'compact_boundary', { logicalParentUuid: 'a2', compactMetadata: { trigger: 'auto' } }),
      prompt('s1', 'b1', 'This session is being continued', { isCompactSummary: true }),
      answer('a3', 's1', 'm3', [thinking('valid'), text('two')]),
    )
    const compacted = stripped(compactedSource, {})
    expect(content(compacted.bytes, 'a2')).toEqual([text('one')])
    expect(content(compacted.bytes, 'a3')).toEqual([thinking('valid'), text('two')])
  })

  test('behind a parallel result on a side leaf goes: it stands before all that follows (N8)', () => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      calls('a2', 'a1', 'm1', [use('t2', 'Read')]),
      result('r1', 'a1', 't1', 'long '.repeat(100)),
      result('r2', 'a2', 't2'),
      answer('a3', 'r2', 'm2', [thinking('void'), text('done')]),
    )
    const { bytes } = stripped(source, { kind: 'results', only: ['Bash'] })
    expect(content(bytes, 'a3')).toEqual([text('done')])
  })
})

describe('bodies', () => {
  const long = Array.from({ length: 50 }, (_, line) => `line ${line} of the output`).join('\n')
  const withResult = (body: unknown, more: Json = {}): Uint8Array =>
    session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [
        use('t1', 'Write', { file_path: '/x', content: long, count: 3, nested: [{ deep: long }] }),
      ]),
      result('r1', 'a1', 't1', body, more),
      answer('a2', 'r1', 'm2', [text('done')]),
    )
  const note = (line: number) =>
    expect.stringMatching(new RegExp(`^\\[rethread: .* left out; session ${SESSION}, line ${line}\\]$`))

  test('results become a note that names session and line, and their second copy goes', () => {
    const { bytes } = stripped(withResult(long), { kind: 'results' })
    expect(content(bytes, 'r1')[0]!['content']).toEqual(note(3))
    expect(entry(bytes, 'r1')['toolUseResult']).toBeUndefined()
    expect(content(bytes, 'a1')[0]!['input'].content).toBe(long)
  })

  test('results of blocks as well', () => {
    const { bytes } = stripped(withResult([text(long), text(long)]), { kind: 'results' })
    expect(content(bytes, 'r1')[0]!['content']).toEqual(note(3))
  })

  test('stub: long texts of the input too, and its shape stays', () => {
    const { bytes } = stripped(withResult(long), { mode: 'stub' })
    const { input } = content(bytes, 'a1')[0]!
    expect(input).toEqual({ file_path: '/x', content: note(2), count: 3, nested: [{ deep: note(2) }] })
  })

  test('truncate: two lines of each text, and a note about the rest', () => {
    const { bytes } = stripped(withResult([text(long)]), { mode: 'truncate' })
    const start = 'line 0 of the output\nline 1 of the output\n[rethread: '
    expect(content(bytes, 'r1')[0]!['content'][0].text.startsWith(start)).toBe(true)
    expect(content(bytes, 'a1')[0]!['input'].content.startsWith(start)).toBe(true)
    expect(content(bytes, 'a1')[0]!['input'].count).toBe(3)
  })

  test('what would not become shorter stays as it is, byte for byte', () => {
    const source = withResult('short', { toolUseResult: { stdout: 'short' } })
    for (const rule of [{ kind: 'results' as const }, { kind: 'results' as const, mode: 'truncate' as const }])
      expect(stripped(source, rule).bytes).toEqual(source)
  })

  test('what links a call to its agent stays', () => {
    const { bytes } = stripped(withResult(long, { toolUseResult: { agentId: 'abc', content: [long] } }), {
      kind: 'results',
    })
    expect(entry(bytes, 'r1')['toolUseResult']).toEqual({ agentId: 'abc' })
  })
})

describe('images', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(4000) } }
  test('leave a note: a prompt of nothing but an image stays a prompt', () => {
    const source = session(
      prompt('u1', null, [image]),
      calls('a1', 'u1', 'm1', [use('t1', 'Read')]),
      result('r1', 'a1', 't1', [image, text('and a text')]),
      attachment('q1', 'r1', { type: 'queued_command', prompt: [text('look'), image] }),
      attachment('f1', 'q1', {
        type: 'file',
        content: { type: 'image', file: { type: 'image/png', base64: 'B'.repeat(500) } },
      }),
      answer('a2', 'f1', 'm2', [text('nice')]),
    )
    const { bytes } = stripped(source, { kind: 'images' })
    expect(content(bytes, 'u1')).toEqual([text(expect.stringContaining('line 1]'))])
    expect(content(bytes, 'r1')[0]!['content']).toEqual([text(expect.stringContaining('line 3]')), text('and a text')])
    expect(entry(bytes, 'q1')['attachment'].prompt).toEqual([text('look'), text(expect.stringContaining('line 4]'))])
    expect(entry(bytes, 'a2')['parentUuid']).toBe('q1')
  })
})

describe('what the model never gets', () => {
  const source = (): Uint8Array =>
    session(
      prompt('u1', null),
      { type: 'file-history-snapshot', messageId: 'u1', snapshot: { messageId: 'u1', trackedFileBackups: {} } },
      { type: 'api-request', id: 'x', sessionId: SESSION },
      calls('a1', 'u1', 'm1', [thinking('x')]),
      calls('a2', 'a1', 'm1', [use('t1')]),
      progress('p1', 'a2', 't1'),
      result('r1', 'p1', 't1'),
      { type: 'queue-operation', operation: 'enqueue', content: 'words', sessionId: SESSION },
      answer('a3', 'r1', 'm2', [thinking('y'), text('done')]),
      system('h1', 'a3', 'stop_hook_summary', { hookCount: 1 }),
      system('d1', 'h1', 'turn_duration', { durationMs: 1 }),
    )

  test('goes without any change of the context, so all thinking stays', () => {
    const { bytes } = stripped(source(), { kind: 'bookkeeping' })
    expect(records(bytes).map(one => one['uuid'] ?? one['type'])).toEqual([
      'u1',
      'file-history-snapshot',
      'a1',
      'a2',
      'r1',
      'queue-operation',
      'a3',
      'd1',
    ])
    expect(entry(bytes, 'r1')['parentUuid']).toBe('a2')
    expect(entry(bytes, 'd1')['parentUuid']).toBe('a3')
    expect(entry(bytes, 'r1')['toolUseResult']).toBeUndefined()
  })

  test('an entry that says nothing of its type, or of what kind of notice it is, is none of it', () => {
    const source = session(
      prompt('u1', null),
      system('n1', 'u1', undefined as unknown as string, { content: 'a notice' }),
      { note: 'no type', sessionId: SESSION },
      answer('a1', 'n1', 'm1', [text('yes')]),
    )
    expect(stripped(source, { kind: 'bookkeeping' }).bytes).toEqual(source)
  })

  test('snapshots: the plan says what is lost', () => {
    const { bytes, plan } = stripped(source(), { kind: 'snapshots' })
    expect(records(bytes).some(one => one['type'] === 'file-history-snapshot')).toBe(false)
    expect(plan.steps[0]).toMatchObject({
      action: 'remove snapshots',
      lines: [2],
      why: expect.stringContaining('rewound'),
    })
  })
})
