// Depth is no danger to a repair: what is nested too deep to be decoded is kept as it stands. Every command: deep.slow.ts.

import { describe, expect, test } from 'vitest'
import { repair } from '../reshape/repair/in-memory.js'
import { BROKEN_OFF, DEEP, WHOLE } from './deep-shapes.js'

const DEPTH = 8_000
const utf8 = new TextEncoder()

test.each(Object.entries(BROKEN_OFF))('%s, 8,000 levels deep: mended', (_, shape) => {
  const { after, verdict, bytes } = repair(utf8.encode(shape(DEPTH)))
  expect(verdict.broken).toEqual([])
  expect(after.findings.filter(({ severity }) => severity !== 'cosmetic')).toEqual([])
  expect(Buffer.from(bytes).toString()).toContain('hello')
  expect(Buffer.compare(repair(bytes).bytes, bytes)).toBe(0)
})

describe.each(Object.entries(DEEP))('%s 8,000 levels deep', (_, deep) => {
  test.each(Object.entries(WHOLE))('as %s: a repair keeps every byte of them, or takes them out', (name, shape) => {
    const value = deep(DEPTH)
    const { verdict, bytes } = repair(utf8.encode(shape(value)))
    expect(verdict.broken).toEqual([])
    // Content that is no text is none to the client, and a block has no other fields.
    const goes = ['the content of a prompt', 'a result without call'].includes(name)
    if (!goes) expect(Buffer.from(bytes).includes(value)).toBe(true)
  })
})

test('records in a list on one line keep how they are written', () => {
  const { bytes } = repair(utf8.encode('[{"type":"zzz","n":1.0,"big":12345678901234567890}]\n'))
  expect(Buffer.from(bytes).toString()).toBe('{"type":"zzz","n":1.0,"big":12345678901234567890}\n')
})
