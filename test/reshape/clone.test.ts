// A session of its own: new ids everywhere they belong, nothing else changed (resume-rules §3, §5).

import { beforeEach, describe, expect, test } from 'vitest'
import { readContext } from '../../src/context/index.js'
import { strip } from '../../src/reshape/strip/strip.js'
import { endOfTurn } from '../../src/reshape/zones/point.js'
import {
  answer,
  attachment,
  calls,
  lastPrompt,
  progress,
  prompt,
  restart,
  result,
  SESSION,
  system,
  text,
  thinking,
  use,
} from './entries.js'
import { change, type Json, lines, newTarget, records, session } from './in-memory.js'

beforeEach(restart)

/** The uuids of the source, by what the clone calls them. */
function renamed(before: Uint8Array, after: Uint8Array): ReadonlyMap<string, string> {
  const old = records(before)
  return new Map(records(after).flatMap((entry, at) => (entry['uuid'] ? [[entry['uuid'], old[at]!['uuid']]] : [])))
}

/** The clone with the old ids put back: what is left must be the source, byte for byte. */
function putBack(before: Uint8Array, after: Uint8Array, sessionId: string): string {
  let whole = new TextDecoder().decode(after).replaceAll(sessionId, SESSION)
  for (const [now, then] of renamed(before, after)) whole = whole.replaceAll(now, then)
  return whole
}

const EVERY_REFERENCE: readonly Json[] = (() => {
  restart()
  return [
    prompt('u1', null),
    { type: 'file-history-snapshot', messageId: 'u1', snapshot: { messageId: 'u1', trackedFileBackups: {} } },
    calls('a1', 'u1', 'm1', [use('t1')]),
    result('r1', 'a1', 't1'),
    { type: 'file-history-delta', messageId: 'a1', snapshotMessageId: 'u1', trackingPath: 'x', sessionId: SESSION },
    answer('a2', 'r1', 'm2', [text('done')]),
    system('b1', null, 'compact_boundary', {
      logicalParentUuid: 'a2',
      compactMetadata: {
        trigger: 'manual',
        preTokens: 9,
        preservedSegment: { headUuid: 'a1', anchorUuid: 's1', tailUuid: 'a2' },
        preservedMessages: { anchorUuid: 's1', uuids: ['a1', 'r1', 'a2'], allUuids: ['u1', 'a1', 'r1', 'a2'] },
      },
      session_id: SESSION,
    }),
    prompt('s1', 'b1', 'This session is being continued', {
      isCompactSummary: true,
      summarizedTurnPromptUuids: ['u1'],
      retractedMessageUuids: ['u1'],
      forkedFrom: { sessionId: 'f0f0f0f0-0000-4000-8000-000000000002', messageUuid: 's1' },
    }),
    prompt('u2', 's1'),
    answer('a3', 'u2', 'm3', [text('again')]),
    { type: 'worktree-state', worktreeSession: { worktreePath: '/w', sessionId: SESSION }, sessionId: SESSION },
    { type: 'summary', summary: 'title', leafUuid: 'a3' },
    { type: 'summary', summary: 'of another session', leafUuid: 'elsewhere' },
    lastPrompt('a3', { cutUuid: 'u2' }),
  ]
})()

