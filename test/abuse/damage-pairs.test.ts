// Quality row 4: 16 kinds of damage in the first, a middle and the last line, with and without a final newline. What is
// to be found was made together with the files, without asking the parser (tools/damage-pairs.ts).

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entryValue, parseSession, serializeSession } from '../../src/format/session.js'
import { damagePairs } from '../../tools/damage-pairs.js'
import { checkReport } from './through-everything.js'

const GOLDEN = join(import.meta.dirname, '../golden/damage')

interface Expected {
  readonly records: readonly { readonly uuid: unknown; readonly line: number; readonly offset: number }[]
  readonly gaps: readonly { readonly reason: string; readonly line: number; readonly offset: number }[]
  readonly findings: readonly { readonly code: string; readonly line: number }[]
}

const names = readdirSync(GOLDEN)
  .filter(name => name.endsWith('.jsonl'))
  .map(name => name.slice(0, -'.jsonl'.length))

test('there are 96, and they are what the kept script makes', () => {
  const pairs = damagePairs()
  expect(names.toSorted()).toEqual(pairs.map(pair => pair.name).toSorted())
  expect(names.length).toBe(96)
  for (const { name, bytes, expected } of pairs) {
    expect(inputOf(name).equals(bytes), name).toBe(true)
    expect(expectedOf(name), name).toEqual(expected)
  }
})

describe.each(names)('%s', name => {
  const bytes = inputOf(name)
  const expected = expectedOf(name)

  test('records, gaps and findings stand where they must, and every byte is kept', () => {
    const session = parseSession(bytes)
    const gaps = session.parts.filter(part => part.kind === 'gap')
    expect({
      records: session.entries.map(entry => {
        const { line, offset, length } = entry
        return { uuid: (entryValue(session, entry) as { readonly uuid?: unknown }).uuid, line, offset, length }
      }),
      gaps: gaps.map(({ reason, line, offset, length }) => ({ reason, line, offset, length })),
      findings: session.findings.map(({ code, line }) => ({ code, line })),
    }).toEqual(expected)
    expect(Buffer.from(serializeSession(session)).equals(bytes)).toBe(true)
  })

  test('check tells the same of its lines', () => {
    const { findings } = checkReport(bytes, '')
    const lines = findings.filter(({ code }) => code.startsWith('line-')).map(({ code, line }) => ({ code, line }))
    expect(lines).toEqual(expected.findings)
  })
})

function inputOf(name: string): Buffer {
  return readFileSync(join(GOLDEN, `${name}.jsonl`))
}

function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(join(GOLDEN, `${name}.json`), 'utf8')) as Expected
}
