// Old turns as a summary, or with fewer words: what stands in the file, and what the model gets (D8, R-C1, A0, N33).

import { beforeEach, describe, expect, test } from 'vitest'
import { findContext, readContext } from '../../src/context/index.js'
import { bandOf, compressBands } from '../../src/reshape/compress/bands.js'
import { chooseTurns, partsOf } from '../../src/reshape/compress/choose.js'
import { compress } from '../../src/reshape/compress/compress.js'
import { type SentTurn, sentTurns } from '../../src/reshape/compress/sent-turns.js'
import type { ReshapeSource } from '../../src/reshape/plan/plan.js'
import { compressing } from './compressing.js'
import { answer, attachment, calls, prompt, restart, result, system, text, thinking, use } from './entries.js'
import { change, IN_PLACE, type Json, type Request, records, session } from './in-memory.js'

beforeEach(restart)

/** Three turns; the second works with two tools at once, the third thinks. */
const three = (): Uint8Array =>
  session(
    { type: 'file-history-snapshot', messageId: 'p1', snapshot: { messageId: 'p1' }, isSnapshotUpdate: false },
    prompt('p1', null, 'first'),
    answer('a1', 'p1', 'm1', [text('one')]),
    prompt('p2', 'a1', 'second'),
    calls('a2', 'p2', 'm2', [use('t1')]),
    calls('a3', 'a2', 'm2', [use('t2')]),
    result('r1', 'a2', 't1'),
    result('r2', 'a3', 't2'),
    answer('a4', 'r2', 'm3', [text('two')]),
    { type: 'custom-title', customTitle: 'kept', sessionId: 's' },
    prompt('p3', 'a4', 'third'),
    answer('a5', 'p3', 'm4', [thinking('hm')]),
    answer('a6', 'a5', 'm4', [text('three')]),
  )

const sent = (bytes: Uint8Array, client?: string): readonly string[] =>
  readContext(bytes, client === undefined ? {} : { client }).messages.flatMap(({ role, content }) =>
    content.map(block => {
      const { type, text: words, id, tool_use_id } = block as Json
      return `${role} ${type} ${words ?? id ?? tool_use_id ?? ''}`
    }),
  )

const inPlace = (request: (source: ReshapeSource) => Request) => (source: ReshapeSource) => ({
  ...request(source),
  target: IN_PLACE,
})

