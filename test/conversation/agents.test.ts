// D9: subagents in all three layouts, each at the call that started it.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openAgents } from '../../src/actions/session/agents.js'
import { openSession } from '../../src/actions/session/open-session.js'
import { type AgentSource, linkAgents } from '../../src/conversation/agents.js'
import { NONE } from '../../src/conversation/rows.js'
import { tempFolder } from '../disk/temp-folder.js'
import {
  all,
  answer,
  at,
  bytesOf,
  calls,
  type Line,
  last,
  progress,
  prompt,
  read,
  result,
  side,
  use,
  user,
} from './lines.js'

const task = (uuid: string, id: string, words: string, more: Line = {}): Line =>
  answer(uuid, { blocks: [use(id, 'Task', { description: 'd', prompt: words })], ...more })
const agent = (uuid: string, words: string, more: Line = {}): readonly Line[] =>
  side(user(uuid, words, { parent: null, ...more }), last(`${uuid}z`, { more }))

describe('D9 sidechains in the session’s own file', () => {
  test('each tree is one, and a continued agent is one', () => {
    const conversation = read(
      prompt('u1'),
      task('a1', 'x', 'Look'),
      agent('p1', 'Look'),
      agent('q1', 'Other', { agentId: 'ag1' }),
      agent('q2', 'Again', { agentId: 'ag1' }),
      result('r1', 'x', { parent: 'a1' }),
    )
    const told = conversation.sidechains.map(one => `${one.agentId ?? '-'}: ${all(conversation, one.rows)}`)
    expect(told).toEqual(['-: p1 p1z', 'ag1: q1 q1z q2 q2z'])
  })

  test('one that hangs on the main path says where', () => {
    const conversation = read(prompt('u1'), answer('a1'), side(prompt('p1'), last('p2')))
    expect(conversation.sidechains.map(one => at(conversation, one.from))).toEqual(['a1'])
  })
})

describe('D9 links: meta, agent id, progress, prompt, parent', () => {
  const conversation = read(
    prompt('u1'),
    answer('a1', {
      blocks: [
        use('x', 'Task', { prompt: 'same' }),
        use('y', 'Task', { prompt: 'same' }),
        use('z', 'Agent', { prompt: 'other' }),
      ],
    }),
    result('r1', 'y', { toolUseResult: { agentId: 'ag1' } }),
    progress('g1', { parentToolUseID: 'x', data: { type: 'agent_progress', agentId: 'ag2' } }),
    calls('a2', 'v'),
    result('r2', 'v', { toolUseResult: { agentId: 'ag1' } }),
  )
  const { rows, toolCalls, agentProgress } = conversation
  const hash = (words: string): number => read(side(user('p', words))).sidechains[0]!.promptHash
  const none: AgentSource = { layout: 'subagents', agentId: undefined, toolUseId: undefined, promptHash: 0, from: NONE }
  const link = (...agents: readonly Partial<AgentSource>[]): string =>
    linkAgents(
      rows,
      toolCalls.list,
      agentProgress,
      agents.map(one => ({ ...none, ...one })),
    )
      .map(found =>
        found
          ? `${rows.names.text(toolCalls.list[found.call]!.use.id)} by ${found.by}${found.ambiguous ? '?' : ''}`
          : '-',
      )
      .join(', ')

  test.each<readonly [string, readonly Partial<AgentSource>[], string]>([
    ['meta.json first', [{ toolUseId: 'z', agentId: 'ag1', promptHash: hash('same') }], 'z by meta'],
    ['a meta.json that names no call here', [{ toolUseId: 'gone', agentId: 'ag1' }], 'y by agent-id'],
    ['the agent id before progress and prompt', [{ agentId: 'ag1', promptHash: hash('other') }], 'y by agent-id'],
    ['the call that started it, not the one that continued it', [{ agentId: 'ag1' }], 'y by agent-id'],
    ['progress before the prompt', [{ agentId: 'ag2', promptHash: hash('other') }], 'x by progress'],
    ['an equal prompt', [{ agentId: 'ag9', promptHash: hash('other') }], 'z by prompt'],
    ['two calls with that prompt', [{ promptHash: hash('same') }], 'x by prompt?'],
    [
      'two agents, two calls: each its own',
      [{ promptHash: hash('same') }, { promptHash: hash('same') }],
      'x by prompt?, y by prompt?',
    ],
    [
      'one of the two calls is known to be another’s',
      [{ promptHash: hash('same') }, { agentId: 'ag1' }],
      'x by prompt, y by agent-id',
    ],
    ['more agents than calls', [{ promptHash: hash('other') }, { promptHash: hash('other') }], 'z by prompt, -'],
    ['the parent, with one call', [{ from: 4 }], 'v by parent'],
    ['the parent, with three calls', [{ from: 1 }], 'x by parent?'],
    ['nothing', [{ agentId: 'ag9', promptHash: hash('nobody') }], '-'],
  ])('%s', (_, agents, expected) => expect(link(...agents)).toBe(expected))
})

