// Keys named __proto__, constructor and prototype are keys like all others, at every depth, in every function.

import { beforeAll, expect, test } from 'vitest'
import { applyEdits, insertBefore, removeEntry, replaceValue } from '../../src/format/changes.js'
import { newScan, resetScan, scanOn } from '../../src/format/json/scan.js'
import { decodeString, decodeText, eachElement, eachMember, isKey, rangeOf } from '../../src/format/json/walk.js'
import { looksLikeRecord } from '../../src/format/record-shape.js'
import { entryRange, entryText, entryValue, parseSession, serializeSession } from '../../src/format/session.js'
import { withReadOnly } from '../read-only-prototypes.js'
import { readInChunks, sameBytes } from './expect-tiles.js'

const utf8 = new TextEncoder()
const KEYS = ['__proto__', 'constructor', 'prototype'] as const
const DEPTHS = [1, 2, 3, 10, 100, 900]

/** Each key as it is and with its first letter escaped, at each depth. */
const cases = KEYS.flatMap(key =>
  DEPTHS.flatMap(depth => {
    const escaped = `\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}`
    return [[key, key, depth] as const, [escaped, key, depth] as const]
  }),
)

const prototypes = [Object.prototype, Array.prototype, Function.prototype, Uint8Array.prototype, Map.prototype]
const namesBefore = prototypes.map(prototype => Reflect.ownKeys(prototype))
let results: { name: string; problems: string[] }[] = []

beforeAll(async () => {
  const bytes = cases.map(([raw, key, depth]) => ({ raw, key, depth, ...nested(raw, key, depth) }))
  results = await withReadOnly(prototypes, () =>
    bytes.map(one => ({ name: `${one.raw} at ${one.depth}`, problems: throughEverything(one) })),
  )
})

interface Nested {
  readonly key: string
  readonly depth: number
  readonly file: Uint8Array
  readonly path: (string | number)[]
  /** Where the innermost value stands. */
  readonly start: number
}

function nested(raw: string, key: string, depth: number): { file: Uint8Array; path: string[]; start: number } {
  const head = `{"type":"user","uuid":"u","sessionId":"s",${`"${raw}":{`.repeat(depth - 1)}"${raw}":`
  const inner = '{"polluted":true}'
  const line = `${head}${inner}${'}'.repeat(depth)}`
  const first = '{"type":"user","uuid":"t","sessionId":"s"}\n'
  return {
    file: utf8.encode(`${first}${line}\n{"type":"${raw}","uuid":"${raw}","sessionId":{"${raw}":[]}}\n`),
    path: Array<string>(depth).fill(key),
    start: first.length + head.length,
  }
}

/** What went wrong, in words: no assertion library while the prototypes are read-only. */
function throughEverything({ file, path, start, key, depth }: Nested): string[] {
  const problems: string[] = []
  const must = (truth: boolean, what: string) => truth || problems.push(what)
  const end = start + '{"polluted":true}'.length

  const session = parseSession(file)
  must(session.entries.length === 3, 'three entries')
  must(session.findings.length === 0, 'no findings')
  must(sameBytes(serializeSession(session), file), 'serialised alike')
  must(readInChunks(file, () => 7).parts.length === 3, 'three entries in chunks')

  const entry = session.entries[1]!
  const scan = newScan()
  resetScan(scan, entry.offset)
  must(scanOn(scan, file, file.length) === 'complete', 'scanned')
  must(looksLikeRecord(file, entry.offset, true), 'a record')
  must(entry.depth === depth + 1, 'depth')

  for (const range of [rangeOf(file, entry.offset, path), entryRange(session, entry, path)]) {
    must(range?.start === start && range.end === end, 'range')
  }
  must(rangeOf(file, entry.offset, [...path, 'toString']) === undefined, 'nothing is inherited')
  must(rangeOf(file, session.entries[0]!.offset, [key]) === undefined, 'nothing where nothing is')
  must(decodeText(file, start, end) === '{"polluted":true}', 'decoded')

  const keys: string[] = []
  eachMember(file, entry.offset, (keyStart, keyEnd) => {
    keys.push(decodeString(file, keyStart, keyEnd))
    must(isKey(file, keyStart, keyEnd, keys.at(-1)!), 'isKey')
    return 0
  })
  must(keys.join() === `type,uuid,sessionId,${key}`, 'members')
  const list = rangeOf(file, session.entries[2]!.offset, ['sessionId', key])!
  must(eachElement(file, list.start, () => 0) === list.end, 'elements')

  let value: unknown = entryValue(session, entry)
  for (const step of path) value = Object.getOwnPropertyDescriptor(value as object, step)?.value
  must((value as { polluted?: boolean } | undefined)?.polluted === true, 'decoded as own keys')
  must(entryText(session, entry).includes('polluted'), 'text')

  const edits = [
    replaceValue(session, entry, path, '{"__proto__":1}')!,
    removeEntry(session.entries[0]!),
    insertBefore(session.entries[2]!, '{"constructor":{"prototype":1}}'),
  ]
  const after = parseSession(applyEdits(file, edits))
  must(after.entries.length === 3 && after.findings.length === 0, 'edited')

  must(!('polluted' in {}) && !('polluted' in []), 'nothing is polluted')
  return problems
}

test.each(cases.map(([raw, , depth], index) => [`${raw} at depth ${depth}`, index] as const))('%s', (_, index) => {
  expect(results[index]!.problems).toEqual([])
})

test('no prototype has a name that it had not before', () => {
  expect(prototypes.map(prototype => Reflect.ownKeys(prototype))).toEqual(namesBefore)
})

test('an overwrite would have been seen', async () => {
  expect(await withReadOnly(prototypes, () => prototypes.map(one => Reflect.set(one, 'constructor', null)))).toEqual(
    prototypes.map(() => false),
  )
  expect(results.length).toBe(cases.length)
})
