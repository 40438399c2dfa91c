// Searching through the index gives what a plain reading of every file gives, word by word and filter by filter.

import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { storedCard } from '../../src/actions/index/stored-card.js'
import { parseQuery } from '../../src/catalog/query/parse.js'
import { scanFinder } from '../../src/catalog/scan.js'
import type { FoundSource, Store } from '../../src/catalog/store.js'
import { randomFrom } from '../../tools/generator/random.js'
import { runs } from '../runs.js'
import { type CatalogHome, catalogHome, openStore, upToDate } from './home.js'
import { contains, type PlainText, textsIn } from './plain-scan.js'

let home: CatalogHome
let store: Store
let texts: readonly PlainText[]
let remove: () => void

beforeAll(async () => {
  home = catalogHome(
    Array.from({ length: runs(8, 60) }, (_, seed) => seed + 1),
    6,
    whenDone => {
      remove = whenDone
    },
  )
  store = await openStore(join(home.root, 'index.db'))
  await upToDate(store, home.config)
  texts = textsIn(home.config)
  return async () => {
    await store.close()
    remove()
  }
})

const sessionsOf = (found: readonly FoundSource[]): readonly string[] =>
  [...new Set(found.map(({ source }) => source.session))].toSorted()

/** Titles and paths are told apart by the tests that look for them. */
const FIELDS = 'in:prompt,answer,thinking,input,output'

const byIndex = async (query: string) => sessionsOf(await store.search(parseQuery(`${query} ${FIELDS}`, 0).question))
const byScan = async (query: string) => {
  const finder = scanFinder({ configDirs: [home.config], cardOf: storedCard })
  return sessionsOf(await finder.search(parseQuery(`${query} ${FIELDS}`, 0).question))
}
const plainly = (fits: (text: PlainText) => boolean) =>
  [...new Set(texts.filter(fits).map(one => one.session))].toSorted()

const PHRASES = runs(25, 300)

test(`${PHRASES} random words and phrases`, async () => {
  const random = randomFrom(5)
  let found = 0
  for (let round = 0; round < PHRASES; round++) {
    const words = random.pick(texts).text.match(/[\p{L}\p{N}]+/gu) ?? []
    if (words.length === 0) continue
    const at = random.int(0, words.length - 1)
    const phrase = words.slice(at, at + random.int(1, 3))
    if (phrase.some(word => word.length > 100)) continue
    const expected = plainly(one => contains(one.text, phrase))
    const query = `"${phrase.join(' ')}"`
    expect([query, await byIndex(query)]).toEqual([query, expected])
    if (round % 10 === 0) expect([query, await byScan(query)]).toEqual([query, expected])
    found += expected.length
  }
  expect(found).toBeGreaterThan(PHRASES)
})

describe('each filter, against a plain filter', () => {
  const since = '2026-05-01T00:00Z'
  const filters: Readonly<Record<string, (text: PlainText) => boolean>> = {
    'tool:Bash': one => one.tool === 'Bash',
    'tool:bash error:true': one => one.tool === 'Bash' && one.isError,
    'error:true': one => one.isError,
    [`since:${since}`]: one => one.time >= Date.parse(since),
    [`before:${since}`]: one => one.time < Date.parse(since),
    'in:thinking': one => one.field === 'thinking',
    'in:input': one => one.field === 'input',
    'role:assistant': one => one.role === 'assistant',
    'role:user': one => one.role === 'user',
    'station -wind': one => contains(one.text, ['station']) && !contains(one.text, ['wind']),
    'tide OR train': one => contains(one.text, ['tide']) || contains(one.text, ['train']),
    'the a': one => contains(one.text, ['the']) && contains(one.text, ['a']),
  }
  test.each(Object.entries(filters))('%s', async (query, fits) => {
    const expected = plainly(one => (one.text !== '' || one.isError || one.tool !== undefined) && fits(one))
    expect(await byIndex(query)).toEqual(expected)
    expect(await byScan(query)).toEqual(expected)
  })
})

test('what the index holds is what the files hold', async () => {
  const { sessions, problems } = await store.status()
  expect(sessions).toBe(home.sessions.length)
  expect(problems).toEqual([])
})