describe('references', () => {
  const source = session(...EVERY_REFERENCE)
  const { bytes, plan, verdict } = change(source)
  const names = renamed(source, bytes)
  const now = (old: string): string | undefined => [...names].find(([, then]) => then === old)?.[0]
  const entries = records(bytes)

  test('the promise is kept', () => expect(verdict.broken).toEqual([]))

  test('every entry has a new id, and no two the same', () => {
    expect(names.size).toBe(8)
    for (const [id, old] of names) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(id).not.toBe(old)
    }
  })

  test.each([
    ['parentUuid', 2, (e: Json) => e['parentUuid'], 'u1'],
    ['sourceToolAssistantUUID', 3, (e: Json) => e['sourceToolAssistantUUID'], 'a1'],
    ['messageId of a snapshot', 1, (e: Json) => e['messageId'], 'u1'],
    ['snapshot.messageId', 1, (e: Json) => e['snapshot'].messageId, 'u1'],
    ['messageId of a delta', 4, (e: Json) => e['messageId'], 'a1'],
    ['snapshotMessageId', 4, (e: Json) => e['snapshotMessageId'], 'u1'],
    ['logicalParentUuid', 6, (e: Json) => e['logicalParentUuid'], 'a2'],
    ['preservedSegment.headUuid', 6, (e: Json) => e['compactMetadata'].preservedSegment.headUuid, 'a1'],
    ['preservedSegment.anchorUuid', 6, (e: Json) => e['compactMetadata'].preservedSegment.anchorUuid, 's1'],
    ['preservedSegment.tailUuid', 6, (e: Json) => e['compactMetadata'].preservedSegment.tailUuid, 'a2'],
    ['preservedMessages.anchorUuid', 6, (e: Json) => e['compactMetadata'].preservedMessages.anchorUuid, 's1'],
    ['preservedMessages.uuids', 6, (e: Json) => e['compactMetadata'].preservedMessages.uuids[1], 'r1'],
    ['preservedMessages.allUuids', 6, (e: Json) => e['compactMetadata'].preservedMessages.allUuids[0], 'u1'],
    ['summarizedTurnPromptUuids', 7, (e: Json) => e['summarizedTurnPromptUuids'][0], 'u1'],
    ['retractedMessageUuids', 7, (e: Json) => e['retractedMessageUuids'][0], 'u1'],
    ['forkedFrom.messageUuid', 7, (e: Json) => e['forkedFrom'].messageUuid, 's1'],
    ['leafUuid of a summary', 11, (e: Json) => e['leafUuid'], 'a3'],
    ['leafUuid of a checkpoint', 13, (e: Json) => e['leafUuid'], 'a3'],
    ['cutUuid', 13, (e: Json) => e['cutUuid'], 'u2'],
  ])('%s', (_, at, field, old) => expect(field(entries[at]!)).toBe(now(old)))

  test('an entry of another session stays named', () => expect(entries[12]!['leafUuid']).toBe('elsewhere'))

  test('all session ids are the new one, also session_id and those in worktree and fork', () => {
    const ids = [...new TextDecoder().decode(bytes).matchAll(/"(?:sessionId|session_id)":"([^"]+)"/g)].map(
      ([, id]) => id,
    )
    expect(ids.length).toBe(14)
    expect(new Set(ids)).toEqual(new Set([plan.sessionId]))
  })
})

