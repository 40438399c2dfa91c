// Session files whose names are flags, escape sequences or invisible: no command prints them raw, none starts a client
// with them, and what is suggested for a shell can be pasted.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, bash, rethread, rethreadMany, temporary } from './rethread.js'

const FLAG = '--dangerously-skip-permissions'
const NAMES = [FLAG, '-x', 'a\u001b[31mred', 'a\u{e0100}b', `it's`, 'a\u202eb', '$(touch pwned)', '..']
/** What a terminal acts on, or does not show. Line ends are ours. */
const ACTED_ON = /(?!\n)\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}|\p{Default_Ignorable_Code_Point}/u

let home: string
let project: string
beforeAll(() => {
  home = temporary()
  project = join(home, '.claude', 'projects', home.replace(/[^a-zA-Z0-9]/g, '-'))
  mkdirSync(project, { recursive: true })
  for (const name of NAMES) writeFileSync(join(project, `${name}.jsonl`), session(name))
  // A client that says what it was called with.
  mkdirSync(join(home, 'bin'))
  writeFileSync(join(home, 'bin', 'claude'), `#!/bin/sh\nprintf '%s\\n' "$@" > "${home}/called"\n`)
  chmodSync(join(home, 'bin', 'claude'), 0o755)
})

function session(id: string): string {
  const at = { sessionId: id, cwd: home, version: '2.1.0', timestamp: '2026-01-01T00:00:00.000Z' }
  const answer = { id: 'm1', role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: {} }] }
  const rows = [
    { ...at, type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'hello' } },
    { ...at, type: 'assistant', uuid: 'a1', parentUuid: 'u1', message: answer },
    { ...at, type: 'user', uuid: 'u2', parentUuid: 'nowhere', message: { role: 'user', content: 'on' } },
    { ...at, type: 'user', uuid: 'u3', parentUuid: 'u1', message: { role: 'user', content: 'another' } },
  ]
  return rows.map(row => `${JSON.stringify(row)}\n`).join('')
}

const COMMANDS = ['show', 'stats', 'turns', 'tools', 'graph', 'check', 'context', 'compactions']
  .concat(['resume --dry-run', 'resume --anyway', 'clone --dry-run', 'strip --preset light --dry-run'])
  .concat(['trim --suggest', 'repair --dry-run', 'redact --dry-run', 'rm --dry-run', 'move --to /q --dry-run'])

test.each(NAMES)('%j reaches no terminal raw', async name => {
  const path = join(project, `${name}.jsonl`)
  const calls = ['ls', ...COMMANDS].map(words => ({ args: [...words.split(' '), ...(words === 'ls' ? [] : [path])] }))
  for (const { args, stdout, stderr } of await rethreadMany(calls, { home })) {
    expect(stdout + stderr, args.join(' ')).not.toMatch(ACTED_ON)
    expect(stderr, args.join(' ')).not.toMatch(/unexpected error/)
  }
  expect(existsSync(join(home, 'called'))).toBe(false)
})

describe('resume', () => {
  const env = () => ({ PATH: `${join(home, 'bin')}:${process.env['PATH']}` })

  test.each(NAMES)('starts no client on %j, whatever is asked', async name => {
    for (const more of [[], ['--anyway']]) {
      const { code, stdout } = await ask(['resume', join(project, `${name}.jsonl`), ...more], { home, env: env() })
      expect([code, existsSync(join(home, 'called'))]).toEqual([1, false])
      expect(stdout).toMatch(/not a session id \(a\s+uuid\)/)
      expect(stdout).not.toMatch(/claude --resume/)
    }
  })

  test('its advice can be pasted: the copy has a uuid, and is what the client is started with', async () => {
    const { stdout } = await rethread(['resume', '--json', join(project, `${FLAG}.jsonl`)], { home, env: env() })
    const plan = JSON.parse(stdout)
    expect(plan).toMatchObject({ session: FLAG, command: [], resumes: false })
    const [, call] = /: (rethread clone .*) makes a copy/.exec(plan.reasons[0]) ?? []
    const cloned = await bash(`${call} --json`, { home })
    const { sessionId } = JSON.parse(cloned.stdout)
    await rethread(['resume', sessionId, '--anyway'], { home, env: env() })
    expect(readFileSync(join(home, 'called'), 'utf8')).toBe(`--resume\n${sessionId}\n`)
  })
})

test('a refused rm says so and why, and speaks of no dry run', async () => {
  const id = '00000001-0000-4000-8000-000000000000'
  writeFileSync(join(project, `${id}.jsonl`), session(id))
  mkdirSync(join(home, '.claude', 'sessions'), { recursive: true })
  writeFileSync(join(home, '.claude', 'sessions', '1.json'), JSON.stringify({ pid: process.pid, sessionId: id }))
  const { code, stdout } = await rethread(['rm', id], { home })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^Not removed: 00000001.*seems to be in use by a client/s)
  expect(stdout).not.toMatch(/dry/)
})
