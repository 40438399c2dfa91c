// The end of a long session, from its last bytes: what stands there, and nothing where there is nothing to wait for.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporary } from '../cli/rethread.js'
import { served } from './served.js'

const LONG = 'ab000000-0000-4000-8000-000000000001'
const SHORT = 'ab000000-0000-4000-8000-000000000002'
const ONE_TURN = 'ab000000-0000-4000-8000-000000000003'

const home = temporary()
const folder = join(home, '.claude', 'projects', '-p')
mkdirSync(folder, { recursive: true })
writeSession(LONG, 3000, () => 'x'.repeat(2000))
writeSession(SHORT, 3, () => 'x')
// All the work stands in one turn: its prompt is at the very beginning.
writeSession(ONE_TURN, 3000, () => 'x'.repeat(2000), true)

function writeSession(id: string, pairs: number, filler: () => string, isOneTurn = false): void {
  let n = 0
  const uuid = (of: number): string => `ab000000-0000-4000-9000-${String(of).padStart(12, '0')}`
  const entry = (type: string, message: object): string => {
    n++
    return JSON.stringify({
      type,
      uuid: uuid(n),
      parentUuid: n === 1 ? null : uuid(n - 1),
      sessionId: id,
      cwd: '/p',
      version: '2.1.325',
      isSidechain: false,
      timestamp: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
      message,
    })
  }
  const lines: string[] = []
  for (let at = 1; at <= pairs; at++) {
    if (at === 1 || !isOneTurn)
      lines.push(entry('user', { role: 'user', content: `Question ${at} of the session ${filler()}` }))
    const content = [{ type: 'text', text: `Answer ${at} ${isOneTurn ? filler() : ''}` }]
    lines.push(entry('assistant', { id: `msg_${n}`, type: 'message', role: 'assistant', model: 'm', content }))
  }
  writeFileSync(join(folder, `${id}.jsonl`), `${lines.join('\n')}\n`)
}

const server = served('read', home)
afterAll(() => server.close())

interface End {
  readonly bytes: number
  readonly turns: readonly { readonly items: readonly { readonly kind: string; readonly text: string }[] }[]
}

test('the last turns are those that the file ends with', async () => {
  const end = (await server.value(`/api/sessions/${LONG}/end`)) as End
  expect(end.bytes).toBeGreaterThan(4_000_000)
  const asked = end.turns.map(turn => turn.items[0]!.text.split(' of ')[0])
  expect(asked).toEqual(['Question 2998', 'Question 2999', 'Question 3000'])
  expect(end.turns.at(-1)!.items.at(-1)!.text.trim()).toBe('Answer 3000')
})

test('nothing of a short one, of one whose prompt is far away, and of one that is open', async () => {
  expect(await server.value(`/api/sessions/${SHORT}/end`)).toBeNull()
  expect(await server.value(`/api/sessions/${ONE_TURN}/end`)).toBeNull()
  await server.value(`/api/sessions/${LONG}/outline`)
  expect(await server.value(`/api/sessions/${LONG}/end`)).toBeNull()
})
