// What the status line keeps of a session, and that it says the same as a count of everything.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { statusline } from '../../src/actions/usage/statusline.js'
import { answer, progress, textOf } from '../catalog/usage/logged.js'
import { tempFolder } from '../disk/temp-folder.js'

const NOW = Date.parse('2026-10-05T12:00:00Z')

function statusHome() {
  const home = tempFolder()
  const session = join(home, 'claude', 'projects', '-p', 's1.jsonl')
  mkdirSync(dirname(session), { recursive: true })
  const input = JSON.stringify({ session_id: 's1', transcript_path: session, model: { id: 'm' } })
  let written = 1_700_000_000
  let caches = 0
  const place = (cache: string) => ({
    env: { XDG_CACHE_HOME: join(home, cache) },
    home,
    cwd: home,
    configDir: join(home, 'claude'),
    now: NOW,
    platform: 'linux' as const,
  })
  return {
    session,
    agent: join(dirname(session), 's1', 'subagents', 'agent-a1.jsonl'),
    tallies: join(home, 'kept', 'rethread', 'tallies'),
    append(path: string, text: string): void {
      mkdirSync(dirname(path), { recursive: true })
      appendFileSync(path, text)
      utimesSync(path, (written += 10), written)
    },
    rewrite(path: string, text: string): void {
      writeFileSync(path, text)
      utimesSync(path, (written += 10), written)
    },
    asKept: () => statusline(place('kept'), { input }),
    /** Without anything that was kept. */
    counted: () => statusline(place(`cache-${caches++}`), { input }),
  }
}

/** Streamed parts, a part that comes late, an agent's progress, an answer twice, damage, and one constant id. */
const HISTORY = [
  textOf([answer({ id: 'a', stop: null, out: 1 })]),
  textOf([answer({ id: 'a', stop: null, out: 40 })]),
  textOf([answer({ id: 'a', out: 400 }), { type: 'user', message: { role: 'user', content: 'go on' } }]),
  textOf([progress({ id: 'p', out: 7 })]),
  textOf([answer({ id: 'b', request: null, out: 50, stop: null }), answer({ id: 'a', out: 400 })]),
  textOf([answer({ id: 'b', request: null, out: 70, at: '10:00:09.000' })]),
  '{"type":"assistant","message":{"model":"claude-sonnet',
  `\n${textOf([answer({ id: 'c', out: 90, at: '11:00:00.000' })])}`,
  textOf([answer({ id: 'x', request: 'r1', in: 5, at: '11:10:00.000' })]),
  textOf([answer({ id: 'x', request: 'r2', in: 9, at: '11:40:00.000' })]),
]

test('grown in whatever pieces, it says what a count of everything says', async () => {
  const text = HISTORY.join('')
  for (const step of [211, 400, 1531]) {
    const home = statusHome()
    for (let at = 0; at < text.length; at += step) {
      home.append(home.session, text.slice(at, at + step))
      if (at % 2 === 1) home.append(home.agent, textOf([answer({ id: `agent-${at}`, out: at })]))
      expect(await home.asKept()).toEqual(await home.counted())
    }
    // a, p, b, c, and two under one id.
    const tokens = 410 + 17 + 80 + 100 + 105 + 109
    const { session } = await home.asKept()
    expect(session!.totalTokens).toBeGreaterThanOrEqual(tokens)
  }
})

test('many calls leave a small tally', async () => {
  const home = statusHome()
  for (let at = 0; at < 60; at++) {
    home.append(home.session, textOf([answer({ id: `m${at}`, out: 1, in: 0 })]))
    await home.asKept()
  }
  expect((await home.asKept()).session).toMatchObject({ totalTokens: 60 })
  const [name] = readdirSync(home.tallies)
  const { files } = JSON.parse(readFileSync(join(home.tallies, name!), 'utf8'))
  expect(files[0].packs.length).toBeLessThan(20)
})

test('nothing is read where nothing has changed', async () => {
  const home = statusHome()
  home.append(home.session, textOf([answer({ out: 100 })]))
  const before = await home.asKept()
  const { mtimeMs } = statSync(home.session)
  const { length } = readFileSync(home.session)
  writeFileSync(home.session, ' '.repeat(length))
  utimesSync(home.session, mtimeMs / 1000, mtimeMs / 1000)
  expect(await home.asKept()).toEqual(before)
  utimesSync(home.session, mtimeMs / 1000 + 1, mtimeMs / 1000 + 1)
  expect((await home.asKept()).session).toMatchObject({ totalTokens: 0 })
})

describe('a session that is no longer what was counted', () => {
  const two = [answer({ id: 'a', out: 100 }), answer({ id: 'b', out: 200 })]
  test.each([
    ['written anew', textOf([answer({ id: 'c', out: 5 }), answer({ id: 'd', out: 6 }), answer({ id: 'e', out: 7 })])],
    ['cut off', textOf(two.slice(0, 1))],
    ['emptied', ''],
    ['half', textOf(two).slice(0, -30)],
  ])('%s', async (_, text) => {
    const home = statusHome()
    home.append(home.session, textOf(two))
    expect((await home.asKept()).session).toMatchObject({ totalTokens: 320 })
    home.rewrite(home.session, text)
    expect(await home.asKept()).toEqual(await home.counted())
  })
})

test('a tally that is damaged, or of other prices, is made again', async () => {
  const home = statusHome()
  home.append(home.session, textOf([answer({ out: 100 })]))
  const right = await home.asKept()
  const [name] = readdirSync(home.tallies)
  const path = join(home.tallies, name!)
  const tally = JSON.parse(readFileSync(path, 'utf8'))
  const wrong = { ...tally, costUSD: 99 }
  const damages: readonly unknown[] = [
    'no JSON',
    {},
    null,
    { ...wrong, version: 0 },
    { ...wrong, pricesAsOf: 'never' },
    { ...wrong, files: [null] },
    { ...wrong, files: [{ ...tally.files[0], size: 1, packs: ['AgICAgICAgI='] }] },
    { ...wrong, files: [{ ...tally.files[0], size: 1, packs: [7] }] },
  ]
  for (const damage of damages) {
    writeFileSync(path, typeof damage === 'string' ? damage : JSON.stringify(damage))
    const said = await home.asKept()
    if (said.session?.costUSD !== right.session!.costUSD) throw new Error(`taken for good: ${JSON.stringify(damage)}`)
  }
})

test('tallies that nobody looked at for a month go', async () => {
  const home = statusHome()
  mkdirSync(home.tallies, { recursive: true })
  for (const [name, days] of [
    ['old.json', 31],
    ['young.json', 29],
  ] as const) {
    writeFileSync(join(home.tallies, name), '{}')
    const then = NOW / 1000 - days * 86_400
    utimesSync(join(home.tallies, name), then, then)
  }
  home.append(home.session, textOf([answer()]))
  await home.asKept()
  expect(readdirSync(home.tallies)).toContain('young.json')
  expect(readdirSync(home.tallies)).not.toContain('old.json')
})