describe('a summary', () => {
  test('stands for the old turns, as a boundary and a summary before the first that stays', () => {
    const { bytes, verdict, plan } = change(three(), inPlace(compressing({ kind: 'keep-last', turns: 1 }, 'SUMMARY')))
    expect(verdict.broken).toEqual([])
    const [boundary, summary, ...rest] = records(bytes)
    expect(boundary).toMatchObject({ type: 'system', subtype: 'compact_boundary', parentUuid: null })
    expect(summary).toMatchObject({
      type: 'user',
      isCompactSummary: true,
      parentUuid: boundary!['uuid'],
      message: { role: 'user', content: 'SUMMARY' },
    })
    expect(rest.map(one => [one['uuid'] ?? one['type'], one['parentUuid']])).toEqual([
      ['custom-title', undefined],
      ['p3', summary!['uuid']],
      ['a6', 'p3'],
    ])
    expect(sent(bytes)).toEqual(['user text SUMMARY', 'user text third', 'assistant text three'])
    expect(sent(bytes, '2.0.42')).toEqual(sent(bytes))
    expect(plan.steps.map(step => step.action)).toEqual(
      expect.arrayContaining(['compress turns', 'insert a summary', 'remove thinking']),
    )
  })

  test('keeps calls side by side of the turns that stay, also for clients that only go up (R-T5)', () => {
    const { bytes, verdict } = change(three(), compressing({ kind: 'keep-last', turns: 2 }, 'SUMMARY'))
    expect(verdict.broken).toEqual([])
    for (const client of ['2.1.325', '2.0.42'])
      expect(sent(bytes, client), client).toEqual([
        'user text SUMMARY',
        'user text second',
        'assistant tool_use t1',
        'assistant tool_use t2',
        'user tool_result t1',
        'user tool_result t2',
        'assistant text two',
        'user text third',
        'assistant text three',
      ])
  })

  test('takes the place of an earlier one, with what that kept', () => {
    const once = change(three(), compressing({ kind: 'keep-last', turns: 2 }, 'SUMMARY')).bytes
    const twice = change(once, compressing({ kind: 'keep-last', turns: 1 }, 'SECOND'))
    expect(twice.verdict.broken).toEqual([])
    expect(sent(twice.bytes)).toEqual(['user text SECOND', 'user text third', 'assistant text three'])
    expect(records(twice.bytes).filter(one => one['subtype'] === 'compact_boundary')).toHaveLength(1)
  })

  test('of a session that was compacted before names what was changed before that, once', () => {
    const long = 'many words '.repeat(400)
    const edit = (file: string) => ({ file_path: `/w/${file}`, old_string: 'a', new_string: 'b' })
    const compacted = session(
      prompt('p1', null, long),
      calls('a1', 'p1', 'm1', [use('t1', 'Edit', edit('early.ts'))]),
      result('r1', 'a1', 't1'),
      calls('a2', 'r1', 'm2', [use('t2', 'Edit', edit('kept.ts'))]),
      result('r2', 'a2', 't2'),
      system('b1', null, 'compact_boundary', {
        logicalParentUuid: 'r2',
        compactMetadata: {
          trigger: 'auto',
          preTokens: 9,
          preservedMessages: { anchorUuid: 's1', uuids: ['a2', 'r2'] },
        },
      }),
      prompt('s1', 'b1', 'They talked about boats.', { isCompactSummary: true }),
      prompt('p2', 's1', long),
      answer('a3', 'p2', 'm3', [text(long)]),
      prompt('p3', 'a3', 'last'),
    )
    const { bytes, verdict } = change(compacted, compressing({ kind: 'keep-last', turns: 1 }))
    expect(verdict.broken).toEqual([])
    const summary = String(records(bytes).find(one => one['isCompactSummary'])!['message'].content)
    expect(summary).toContain('They talked about boats.')
    expect(summary).toContain('- /w/early.ts: last edit in turn 1')
    expect(summary.match(/kept\.ts: last edit in turn 1/g)).toHaveLength(1)
  })

  test('names what a subagent changed', () => {
    const long = 'many words '.repeat(400)
    const side = { isSidechain: true, agentId: 'ab12' }
    const edit = use('e1', 'Write', { file_path: '/w/by-agent.ts', content: 'x' })
    const delegated = session(
      prompt('p1', null, long),
      calls('a1', 'p1', 'm1', [use('t1', 'Task', { description: 'd', prompt: 'go' })]),
      { ...prompt('x1', null, 'go'), ...side },
      { ...calls('x2', 'x1', 'm9', [edit]), ...side },
      { ...result('x3', 'x2', 'e1'), ...side },
      result('r1', 'a1', 't1', 'it is done'),
      answer('a2', 'r1', 'm2', [text(long)]),
      prompt('p2', 'a2', 'last'),
    )
    const { bytes, verdict } = change(delegated, compressing({ kind: 'keep-last', turns: 1 }))
    expect(verdict.broken).toEqual([])
    const summary = String(records(bytes).find(one => one['isCompactSummary'])!['message'].content)
    expect(summary).toContain('- /w/by-agent.ts: written in turn 1, 1 line')
  })

  test('may stand in the middle, where a part before it could not be summarised', () => {
    const middle = (source: ReshapeSource): Request => {
      const turns = sentTurns(source, findContext(source))
      const summaries = [{ from: 1, to: 2, text: 'MIDDLE' }]
      const freshId = () => 'c0a97e55-0000-4000-8000-000000000001'
      return { verbs: [compress({ turns, summaries, tokens: 1, now: '', freshId })], linear: true }
    }
    const { bytes, verdict } = change(three(), middle)
    expect(verdict.broken).toEqual([])
    expect(sent(bytes)).toEqual([
      'user text first',
      'assistant text one',
      'user text MIDDLE',
      'user text third',
      'assistant text three',
    ])
  })

  test('never ends before words that were queued, which would be sent before it (N33)', () => {
    const queued = session(
      prompt('p1', null),
      calls('a1', 'p1', 'm1', [use('t1')]),
      result('r1', 'a1', 't1'),
      attachment('q1', 'r1', { type: 'queued_command', prompt: 'also this', commandMode: 'prompt' }),
      answer('a2', 'q1', 'm2', [text('done')]),
    )
    const { plan } = change(queued, compressing({ kind: 'keep-last', turns: 1 }, 'SUMMARY'))
    expect(plan.promises.added).toBeUndefined()
  })

  test('a result that sends more than the summary, or less than the kept turns, is refused', () => {
    const { verdict } = change(three(), source => {
      const request = compressing({ kind: 'keep-last', turns: 1 }, 'SUMMARY')(source)
      const loses = {
        name: 'loses',
        context: 'rest' as const,
        apply: (draft: { removed: Uint8Array }) => void draft.removed.fill(1, 12),
      }
      return { ...request, verbs: [...request.verbs!, loses] }
    })
    expect(verdict.broken.join()).toContain('kept content would not be sent as before')
  })
})

