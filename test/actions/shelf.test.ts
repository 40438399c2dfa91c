// Of thousands of agents few conversations are held; those that are made again are the same.

import { describe, expect, test } from 'vitest'
import { openAgentFile } from '../../src/actions/session/open-session.js'
import { shelf } from '../../src/actions/session/shelf.js'
import type { Conversation } from '../../src/conversation/conversation.js'
import { KNOWN_WORDS, knownName } from '../../src/conversation/known-words.js'
import { createNames } from '../../src/conversation/names.js'
import { findSessionFolder } from '../../src/disk/index.js'
import { sourcePool } from '../../src/disk/source-pool.js'

describe('a shelf', () => {
  test('holds the first for good, of the others those that were asked for last, and makes the rest again', () => {
    const made: string[] = []
    const three = shelf(1, 2)
    const put = (word: string) =>
      three.put(word, () => {
        made.push(word)
        return word
      })
    const [first, a, b, c] = [put('first'), put('a'), put('b'), put('c')]
    expect([c(), b(), b(), c(), first()]).toEqual(['c', 'b', 'b', 'c', 'first'])
    expect(made).toEqual([])
    expect(a()).toBe('a')
    expect(made).toEqual(['a'])
    expect([c(), a(), c()]).toEqual(['c', 'a', 'c'])
    expect(made).toEqual(['a'])
    expect([b(), first()]).toEqual(['b', 'first'])
    expect(made).toEqual(['a', 'b'])
  })

  test('a value that is undefined is held as well', () => {
    let made = 0
    const value = shelf(0, 1).put(undefined, () => void made++)
    value()
    expect(made).toBe(0)
  })
})

const SESSION = new URL(
  '../../samples/projects/-home-lin-night-train/a6e975f0-0718-4293-a4af-1a2b3c4d5e17.jsonl',
  import.meta.url,
).pathname

test('the conversation of an agent is the same when it is read again', async () => {
  const { agents } = findSessionFolder(SESSION).folder
  expect(agents.length).toBeGreaterThan(1)
  const files = { pool: sourcePool(), shelf: shelf(0, 1) }
  const open = []
  for (const { path } of agents) open.push(await openAgentFile(path, files))
  const told = ({ rows, turns, toolCalls, sidechains, inventory, findings }: Conversation) => ({
    names: Array.from({ length: rows.names.count }, (_, name) => rows.names.text(name)),
    rows: Array.from({ length: rows.count }, (_, row) => [
      rows.offset[row],
      rows.length[row],
      rows.uuid[row],
      rows.time[row],
    ]),
    turns: turns.list,
    calls: toolCalls.list,
    sidechains,
    inventory,
    findings,
  })
  const first = open.map(one => told(one.conversation))
  const held = open[0]!.conversation
  expect(open[1]!.conversation.rows.count).toBeGreaterThan(0)
  expect(open[0]!.conversation).not.toBe(held)
  expect(open.map(one => told(one.conversation))).toEqual(first)
  for (const one of open) expect(JSON.parse(one.json(0))).toEqual(one.entry(0))
  files.pool.close()
})

test('every known word has its number in all names', () => {
  const names = createNames()
  expect(names.count).toBe(KNOWN_WORDS.length + 1)
  expect(new Set(KNOWN_WORDS).size).toBe(KNOWN_WORDS.length)
  for (const word of KNOWN_WORDS) {
    expect(names.find(word)).toBe(knownName(word))
    expect(names.text(knownName(word))).toBe(word)
  }
  const other = names.of('a word of its own')
  expect(createNames().find('a word of its own')).toBe(0)
  expect(names.text(other)).toBe('a word of its own')
  expect(() => knownName('a word of its own')).toThrow('not a known word')
})
