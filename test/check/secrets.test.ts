// `check --secrets`: where they are, and nothing of what they are.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkSessions } from '../../src/actions/check.js'
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
