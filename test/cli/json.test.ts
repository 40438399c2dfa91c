// `--json`: one document a call, of the shape that its schema declares and of no other, with the figures that the
// human output has.

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  lsSchema,
  manyStatsSchema,
  showSchema,
  statsSchema,
  toolsSchema,
  trackedFilesSchema,
  turnsSchema,
} from '../../src/actions/schemas.js'
import { ask, bash, type Outcome, rethread, rethreadMany, sampleHome, samplesIn } from './rethread.js'

const READING: readonly (readonly [words: readonly string[], schema: z.ZodType])[] = [
  [['show'], showSchema],
  [['show', '--depth', 'all', '--agents'], showSchema],
  [['stats'], statsSchema],
  [['turns'], turnsSchema],
  [['turns', '--all'], turnsSchema],
  [['tools'], toolsSchema],
  [['tools', '--files'], trackedFilesSchema],
]
const WHOLE: typeof READING = [
  [[], lsSchema],
  [['ls'], lsSchema],
  [['ls', '--all', '--limit', '0'], lsSchema],
  [['ls', '--project', '/home/ada/tide-table'], lsSchema],
  [['stats', '--all'], manyStatsSchema],
]

/** A schema leaves out what it does not declare: what comes out equal had nothing undeclared. */
function document(schema: z.ZodType, { code, stdout, stderr }: Outcome): unknown {
  expect(stderr).toBe('')
  expect(code).toBe(0)
  const value = JSON.parse(stdout)
  expect(schema.parse(value)).toEqual(value)
  return value
}

let home: string
let outcomes: Map<string, Outcome>
const key = (args: readonly string[]): string => args.join(' ')

beforeAll(async () => {
  home = sampleHome()
  const ids = samplesIn(home).map(({ id }) => id)
  expect(ids).toHaveLength(21)
  const calls = [
    ...ids.flatMap(id =>
      READING.flatMap(([words]) => [
        [...words, id],
        [...words, id, '--json'],
      ]),
    ),
    ...WHOLE.map(([words]) => [...words, '--json']),
    ['ls', '--limit', '0', '--all'],
  ]
  const many = await rethreadMany(
    calls.map(args => ({ args, columns: 200 })),
    { home },
  )
  outcomes = new Map(many.map(outcome => [key(outcome.args), outcome]))
})

const of = (...args: readonly string[]): Outcome => outcomes.get(key(args))!

test.each(READING)('%j of every sample is what its schema declares', (words, schema) => {
  for (const { id } of samplesIn(home)) document(schema, of(...words, id, '--json'))
})

test.each(WHOLE)('%j is what its schema declares', (words, schema) => {
  document(schema, of(...words, '--json'))
})

test.each(READING)(
  '%j of standard input is what its schema declares, and says the same as of the file',
  async (words, schema) => {
    const { id, path } = samplesIn(home).find(one => one.id.startsWith('7419c1c6'))!
    const value = document(schema, await ask([...words, '-', '--json'], { home, stdin: readFileSync(path) }))
    const ofFile = JSON.parse(of(...words, id, '--json').stdout)
    const without = ({ session: _, ...rest }: Record<string, unknown>) => rest
    expect(without(value as Record<string, unknown>)).toEqual(without(ofFile))
  },
)

test('several sessions in one call', async () => {
  const value = document(manyStatsSchema, await ask(['stats', '91a1', 'dead', '--json'], { home }))
  const { sessions, totals } = value as z.infer<typeof manyStatsSchema>
  expect(sessions.map(one => one.session.id.slice(0, 4))).toEqual(['91a1', 'dead'])
  expect(totals.lines).toBe(sessions[0]!.lines + sessions[1]!.lines)
})

describe('the human output has the same figures', () => {
  test('ls', () => {
    const { sessions, total } = JSON.parse(of('ls', '--all', '--limit', '0', '--json').stdout) as z.infer<
      typeof lsSchema
    >
    const lines = of('ls', '--limit', '0', '--all').stdout.trimEnd().split('\n')
    expect(total).toBe(21)
    expect(lines.slice(1).map(line => line.slice(0, 8))).toEqual(sessions.map(one => one.id.slice(0, 8)))
  })

  test('stats: entries, user kinds, models, tokens, tools', () => {
    for (const { id } of samplesIn(home)) {
      const stats = JSON.parse(of('stats', id, '--json').stdout) as z.infer<typeof statsSchema>
      const sections = sectionsOf(of('stats', id).stdout)
      expect(sections.get('Entries') ?? {}).toEqual(stats.entries)
      expect(sections.get('User entries by kind') ?? {}).toEqual(stats.userKinds)
      expect(sections.get('Models') ?? {}).toEqual(stats.session.models)
      expect(sections.get(`Tool calls (${stats.toolCalls.total})`) ?? {}).toEqual(stats.toolCalls.byTool)
      expect(sections.get('Tokens (each message once)')?.['output'] ?? 0).toBe(stats.usage.outputTokens)
    }
  })

  test('turns and tools: one line each', () => {
    for (const { id } of samplesIn(home)) {
      const { turns } = JSON.parse(of('turns', '--all', id, '--json').stdout) as z.infer<typeof turnsSchema>
      expect(numbers(of('turns', '--all', id), /^ *(\d+) {2}/)).toEqual(turns.map(turn => turn.index))
      const { calls } = JSON.parse(of('tools', id, '--json').stdout) as z.infer<typeof toolsSchema>
      expect(numbers(of('tools', id), /^ *\d* {2,}(\d+) {2}/)).toEqual(calls.map(call => call.use.line))
    }
  })

  test('show: the same turns', () => {
    for (const { id } of samplesIn(home)) {
      const { turns } = JSON.parse(of('show', id, '--json').stdout) as z.infer<typeof showSchema>
      const wanted = turns.filter(turn => turn.kind !== 'implicit' || turn.items.length > 0)
      expect(numbers(of('show', id), /^── (?:turn (\d+)|work without a prompt)/)).toEqual(
        wanted.map(turn => turn.number),
      )
    }
  })
})

test('control characters are exact, whatever they would do to a terminal', async () => {
  const prompt = `${Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('')}\u202e\u2066\ud800\ufeff`
  const stdin = `${JSON.stringify({ type: 'user', uuid: 'u', parentUuid: null, message: { content: prompt } })}\n`
  const { stdout } = await rethread(['turns', '-', '--json'], { home, stdin })
  expect(JSON.parse(stdout).turns[0].prompt).toBe(prompt)
})

test('a document that is cut by its reader ends the program silently', async () => {
  const line = 'set -o pipefail; rethread show 10a6 --depth all --json | head -c 10'
  expect(await bash(line, { home })).toEqual({ code: 0, stdout: '{\n  "sessi', stderr: '' })
})

/** "Entries" and the like: names with their counts. */
function sectionsOf(text: string): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const sections = new Map<string, Record<string, number>>()
  let current: Record<string, number> = {}
  for (const line of text.split('\n')) {
    const counted = /^ {2} *([\d,]+) {2}(.*)$/.exec(line)
    if (counted) current[counted[2]!] = Number(counted[1]!.replaceAll(',', ''))
    else if (line !== '' && !line.startsWith(' ')) sections.set(line, (current = {}))
  }
  return sections
}

function numbers({ stdout }: Outcome, pattern: RegExp): readonly number[] {
  return stdout.split('\n').flatMap(line => {
    const match = pattern.exec(line)
    return match ? [Number(match[1] ?? 0)] : []
  })
}