describe('the turns', () => {
  const turn = (index: number, weight: number, canFollowSummary = true): SentTurn => ({
    position: index - 1,
    index,
    row: index,
    weight,
    thinking: 0,
    canFollowSummary,
  })
  const turns = [turn(1, 100), turn(2, 100, false), turn(3, 100), turn(4, 100), turn(5, 100)]
  const price = { base: 50, rate: 1 }
  const choose = (wish: Parameters<typeof chooseTurns>[1]) => chooseTurns(turns, wish, price, tokens => tokens / 10)

  test('are chosen by number, share or budget; the last one stays', () => {
    expect(choose({ kind: 'keep-last', turns: 2 })).toEqual({ count: 3, fits: true })
    expect(choose({ kind: 'keep-last', turns: 4 })).toEqual({ count: 0, fits: true }) // not before turn 2
    expect(choose({ kind: 'oldest', share: 0.6 })).toEqual({ count: 3, fits: true })
    expect(choose({ kind: 'oldest', share: 1 })).toEqual({ count: 4, fits: true })
    expect(choose({ kind: 'budget', tokens: 400 })).toEqual({ count: 2, fits: true }) // 50 + 300 + 20
    expect(choose({ kind: 'budget', tokens: 1000 })).toEqual({ count: 0, fits: true })
    expect(choose({ kind: 'budget', tokens: 100 })).toEqual({ count: 4, fits: false })
  })

  test('are given to a model in parts that may each follow a summary', () => {
    expect(partsOf(turns, 4, 1, 150).map(part => part.map(one => one.index))).toEqual([[1, 2], [3], [4]])
  })

  test('are in a band by their place', () => {
    const bands = [
      { from: 0, to: 0.5, share: 0.1 },
      { from: 0.5, to: 0.8, share: 0.35 },
    ]
    expect(turns.map((_, at) => bandOf(bands, at, 5)?.share)).toEqual([0.1, 0.1, 0.1, 0.35, undefined])
  })
})

describe('bands', () => {
  const banded = (traces?: ReadonlyMap<string, string>) => (source: ReshapeSource) => {
    const turns = sentTurns(source, findContext(source)).slice(0, 2)
    const rowOf = (uuid: string): number =>
      source.conversation.rows.uuid.indexOf(source.conversation.rows.names.find(uuid))
    const texts = [
      { row: rowOf('p2'), block: 0, text: '2nd' },
      { row: rowOf('a4'), block: 0, text: 'II' },
    ]
    return { verbs: [compressBands({ turns, texts, traces })], target: IN_PLACE }
  }

  test('rewrite the words of old turns and drop their calls', () => {
    const { bytes, verdict } = change(three(), banded())
    expect(verdict.broken).toEqual([])
    expect(sent(bytes)).toEqual([
      'user text first',
      'assistant text one',
      'user text 2nd',
      'assistant text II',
      'user text third',
      'assistant text three',
    ])
  })

  test('leave a line for each call where that is wanted, and no call', () => {
    const traces = new Map([
      ['t1', '[Bash run t1 → ok]'],
      ['t2', '[Bash run t2 → ok]'],
    ])
    const { bytes, verdict } = change(three(), banded(traces))
    expect(verdict.broken).toEqual([])
    expect(sent(bytes).slice(2, 6)).toEqual([
      'user text 2nd',
      'assistant text [Bash run t1 → ok]',
      'assistant text [Bash run t2 → ok]',
      'assistant text II',
    ])
    expect(records(bytes).find(one => one['uuid'] === 'a3')!['message'].stop_reason).toBe('end_turn')
  })
})

