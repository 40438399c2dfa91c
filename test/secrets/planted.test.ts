// Secrets planted at every depth of escaping: found whole, and gone when their places are replaced.

import { expect, test } from 'vitest'
import { applyEdits } from '../../src/format/changes.js'
import { SECRET_RULES, secretScanner } from '../../src/secrets/index.js'
import { runs } from '../runs.js'
import { KINDS, make, seeded } from './made-secrets.js'

const scanner = secretScanner(SECRET_RULES)
const MARK = new TextEncoder().encode('[REDACTED:kind:00000000]')

/** The text in JSON, so many times. */
const deep = (text: string, depth: number): string =>
  depth === 0 ? text : deep(JSON.stringify({ n: depth, text: `note: ${text} end`, more: ['x'] }), depth - 1)

test.each([0, 1, 2, 3, 4])('depth %i', depth => {
  let planted = 0
  const missed: string[] = []
  for (const { kind, real } of KINDS) {
    for (let at = 0; at < runs(4, 25); at++) {
      const { text, secret } = make(real[at % real.length]!, seeded(at * 104729 + depth))
      const line = deep(text, depth)
      const bytes = Buffer.from(line)
      const form = depth === 0 ? 'text' : 'json'
      const edits = scanner
        .scan(bytes, form)
        .map(({ start, end }) => ({ offset: start, length: end - start, content: MARK }))
      const result = Buffer.from(applyEdits(bytes, edits)).toString()
      planted++
      if (depth > 0) expect(() => JSON.parse(result)).not.toThrow()
      const isLeft = [secret, deep(secret, 1).slice(17, -18)].some(form => form.length > 7 && result.includes(form))
      if (isLeft || edits.length === 0) missed.push(`${kind}: ${real[at % real.length]}`)
      // Once more finds nothing.
      expect(scanner.scan(Buffer.from(result), form)).toEqual([])
    }
  }
  expect(missed.length / planted).toBeLessThanOrEqual(0.01)
  expect(missed).toEqual([])
})
