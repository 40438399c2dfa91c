// The program as an agent's client starts it: the first answer, many calls at once, calls that are given up, a session that
// grows meanwhile, ten thousand calls.

import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedSamplesHome } from '../actions/samples-home.js'
import { ROOT } from '../cli/rethread.js'
import { agentOf, agentOfProgram, type RunningAgent, textOf } from './agent.js'
import { expectNothing, hostileIds } from './hostile-ids.js'

const { home, config } = sharedSamplesHome()
const LONG = join(config, 'projects', '-home-ada-weather-station', '10a6da70-3a4b-45c6-97d2-4d5e6f708120.jsonl')

let agent: RunningAgent
beforeAll(async () => {
  agent = await agentOfProgram(home)
})
afterAll(() => agent.close())

/** Resident memory in MB, as the system says. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000
}

test('200 calls at once are all answered rightly', async () => {
  const tools = ['search', 'outline', 'read', 'calls', 'files', 'context', 'check', 'compactions', 'sessions', 'usage']
  const sessions = ['10a6', '4e81', '91a1', 'c0c0', 'f11e']
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, at) => {
      const name = tools[at % tools.length]!
      const words = ['sessions', 'usage'].includes(name)
        ? {}
        : name === 'search'
          ? { query: 'station' }
          : { session: sessions[Math.floor(at / 10) % 5] }
      return agent.call(name, words).then(result => ({ key: `${name} ${JSON.stringify(words)}`, result }))
    }),
  )
  const first = new Map<string, string>()
  for (const { key, result } of results) {
    expect(result.isError ?? false, `${key}: ${textOf(result)}`).toBe(false)
    // The same question has the same answer, however many are asked with it.
    const known = first.get(key)
    if (known === undefined) first.set(key, JSON.stringify(result))
    else expect(JSON.stringify(result)).toBe(known)
  }
  expect(first.size).toBeGreaterThanOrEqual(12)
})

test('a call that is given up ends, and the next is answered', async () => {
  for (let round = 0; round < 20; round++) {
    const given = new AbortController()
    const call = agent.client.callTool({ name: 'search', arguments: { query: 'station' } }, undefined, {
      signal: given.signal,
    })
    given.abort()
    await expect(call).rejects.toThrow()
  }
  expect((await agent.call('outline', { session: '10a6' })).isError ?? false).toBe(false)
})

test('progress is told where it is asked for, and what is no message is answered with an error', async () => {
  const told: number[] = []
  await agent.client.callTool({ name: 'check', arguments: { session: '10a6' } }, undefined, {
    onprogress: step => told.push(step.progress),
  })
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli/rethread.js'), 'mcp'], {
    env: { HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', piece => {
    said += piece
  })
  child.stdin.end('no json\n{"jsonrpc":"2.0"}\n[]\n')
  const code = await new Promise(resolve => child.once('close', resolve))
  expect(code).toBe(0)
  const answers = said
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { readonly error: { readonly code: number } })
  expect(answers.map(one => one.error.code)).toEqual([-32700, -32700, -32700])
})

test('the first answer is the one that the library gives, and comes once', async () => {
  const question = {
    jsonrpc: '2.0',
    id: 'first',
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  }
  const odd = { ...question, params: { ...question.params, protocolVersion: '1999-01-01' } }
  for (const asked of [question, odd]) {
    const lines = await conversation([
      asked,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'ping' },
      { ...asked, id: 3 },
    ])
    expect(lines.map(line => line['id'])).toEqual(['first', 2, 3])
    // The third question is answered by the library itself.
    expect(lines[0]!['result']).toEqual(lines[2]!['result'])
  }
})

async function conversation(messages: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli/rethread.js'), 'mcp'], {
    env: { HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let said = ''
  const heard = new Promise<void>(resolve => {
    child.stdout.setEncoding('utf8').on('data', piece => {
      said += piece
      if (said.split('\n').length > messages.filter(one => 'id' in (one as object)).length) resolve()
    })
  })
  for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`)
  await heard
  child.stdin.end()
  await new Promise(resolve => child.once('close', resolve))
  return said
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Readonly<Record<string, unknown>>)
}

test('a session that grows meanwhile is read as it is then', async () => {
  const { home: own, config: folder } = sharedSamplesHome()
  const path = LONG.replace(config, folder)
  const last = JSON.parse(
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .findLast(line => line.includes('"parentUuid"'))!,
  ) as Record<string, unknown>
  const reader = await agentOfProgram(own)
  try {
    let parent = last['uuid']
    for (let round = 0; round < 30; round++) {
      const uuid = `99999999-0000-4000-8000-0000000000${String(round).padStart(2, '0')}`
      const asked = Promise.all(Array.from({ length: 5 }, () => reader.call('outline', { session: '10a6' })))
      appendFileSync(
        path,
        `${JSON.stringify({ ...last, type: 'user', uuid, parentUuid: parent, message: { role: 'user', content: `Round ${round}, please.` } })}\n`,
      )
      parent = uuid
      for (const result of await asked) expect(result.isError ?? false, textOf(result)).toBe(false)
      const now = await reader.call('outline', { session: '10a6' })
      expect(textOf(now)).toContain(`Round ${round}, please.`)
    }
  } finally {
    await reader.close()
  }
})

test('10,000 calls leave the memory as it was', async () => {
  const sessions = ['10a6', '4e81', '91a1', 'c0c0', 'f11e', 'dead']
  const some = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, one) =>
          one % 2 === 0
            ? agent.call('read', { session: `${sessions[(at + one) % 6]}:t1`, budget: 500 })
            : agent.call('outline', { session: sessions[(at / 20 + one) % 6]!, budget: 500 }),
        ),
      )
  }
  await some(2000)
  const before = memoryOf(agent.pid)
  await some(8000)
  expect(memoryOf(agent.pid)).toBeLessThan(before * 1.25 + 20)
})

test('200 ids with ways out of the folder name nothing, in every tool', async () => {
  // One session is enough to be looked up among: the titles of all are read for each name that fits no id.
  const { place: own, config: folder } = sharedSamplesHome('-home-lin-seed-library')
  const { ids, words } = hostileIds(folder, 200)
  const reader = await agentOf(own)
  try {
    const tools = ['outline', 'read', 'calls', 'files', 'context', 'compactions', 'check']
    const calls = [...tools.map(name => [name, {}] as const), ['plan', { verb: 'repair' }] as const]
    await expectNothing(reader, calls, ids, words)
  } finally {
    await reader.close()
  }
})
