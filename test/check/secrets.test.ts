// `check --secrets`: where they are, and nothing of what they are.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkSessions, fails } from '../../src/actions/check/check.js'
import { SECRET_CODES } from '../../src/check/codes/secrets.js'
import { tempFolder } from '../disk/temp-folder.js'
import { make, seeded } from '../secrets/made-secrets.js'

const SECRET = make('ghp_{w36}', seeded(21)).text
const ID = 'aaaaaaaa-0000-4000-8000-000000000001'

test('secret-found: in entries with line and field, and in side files', async () => {
  const folder = tempFolder()
  const path = join(folder, `${ID}.jsonl`)
  const row = (uuid: string, content: string) =>
    JSON.stringify({
      type: 'user',
      uuid,
      parentUuid: null,
      timestamp: '2026-01-01T00:00:00.000Z',
      message: { role: 'user', content },
    })
  writeFileSync(path, `${row('u1', 'hello')}\n${row('u2', `use ${SECRET}`)}\n`)
  mkdirSync(join(folder, ID, 'tool-results'), { recursive: true })
  writeFileSync(join(folder, ID, 'tool-results', 'x.txt'), `out: ${SECRET}`)
  const sessions = [{ kind: 'file' as const, id: ID, path }]
  const now = Date.parse('2026-01-02')
  const plain = await checkSessions(sessions, { now })
  expect(plain.findings.filter(one => one.code in SECRET_CODES)).toEqual([])
  const { findings } = await checkSessions(sessions, { now, secrets: true })
  const found = findings.filter(one => one.code === 'secret-found')
  expect(found.map(({ line, severity }) => [line, severity])).toEqual([
    [2, 'loses'],
    [undefined, 'loses'],
  ])
  expect(found[0]!.message).toContain('github-token in message.content')
  expect(found[1]!.message).toContain('x.txt')
  expect(JSON.stringify(findings)).not.toContain(SECRET)
})

const prompt = (content: string) =>
  `${JSON.stringify({ type: 'user', uuid: 'u1', parentUuid: null, timestamp: '2026-01-01T00:00:00.000Z', message: { role: 'user', content } })}\n`

async function checked(text: string | Uint8Array, id = ID) {
  const home = tempFolder()
  const folder = join(home, 'projects', '-p')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${id}.jsonl`)
  writeFileSync(path, text)
  const sessions = [{ kind: 'file' as const, id, path, configDir: home }]
  return checkSessions(sessions, { now: Date.parse('2026-01-02'), secrets: true })
}

test('a secret makes check fail, and its remedy is a call that can be copied', async () => {
  const report = await checked(prompt(`use ${SECRET}`))
  expect(fails(report, 'loses')).toBe(true)
  expect(report.findings.find(one => one.code === 'secret-found')?.fix).toBe(`rethread redact ${ID}`)
  expect(fails(await checked(prompt('hello')), 'loses')).toBe(false)
})

test('no other secret is shown beside the one that is masked, nor a copy that nothing tells', async () => {
  const password = make('Qx7{w12}', seeded(5)).text
  const { findings } = await checked(prompt(`${password} DB_PASSWORD=${password} ${SECRET} ${password.slice(0, 10)}`))
  const shown = JSON.stringify(findings)
  for (const secret of [SECRET.slice(4), password])
    for (let at = 0; at + 6 <= secret.length; at++) expect(shown).not.toContain(secret.slice(at, at + 6))
})

test('damaged lines are looked through, and images are said not to be', async () => {
  const image = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)]).toString('base64')
  const block = JSON.stringify({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } })
  const { findings } = await checked(`${prompt('hi').replace('"hi"', `[${block}]`)}{"x":"${SECRET}`)
  expect(findings.filter(one => one.code === 'secret-found').map(one => one.line)).toEqual([2])
  expect(findings.find(one => one.code === 'secret-unscanned')).toMatchObject({
    severity: 'cosmetic',
    message: 'not scanned for secrets: 1 image',
  })
})

test('the prompt history and what was pasted are looked through, as redact does, and each line is told of once', async () => {
  const home = tempFolder()
  const folder = join(home, 'projects', '-p')
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(home, 'paste-cache'))
  const second = 'aaaaaaaa-0000-4000-8000-000000000002'
  const row = JSON.stringify({
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    cwd: '/p',
    message: { role: 'user', content: 'hello' },
  })
  const sessions = [ID, second].map(id => {
    const path = join(folder, `${id}.jsonl`)
    writeFileSync(path, `${row}\n`)
    return { kind: 'file' as const, id, path, configDir: home }
  })
  const typed = (display: string, more: object) => `${JSON.stringify({ display, project: '/p', ...more })}\n`
  writeFileSync(
    join(home, 'history.jsonl'),
    typed(`use ${SECRET}`, { sessionId: second }) +
      typed('nothing', { sessionId: ID, pastedContents: { 1: { contentHash: 'abcdef0123' } } }) +
      typed(`elsewhere ${SECRET}`, { project: '/q' }),
  )
  writeFileSync(join(home, 'paste-cache', 'abcdef0123.txt'), `pasted ${SECRET}`)
  const { findings } = await checkSessions(sessions, { now: Date.parse('2026-01-02'), secrets: true })
  const found = findings.filter(one => one.code === 'secret-found')
  expect(found.map(({ message }) => /in (.*?):/.exec(message)?.[1])).toEqual([
    'history.jsonl, line 1',
    'abcdef0123.txt',
  ])
  expect(found[0]!.fix).toBe(`rethread redact ${ID}`)
  expect(JSON.stringify(findings)).not.toContain(SECRET)
})
