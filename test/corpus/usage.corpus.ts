// Tokens of real sessions, counted a second time in the plainest way; and the traps of the bench material, where they are.

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { index } from '../../src/actions/index/index.js'
import type { Place } from '../../src/actions/session/place.js'
import { USAGE_REPORTS, type UsageReport, usage } from '../../src/actions/usage/usage.js'
import { corpus, listed, noCorpus } from './corpus-files.js'
import { goodLines } from './plain-count.js'

type Value = Readonly<Record<string, unknown>>

const object = (value: unknown): Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : {}
const number = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)

interface Plain {
  readonly isFinal: boolean
  readonly input: number
  readonly output: number
  readonly read: number
  readonly write: number
}

/** Each message id once; the entry with a stop reason, else the one with the most output. */
function plainTotals(files: readonly string[]) {
  const messages = new Map<string, Plain>()
  let others = { input: 0, output: 0, read: 0, write: 0 }
  for (const file of files)
    for (const { value } of goodLines(readFileSync(file))) {
      const entry = value['type'] === 'progress' ? object(object(value['data'])['message']) : value
      const message = object(entry['message'])
      const usage = message['usage']
      if (entry['type'] !== 'assistant' || message['model'] === '<synthetic>') continue
      if (typeof usage !== 'object' || usage === null || Array.isArray(usage)) continue
      const figures = object(usage)
      const split = object(figures['cache_creation'])
      const parts = number(split['ephemeral_5m_input_tokens']) + number(split['ephemeral_1h_input_tokens'])
      const plain: Plain = {
        isFinal: typeof message['stop_reason'] === 'string',
        input: number(figures['input_tokens']),
        output: number(figures['output_tokens']),
        read: number(figures['cache_read_input_tokens']),
        write: Math.max(number(figures['cache_creation_input_tokens']), parts),
      }
      const id = message['id']
      const key = typeof id === 'string' && id !== '' ? id : `${value['timestamp']} ${JSON.stringify(plain)}`
      const before = messages.get(key)
      const isBetter =
        !before || (plain.isFinal === before.isFinal ? plain.output > before.output : plain.isFinal && !before.isFinal)
      if (isBetter) messages.set(key, plain)
    }
  const took = [...messages.values()].filter(({ input, output, read, write }) => input + output + read + write > 0)
  for (const { input, output, read, write } of took)
    others = {
      input: others.input + input,
      output: others.output + output,
      read: others.read + read,
      write: others.write + write,
    }
  return { messages: took.length, ...others }
}

function said({ totals, notes }: UsageReport) {
  return {
    messages: notes.messages,
    input: totals.inputTokens,
    output: totals.outputTokens,
    read: totals.cacheReadTokens,
    write: totals.cacheWrite5mTokens + totals.cacheWrite1hTokens,
  }
}

const placeOf = (home: string, configDir: string): Place => ({ env: {}, home, cwd: home, configDir })

describe.skipIf(listed.length === 0)(`the tokens in ${corpus}`, () => {
  test('are those of a plain count, file by file and together, with and without an index', async () => {
    const home = mkdtempSync(join(tmpdir(), 'rethread-usage-'))
    try {
      const all: string[] = []
      const differing: unknown[] = []
      for (const [at, { file }] of listed.entries()) {
        const copy = join(home, 'all', 'projects', `-${at}`, basename(file))
        const alone = join(home, `one-${at}`, 'projects', '-p', basename(file))
        for (const path of [copy, alone]) {
          mkdirSync(dirname(path), { recursive: true })
          copyFileSync(join(corpus, file), path)
        }
        all.push(copy)
        const report = await usage(placeOf(home, join(home, `one-${at}`)), { report: 'daily' })
        const plain = plainTotals([alone])
        if (JSON.stringify(said(report)) !== JSON.stringify(plain)) differing.push([file, said(report), plain])
      }
      expect(differing).toEqual([])
      const place = placeOf(home, join(home, 'all'))
      const plain = plainTotals(all)
      for (const report of USAGE_REPORTS) expect(said(await usage(place, { report }))).toEqual(plain)
      await index(place, {})
      for (const report of USAGE_REPORTS) expect(said(await usage(place, { report }))).toEqual(plain)
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})

test.skipIf(listed.length > 0)('there is no corpus', () => {
  expect(noCorpus).toContain('RETHREAD_CORPUS')
})

const traps = resolve(corpus, '../bench/usage')

interface Expected {
  readonly totals: {
    readonly input: number
    readonly output: number
    readonly cacheCreate: number
    readonly cacheRead: number
  }
  readonly sessions?: Readonly<Record<string, number>>
  readonly costUSD?: number
}

describe.skipIf(!existsSync(traps))(`the traps in ${traps}`, () => {
  const names = existsSync(traps) ? readdirSync(traps) : []
  test.each(names)('%s', async name => {
    const home = mkdtempSync(join(tmpdir(), 'rethread-trap-'))
    const place = placeOf(home, join(traps, name))
    const right = JSON.parse(readFileSync(join(traps, name, 'expect.json'), 'utf8')) as Expected
    try {
      for (const isIndexed of [false, true]) {
        if (isIndexed) await index(place, {})
        for (const report of USAGE_REPORTS) {
          const value = await usage(place, { report })
          expect({ ...said(value), messages: 0 }, report).toEqual({
            messages: 0,
            input: right.totals.input,
            output: right.totals.output,
            read: right.totals.cacheRead,
            write: right.totals.cacheCreate,
          })
          if (right.costUSD !== undefined) expect(value.totals.costUSD, report).toBeCloseTo(right.costUSD, 9)
          if (right.sessions === undefined || value.report !== 'session') continue
          expect(Object.fromEntries(value.rows.map(row => [row.key, row.totalTokens]))).toEqual(right.sessions)
        }
      }
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})
