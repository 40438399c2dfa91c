// 200 copies of corpus sessions, damaged in ten known ways by a kept script: each is found with the right code and line.
// Runs where the corpus is present: `RETHREAD_CORPUS`, or `../shared/corpus` beside the repository.

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sessionChecker } from '../../src/check/check.js'
import { CODES } from '../../src/check/codes.js'
import type { Finding } from '../../src/format/finding.js'
import { recordReader } from '../../src/format/records.js'
import { WAYS } from '../../tools/damage-sessions/ways.js'
import { DAMAGE_SEED, damageSessions } from '../../tools/damage-sessions.js'

const corpus = join(
  resolve(process.env['RETHREAD_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus')),
  'real',
)
const COPIES_OF_EACH = 20
const isThere = existsSync(corpus)
const copies = isThere ? damageSessions(corpus, COPIES_OF_EACH) : []

describe.skipIf(!isThere)(`damaged copies (seed ${DAMAGE_SEED})`, () => {
  test('there are 200, of ten ways', () => {
    expect(Object.keys(WAYS).length).toBe(10)
    const counts = Object.keys(WAYS).map(way => [way, copies.filter(copy => copy.way === way).length])
    expect(counts).toEqual(Object.keys(WAYS).map(way => [way, COPIES_OF_EACH]))
    console.log(`seed ${DAMAGE_SEED}, of ${new Set(copies.map(copy => copy.source)).size} sessions`)
  })

  test.each(copies.map((copy, index) => ({ number: index + 1, ...copy })))('$number: $way in $source', copy => {
    const { way, source, text, code, line } = copy
    expect(CODES).toHaveProperty(code)
    const about = `${way} in ${source}`
    const found = places(check(Buffer.from(text)))
    expect(found, about).toContain(`${code}:${line}`)
    const before = places(check(readFileSync(join(corpus, source))))
    expect(count(found, code), `${about}: the sound session has it as well`).toBeGreaterThan(count(before, code))
  })
})

function check(bytes: Uint8Array): readonly Finding[] {
  const checker = sessionChecker()
  const reader = recordReader(checker)
  reader.push(bytes)
  reader.end()
  return checker.finish({ now: 0, cleanupDays: 30 })
}

function places(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ code, line }) => `${code}:${line}`)
}

function count(found: readonly string[], code: string): number {
  return found.filter(place => place.startsWith(`${code}:`)).length
}