describe('D9 the three layouts on disk', () => {
  const id = '11111111-2222-4333-8444-555555555555'
  async function opened(files: Readonly<Record<string, Uint8Array | string>>): Promise<readonly string[]> {
    const project = join(tempFolder(), 'projects', '-home-ada')
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(project, name)), { recursive: true })
      writeFileSync(join(project, name), bytes)
    }
    const session = await openSession({
      kind: 'file',
      path: join(project, `${id}.jsonl`),
      configDir: undefined,
    } as never)
    const agents = await openAgents(session)
    const told = agents.map(({ layout, agentId, link, rows }) => {
      const owner = link?.owner === session ? 'session' : agents.find(one => one.open === link?.owner)?.agentId
      return `${layout} ${agentId ?? '-'} (${rows.length}) ${link ? `${link.callId} of ${owner} by ${link.by}` : '-'}`
    })
    for (const one of new Set([session, ...agents.map(each => each.open)])) one.close()
    return told.toSorted()
  }
  const main = bytesOf(
    prompt('u1', { sessionId: id }),
    task('a1', 'x', 'Look'),
    result('r1', 'x', { toolUseResult: { agentId: 'ag1' } }),
    task('a2', 'y', 'Same words'),
  )

  test('1.0: inline', async () => {
    const bytes = bytesOf(
      prompt('u1'),
      task('a1', 'x', 'Look'),
      agent('p1', 'Look'),
      result('r1', 'x', { parent: 'a1' }),
    )
    expect(await opened({ [`${id}.jsonl`]: bytes })).toEqual(['inline - (2) x of session by prompt'])
  })

  test('2.0: a file beside the session', async () => {
    const found = await opened({
      [`${id}.jsonl`]: main,
      'agent-ag1.jsonl': bytesOf(agent('p1', 'Look', { agentId: 'ag1', sessionId: id })),
    })
    expect(found).toEqual(['beside ag1 (2) x of session by agent-id'])
  })

  test('2.1: the session’s folder, one started by another, though a call of the session has its prompt', async () => {
    const first = [
      ...side(user('p1', 'Look', { parent: null, agentId: 'ag1' }), task('p2', 'n', 'Same words')),
      ...side(result('p3', 'n')),
    ]
    const found = await opened({
      [`${id}.jsonl`]: main,
      [`${id}/subagents/agent-ag1.jsonl`]: bytesOf(first),
      [`${id}/subagents/agent-ag1.meta.json`]: '{"agentType":"general","toolUseId":"x"}',
      [`${id}/subagents/agent-ag2.jsonl`]: bytesOf(agent('s1', 'Same words', { agentId: 'ag2' })),
      [`${id}/subagents/agent-ag2.meta.json`]: '{"toolUseId":"n"}',
      [`${id}/subagents/agent-ag3.jsonl`]: bytesOf(agent('t1', 'Nobody asked', { agentId: 'ag3' })),
      [`${id}/subagents/agent-ag3.meta.json`]: '{"toolUse',
    })
    expect(found).toEqual([
      'subagents ag1 (3) x of session by meta',
      'subagents ag2 (2) n of ag1 by meta',
      'subagents ag3 (2) -',
    ])
  })
})