test('nothing but ids changes: numbers, escapes, spaces, key order and unknown fields stay as they were written', () => {
  const source = new TextEncoder().encode(
    [
      `{"parentUuid":null,"type":"user","message":{"role":"user","content":"caf\\u00e9 \\/ 1"},"uuid":"u1","timestamp":"2026-01-01T00:00:01Z","sessionId":"${SESSION}","n":1.0,"big":9007199254740993,"dup":1,"dup":2}`,
      ` { "type" : "assistant" , "uuid" : "a1" , "parentUuid" : "u1", "timestamp":"2026-01-01T00:00:02Z","sessionId":"${SESSION}","message":{"id":"msg_1","role":"assistant","model":"m","content":[{"type":"text","text":"u1 a1"}],"usage":{"input_tokens":1e2}}}`,
      '{"broken": ',
      '',
      '// a comment',
      `{"type":"brand-new","uuid":"x1","parentUuid":"a1","sessionId":"${SESSION}"}`,
    ].join('\n'),
  )
  const { bytes, plan, verdict } = change(source)
  expect(verdict.broken).toEqual([])
  const back = lines(bytes).map(line => line.replaceAll(plan.sessionId, SESSION))
  const old = lines(source)
  expect(back[0]!.replace(/"uuid":"[^"]+"/, '"uuid":"u1"')).toBe(old[0])
  expect(
    back[1]!.replace(/"uuid" : "[^"]+"/, '"uuid" : "a1"').replace(/"parentUuid" : "[^"]+"/, '"parentUuid" : "u1"'),
  ).toBe(old[1])
  expect(back.slice(2, 5)).toEqual(old.slice(2, 5))
})

test('message ids, tool ids and usage stay, so that counting does not count a clone again', () => {
  const source = session(...EVERY_REFERENCE)
  const { bytes, plan } = change(source)
  expect(putBack(source, bytes, plan.sessionId)).toBe(
    new TextDecoder().decode(source).replaceAll('f0f0f0f0-0000-4000-8000-000000000002', SESSION),
  )
})

test('the same seed gives the same ids, another one others', () => {
  const source = session(prompt('u1', null), answer('a1', 'u1', 'm1', [text('yes')]))
  const [one, same, other] = ['x', 'x', 'y'].map(seed => change(source, { target: newTarget(SESSION, seed) }).bytes)
  expect(one).toEqual(same)
  expect(one).not.toEqual(other)
})

test('foreign session ids become the new one, and the plan names them', () => {
  const source = session(prompt('u1', null), { ...answer('a1', 'u1', 'm1', [text('yes')]), sessionId: 'other' })
  const { bytes, plan, verdict } = change(source)
  expect(verdict.broken).toEqual([])
  expect(new Set(records(bytes).map(entry => entry['sessionId']))).toEqual(new Set([plan.sessionId]))
  expect(plan.steps.find(step => step.action === 'adopt entries')).toMatchObject({
    lines: [2],
    why: expect.stringContaining('other'),
  })
})

test('R-F16: a session that the model ended can be gone on with as a clone', () => {
  const source = session(prompt('u1', null), answer('a1', 'u1', 'm1', [text('no')]), { type: 'ended-by-model' })
  const { bytes, plan } = change(source)
  expect(records(bytes).map(entry => entry['type'])).toEqual(['user', 'assistant'])
  expect(plan.steps.some(step => step.lines.includes(3) && step.why.includes('ended'))).toBe(true)
})

test('kept ids: as the client’s own fork does, with the place that each entry is from', () => {
  const source = session(prompt('u1', null), answer('a1', 'u1', 'm1', [text('yes')]), {
    type: 'mode',
    mode: 'normal',
    sessionId: SESSION,
  })
  const target = { ...newTarget(SESSION), newId: undefined } as ReturnType<typeof newTarget>
  const { bytes, plan, verdict } = change(source, { target })
  expect(verdict.broken).toEqual([])
  const [user, assistant, mode] = records(bytes)
  expect(user).toMatchObject({
    uuid: 'u1',
    sessionId: plan.sessionId,
    forkedFrom: { sessionId: SESSION, messageUuid: 'u1' },
  })
  expect(assistant).toMatchObject({
    uuid: 'a1',
    parentUuid: 'u1',
    forkedFrom: { sessionId: SESSION, messageUuid: 'a1' },
  })
  expect(mode).toEqual({ type: 'mode', mode: 'normal', sessionId: plan.sessionId })
})

describe('the session’s id in texts', () => {
  const path = `/home/.claude/projects/p/${SESSION}/tool-results/x.txt`
  const talk = (...between: readonly Json[]): Uint8Array =>
    session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      result('r1', 'a1', 't1', `<persisted-output>${path}`, { toolUseResult: { persistedOutputPath: path } }),
      ...between,
    )

  test('is rewritten in paths and words', () => {
    const { bytes, verdict } = change(talk(answer('a2', 'r1', 'm2', [text(`it is in ${path}`)])))
    expect(verdict.broken).toEqual([])
    expect(new TextDecoder().decode(bytes)).not.toContain(SESSION)
  })

  test('stays in words behind which there is thinking, and the plan says so (A0)', () => {
    const { bytes, plan, verdict } = change(talk(answer('a2', 'r1', 'm2', [thinking('hm'), text('ok')])))
    expect(verdict.broken).toEqual([])
    const [, , found] = records(bytes)
    expect(found!['message'].content[0].content).toContain(SESSION)
    expect(found!['toolUseResult'].persistedOutputPath).toContain(plan.sessionId)
    expect(plan.steps.find(step => step.action === 'keep the old session id in text')?.lines).toEqual([3])
  })

  test('is rewritten there too where that is asked for, and the thinking goes', () => {
    const target = { ...newTarget(SESSION), allTexts: true } as ReturnType<typeof newTarget>
    const { bytes, plan, verdict } = change(talk(answer('a2', 'r1', 'm2', [thinking('hm'), text('ok')])), { target })
    expect(verdict.broken).toEqual([])
    expect(new TextDecoder().decode(bytes)).not.toContain(SESSION)
    expect(records(bytes).at(-1)!['message'].content).toEqual([text('ok')])
    expect(plan.steps.find(step => step.action === 'remove thinking')).toMatchObject({ entries: 1, lines: [4] })
  })

  test('stays where it names a place of the user’s', () => {
    const source = session({ ...prompt('u1', null), cwd: `/tmp/${SESSION}` }, answer('a1', 'u1', 'm1', [text('ok')]))
    expect(records(change(source).bytes)[0]!['cwd']).toBe(`/tmp/${SESSION}`)
  })
})

