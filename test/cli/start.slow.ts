// `npm start` on a clone: the samples where there are no sessions, else the user's own. Without words it opens the app, until
// it is ended: scripts/try-start.mjs does that.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lsSchema } from '../../src/actions/schemas.js'
import { ask, projectIn, ROOT, SAMPLES, temporary } from './rethread.js'

function npmStart(home: string, ...args: readonly string[]) {
  const env = { PATH: process.env['PATH'], HOME: home, TZ: 'UTC', LANG: 'C.UTF-8' }
  const script = join(ROOT, 'scripts', 'start.mjs')
  return spawnSync(process.execPath, [script, ...args], { cwd: ROOT, env, encoding: 'utf8' })
}

test('no sessions: the samples, and it says so', () => {
  const { status, stdout } = npmStart(temporary(), '--plain')
  expect(status).toBe(0)
  expect(stdout).toMatch(/samples/)
  expect(stdout).toMatch(/^[0-9a-f]{8} {2}.*(weather-station|seed-library|tide-table|night-train)/m)
  expect(stdout).toMatch(/ show [0-9a-f]{8} /)
})

test('sessions: those, and no sample', () => {
  const home = temporary()
  const row = { type: 'user', cwd: '/home/me/work', message: { role: 'user', content: 'My own words' } }
  writeFileSync(join(projectIn(home), '00000000-0000-4000-8000-000000000001.jsonl'), `${JSON.stringify(row)}\n`)
  const { status, stdout } = npmStart(home, '--plain')
  expect(status).toBe(0)
  expect(stdout).toContain('My own words')
  expect(stdout).not.toMatch(/samples|weather-station/)
})

test('the samples have their own dates, not those of the copy', async () => {
  const { stdout } = npmStart(temporary(), 'ls', '-n', '0', '--json')
  const report = lsSchema.parse(JSON.parse(stdout))
  expect(report.sessions.length).toBeGreaterThan(15)
  const years = report.sessions.filter(one => one.version !== null).map(one => one.updatedAt.slice(0, 7))
  expect(new Set(years).size).toBeGreaterThan(2)
  expect(report.sessions.map(one => one.updatedAt)).toEqual(
    report.sessions
      .map(one => one.updatedAt)
      .toSorted()
      .reverse(),
  )
})

test('no sessions and no config dir: where it looked, and the samples to try', async () => {
  const home = temporary()
  for (const args of [[], ['ls']]) {
    const { stdout, stderr } = await ask(args, { home })
    expect(stdout).toContain(`${home}/.claude  `)
    expect(stdout).toContain(`${home}/.config/claude  does not exist`)
    expect(stdout).toContain(`rethread --config-dir ${SAMPLES}`)
    expect(stdout).not.toContain('Next')
    expect(stderr).toBe('')
  }
  projectIn(home)
  expect((await ask([], { home })).stdout).toMatch(/\.claude +no sessions\n.*does not exist/)
  const { code, stderr } = await ask(['show'], { home })
  expect([code, stderr]).toEqual([
    2,
    `rethread: no sessions found. Looked in ${home}/.claude and ${home}/.config/claude\n`,
  ])
  const json = JSON.parse((await ask(['ls', '--json'], { home })).stdout)
  expect(lsSchema.parse(json)).toEqual(json)
})
