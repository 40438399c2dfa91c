// Texts of many megabytes, wherever they may stand: found by the index and by a scan, in pieces that lie where they say.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { storedCard } from '../../src/actions/index/stored-card.js'
import { textsAgain } from '../../src/actions/search/texts-again.js'
import { differences } from '../../src/catalog/compare.js'
import { ingestBytes } from '../../src/catalog/ingest/ingest-bytes.js'
import { NOTHING_READ } from '../../src/catalog/ingest/ingest-file.js'
import { LONG, type LongText, piecesOf, readPlace } from '../../src/catalog/ingest/long-text.js'
import { parseQuery } from '../../src/catalog/query/parse.js'
import { scanFinder } from '../../src/catalog/scan.js'
import { randomFrom } from '../../tools/generator/random.js'
import { tempFolder, uuid } from '../disk/temp-folder.js'
import { openStore, upToDate } from './home.js'

const UNITS: Readonly<Record<string, readonly string[]>> = {
  'words and lines': ['barometer', ' ', '\n', '12345', '"quoted"', '{', '}', '\t'],
  'characters of every length': ['ä', '漢', '😀', ' ', 'x', '\u0000', '\\'],
  'no white space at all': ['a,', '漢.', '😀', '"', '\\', '{'],
  'nothing but braces': ['{'],
  'escaped halves': ['\ud83d', '\ude00', '\\', 'n'],
}

function longText(units: readonly string[], seed: number): string {
  const random = randomFrom(seed)
  const some = Array.from({ length: 4096 }, () => random.pick(units)).join('')
  return some.repeat(Math.ceil((LONG + 1000) / some.length))
}

describe.each(Object.entries(UNITS))('%s', (_, units) => {
  const text = longText(units, 7)
  const bytes = Buffer.from(`{"text":${JSON.stringify(text)}}`)
  const long: LongText = {
    field: 'output',
    tool: null,
    isError: false,
    line: 1,
    time: null,
    offset: 8,
    length: bytes.length - 9,
  }
  const file = { read: (offset: number, length: number) => bytes.subarray(offset, offset + length) }
  const pieces = [...piecesOf(long, file, words => ({ words, parts: '' }))]

  test('laid together, the pieces are the text, and each lies behind the one before', () => {
    expect(pieces.length).toBeGreaterThan(3)
    expect(pieces.map(({ words }) => words).join('') === text).toBe(true)
    let end = long.offset
    for (const { offset, length } of pieces) {
      expect(offset).toBe(end)
      end = offset + length
    }
    expect(end).toBe(long.offset + long.length - 1)
  })

  test.skipIf(units.length === 1)('each can be read again at its place', () => {
    for (const { offset, length, words } of pieces) expect(readPlace(file.read(offset, length)) === words).toBe(true)
  })
})

test('no word is parted where there is white space', () => {
  const text = 'barometer '.repeat(LONG / 8)
  const bytes = Buffer.from(JSON.stringify(text))
  const about = { field: 'output', tool: null, isError: false, line: 1, time: null } as const
  const file = { read: (offset: number, length: number) => bytes.subarray(offset, offset + length) }
  const long = { ...about, offset: 0, length: bytes.length }
  for (const { words } of piecesOf(long, file, words => ({ words, parts: '' })))
    expect(words.split(/\s+/).filter(word => word !== '' && word !== 'barometer')).toEqual([])
})

const ID = uuid(1)
let entries = 0

function entry(fields: object): string {
  const about = { parentUuid: entries === 0 ? null : uuid(100 + entries - 1), sessionId: ID, cwd: '/w' }
  return `${JSON.stringify({ ...about, ...fields, uuid: uuid(100 + entries++) })}\n`
}

/** Some megabytes with a word at each end and in the middle that stands nowhere else. */
function marked(name: string): string {
  const half = 'rain and wind\n'.repeat(LONG / 20)
  return `${name}first ${half}${name}middle of it ${half}${name}last`
}

const user = (content: unknown) => ({ type: 'user', message: { role: 'user', content } })
const answer = (content: unknown) => ({
  type: 'assistant',
  message: { id: `m${entries}`, role: 'assistant', model: 'claude-opus-4-5', content },
})
const result = (id: string, content: unknown) => ({ type: 'tool_result', tool_use_id: id, content })

/** Where a long text stands, and the field by which it is found. */
const PLACES: readonly (readonly [name: string, field: string, fields: (text: string) => object])[] = [
  ['prompt', 'prompt', text => user(text)],
  ['said', 'prompt', text => user([{ type: 'text', text }])],
  ['answer', 'answer', text => answer([{ type: 'text', text }])],
  ['thought', 'thinking', text => answer([{ type: 'thinking', thinking: text, signature: 's' }])],
  ['input', 'input', text => answer([{ type: 'tool_use', id: 't1', name: 'Write', input: { a: 'short', text } }])],
  ['output', 'output', text => user([result('t1', text)])],
  [
    'listed',
    'output',
    text =>
      user([
        result('t2', [
          { type: 'text', text: 'short' },
          { type: 'text', text },
        ]),
      ]),
  ],
  ['system', 'output', text => ({ type: 'system', subtype: 'informational', content: text })],
]

test('every place of a long text is found, by the index and by a scan, and read again', {
  timeout: 300_000,
}, async () => {
  const root = tempFolder()
  const config = join(root, 'claude')
  const folder = join(config, 'projects', '-w')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${ID}.jsonl`)
  const lines = PLACES.map(([name, , fields]) => entry(fields(marked(name))))
  writeFileSync(path, lines.slice(0, 5).join(''))
  const store = await openStore(join(root, 'index.db'))
  const fresh = await openStore(join(root, 'fresh.db'))
  const again = textsAgain()
  try {
    await upToDate(store, config)
    appendFileSync(path, lines.slice(5).join(''))
    await upToDate(store, config, 2)
    const finder = scanFinder({ configDirs: [config], cardOf: storedCard })
    for (const [name, field] of PLACES)
      for (const words of [`${name}first`, `"${name}middle of it"`, `${name}last`]) {
        const { question } = parseQuery(`${words} in:${field}`, 0)
        const [one] = await store.hits(question, path, 5, 'best')
        expect([words, one?.field]).toEqual([words, field])
        expect(one!.length).toBeLessThan(LONG)
        expect(again.textOf(one!)).toContain(words.replaceAll('"', ''))
        if (!words.includes('middle')) continue
        const [scanned] = await finder.hits(question, path, 5, 'best')
        expect([words, scanned?.offset, scanned?.length]).toEqual([words, one!.offset, one!.length])
      }
    // What else stands in the call is found beside it.
    expect(await store.hits(parseQuery('short in:input', 0).question, path, 5, 'best')).toHaveLength(1)
    await upToDate(fresh, config)
    const found: string[] = []
    for await (const difference of differences(store, fresh)) found.push(difference)
    expect(found).toEqual([])
  } finally {
    again.close()
    await store.close()
    await fresh.close()
  }
})

test('of bytes at hand the same pieces are taken', () => {
  const bytes = Buffer.from(`${entry(user('short'))}${entry(user([result('t9', marked('shipped'))]))}`)
  const { texts } = ingestBytes(bytes, NOTHING_READ)
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.map(({ offset }) => offset)).toEqual(texts.map(({ offset }) => offset).toSorted((a, b) => a - b))
  const last = texts.at(-1)!
  expect(String(readPlace(bytes.subarray(last.offset, last.offset + last.length)))).toContain('shippedlast')
})