describe('up to a point', () => {
  // u1 - a1 - u2 - a2 - u3 - a3, and from a1 another way: v2 - b2, which is the newer one
  const branched = (): Uint8Array =>
    session(
      prompt('u1', null),
      answer('a1', 'u1', 'm1', [text('one')]),
      prompt('u2', 'a1'),
      answer('a2', 'u2', 'm2', [text('two')]),
      prompt('u3', 'a2'),
      answer('a3', 'u3', 'm3', [text('three')]),
      prompt('v2', 'a1'),
      answer('b2', 'v2', 'n2', [text('other')]),
      lastPrompt('b2'),
    )
  const said = (bytes: Uint8Array): readonly string[] =>
    records(bytes).flatMap(entry =>
      entry['message']
        ? [typeof entry['message'].content === 'string' ? entry['message'].content : entry['message'].content[0].text]
        : [],
    )

  test('a turn', () => {
    const { bytes, verdict } = change(branched(), source => ({
      cut: { row: endOfTurn(source, 2)!, what: 'turn 2' },
    }))
    expect(verdict.broken).toEqual([])
    expect(said(bytes)).toEqual(['say u1', 'one', 'say u2', 'two'])
  })

  test('an abandoned branch becomes the session, and its last entry the last of the file (B1)', () => {
    const { bytes, verdict } = change(branched(), { cut: { row: 5, what: 'a3' } })
    expect(verdict.broken).toEqual([])
    expect(said(bytes)).toEqual(['say u1', 'one', 'say u2', 'two', 'say u3', 'three'])
    const checkpoint = records(bytes).at(-1)!
    expect(checkpoint).toMatchObject({ type: 'last-prompt', lastPrompt: 'say u3' })
    expect(checkpoint['leafUuid']).toBe(records(bytes).at(-2)!['uuid'])
  })

  test('with the parallel results that stand on side leaves (N8)', () => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      calls('a2', 'a1', 'm1', [use('t2')]),
      result('r2', 'a2', 't2'),
      result('r1', 'a1', 't1'),
      answer('a3', 'r1', 'm2', [text('both')]),
      prompt('u2', 'a3'),
      answer('a4', 'u2', 'm3', [text('later')]),
    )
    const { bytes, verdict } = change(source, source => ({
      cut: { row: endOfTurn(source, 1)!, what: '1' },
    }))
    expect(verdict.broken).toEqual([])
    expect(lines(bytes).join('')).toContain('out t2')
    expect(lines(bytes).join('')).not.toContain('later')
  })

  test.each([1, 2, 3, 4])('entry %i within a round of calls: the round is whole, and ends the session (N8)', row => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      calls('a2', 'a1', 'm1', [use('t2')]),
      result('r1', 'a1', 't1'),
      result('r2', 'a2', 't2'),
      answer('a3', 'r2', 'm2', [text('both')]),
    )
    const { bytes, verdict } = change(source, { cut: { row, what: 'a call' } })
    expect(verdict.broken).toEqual([])
    const entries = records(bytes)
    expect(entries.map(entry => entry['type'])).toEqual([
      'user',
      'assistant',
      'assistant',
      'user',
      'user',
      'last-prompt',
    ])
    expect(entries.at(-1)!['leafUuid']).toBe(entries.at(-2)!['uuid'])
  })

  test('an abandoned branch is stripped where it was placed, too', () => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [text('look'), use('t1')]),
      prompt('v2', 'a1', 'not this way'),
      result('r1', 'a1', 't1'),
      calls('a2', 'u1', 'm1', [use('t2')]),
      result('r2', 'a2', 't2'),
      answer('b2', 'v2', 'm9', [text('the other way')]),
    )
    for (const row of [1, 3, 4, 5]) {
      const { bytes, verdict } = change(source, {
        cut: { row, what: 'a call' },
        verbs: [strip([{ kind: 'tools', where: {} }])],
      })
      expect(verdict.broken).toEqual([])
      expect(lines(bytes).join('')).not.toContain('"content":[]')
    }
  })

  test('before a compaction that keeps what is stripped: the checkpoint names what is left', () => {
    const source = session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      result('r1', 'a1', 't1'),
      system('b1', null, 'compact_boundary', {
        logicalParentUuid: 'r1',
        compactMetadata: { preservedMessages: { anchorUuid: 's1', uuids: ['a1', 'r1'] } },
      }),
      prompt('s1', 'b1', 'Summary', { isCompactSummary: true }),
      answer('a2', 's1', 'm2', [text('on')]),
    )
    const { bytes, verdict } = change(source, {
      cut: { row: 2, what: 'the compaction' },
      verbs: [strip([{ kind: 'tools', where: {} }])],
    })
    expect(verdict.broken).toEqual([])
    const [first, last] = records(bytes)
    expect(last).toMatchObject({ type: 'last-prompt', leafUuid: first!['uuid'] })
  })

  test.each([
    ['boundary', 6],
    ['summary', 7],
  ])('at the %s of a compaction: the summary, and what it keeps', (_, row) => {
    const source = session(...EVERY_REFERENCE)
    const { bytes, verdict } = change(source, { cut: { row, what: 'the compaction' } })
    expect(verdict.broken).toEqual([])
    const sent = readContext(bytes).messages.flatMap(({ content }) => content as readonly Json[])
    expect(sent.filter(block => block['type'] === 'text').map(block => block['text'])).toEqual([
      'This session is being continued',
      'done',
    ])
    expect(sent.map(block => block['type'])).toContain('tool_result')
    expect(records(bytes).at(-1)).toMatchObject({ type: 'last-prompt' })
  })

  test('what was before a compaction', () => {
    const source = session(...EVERY_REFERENCE)
    const { bytes, verdict } = change(source, { cut: { row: 5, what: 'before the compaction' } })
    expect(verdict.broken).toEqual([])
    expect(records(bytes).map(entry => entry['type'])).toEqual(
      [
        'user',
        'file-history-snapshot',
        'assistant',
        'user',
        'file-history-delta',
        'assistant',
        'summary',
        'last-prompt',
      ].filter(type => type !== 'summary'),
    )
  })

  test('snapshots of other branches stay behind', () => {
    const source = session(
      prompt('u1', null),
      { type: 'file-history-snapshot', messageId: 'u1', snapshot: { messageId: 'u1', trackedFileBackups: {} } },
      answer('a1', 'u1', 'm1', [text('one')]),
      prompt('u2', 'a1'),
      { type: 'file-history-snapshot', messageId: 'u2', snapshot: { messageId: 'u2', trackedFileBackups: {} } },
      answer('a2', 'u2', 'm2', [text('two')]),
      prompt('v2', 'a1'),
      answer('b2', 'v2', 'n2', [text('other')]),
    )
    const { bytes } = change(source, { cut: { row: 7, what: 'b2' } })
    expect(records(bytes).filter(entry => entry['type'] === 'file-history-snapshot')).toHaveLength(1)
  })
})

