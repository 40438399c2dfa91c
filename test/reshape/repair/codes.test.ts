// Every damage that has a remedy: by the call that is printed the finding is gone, nothing worse is there, and a second
// repair finds nothing to do.

import { describe, expect, test } from 'vitest'
import type { CODES } from '../../../src/check/codes.js'
import { REMEDIES } from '../../../src/check/remedies.js'
import { BLOCK_FIXTURES } from '../../check/block-fixtures.js'
import { encode } from '../../check/damaged.js'
import { TREE_FIXTURES } from '../../check/fixtures.js'
import { LINE_FIXTURES } from '../../check/line-fixtures.js'
import { bytesOf } from '../../conversation/lines.js'
import { repair } from './in-memory.js'

interface Damaged {
  readonly code: string
  readonly rule: string
  readonly bytes: () => Uint8Array
}

const damaged: readonly Damaged[] = [
  ...Object.entries(LINE_FIXTURES).map(([code, [bytes]]) => ({ code, rule: 'a line', bytes: () => bytes })),
  ...Object.entries(TREE_FIXTURES).flatMap(([code, list]) =>
    list.map(({ rule, damaged: entries }) => ({ code, rule, bytes: () => encode(entries) })),
  ),
  ...BLOCK_FIXTURES.map(([code, rule, , lines]) => ({ code, rule, bytes: () => bytesOf(...lines) })),
]
const remedyOf = (code: string) => REMEDIES[code as keyof typeof CODES]

describe('a damage with a remedy', () => {
  test.each(damaged.filter(({ code }) => remedyOf(code)?.command === 'repair'))('$code ($rule)', ({ code, bytes }) => {
    const assume = remedyOf(code)!.flags.includes('--assume')
    const before = bytes()
    const one = repair(before, { assume })
    expect(one.verdict.broken).toEqual([])
    const codes = one.after.findings.map(finding => finding.code)
    expect(codes).not.toContain(code)
    expect(one.after.findings.filter(({ severity }) => severity !== 'cosmetic')).toEqual([])
    expect(one.plan.steps.length).toBeGreaterThan(0)
    const again = repair(one.bytes, { assume })
    expect(again.plan.steps).toEqual([])
    expect(Buffer.compare(again.bytes, one.bytes)).toBe(0)
  })
})

describe('what has no remedy', () => {
  // Too large to be tried here; with a damage that has a remedy.
  const left = ['request-too-large', 'block-not-sent']
  const others = damaged.filter(({ code }) => remedyOf(code) === undefined && !left.includes(code))
  test.each(others)('$code ($rule) stays as it is', ({ bytes }) => {
    const before = bytes()
    const one = repair(before)
    expect(one.plan.isNothing).toBe(true)
    expect(Buffer.compare(one.bytes, before)).toBe(0)
  })
})
