// The query language: what each form means, and that any text is a query.

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { matcherOf } from '../../src/catalog/query/matcher.js'
import { parseQuery } from '../../src/catalog/query/parse.js'
import { snippetOf } from '../../src/catalog/query/snippet.js'
import { searchable, tokensOf, wordsIn } from '../../src/catalog/query/words.js'
import { randomFrom } from '../../tools/generator/random.js'
import { runs } from '../runs.js'
import { catalogHome, openStore, upToDate } from './home.js'

const NOW = Date.parse('2026-11-16T12:00:00Z')
const parse = (query: string) => parseQuery(query, NOW)
const words = (query: string) =>
  parse(query).question.all.map(group => group.map(one => one.text + (one.isPrefix ? '*' : '')))

describe('forms', () => {
  test('words, phrases, beginnings, alternatives and what is not wanted', () => {
    expect(words('wind "north west" degr*')).toEqual([['wind'], ['north west'], ['degr*']])
    expect(words('a b OR c d')).toEqual([['a'], ['b', 'c'], ['d']])
    expect(parse('wind -rose -"two words"').question.none.map(one => one.text)).toEqual(['rose', 'two words'])
    expect(words('or OR')).toEqual([['or']])
    expect(words('OR x')).toEqual([['x']])
    expect(words('"not closed')).toEqual([['not closed']])
    expect(words('*** -- "" : !')).toEqual([])
  })

  test('filters', () => {
    const { question, notes } = parse(
      'x project:"my app" -tool:Bash tool:mcp__* in:prompt,answer since:2w before:2026-11-01 error:true agent:false has:images -has:secrets',
    )
    expect(notes).toEqual([])
    expect(question.fields).toEqual(['prompt', 'answer'])
    expect(question.text).toEqual({
      tools: ['mcp__*'],
      notTools: ['bash'],
      isError: true,
      since: NOW - 14 * 86_400_000,
      before: Date.parse('2026-11-01T00:00'),
      inAgents: false,
    })
    expect(question.session).toEqual([
      { key: 'project', value: 'my app', not: false },
      { key: 'has', value: 'images', not: false },
      { key: 'has', value: 'secrets', not: true },
    ])
  })

  test('what is no filter, or no value of one, is looked for as words', () => {
    expect(words('http://example.org')).toEqual([['http://example.org']])
    expect(words('since:yesterday')).toEqual([['since:yesterday']])
    expect(parse('since:yesterday').notes).toHaveLength(1)
    expect(parse('in:nowhere has:nothing role:nobody error:perhaps').notes).toHaveLength(4)
  })

  test('roles and fields hold together', () => {
    expect(parse('role:user').question.fields).toEqual(['prompt', 'output'])
    expect(parse('role:assistant in:input').question.fields).toEqual(['input'])
    expect(parse('-in:output').question.fields).toEqual(['prompt', 'answer', 'thinking', 'input'])
  })
})

describe('words', () => {
  const tokens = (text: string) => [...wordsIn(text)].map(word => word.token)

  test('accents and case make no difference, in whatever form they are written', () => {
    expect(tokens('GRÖSSE Café cafe\u0301')).toEqual(['grosse', 'cafe', 'cafe'])
    expect(tokensOf({ kind: 'phrase', text: 'Größe', isPrefix: false }).tokens).toEqual(['große'])
  })

  test('parts of names in camel case', () => {
    expect(searchable('parseHTTPHeader of xY snake_case').parts).toBe('parse HTTP Header x Y')
    expect([...wordsIn('parseHTTPHeader')][0]!.parts).toEqual(['parse', 'http', 'header'])
  })

  test('scripts without spaces, by pairs', () => {
    expect(tokens('全文検索test')).toEqual(['全文', '文検', '検索', '索', 'test'])
    expect(tokensOf({ kind: 'phrase', text: '検索', isPrefix: false })).toEqual({ tokens: ['検索'], isPrefix: false })
    expect(tokensOf({ kind: 'phrase', text: '索', isPrefix: false })).toEqual({ tokens: ['索'], isPrefix: true })
    const found = (query: string, text: string) => matcherOf(parse(query).question).match(text)
    expect(found('文検索', '日本語の全文検索です')).toEqual([{ start: 5, end: 8 }])
    expect(found('索', '全文検索')).toEqual([{ start: 3, end: 4 }])
    expect(found('検文', '全文検索')).toBeUndefined()
    expect(found('검색', '전문검색엔진')).toHaveLength(1)
  })

  test('data is left out, and places stay what they are', () => {
    const data = 'QUJD'.repeat(100)
    expect(searchable(`before ${data} behind`).words).toBe('before   behind')
    expect([...wordsIn(`before ${data} behind`)].map(one => one.start)).toEqual([0, 408])
  })
})

test('a snippet is one line with its marks in place', () => {
  const text = `${'before '.repeat(40)}the\n\twind   rose${' behind'.repeat(40)}`
  const spans = matcherOf(parse('wind rose').question).match(text)!
  const { text: shown, marks } = snippetOf(text, spans, 40)
  expect(shown).toMatch(/^….*the wind rose.*…$/)
  expect(marks.map(([start, end]) => shown.slice(start, end))).toEqual(['wind', 'rose'])
})

const QUERIES = runs(600, 10_000)

test(`any text is a query: ${QUERIES} random ones`, async () => {
  const { root, config } = catalogHome([2], 3)
  const store = await openStore(join(root, 'index.db'))
  try {
    await upToDate(store, config)
    const random = randomFrom(11)
    const pieces = [
      '"',
      "'",
      '-',
      '*',
      ':',
      '(',
      ')',
      ' ',
      'OR',
      'NOT',
      'AND',
      'NEAR(',
      '^',
      '{',
      '}',
      '+',
      '\0',
      '\\',
      '--',
      ';',
      'in:',
      'tool:',
      'since:',
      'has:',
      '-"',
      'a',
      'wind',
      'é',
      '中文',
      '😀',
      '\ud800',
      '%',
      '_',
      'project:',
      'error:',
      '\n',
      '\u202e',
      '9'.repeat(30),
    ]
    for (let round = 0; round < QUERIES; round++) {
      const query = Array.from({ length: random.int(0, 12) }, () => random.pick(pieces)).join(random.pick(['', ' ']))
      const { question } = parse(query)
      const found = await store.search(question)
      for (const { source } of found.slice(0, 1)) await store.hits(question, source.path, 2, 'best')
      matcherOf(question).match(`${query} wind`)
    }
  } finally {
    await store.close()
  }
})