describe('the early work of a turn', () => {
  /** A short turn, then a long one of five rounds, the third with two calls at once. */
  const long = (): Uint8Array =>
    session(
      prompt('p1', null, 'first'),
      answer('a1', 'p1', 'm1', [text('one')]),
      prompt('p2', 'a1', 'second'),
      ...[1, 2, 3, 4, 5].flatMap(round => {
        const above = round === 1 ? 'p2' : `r${round - 1}`
        const own = [
          calls(`c${round}`, above, `w${round}`, [text(`step ${round}`), use(`t${round}`)]),
          result(`r${round}`, `c${round}`, `t${round}`),
        ]
        if (round !== 3) return own
        return [
          calls('c3', above, 'w3', [use('t3')]),
          calls('c3b', 'c3', 'w3', [use('t3b')]),
          result('r3b', 'c3b', 't3b'),
          result('r3', 'c3', 't3'),
        ]
      }),
      answer('a9', 'r5', 'm9', [text('done')]),
    )
  const kept = [
    'assistant tool_use t4',
    'user tool_result t4',
    'assistant text step 5',
    'assistant tool_use t5',
    'user tool_result t5',
    'assistant text done',
  ]

  test('becomes a summary behind the prompt, which stays; the recent calls stay whole', () => {
    const { bytes, verdict, plan } = change(
      long(),
      inPlace(compressing({ kind: 'keep-last-calls', calls: 2 }, 'SUMMARY')),
    )
    expect(verdict.broken).toEqual([])
    const told = [
      'user text SUMMARY',
      'user text second',
      'user text SUMMARY OF EARLY WORK',
      'assistant text step 4',
      ...kept,
    ]
    expect(sent(bytes)).toEqual(told)
    expect(sent(bytes, '2.0.42')).toEqual(told)
    expect(plan.steps.map(({ why }) => why)).toContain('of the first 3 requests of turn 2, after its prompt')
  })

  test('of a session with one turn', () => {
    const one = session(
      ...records(long())
        .slice(2)
        .map((entry, at) => (at === 0 ? { ...entry, parentUuid: null } : entry)),
    )
    const { bytes, verdict } = change(one, inPlace(compressing({ kind: 'keep-last-calls', calls: 2 }, 'SUMMARY')))
    expect(verdict.broken).toEqual([])
    expect(sent(bytes)).toEqual([
      'user text second',
      'user text SUMMARY OF EARLY WORK',
      'assistant text step 4',
      ...kept,
    ])
  })

  test('never divides a round of parallel calls', () => {
    for (const calls of [3, 4]) {
      const { bytes, verdict } = change(long(), inPlace(compressing({ kind: 'keep-last-calls', calls }, 'SUMMARY')))
      expect(verdict.broken).toEqual([])
      expect(sent(bytes).filter(one => /tool_use t3/.test(one))).toHaveLength(2)
    }
  })

  test('stands before the first entry that is left, where the request began with thinking that is void', () => {
    const thought = session(
      prompt('p2', null, 'second'),
      calls('c1', 'p2', 'w1', [use('t1')]),
      result('r1', 'c1', 't1'),
      answer('h2', 'r1', 'w2', [thinking('hm')]),
      calls('c2', 'h2', 'w2', [use('t2')]),
      result('r2', 'c2', 't2'),
      answer('a9', 'r2', 'm9', [text('done')]),
    )
    const { bytes, verdict } = change(thought, inPlace(compressing({ kind: 'keep-last-calls', calls: 1 }, 'SUMMARY')))
    expect(verdict.broken).toEqual([])
    expect(sent(bytes)).toEqual([
      'user text second',
      'user text SUMMARY OF EARLY WORK',
      'assistant tool_use t2',
      'user tool_result t2',
      'assistant text done',
    ])
  })
})