describe('one chain', () => {
  const tree = (): Uint8Array =>
    session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      progress('p1', 'a1', 't1'),
      result('r1', 'p1', 't1'),
      calls('a2', 'a1', 'm1', [use('t2')]),
      result('r2', 'a2', 't2'),
      attachment('q1', 'r2', { type: 'queued_command', prompt: 'and also this' }),
      answer('a3', 'q1', 'm2', [text('both')]),
      prompt('x1', 'u1', 'left behind'),
      answer('y1', 'x1', 'm9', [text('never mind')]),
      lastPrompt('a3'),
    )

  test('R-T6: calls first, then all results, each hung on the one before', () => {
    const source = tree()
    const { bytes, verdict } = change(source, { linear: true, target: { kind: 'in-place' } })
    expect(verdict.broken).toEqual([])
    const chain = records(bytes).filter(entry => entry['uuid'] && entry['type'] !== 'progress')
    expect(chain.map(entry => [entry['uuid'], entry['parentUuid']])).toEqual([
      ['u1', null],
      ['a1', 'u1'],
      ['a2', 'a1'],
      ['r1', 'a2'],
      ['r2', 'r1'],
      ['q1', 'r2'],
      ['a3', 'q1'],
    ])
  })

  test('an answer that was written twice begins with the copy that the way passes (N9)', () => {
    const source = session(
      prompt('u1', null),
      answer('a1', 'u1', 'm1', [text('once')]),
      answer('a2', 'u1', 'm1', [text('again')]),
      prompt('u2', 'a2'),
      answer('a3', 'u2', 'm2', [text('end')]),
    )
    const { bytes, verdict } = change(source, { linear: true, target: { kind: 'in-place' } })
    expect(verdict.broken).toEqual([])
    expect(records(bytes).map(entry => entry['uuid'])).toEqual(['u1', 'a2', 'a1', 'u2', 'a3'])
  })

  test('what a compaction keeps stands behind its summary, and needs no list any more (R-C7)', () => {
    const { bytes, verdict } = change(session(...EVERY_REFERENCE), { linear: true, target: { kind: 'in-place' } })
    expect(verdict.broken).toEqual([])
    const chain = records(bytes).filter(entry => entry['uuid'])
    expect(chain.map(entry => entry['uuid'])).toEqual(['u1', 'b1', 's1', 'a1', 'r1', 'a2', 'u2', 'a3'])
    expect(chain.find(entry => entry['uuid'] === 'b1')!['compactMetadata']).toEqual({ trigger: 'manual', preTokens: 9 })
  })
})

