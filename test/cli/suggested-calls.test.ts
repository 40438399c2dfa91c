// Every call that is printed to be copied works where it was printed: with the config dir that was asked for, whatever it
// is called, as text and in JSON.

import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runs } from '../runs.js'
import { ask, SAMPLES } from './rethread.js'

let home: string
let config: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'rethread-suggested-'))
  config = join(home, 'my sessions')
  mkdirSync(config)
  for (const name of ['projects', 'file-history', 'history.jsonl', 'settings.json'])
    cpSync(join(SAMPLES, name), join(config, name), { recursive: true })
})

const call = (words: readonly string[]) => ask([...words, '--config-dir', config], { home })

/** The commands that print calls, and how many different ones at least. */
const PRINTING: readonly (readonly [words: string, calls: number])[] = [
  ['', 5],
  ['graph 4e81', 1],
  ['graph 7001', 1],
  ['context 10a6 --by tool', 1],
  ['context 10a6 --by kind', 1],
  ['context 10a6 --by turn', 1],
  ['check dead', 1],
  ['check 4e81', 1],
  ['check --secrets --all', 1],
  ['compactions c0c0', 1],
  ['trim 10a6 --suggest', 1],
  ['resume dead --dry-run', 1],
]

const IN_JSON = PRINTING.filter(([words]) => /^(context|check|compactions)/.test(words))

/** Up to the end of the line, or of the brackets that it stands in. */
function callsIn(text: string): readonly string[] {
  return [
    ...new Set(
      [...text.matchAll(/(?<=^|[\s(])rethread [a-z].*?(?=\)?$| {2}| makes | takes | does | brings )/gm)].map(
        ([one]) => one,
      ),
    ),
  ]
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** As a shell takes them apart. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g)].map(([word]) => word.replaceAll(/'([^']*)'/g, '$1'))
}

const READING = new Set(['show', 'turns', 'stats', 'ls', 'help', 'check', 'receipts'])

/** Text and JSON print the same calls: each is tried once. */
const tried = new Set<string>()

async function expectToWork(calls: readonly string[]): Promise<void> {
  for (const line of calls) {
    const words = wordsOf(line)
    expect([line, words.at(words.indexOf('--config-dir') + 1)]).toEqual([line, config])
  }
  for (const line of calls.filter(one => !tried.has(one)).slice(0, runs(2, 100))) {
    tried.add(line)
    const [, verb, ...words] = wordsOf(line)
    const { code, stderr } = await ask([verb!, ...words, ...(READING.has(verb!) ? [] : ['--dry-run'])], { home })
    // A check that finds something ends with 1.
    expect([line, verb === 'check' ? 0 : code, stderr]).toEqual([line, 0, ''])
  }
}

test.each(PRINTING)('rethread %s', async (words, least) => {
  const { stdout } = await call(words.split(' ').filter(word => word !== ''))
  const calls = callsIn(stdout).filter(one => !one.includes('<session>'))
  expect(calls.length).toBeGreaterThanOrEqual(least)
  await expectToWork(calls)
})

test.each(IN_JSON)('rethread %s --json', async (words, least) => {
  const { stdout } = await call([...words.split(' '), '--json'])
  const calls = [...new Set(textsIn(JSON.parse(stdout)).flatMap(callsIn))]
  expect(calls.length).toBeGreaterThanOrEqual(least)
  await expectToWork(calls)
})

test('a session that was made is resumed from its config dir, and the change is taken back as it says', async () => {
  const { stdout } = await call(['clone', '91a1'])
  expect(stdout).toContain(`CLAUDE_CONFIG_DIR='${config}' claude --resume `)
  const [undo] = callsIn(stdout)
  expect(undo).toMatch(/^rethread undo \S+$/)
  const back = await ask(wordsOf(undo!).slice(1), { home })
  expect(back.code).toBe(0)
  const [again] = callsIn(back.stdout)
  expect((await ask(wordsOf(again!).slice(1), { home })).code).toBe(0)
  const moved = JSON.parse(
    (await call(['move', '91a1', '--to', join(home, 'elsewhere'), '--dry-run', '--json'])).stdout,
  )
  expect(moved.resume).toContain(`&& CLAUDE_CONFIG_DIR='${config}' claude --resume `)
})
