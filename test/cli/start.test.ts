// `npm start` on a clone: the samples where there are no sessions, else the user's own.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectIn, ROOT, temporary } from './rethread.js'

function npmStart(home: string, ...args: readonly string[]) {
  const env = { PATH: process.env['PATH'], HOME: home, TZ: 'UTC', LANG: 'C.UTF-8' }
  const script = join(ROOT, 'scripts', 'start.mjs')
  return spawnSync(process.execPath, [script, ...args], { cwd: ROOT, env, encoding: 'utf8' })
}

test('no sessions: the samples, and it says so', () => {
  const { status, stdout } = npmStart(temporary())
  expect(status).toBe(0)
  expect(stdout).toMatch(/samples/)
  expect(stdout).toMatch(/^[0-9a-f]{8} {2}.*(weather-station|seed-library|tide-table|night-train)/m)
  expect(stdout).toMatch(/ show [0-9a-f]{8} /)
})

test('sessions: those, and no sample', () => {
  const home = temporary()
  const row = { type: 'user', cwd: '/home/me/work', message: { role: 'user', content: 'My own words' } }
  writeFileSync(join(projectIn(home), '00000000-0000-4000-8000-000000000001.jsonl'), `${JSON.stringify(row)}\n`)
  const { status, stdout } = npmStart(home)
  expect(status).toBe(0)
  expect(stdout).toContain('My own words')
  expect(stdout).not.toMatch(/samples|weather-station/)
})
