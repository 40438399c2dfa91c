// What stands beside each session of the list: from the raw files, and the same as `usage` says.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sessionFiguresSchema } from '../../src/actions/list/session-figures.schema.js'
import { ownIdentity } from '../../src/disk/process-identity.js'
import { put } from '../disk/temp-folder.js'
import { served } from './served.js'

const LONG = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const DAMAGED = 'dead0015-0b0e-4e1d-9c2b-3a4f5e6d7c06'
const COMPACTED = 'c0c0aded-7e11-4a5b-b6c7-d8e9f0a1b204'

const server = served()
afterAll(() => server.close())

interface Figures {
  readonly sessions: readonly {
    readonly key: string
    readonly damagedLines: number
    readonly compactions: number
    readonly turns: number | null
    readonly costUSD: number | null
    readonly running: boolean
  }[]
}

async function figuresOf(key: string) {
  const { sessions } = (await server.value('/api/figures')) as Figures
  return sessions.find(one => one.key === key)!
}

test('every session has its figures, by the schema', async () => {
  const { sessions: cards } = (await server.value('/api/sessions')) as { sessions: { key: string; path: string }[] }
  const answer = (await server.value('/api/figures')) as Figures
  const withPaths = answer.sessions.map(({ key, ...rest }) => ({ ...rest, id: key, path: key }))
  sessionFiguresSchema.parse({ ...answer, sessions: withPaths })
  const keys = new Set(answer.sessions.map(one => one.key))
  expect(cards.filter(card => !keys.has(card.key))).toEqual([])
})

test('damage and compactions are those of the file', async () => {
  expect((await figuresOf(DAMAGED)).damagedLines).toBeGreaterThan(0)
  expect((await figuresOf(LONG)).damagedLines).toBe(0)
  const { path } = (
    (await server.value('/api/sessions')) as { sessions: { key: string; path: string }[] }
  ).sessions.find(one => one.key === COMPACTED)!
  const boundaries = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line.includes('"compact_boundary"'))
  expect((await figuresOf(COMPACTED)).compactions).toBe(boundaries.length)
})

test('the cost is what usage says', async () => {
  const { rows } = (await server.value('/api/usage/session')) as { rows: { key: string; costUSD: number }[] }
  const row = rows.find(one => one.key === LONG)!
  expect(row.costUSD).toBeGreaterThan(0)
  expect((await figuresOf(LONG)).costUSD).toBe(row.costUSD)
})

test('turns are those that stats counts, also of a session that has grown since', async () => {
  const turnsIn = async (key: string): Promise<number> => {
    const said = (await server.value(`/api/sessions/${key}/stats`)) as { sessions: [{ turns: number }] }
    return said.sessions[0].turns
  }
  const { sessions } = (await server.value('/api/figures')) as Figures
  for (const { key, turns } of sessions) expect([key, turns]).toEqual([key, await turnsIn(key)])
  const before = await turnsIn(LONG)
  const { path } = (
    (await server.value('/api/sessions')) as { sessions: { key: string; path: string }[] }
  ).sessions.find(one => one.key === LONG)!
  const words = readFileSync(path, 'utf8')
  const last = words
    .trimEnd()
    .split('\n')
    .findLast(line => line.includes('"uuid"'))!
  const { uuid, cwd } = JSON.parse(last) as { uuid: string; cwd: string }
  const prompt = {
    ...{ type: 'user', uuid: '00000000-0000-4000-8000-000000000001', parentUuid: uuid, sessionId: LONG, cwd },
    ...{ timestamp: '2026-11-16T12:00:00.000Z', isSidechain: false, userType: 'external', version: '2.1.0' },
    message: { role: 'user', content: 'And one more thing.' },
  }
  writeFileSync(path, `${words}${JSON.stringify(prompt)}\n`)
  expect((await figuresOf(LONG)).turns).toBe(before + 1)
  expect(await turnsIn(LONG)).toBe(before + 1)
  writeFileSync(path, words)
})

test('a session that a client is at is marked, until it is not', async () => {
  expect((await figuresOf(LONG)).running).toBe(false)
  const { pid, procStart } = ownIdentity()
  put(
    join(server.configDir, 'sessions', `${pid}.json`),
    JSON.stringify({ pid, sessionId: LONG, ...(procStart === undefined ? {} : { procStart }) }),
  )
  expect((await figuresOf(LONG)).running).toBe(true)
  expect((await figuresOf(DAMAGED)).running).toBe(false)
})

test.each([
  ['costliest', 'costUSD', -1],
  ['cheapest', 'costUSD', 1],
  ['most-turns', 'turns', -1],
  ['fewest-turns', 'turns', 1],
] as const)('%s first, and all of them', async (sort, by, direction) => {
  const { sessions } = (await server.value(`/api/figures?sort=${sort}`)) as Figures
  const plain = ((await server.value('/api/figures')) as Figures).sessions
  expect(sessions.map(one => one.key).toSorted()).toEqual(plain.map(one => one.key).toSorted())
  const known = sessions.map(one => one[by]).filter(one => one !== null)
  expect(new Set(known).size).toBeGreaterThan(2)
  expect(known).toEqual(known.toSorted((a, b) => (a - b) * direction))
  // Those without a figure come last, whichever way.
  expect(sessions.slice(0, known.length).every(one => one[by] !== null)).toBe(true)
})

test('an order that there is not is refused', async () => {
  expect((await server.get('/api/figures?sort=prettiest')).status).toBe(400)
})