test('one chain that ends before a later compaction: what an earlier one kept stands behind its summary (N32)', () => {
  const boundary = (id: string, compactMetadata: object): Json =>
    system(id, null, 'compact_boundary', { content: 'Conversation compacted', compactMetadata })
  const source = session(
    prompt('u1', null),
    calls('a1', 'u1', 'm1', [use('t1')]),
    result('r1', 'a1', 't1'),
    boundary('b1', { trigger: 'auto', preservedMessages: { anchorUuid: 's1', uuids: ['a1', 'r1'] } }),
    prompt('s1', 'b1', 'Summary', { isCompactSummary: true }),
    answer('a2', 's1', 'm2', [text('first')]),
    prompt('u2', 'a2', 'next'),
    answer('a3', 'u2', 'm3', [text('second')]),
    boundary('b2', { trigger: 'auto' }),
    prompt('s2', 'b2', 'Another summary', { isCompactSummary: true }),
    answer('a4', 's2', 'm4', [text('third')]),
  )
  const { bytes, verdict } = change(source, { linear: true, cut: { row: 5, what: 'turn 1' } })
  expect(verdict.broken).toEqual([])
  const sent = readContext(bytes).messages.map(({ role, content }) => [role, content.map(block => block['type'])])
  expect(sent).toEqual([
    ['user', ['text']],
    ['assistant', ['tool_use']],
    ['user', ['tool_result']],
    ['assistant', ['text']],
  ])
})
