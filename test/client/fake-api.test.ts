// The API that the real clients are run against.

import { afterAll, expect, test } from 'vitest'
import { type ApiLine, startFakeApi } from './fake-api.js'

const api = await startFakeApi()
afterAll(() => api.close())

const ask = (line: ApiLine, prompt: string, more: object = {}) =>
  fetch(`${line.url}/v1/messages?beta=true`, {
    method: 'POST',
    body: JSON.stringify({
      model: 'm',
      tools: [{ name: 'Bash' }],
      messages: [{ role: 'user', content: prompt }],
      ...more,
    }),
  })

const told = async (reply: Response) =>
  (await reply.json()) as { content: readonly { text?: string }[]; stop_reason: string }

test('each client has its own script and its own record of requests', async () => {
  const [one, other] = [api.open({ replies: [{ blocks: ['scripted'] }] }), api.open()]
  expect((await told(await ask(one, 'a'))).content).toEqual([{ type: 'text', text: 'scripted' }])
  expect((await told(await ask(other, 'b'))).content).toEqual([{ type: 'text', text: 'reply 1' }])
  expect(one.requests.map(({ body }) => body.messages[0]!.content)).toEqual(['a'])
})

test('a reply is used for the kind and the text that it fits, as often as it says', async () => {
  const line = api.open({
    replies: [
      { when: { kind: 'aux' }, blocks: ['title'] },
      { when: { last: /^two/ }, times: 2, blocks: [{ tool: 'Bash', input: { command: 'ls' } }] },
    ],
  })
  const stops: string[] = []
  for (const prompt of ['one', 'two', 'two', 'two']) stops.push((await told(await ask(line, prompt))).stop_reason)
  expect(stops).toEqual(['end_turn', 'tool_use', 'tool_use', 'end_turn'])
  expect((await told(await ask(line, 'x', { tools: [] }))).content[0]?.text).toBe('title')
  await ask(line, 'work on [sub:a]')
  await ask(line, 'Your task is to create a detailed summary of the conversation so far')
  expect(line.requests.map(({ kind }) => kind)).toEqual(['main', 'main', 'main', 'main', 'aux', 'sub', 'compact'])
})

test('a stream builds up to the message', async () => {
  const line = api.open({
    replies: [{ blocks: [{ thinking: 'hm' }, 'words', { tool: 'Bash', input: { command: 'ls' }, id: 'toolu_1' }] }],
  })
  const events = (await (await ask(line, 'a', { stream: true })).text())
    .split('\n')
    .filter(row => row.startsWith('data: '))
    .map(row => JSON.parse(row.slice(6)))
  expect(events[0].type).toBe('message_start')
  expect(events.at(-1).type).toBe('message_stop')
  expect(events.find(({ type }) => type === 'message_delta').delta.stop_reason).toBe('tool_use')
  const piece = (index: number, field: string) =>
    events.flatMap(({ index: at, delta }) => (at === index ? (delta?.[field] ?? []) : [])).join('')
  expect([piece(0, 'thinking'), piece(0, 'signature')]).toEqual(['hm', 'signed:aG0='])
  expect([piece(1, 'text'), piece(2, 'partial_json')]).toEqual(['words', '{"command":"ls"}'])
})

test('errors, and connections that break', async () => {
  const line = api.open({
    replies: [{ error: { status: 529, type: 'overloaded_error', retryAfter: 1 } }, { blocks: ['half'], end: 'drop' }],
  })
  const refused = await ask(line, 'a')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([529, '1'])
  await expect(ask(line, 'a', { stream: true }).then(reply => reply.text())).rejects.toThrow()
})
