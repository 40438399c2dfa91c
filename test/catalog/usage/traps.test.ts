// What makes tools count the same files differently: each of these has one right answer, in every report, by a plain scan,
// through an index that is new, one that was brought up to date, and one that is behind, and from the book of a count.

import { describe, expect, test } from 'vitest'
import { USAGE_REPORTS, type UsageReportName } from '../../../src/actions/usage/usage.js'
import { runs } from '../../runs.js'
import { answer, type Files, progress, textOf, type UsageHome, usageHome } from './logged.js'

interface Right {
  readonly messages?: number
  readonly in?: number
  readonly out?: number
  readonly read?: number
  readonly write5m?: number
  readonly write1h?: number
  readonly cost?: number
  readonly sessions?: Readonly<Record<string, number>>
  readonly damaged?: number
  readonly unfinished?: number
  readonly unpriced?: Readonly<Record<string, number>>
  readonly projects?: Readonly<Record<string, number>>
  readonly models?: Readonly<Record<string, number>>
}

interface Trap {
  readonly name: string
  readonly files: Files
  readonly right: Right
}

const one = (...entries: Parameters<typeof answer>): ReturnType<typeof answer> => answer(...entries)
const forked = (session: string, more: Readonly<Record<string, unknown>> = {}) => [
  answer({ id: 'msg_1', session, at: '10:00:00.000', out: 100, more }),
  answer({ id: 'msg_2', session, at: '10:01:00.000', out: 200, more }),
]

