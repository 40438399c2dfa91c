// What one writes with the package root: sessions, questions, plans and their results.

import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as rethread from '../../src/index.js'
import { clone, cut, Refused, redact, repair, SessionChanged, session, sessions, strip, trim } from '../../src/index.js'
import { ask, ROOT, temporary } from '../cli/rethread.js'

const SAMPLES = join(ROOT, 'samples')
const TWELVE_TURNS = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const DAMAGED = 'dead0015-0b0e-4e1d-9c2b-3a4f5e6d7c06'

function home(): { readonly home: string; readonly env: Record<string, string> } {
  const path = temporary()
  cpSync(SAMPLES, join(path, '.claude'), { recursive: true })
  return { home: path, env: {} }
}

describe('questions', () => {
  test('sessions are those of ls, with its filters', async () => {
    const all: string[] = []
    for await (const one of sessions({ configDir: SAMPLES, order: 'title' })) all.push(one.id)
    const listed = JSON.parse(
      (await ask(['ls', '-n', '0', '--sort', 'title', '--json', '--config-dir', SAMPLES])).stdout,
    )
    expect(all).toEqual(listed.sessions.map((card: { id: string }) => card.id))
    const some: (string | null)[] = []
    for await (const one of sessions({ configDir: SAMPLES, project: 'weather', limit: 2 })) some.push(one.project)
    expect(some).toHaveLength(2)
    expect(some.every(project => project?.includes('weather'))).toBe(true)
  })

  test.each([
    [
      'turns',
      async (one: rethread.Session) => ({
        turns: (await one.turns()).map(({ number, ...row }) => ({ index: number, ...row })),
      }),
    ],
    ['tools', (one: rethread.Session) => one.tools()],
    ['files', (one: rethread.Session) => one.files()],
    ['show', (one: rethread.Session) => one.show()],
    ['context', (one: rethread.Session) => one.context()],
    ['stats', (one: rethread.Session) => one.stats()],
    ['graph', (one: rethread.Session) => one.graph()],
    ['compactions', (one: rethread.Session) => one.compactions()],
    ['check', (one: rethread.Session) => one.check()],
  ] as const)('%s is what the command says', async (command, asked) => {
    const said = JSON.parse((await ask([command, TWELVE_TURNS, '--json', '--config-dir', SAMPLES])).stdout)
    const value = JSON.parse(JSON.stringify(await asked(await session(TWELVE_TURNS, { configDir: SAMPLES }))))
    expect(said).toMatchObject(value)
  })

  test('an opened session answers the same, and nothing after it is closed', async () => {
    const one = await session(TWELVE_TURNS, { configDir: SAMPLES })
    const open = await one.open()
    expect(open.turns()).toEqual(await one.turns())
    expect(open.tools()).toEqual(await one.tools())
    expect(open.context()).toEqual(await one.context())
    expect(open.show()).toEqual(await one.show())
    const text = readFileSync(one.path, 'utf8')
    expect([...open.entries()].map(({ json }) => `${json}\n`).join('')).toBe(text)
    open.close()
    open.close()
    expect(() => open.turns()).toThrow('the session was closed')
  })

  test('it is closed at the end of its block', async () => {
    const one = await session(TWELVE_TURNS, { configDir: SAMPLES })
    let left: rethread.OpenedSession
    {
      await using open = await one.open()
      left = open
      expect(left.stats().turns).toBe(12)
    }
    expect(() => left.stats()).toThrow('the session was closed')
  })

  test('a file outside any config dir is a session too', async () => {
    const path = join(temporary(), `${TWELVE_TURNS}.jsonl`)
    const { path: source } = await session(TWELVE_TURNS, { configDir: SAMPLES })
    cpSync(source, path)
    const one = await session(path, { configDir: SAMPLES })
    expect([one.path, (await one.turns()).length]).toEqual([path, 12])
  })

  test('a signal ends what is under way', async () => {
    const stop = new AbortController()
    const one = await session(TWELVE_TURNS, { configDir: SAMPLES, signal: stop.signal })
    stop.abort()
    await expect(one.turns()).rejects.toThrow('abort')
    await expect(one.plan(clone())).rejects.toThrow('abort')
  })

  test('a reference that fits nothing says so', async () => {
    await expect(session('no such session', { configDir: SAMPLES })).rejects.toMatchObject({ exitCode: 2 })
  })
})

