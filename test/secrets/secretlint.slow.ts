// Another linter of secrets as a judge: what it finds, we find.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { SECRET_RULES, secretScanner } from '../../src/secrets/index.js'
import { KINDS, make, seeded } from './made-secrets.js'

interface Message {
  readonly ruleId: string
  readonly message: string
  readonly range: readonly [number, number]
}
type Lint = (text: string) => Promise<readonly Message[]>

let lint: Lint
beforeAll(async () => {
  // By name at run time: whoever has not installed it can still check the types of everything else.
  const load = (name: string): Promise<Record<string, never>> => import(name)
  const { lintSource } = (await load('@secretlint/core')) as unknown as {
    readonly lintSource: (call: unknown) => Promise<{ readonly messages: readonly Message[] }>
  }
  const { creator } = await load('@secretlint/secretlint-rule-preset-recommend')
  const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }]
  lint = async content => {
    const source = { filePath: '/x/notes.txt', content, ext: '.txt', contentType: 'text' }
    return (await lintSource({ source, options: { config: { rules } } })).messages
  }
})

const scanner = secretScanner(SECRET_RULES)

/** What the other one finds, and whether we have something there. */
async function compared(text: string): Promise<{ readonly theirs: number; readonly missed: readonly string[] }> {
  const hits = scanner.scan(Buffer.from(text, 'latin1'), 'text')
  const messages = await lint(text)
  const missed = messages.filter(({ range }) => !hits.some(hit => hit.start < range[1] && hit.end > range[0]))
  return { theirs: messages.length, missed: missed.map(({ ruleId, message }) => `${ruleId}: ${message}`) }
}

/** Many in one call: it keeps a note on each call, and looks through all of them at the end. */
const together = (texts: readonly string[]): string => texts.join('\n\n')

test('what it finds in our examples, we find', async () => {
  let theirs = 0
  for (const { kind, real } of KINDS) {
    const texts = real.flatMap((pattern, at) =>
      Array.from({ length: 5 }, (_, seed) => make(pattern, seeded(seed * 17 + at)).text),
    )
    const found = await compared(together(texts))
    theirs += found.theirs
    expect(found.missed, kind).toEqual([])
  }
  // It knows fewer kinds; but it does look.
  expect(theirs).toBeGreaterThan(300)
})

/** What its rules look for by themselves, in the forms that they take. */
const ITS_SHAPES: readonly string[] = [
  'aws_secret_access_key = "{w40}"',
  'SecretAccessKey => {w40}',
  'https://{x40}:x-oauth-basic@github.com/',
  'npm_{w36}',
  'xoxb-{d3}-{w12}',
  'xoxp-{w12}-{w12}-{w20}',
  'xapp-1-{w10}-{d12}-{x40}',
  'https://hooks.slack.com/services/T{u8}/B{u8}/{w24}',
  'https://{w6}:{w9}@host.example.com/',
  'ftp://{w6}:{w9}@host.example.com/',
  'sk-{w20}T3BlbkFJ{w20}',
  'sk-proj-{b74}T3BlbkFJ{b74}',
  'sk-proj-{b58}T3BlbkFJ{b58}',
  'sk-ant-api03-{b93}AA',
  'lin_api_{w40}',
  'SG.{w22}.{w43}',
  'shpat_{w32}',
  'ghp_{w36}',
  'gho_{w36}',
  'github_pat_{w82}',
  'mongodb://app:{w9}@db/x',
  'mongodb+srv://app:{w9}@db/x',
  'mysql://app:{w9}@db/x',
  'jdbc:mysql://app:{w9}@db/x',
  'postgres://app:{w9}@db/x',
  'postgresql://app:{w5}!{w3}@db/x',
]

test.each(ITS_SHAPES)('%s', async pattern => {
  const texts = Array.from({ length: 25 }, (_, seed) => make(pattern, seeded(seed * 31 + 3)).text)
  const framed = texts.flatMap(text => [text, `x = "${text}"`, `a\n${text}\nb`])
  const { theirs, missed } = await compared(together(framed))
  expect(missed).toEqual([])
  expect(theirs).toBeGreaterThan(0)
})

test('what it finds in ordinary texts, we find', async () => {
  for (const name of ['README.md', 'docs/format.md', 'package-lock.json', 'node_modules/zod/README.md']) {
    const text = readFileSync(resolve(import.meta.dirname, '../..', name), 'latin1')
    expect((await compared(text)).missed).toEqual([])
  }
})