const TRAPS: readonly Trap[] = [
  {
    name: 'of the parts of a streamed answer the final one counts',
    files: { '-p/s1.jsonl': [one({ stop: null, out: 2 }), one({ stop: null, out: 2 }), one({ out: 500 })] },
    right: { messages: 1, in: 10, out: 500, unfinished: 0 },
  },
  {
    name: 'also where it stands first, and where a part says more',
    files: { '-p/s1.jsonl': [one({ out: 500 }), one({ stop: null, out: 900, at: '10:00:01.000' })] },
    right: { messages: 1, in: 10, out: 500 },
  },
  {
    name: 'without a final one, the one that says most',
    files: { '-p/s1.jsonl': [one({ stop: null, out: 7 }), one({ stop: null, out: 90 }), one({ stop: null, out: 8 })] },
    right: { messages: 1, in: 10, out: 90, unfinished: 1 },
  },
  {
    name: 'no request is named at all',
    files: {
      '-p/s1.jsonl': [
        one({ request: null, stop: null, out: 2 }),
        one({ request: null, stop: null, out: 2, at: '10:00:01.100' }),
        one({ request: null, out: 500, at: '10:00:02.400' }),
      ],
    },
    right: { messages: 1, in: 10, out: 500 },
  },
  {
    name: 'all parts are final, and no request is named',
    files: {
      '-p/s1.jsonl': [
        one({ request: null, out: 500 }),
        one({ request: null, out: 500, at: '10:00:09.000' }),
        one({ request: null, out: 500, at: '10:00:30.000' }),
      ],
    },
    right: { messages: 1, in: 10, out: 500 },
  },
  {
    name: 'the request is named in one copy only',
    files: {
      '-p/s1.jsonl': [one({ request: null, session: 's1' })],
      '-p/s2.jsonl': [
        one({ request: 'req_1', session: 's2' }),
        one({ id: 'msg_2', session: 's2', at: '11:00:00.000' }),
      ],
    },
    right: { messages: 2, in: 20, out: 200, sessions: { s1: 110, s2: 110 } },
  },
  {
    name: 'the request is named by some parts only',
    files: {
      '-p/s1.jsonl': [
        one({ request: null, stop: null, out: 1 }),
        one({ request: 'req_1', stop: null, out: 1 }),
        one({ request: null, out: 50, at: '10:00:03.000' }),
        one({ request: 'req_1', out: 50, at: '10:00:04.000' }),
      ],
    },
    right: { messages: 1, in: 10, out: 50 },
  },
  {
    name: 'a copy names another request',
    files: {
      '-p/s1.jsonl': [one({ request: 'req_1' })],
      '-p/s2.jsonl': [one({ request: 'req_2', session: 's2' })],
    },
    right: { messages: 1, in: 10, out: 100 },
  },
  {
    name: 'a gateway gives every answer the same id: other requests are others, also at the same time',
    files: {
      '-p/s1.jsonl': [
        one({ id: 'gen-0', request: 'req_1' }),
        one({ id: 'gen-0', request: 'req_2' }),
        one({ id: 'gen-0', request: 'req_3', at: '10:05:00.000' }),
      ],
    },
    right: { messages: 3, in: 30, out: 300 },
  },
  {
    name: 'the same with parts',
    files: {
      '-p/s1.jsonl': ['req_1', 'req_2'].flatMap((request, at) => [
        one({ id: 'gen-0', request, stop: null, out: 1, at: `10:0${at}:00.000` }),
        one({ id: 'gen-0', request, out: 100, at: `10:0${at}:05.000` }),
      ]),
    },
    right: { messages: 2, in: 20, out: 200 },
  },
  {
    name: 'a gateway with one id and no requests: finished answers that differ are several',
    files: {
      '-p/s1.jsonl': [
        one({ id: 'gen-0', request: null, out: 100 }),
        one({ id: 'gen-0', request: null, out: 200, at: '10:01:00.000' }),
        one({ id: 'gen-0', request: null, out: 50, in: 30, at: '12:00:00.000' }),
        one({ id: 'gen-0', request: null, out: 50, in: 30, at: '12:10:00.000' }),
      ],
    },
    right: { messages: 4, in: 80, out: 400 },
  },
  {
    name: 'a gateway with one id, over sessions and their copies',
    files: Object.fromEntries(
      ['-p/s1.jsonl', '-q/s1.jsonl'].map(path => [
        path,
        [
          one({ id: 'gen-0', request: null, in: 10, stop: null, out: 1 }),
          one({ id: 'gen-0', request: null, in: 10, out: 20, at: '10:00:02.000' }),
          one({ id: 'gen-0', request: null, in: 50, stop: null, out: 1, at: '10:01:00.000' }),
          one({ id: 'gen-0', request: null, in: 50, out: 30, at: '10:01:02.000' }),
        ],
      ]),
    ),
    right: { messages: 2, in: 60, out: 50 },
  },
  {
    name: 'no id: the request tells',
    files: {
      '-p/s1.jsonl': [
        one({ id: null, request: 'req_1', stop: null, out: 1 }),
        one({ id: null, request: 'req_1', out: 100 }),
        one({ id: '', request: 'req_2', out: 10 }),
      ],
      '-p/s2.jsonl': [one({ id: null, request: 'req_1', out: 100 })],
    },
    right: { messages: 2, in: 20, out: 110 },
  },
  {
    name: 'neither id nor request: a copy says the same at the same time',
    files: {
      '-p/s1.jsonl': [one({ id: null }), one({ id: null, at: '10:00:05.000' })],
      '-p/s2.jsonl': [one({ id: null, session: 's2' })],
    },
    right: { messages: 2, in: 20, out: 200 },
  },
  {
    name: 'a fork whose session ids were rewritten: the original made the calls',
    files: {
      '-p/zzz.jsonl': forked('zzz'),
      '-p/aaa.jsonl': [...forked('aaa'), one({ id: 'msg_3', session: 'aaa', at: '12:00:00.000', out: 50 })],
    },
    right: { messages: 3, in: 30, out: 350, sessions: { zzz: 320, aaa: 60 } },
  },
  {
    name: 'the original went on as well, and before the fork did',
    files: {
      '-p/zzz.jsonl': [...forked('zzz'), one({ id: 'msg_4', session: 'zzz', at: '10:02:00.000', out: 7 })],
      '-p/aaa.jsonl': [...forked('aaa'), one({ id: 'msg_3', session: 'aaa', at: '12:00:00.000', out: 50 })],
    },
    right: { messages: 4, in: 40, out: 357, sessions: { zzz: 337, aaa: 60 } },
  },
  {
    name: 'a resumed file keeps the session ids of what it copied, also where the original is gone',
    files: {
      '-p/bbb.jsonl': [...forked('zzz'), one({ id: 'msg_3', session: 'bbb', at: '12:00:00.000', out: 50 })],
    },
    right: { messages: 3, in: 30, out: 350, sessions: { zzz: 320, bbb: 60 } },
  },
  {
    name: 'a fork that says what it was made from, beside an original that went on later',
    files: {
      '-p/zzz.jsonl': [...forked('zzz'), one({ id: 'msg_4', session: 'zzz', at: '13:00:00.000', out: 7 })],
      '-p/aaa.jsonl': forked('aaa', { forkedFrom: { sessionId: 'zzz', messageUuid: 'x' } }),
    },
    right: { messages: 3, in: 30, out: 307, sessions: { zzz: 337 } },
  },
  {
    name: 'a fork of a fork',
    files: {
      '-p/zzz.jsonl': forked('zzz'),
      '-p/mmm.jsonl': [...forked('mmm'), one({ id: 'msg_3', session: 'mmm', at: '11:00:00.000', out: 50 })],
      '-p/aaa.jsonl': [
        ...forked('aaa'),
        one({ id: 'msg_3', session: 'aaa', at: '11:00:00.000', out: 50 }),
        one({ id: 'msg_4', session: 'aaa', at: '12:00:00.000', out: 5 }),
      ],
    },
    right: { messages: 4, in: 40, out: 355, sessions: { zzz: 320, mmm: 60, aaa: 15 } },
  },
  {
    name: 'the same file in another folder; the project is where the call was made',
    files: { '-w-z/zzz.jsonl': forked('zzz'), '-w-a/zzz.jsonl': forked('zzz') },
    right: { messages: 2, in: 20, out: 300, sessions: { zzz: 320 }, projects: { '/w/p': 320 } },
  },
  {
    name: 'agents, and agents of agents, belong to their session',
    files: {
      '-p/s1.jsonl': [one()],
      '-p/s1/subagents/agent-a.jsonl': [one({ id: 'msg_a', out: 5 })],
      '-p/s1/subagents/agent-a/subagents/agent-b.jsonl': [one({ id: 'msg_b', out: 6, session: 'whatever' })],
      '-p/agent-c.jsonl': [one({ id: 'msg_c', out: 7 })],
    },
    right: { messages: 4, in: 40, out: 118, sessions: { s1: 158 } },
  },
  {
    name: 'progress of an agent that has a transcript',
    files: {
      '-p/s1.jsonl': [
        one(),
        progress({ id: 'msg_9', stop: null, out: 3 }),
        progress({ id: 'msg_9', out: 80, at: '10:00:02.000' }),
      ],
      '-p/s1/subagents/agent-a1.jsonl': [
        one({ id: 'msg_9', stop: null, out: 3 }),
        one({ id: 'msg_9', out: 80, at: '10:00:02.000' }),
      ],
    },
    right: { messages: 2, in: 20, out: 180, sessions: { s1: 200 } },
  },
  {
    name: 'progress of an agent that has none',
    files: { '-p/s1.jsonl': [one(), progress({ id: 'msg_9', out: 80 })] },
    right: { messages: 2, in: 20, out: 180 },
  },
  {
    name: 'what a tool reports of an agent is a summary',
    files: {
      '-p/s1.jsonl': [
        one(),
        {
          type: 'user',
          sessionId: 's1',
          message: { role: 'user', content: [{ tool_use_id: 't', type: 'tool_result', content: 'ok' }] },
          uuid: 'u',
          timestamp: '2026-10-05T10:02:00.000Z',
          toolUseResult: { totalTokens: 9999, usage: { input_tokens: 5, output_tokens: 900 } },
        },
      ],
    },
    right: { messages: 1, in: 10, out: 100 },
  },
  {
    name: 'what the client says itself is no answer',
    files: { '-p/s1.jsonl': [one(), one({ id: 'x', model: '<synthetic>', out: 3 })] },
    right: { messages: 1, in: 10, out: 100 },
  },
  {
    name: 'the same line twice in one file',
    files: { '-p/s1.jsonl': [one({ request: null }), one({ request: null })] },
    right: { messages: 1, in: 10, out: 100 },
  },
  {
    name: 'a copy whose figures were taken out',
    files: {
      '-p/s1.jsonl': [one({ request: null, in: 0, out: 0 })],
      '-p/s2.jsonl': [one({ request: null, session: 's2' })],
    },
    right: { messages: 1, in: 10, out: 100 },
  },
  {
    name: 'figures that rethread made smaller for the client',
    files: {
      '-p/s1.jsonl': [
        one({
          in: 1,
          out: 1,
          more: { rethread: { usage: { input_tokens: 10, output_tokens: 100, cache_read_input_tokens: 5 } } },
        }),
      ],
    },
    right: { messages: 1, in: 10, out: 100, read: 5 },
  },
  {
    name: 'a web search makes the prompt larger while the answer comes',
    files: {
      '-p/s1.jsonl': [
        one({ request: null, stop: null, in: 10, out: 1 }),
        one({ request: null, in: 900, out: 50, at: '10:00:20.000' }),
      ],
    },
    right: { messages: 1, in: 900, out: 50 },
  },
  {
    name: 'cache writes without a breakdown, with half of one, and with more than the total',
    files: {
      '-p/s1.jsonl': [
        one({ id: 'a', write: 5000, write5m: 0 }),
        one({ id: 'b', write: 5000, write5m: 0, write1h: 1000 }),
        one({ id: 'c', usage: { cache_creation_input_tokens: 10, cache_creation: { ephemeral_5m_input_tokens: 30 } } }),
        one({ id: 'd', usage: { cache_creation_input_tokens: 7, cache_creation: null } }),
      ],
    },
    right: { messages: 4, write5m: 5000 + 4000 + 30 + 7, write1h: 1000 },
  },
  {
    name: 'an advisor is asked, under its own model; the history is summarised, under the same',
    files: {
      '-p/s1.jsonl': [
        one({
          model: 'claude-sonnet-4-6',
          in: 2,
          out: 491,
          read: 1000,
          usage: {
            iterations: [
              { type: 'message', input_tokens: 1, output_tokens: 45, cache_read_input_tokens: 500 },
              { type: 'advisor_message', model: 'claude-opus-4-7', input_tokens: 1000, output_tokens: 200 },
              { type: 'compaction', input_tokens: 30, output_tokens: 4 },
              { type: 'message', input_tokens: 1, output_tokens: 446, cache_read_input_tokens: 500 },
            ],
          },
        }),
      ],
    },
    right: {
      in: 1032,
      out: 695,
      read: 1000,
      models: { 'claude-sonnet-4-6': 1527, 'claude-opus-4-7': 1200 },
      cost: (2 * 3 + 491 * 15 + 1000 * 0.3 + 30 * 3 + 4 * 15 + 1000 * 5 + 200 * 25) / 1e6,
    },
  },
  {
    name: 'spaces, nulls and the order of keys change nothing',
    files: {
      '-p/s1.jsonl':
        ' { "timestamp" : "2026-10-05T10:00:00.000Z" , "requestId":null,"message" : { "usage" : { "output_tokens" : 100 , "server_tool_use":null,"iterations":null,"input_tokens":10,"speed":null } , "stop_reason" : "end_turn","content":[{"type":"tool_use","id":"t","name":"x","input":{"id":null,"model":null,"usage":{"input_tokens":7}}}], "model" : "claude-sonnet-4-5" , "id" : "msg_1" } , "costUSD":null,"type" : "assistant" , "sessionId" : "s1", "cwd":"/w/p" } \r\n',
    },
    right: { messages: 1, in: 10, out: 100, sessions: { s1: 110 }, cost: (10 * 3 + 100 * 15) / 1e6 },
  },
  {
    name: 'a line that was torn off, at the end and in the middle, and one that has another behind it',
    files: {
      '-p/s1.jsonl': `${JSON.stringify(answer()).slice(0, 300)}\n${JSON.stringify(answer({ id: 'msg_2' })).slice(0, 200)}${textOf([answer({ id: 'msg_3' })])}${textOf([answer({ id: 'msg_4' })])}${JSON.stringify(answer({ id: 'msg_5' })).slice(0, 250)}`,
    },
    right: { messages: 2, in: 20, out: 200, damaged: 3 },
  },
  {
    name: 'prompts above 200,000 tokens cost more as a whole, where the model has such prices',
    files: {
      '-p/s1.jsonl': [
        one({ id: 'a', in: 10, write: 150_000, read: 150_000, out: 10_000 }),
        one({ id: 'b', in: 10, read: 199_990, out: 1000 }),
        one({ id: 'c', in: 10, read: 299_990, out: 1000, model: 'claude-opus-4-6' }),
        one({ id: 'd', in: 10, read: 299_990, out: 1000, model: 'claude-opus-4-6', at: '2026-02-20T10:00:00.000Z' }),
      ],
    },
    right: {
      cost:
        1.44006 +
        (10 * 3 + 199_990 * 0.3 + 1000 * 15) / 1e6 +
        (10 * 5 + 299_990 * 0.5 + 1000 * 25) / 1e6 +
        (10 * 10 + 299_990 * 1 + 1000 * 37.5) / 1e6,
    },
  },
  {
    name: 'cache for an hour, web searches, batches, places and fast mode have their prices',
    files: {
      '-p/s1.jsonl': [
        one({ id: 'a', write: 1000, write1h: 1000 }),
        one({ id: 'b', usage: { server_tool_use: { web_search_requests: 3, web_fetch_requests: 9 } } }),
        one({ id: 'c', usage: { service_tier: 'batch' } }),
        one({ id: 'd', usage: { service_tier: 'priority' } }),
        one({ id: 'e', model: 'claude-opus-4-6', in: 1000, out: 1000, usage: { inference_geo: 'us' } }),
        one({ id: 'f', model: 'claude-opus-4-5', in: 1000, out: 1000, usage: { inference_geo: 'us' } }),
        one({ id: 'g', model: 'claude-opus-4-6', in: 1000, out: 1000, usage: { inference_geo: 'global' } }),
        one({ id: 'h', model: 'claude-opus-4-6', in: 1000, out: 1000, usage: { speed: 'fast' } }),
      ],
    },
    right: {
      cost:
        (10 * 3 + 100 * 15 + 1000 * 6) / 1e6 +
        (10 * 3 + 100 * 15) / 1e6 +
        0.03 +
        (10 * 3 + 100 * 15) / 2e6 +
        (10 * 3 + 100 * 15) / 1e6 +
        0.033 +
        0.03 +
        0.03 +
        0.18,
    },
  },
  {
    name: 'models by the names of providers, and models that have no price',
    files: {
      '-p/s1.jsonl': [
        one({ id: 'a', model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0' }),
        one({ id: 'b', model: 'claude-sonnet-4-5@20250929' }),
        one({ id: 'c', model: 'anthropic/claude-sonnet-4.5' }),
        one({ id: 'd', model: 'claude-sonnet-4-5[1m]' }),
        one({ id: 'e', model: 'glm-9' }),
        one({ id: 'f', model: 'claude-opus-77' }),
        one({ id: 'g', model: 'constructor' }),
      ],
    },
    right: {
      messages: 7,
      cost: (4 * (10 * 3 + 100 * 15)) / 1e6,
      unpriced: { 'glm-9': 1, 'claude-opus-77': 1, constructor: 1 },
    },
  },
  {
    name: 'figures that are none',
    files: {
      '-p/s1.jsonl': [
        one({ id: 'a', usage: null }),
        one({ id: 'b', usage: { input_tokens: '5', output_tokens: null, cache_read_input_tokens: -4 } }),
      ],
    },
    right: { messages: 0, in: 0, out: 0, read: 0 },
  },
]

/** All reports ask the same loader: some of them tell. */
const isSlow = runs(0, 1) === 1
const MOST: readonly UsageReportName[] = isSlow ? USAGE_REPORTS : ['daily', 'session', 'project', 'model', 'blocks']
const SOME: readonly UsageReportName[] = isSlow ? USAGE_REPORTS : ['session']

/** The totals of all reports are the same; the rows are sums of the same messages. */
async function expectRight(home: UsageHome, right: Right, how: string, reports = SOME): Promise<void> {
  for (const report of reports) {
    const { totals, notes, rows } = await (how.includes('book') ? home.reportKept({ report }) : home.report({ report }))
    const said = `${report}, ${how}`
    if (right.messages !== undefined) expect(notes.messages, said).toBe(right.messages)
    if (right.in !== undefined) expect(totals.inputTokens, said).toBe(right.in)
    if (right.out !== undefined) expect(totals.outputTokens, said).toBe(right.out)
    if (right.read !== undefined) expect(totals.cacheReadTokens, said).toBe(right.read)
    if (right.write5m !== undefined) expect(totals.cacheWrite5mTokens, said).toBe(right.write5m)
    if (right.write1h !== undefined) expect(totals.cacheWrite1hTokens, said).toBe(right.write1h)
    if (right.cost !== undefined) expect(totals.costUSD, said).toBeCloseTo(right.cost, 8)
    if (right.damaged !== undefined) expect(notes.damaged, said).toBe(right.damaged)
    if (right.unfinished !== undefined) expect(notes.unfinished, said).toBe(right.unfinished)
    if (right.unpriced !== undefined) expect(notes.unpriced, said).toEqual(right.unpriced)
    const keys = { session: right.sessions, project: right.projects, model: right.models }[report as 'session']
    const sums = rows.map(row => [row.key, 'totalTokens' in row ? row.totalTokens : 0] as const)
    if (keys !== undefined) expect(Object.fromEntries(sums), said).toEqual(keys)
    if (report !== 'tool')
      expect(
        sums.reduce((all, [, tokens]) => all + tokens, 0),
        said,
      ).toBe(totals.totalTokens)
  }
}

/** Half of each file, torn in the middle of a line. */
function half(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => {
      const text = textOf(content)
      return [path, text.slice(0, Math.floor(text.length * 0.6))]
    }),
  )
}

describe('each message once', () => {
  test.each(TRAPS)('$name', async ({ files, right }) => {
    const cold = usageHome(files)
    await expectRight(cold, right, 'by a plain scan', MOST)
    await expectRight(cold, right, 'from the book of a scan', MOST)
    await cold.refresh()
    await expectRight(cold, right, 'through a new index')
    await expectRight(cold, right, 'from the book of an index')
    const growing = usageHome(half(files))
    await growing.refresh()
    await growing.reportKept()
    growing.write(files)
    await expectRight(growing, right, 'with a book that is behind')
    await expectRight(growing, right, 'through an index that is behind')
    await growing.refresh()
    await expectRight(growing, right, 'through an index that was brought up to date')
  })
})