describe('plans', () => {
  test('what is saved is what was planned, and undo takes it back', async () => {
    const where = home()
    const one = await session(TWELVE_TURNS, where)
    const before = readFileSync(one.path)
    const folder = join(one.path, '..')
    const names = readdirSync(folder)
    const plan = await one.plan(strip({ tools: true, oldest: '50%' }), { title: 'Smaller' })
    expect(plan).toMatchObject({ ok: true, refused: [], report: { dryRun: true, written: false } })
    expect(readdirSync(folder)).toEqual(names)
    const saved = await plan.save()
    expect(saved.sessionId).toBe(plan.report.sessionId)
    expect(saved.resume).toContain(`claude --resume ${saved.sessionId}`)
    expect(saved.report.after).toEqual(plan.after)
    const copy = await session(saved.sessionId, where)
    expect([copy.title, copy.madeFrom]).toEqual(['Smaller', one.id])
    expect((await copy.context()).messages).toHaveLength(plan.after.messages)
    expect(readFileSync(one.path).equals(before)).toBe(true)
    await saved.undo()
    expect(existsSync(saved.path)).toBe(false)
  })

  test('a session that has changed since is left alone', async () => {
    const one = await session(TWELVE_TURNS, home())
    const plan = await one.plan(cut({ turns: [{ from: 2, to: 3 }] }), { inPlace: true })
    appendFileSync(one.path, '{"type":"mode","mode":"plan"}\n')
    await expect(plan.save()).rejects.toBeInstanceOf(SessionChanged)
  })

  test('in place, the session itself', async () => {
    const one = await session(TWELVE_TURNS, home())
    const before = readFileSync(one.path)
    const saved = await (await one.plan(cut({ turns: [{ from: 2, to: 3 }] }), { inPlace: true })).save()
    expect([saved.sessionId, saved.path]).toEqual([one.id, one.path])
    expect(readFileSync(one.path).equals(before)).toBe(false)
    await saved.undo()
    expect(readFileSync(one.path).equals(before)).toBe(true)
  })

  test('a plan that is not safe is not saved', async () => {
    const one = await session(TWELVE_TURNS, home())
    const plan = await one.plan(trim({ budget: 1 }))
    expect(plan.ok).toBe(false)
    expect(plan.refused[0]).toContain('budget missed')
    await expect(plan.save()).rejects.toBeInstanceOf(Refused)
  })

  test('every verb, with what its command says', async () => {
    const where = home()
    const one = await session(TWELVE_TURNS, where)
    expect((await one.plan(clone({ toTurn: 3 }))).report.refused).toEqual([])
    expect((await one.plan(rethread.compress({ keepLast: 4 }))).report).toMatchObject({ summarizer: 'extractive' })
    expect((await one.plan(redact())).report.secrets).toEqual([])
    const damaged = await session(DAMAGED, where)
    expect((await damaged.plan(repair())).report.repairs).toBe(true)
  })

  test('wrong words are told as those of the command', async () => {
    const one = await session(TWELVE_TURNS, home())
    await expect(one.plan(strip({ only: ['Bash'] }))).rejects.toThrow('require --tools or --results')
    await expect(one.plan(strip({ tools: true, oldest: 'half' }))).rejects.toThrow('percentage')
    await expect(one.plan(rethread.compress({}))).rejects.toThrow('exactly one of')
  })

  test('the receipt has the call as the command would be written', async () => {
    const where = home()
    const one = await session(TWELVE_TURNS, where)
    const { receipt } = await (await one.plan(strip({ tools: true, keepLast: 4 }), { title: 'A b' })).save()
    const said = await ask(['receipts', '--json'], { home: where.home })
    const [row] = JSON.parse(said.stdout).receipts
    expect([row.id, row.call]).toEqual([receipt, ['strip', one.path, '--tools', '--keep-last', '4', '--title', 'A b']])
  })
})

test('a file that is no session is read for what it is', async () => {
  const folder = join(temporary(), 'projects', '-p')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${TWELVE_TURNS}.jsonl`), 'not json\n')
  const one = await session(TWELVE_TURNS, { configDir: join(folder, '..', '..') })
  expect(await one.turns()).toEqual([])
  expect((await one.stats()).damaged).toBe(1)
})
