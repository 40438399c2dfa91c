// A source of any size is looked through in pieces: nothing is lost, and nothing found twice, where two of them meet.

import { expect, test } from 'vitest'
import { SECRET_RULES, secretScanner } from '../../src/secrets/index.js'
import { make, seeded } from './made-secrets.js'

const scanner = secretScanner(SECRET_RULES)
const PIECE = 1 << 19
const TOKEN = make('ghp_{w36}', seeded(1)).text
const escaped = [...TOKEN].map(char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const key = `-----${'BEGIN'} PRIVATE KEY-----\\n${`${'Ab3+'.repeat(16)}\\n`.repeat(40)}-----${'END'} PRIVATE KEY-----`
const data = `"data":"${Buffer.from(`${'some text '.repeat(20_000)}${TOKEN}`).toString('base64')}"`

test.each([
  ['a token', TOKEN, 'text'],
  ['a token of escapes', escaped, 'json'],
  ['a private key', key, 'json'],
  ['a text in base64 that is longer than what is seen of the next piece', data, 'text'],
  ['UTF-16', Buffer.from(` ${TOKEN}`, 'utf16le').toString('latin1'), 'text'],
] as const)('%s around the end of a piece', (_, secret, form) => {
  for (const before of [1, 2, 7, 12, 19, 40, 60, 100, secret.length - 1, secret.length, -1, -8]) {
    const start = Buffer.alloc(PIECE - before, 'some words \\n')
    const bytes = Buffer.concat([
      start,
      Buffer.from(` ${secret} `, 'latin1'),
      Buffer.alloc(3000, 'and more \\" words '),
    ])
    const hits = scanner.scan(bytes, form)
    expect(hits.length, String(before)).toBe(1)
    const [{ start: from, end: to } = { start: 0, end: 0 }] = hits
    expect(from).toBeGreaterThanOrEqual(start.length)
    expect(to).toBeLessThanOrEqual(start.length + secret.length + 2)
    expect(to - from).toBeGreaterThanOrEqual(Math.min(40, secret.length - 10))
  }
})

test('a run of backslashes over several pieces hides nothing behind it', () => {
  const bytes = Buffer.concat([Buffer.alloc(PIECE + 40_000, 92), Buffer.from(`n ${TOKEN} `)])
  expect(scanner.scan(bytes, 'json').map(hit => hit.kind)).toEqual(['github-token'])
})
