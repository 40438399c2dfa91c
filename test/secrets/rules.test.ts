// Every kind of secret by examples: what is one, and what only looks like one.

import { describe, expect, test } from 'vitest'
import { SECRET_KINDS, SECRET_RULES, secretScanner } from '../../src/secrets/index.js'
import { KINDS, make, seeded } from './made-secrets.js'

const scanner = secretScanner(SECRET_RULES)
const scan = (text: string, form: 'json' | 'text' = 'text') => scanner.scan(Buffer.from(text), form)

test('at least 40 kinds, each with examples and none without', () => {
  expect(SECRET_KINDS.length).toBeGreaterThanOrEqual(40)
  expect(KINDS.map(one => one.kind).toSorted()).toEqual(SECRET_KINDS.toSorted())
  for (const { kind, real, harmless } of KINDS) {
    expect([kind, real.length >= 5, harmless.length >= 5]).toEqual([kind, true, true])
  }
})

describe.each(KINDS)('$kind', ({ kind, real, harmless }) => {
  test.each(real)('is in %j', pattern => {
    for (let seed = 1; seed <= 5; seed++) {
      const { text, secret } = make(pattern, seeded(seed * 7919))
      const hits = scan(text)
      const { start, end } = hits[0] ?? { start: 0, end: 0 }
      expect(Buffer.from(text).subarray(start, end).toString()).toContain(secret)
    }
  })

  test.each(harmless)('is not in %j', pattern => {
    for (let seed = 1; seed <= 5; seed++) {
      const { text } = make(pattern, seeded(seed * 7919))
      expect(scan(text).filter(hit => hit.kind === kind)).toEqual([])
    }
  })
})

test('the first example of each kind is called by its name', () => {
  // What stands in an address, a header or a setting has a more telling name where its shape tells one.
  const names = KINDS.map(({ kind, real }) => [kind, scan(make(real[0]!, seeded(5)).text)[0]?.kind])
  const others = names.filter(([kind, found]) => kind !== found)
  expect(others).toEqual([['bearer-token', 'bearer-token']].slice(1))
})

test('several in one line, each with its place; what overlaps is one', () => {
  const a = make('ghp_{w36}', seeded(1)).text
  const b = make('AKIA{u16}', seeded(2)).text
  const line = `Authorization: Bearer ${a} and ${b}`
  expect(scan(line).map(({ kind, start, end }) => [kind, line.slice(start, end)])).toEqual([
    ['github-token', a],
    ['aws-access-key-id', b],
  ])
})

test('in JSON a hit keeps within its string and its escapes', () => {
  const password = `pä"s${'\\'}s 1x`.replaceAll(' ', '_')
  const line = JSON.stringify({ password: 'Zx9"kq\\Lm42pQ7', next: 'Password', t: password })
  for (const { start, end } of scan(line, 'json')) {
    const without = `${line.slice(0, start)}[gone]${line.slice(end)}`
    expect(() => JSON.parse(without)).not.toThrow()
  }
})

test('rules with nothing but the entropy of a value are for those who ask', () => {
  const text = make('blob {w40}', seeded(3)).text
  expect(scan(text)).toEqual([])
  const wide = secretScanner(SECRET_RULES, { entropy: true })
  expect(wide.scan(Buffer.from(text), 'text').map(hit => hit.kind)).toEqual(['high-entropy'])
  const ids = make('toolu_{w24} msg_{w24} {x8}-{x4}-{x4}-{x4}-{x12} {x40}', seeded(4)).text
  expect(wide.scan(Buffer.from(ids), 'text')).toEqual([])
})
