// Redacting takes time in proportion to what there is, also where somebody has tried to make it take more.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { redact } from '../../src/actions/redact/redact.js'
import { growthOfRuns, MOST_POWER } from '../cpu-time.js'
import { tempFolder } from '../disk/temp-folder.js'
import { make, type Random, seeded } from '../secrets/made-secrets.js'
import { CHANGE } from './samples-home.js'

const ID = 'aaaaaaaa-0000-4000-8000-000000000001'
const TOKEN = make('ghp_{w36}', seeded(3)).text
const begin = `-----${'BEGIN'} PRIVATE KEY-----`

const uuid = (n: number) => `bbbbbbbb-0000-4000-8000-${String(n).padStart(12, '0')}`
const entry = (at: number, content: unknown, more: object = {}) =>
  `${JSON.stringify({
    type: 'user',
    uuid: uuid(at),
    parentUuid: at === 0 ? null : uuid(at - 1),
    sessionId: ID,
    cwd: '/w',
    version: '2.1.100',
    timestamp: '2026-01-01T00:00:00.000Z',
    ...more,
    message: { role: 'user', content },
  })}\n`
const said = (text: string) => entry(0, text) + entry(1, 'x')
const many = <T>(count: number, item: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => item(at))
const secrets = (pattern: string, count: number, random: Random) =>
  many(count, () => make(pattern, random).text).join(' ')
const within = (toolUseResult: unknown) => entry(0, 'hi', { toolUseResult }) + entry(1, 'x')

const CASES: Readonly<Record<string, (size: number) => string>> = {
  'many JWTs with one header': n => said(secrets(`eyJ${'h'.repeat(30)}.eyJ{w40}.{w43}`, n * 3000, seeded(1))),
  'private keys that begin and do not end': n => said(begin.repeat(n * 20_000)),
  'private keys that are cut': n => said(`${begin}\n${'A7'.repeat(30)}\n`.repeat(n * 5000)),
  'a name of a password again and again': n => said('PASSWORD='.repeat(n * 20_000)),
  'a name of a password in another form': n => said('password: '.repeat(n * 20_000)),
  'one token very often': n => said(`${TOKEN} `.repeat(n * 10_000)),
  'many passwords': n => said(secrets('DB_PASSWORD={w20}', n * 4000, seeded(2))),
  'many distinct passwords, each of which stands twice': n => {
    const passwords = many(n * 4000, at => make('{w20}', seeded(at)).text)
    return said(`${passwords.map(one => `DB_PASSWORD=${one}`).join(' ')} ${passwords.join(' ')}`)
  },
  'many texts in one entry': n =>
    entry(
      0,
      many(n * 4000, () => ({ type: 'text', text: TOKEN })),
    ) + entry(1, 'x'),
  'many values in one result': n => within(many(n * 4000, () => ({ a: [{ b: TOKEN }] }))),
  'many entries': n => many(n * 2000, at => entry(at, `DB_PASSWORD=${make('{w16}', seeded(at)).text}`)).join(''),
  'many files in base64': n => within(many(n * 2000, () => ({ data: Buffer.from(TOKEN).toString('base64') }))),
  'base64 that begins and is none': n => said('"data":"'.repeat(n * 20_000)),
  'base64 in a row': n => said(`;base64,${'A'.repeat(30)}`.repeat(n * 8000)),
  'many backslashes': n => said('\\'.repeat(n * 200_000)),
  'tokens that are masked': n => said('ghp_xxxxxxxx'.repeat(n * 20_000)),
  'tokens of many short parts': n => said('xoxb-a-b-'.repeat(n * 20_000)),
  'addresses in a row': n => said('://a:b'.repeat(n * 20_000)),
}

test.each(Object.entries(CASES))('%s', async (_, text) => {
  const home = tempFolder()
  const folder = join(home, '.claude', 'projects', '-w')
  mkdirSync(folder, { recursive: true })
  const power = await growthOfRuns({
    prepare: size => writeFileSync(join(folder, `${ID}.jsonl`), text(size)),
    run: () =>
      redact(
        { env: {}, home, cwd: home },
        {
          ...CHANGE,
          dryRun: true,
          reference: ID,
          where: { kind: 'in-place' },
          idsFrom: undefined,
          paths: false,
          names: false,
          rules: undefined,
          entropy: false,
          keyFile: undefined,
        },
      ),
  })
  expect(power).toBeLessThan(MOST_POWER)
})
