// Compacted sessions of the corpus and the recorded ones, damaged at and around the compaction: a repair never sends more
// than the whole file would have.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { recordedSessions } from '../client/goldens.js'
import { compacted, DAMAGES, expectNoMore, leavesTraces } from '../reshape/repair/compacted.js'
import { bytesOf, listed } from './corpus-files.js'

const sessions = [
  ...listed
    .filter(({ file }) => file.startsWith('real/'))
    .map(({ file }) => ({ name: file, read: () => bytesOf(file) })),
  ...recordedSessions().map(({ name, file }) => ({ name, read: () => readFileSync(file) })),
].flatMap(({ name, read }) => {
  const bytes = read()
  const isOne = new TextDecoder().decode(bytes).includes('"compact_boundary"') && readable(bytes)
  return isOne && compacted(bytes) ? [{ name, bytes }] : []
})

/** Every line is a record: what is damaged already is no measure. */
function readable(bytes: Uint8Array): boolean {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .every(line => line === '' || /^\{.*\}$/.test(line))
}

test('there are some', () => {
  expect(sessions.length).toBeGreaterThan(listed.length === 0 ? 0 : 10)
})

describe.each(Object.keys(DAMAGES))('%s', way => {
  const told = sessions.filter(({ bytes }) => leavesTraces(way, compacted(bytes)!))
  test.each(told)('$name', ({ bytes }) => {
    expectNoMore(bytes, DAMAGES[way]!(compacted(bytes)!), way)
  })
})
