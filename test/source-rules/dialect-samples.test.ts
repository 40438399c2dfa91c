// stats, turns and tools of the two dialect samples (D14), and the JSON of stats --rules.

import { describe, expect, test } from 'vitest'
import { sessionStats } from '../../src/actions/read/stats.js'
import { sessionTools } from '../../src/actions/read/tools.js'
import { sessionTurns } from '../../src/actions/read/turns.js'
import { manySourceRulesSchema, sourceRulesSchema } from '../../src/actions/schemas.js'
import { sourceRules } from '../../src/actions/source-rules/source-rules.js'
import { SEEDS } from '../../src/conversation/source-rules/index.js'
import { paint } from '../../src/present/paint.js'
import { presentSourceRules } from '../../src/present/source-rules.js'
import { openSample } from './apply.js'

const of003 = openSample('-home-lin-night-train/1157a0de-5a3b-4c2d-8e1f-0a9b8c7d6e02')
const of004 = openSample('-home-lin-seed-library/f1a7d1a1-ec70-4004-a004-b1c2d3e4f503')

describe('document 003: summary, snapshots, a linked list', () => {
  test('stats', () => {
    const stats = sessionStats(of003)
    expect(stats.session).toMatchObject({ title: 'Sunday timetable on one page', versions: {}, models: {} })
    expect(stats).toMatchObject({
      lines: 7,
      damaged: 0,
      entries: { summary: 1, snapshot: 2, user: 2, assistant: 2 },
      userKinds: { prompt: 2 },
      messages: { assistant: 2, user: 2, synthetic: 0 },
      turns: 2,
      toolCalls: { total: 0, orphanResults: 0 },
      graph: { roots: 1, leaves: 1, forks: 0, orphans: 0, depth: 4, compactions: 0, sidechains: 0 },
      unknown: { types: {}, fields: {} },
    })
    // The first and last time in the file: a snapshot's, both.
    expect([stats.session.startedAt, stats.session.endedAt]).toEqual([
      '2026-01-18T20:02:01.000Z',
      '2026-01-18T20:03:10.000Z',
    ])
  })

  test('turns', () => {
    const { turns } = sessionTurns(of003, { all: false })
    expect(turns.map(turn => [turn.kind, turn.prompt, turn.lines])).toEqual([
      ['prompt', 'Print the Sunday timetable on one page.', [3, 4]],
      // A turn goes to the next one, or to the end of the file.
      ['prompt', 'Two columns are fine.', [5, 7]],
    ])
  })

  test('tools', () => expect(sessionTools(of003, [])).toMatchObject({ calls: [], orphanResults: [] }))
})

describe('document 004: flat messages, toolName, compact_system, numeric times, marks', () => {
  test('stats', () =>
    expect(sessionStats(of004)).toMatchObject({
      lines: 19,
      damaged: 0,
      entries: { user: 5, assistant: 9, system: 2, compact_system: 3 },
      userKinds: { prompt: 3, command: 1, 'agent-prompt': 1 },
      messages: { assistant: 9, user: 5, synthetic: 0 },
      turns: 3,
      marks: { deleted: 1, aborted: 1, interrupted: 0 },
      toolCalls: { total: 3, paired: 2, pending: 0, lost: 1, orphanResults: 0, byTool: { Read: 1, Grep: 1, Bash: 1 } },
      graph: { roots: 2, orphans: 1, compactions: 1, sidechains: 1 },
      unknown: { types: {}, fields: {} },
      session: { startedAt: '2026-01-24T17:30:05.000Z', endedAt: '2026-01-24T17:31:35.000Z' },
    }))

  test('turns', () => {
    const { turns } = sessionTurns(of004, { all: true })
    expect(turns.map(turn => [turn.prompt, turn.lines[0], turn.toolCalls])).toEqual([
      // Read, the cancelled Bash, and the Grep of the agent inside.
      ['When do I water the tomatoes?', 1, 3],
      ['[Content removed]', 13, 0],
      ['And the beans?', 17, 0],
    ])
  })

  test('tools', () => {
    const { calls, orphanResults } = sessionTools(of004, [])
    expect(calls.map(call => [call.id, call.name, call.state, call.use.line, call.result?.line, call.input])).toEqual([
      ['flat-004', 'Read', 'paired', 4, 5, { file_path: '/home/lin/seed-library/plan.txt' }],
      ['flat-008', 'Grep', 'paired', 8, 9, { pattern: 'rain' }],
      ['flat-012', 'Bash', 'lost', 12, undefined, null],
    ])
    expect(orphanResults).toEqual([])
  })
})

describe('stats --rules', () => {
  test.each(SEEDS)('%s: the JSON has its shape', seed => {
    const reports = [of003, of004].map(open => sourceRules(open, seed))
    for (const report of reports) expect(sourceRulesSchema.strict().parse(report)).toEqual(report)
    expect(manySourceRulesSchema.parse({ sessions: reports })).toEqual({ sessions: reports })
  })

  test('as text', () => {
    const open = openSample('-home-ada-tide-table/9a7a11e1-40b1-4c2d-b3e4-f5a6b7c8d909')
    const screen = { paint: paint(false), width: 80, now: 0 }
    expect([...presentSourceRules(sourceRules(open, 'seed-000'), screen)].join('\n')).toMatchInlineSnapshot(`
      "Which tide constituents do we use?
      9a7a11e1-40b1-4c2d-b3e4-f5a6b7c8d909 · by the rules of source document 000

                                          seed-000  ours
      entries                                   19    27  -8
      assistant messages                         4     4
      blocks of assistant messages               4    12  -8
      turns                                      0     1  -1
      tool calls                                 8     8
      tool calls in the entries it keeps         3     8  -5
      calls with their result                    8     8
      calls without result                       0     0
      Not defined there: turns that are finished, results without call, roots,
      orphans, entries of agents in this file, compactions, deleted, aborted.

      What its rules lose here
        Of 3 messages written in 11 entries it keeps one entry each: 8 blocks are lost
          (5 tool_use, 3 text) and 4 are left. (lines 6, 7, 8, 13, 14, …)
        5 tool calls go with them; the results stay behind without a call. (lines 7,
          8, 14, 15, 21)
        1 of our 1 turn is not found: 1 prompt as a string. (line 2)
        2 entries have no timestamp to sort by, and lose their place. (lines 1, 27)"
    `)
    expect([...presentSourceRules(sourceRules(of004, 'seed-004'), screen)].at(-1)).toBe(
      'Its rules lose nothing in this session.',
    )
  })
})
