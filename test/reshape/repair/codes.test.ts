// Every damage that has a remedy: the finding is gone afterwards, nothing worse is there, and a second repair finds
// nothing to do.

import { describe, expect, test } from 'vitest'
import { encode } from '../../check/damaged.js'
import { TREE_FIXTURES } from '../../check/fixtures.js'
import { repair } from './in-memory.js'

describe.each(Object.entries(TREE_FIXTURES))('%s', (code, fixtures) => {
  test.each(fixtures)('$rule', ({ damaged }) => {
    const one = repair(encode(damaged), { assume: true })
    expect(one.verdict.broken).toEqual([])
    expect(one.after.findings.map(f => f.code)).not.toContain(code)
    expect(one.after.findings.filter(f => f.severity !== 'cosmetic')).toEqual([])
    const again = repair(one.bytes, { assume: true })
    expect(again.plan.steps).toEqual([])
    expect(Buffer.compare(again.bytes, one.bytes)).toBe(0)
  })
})
