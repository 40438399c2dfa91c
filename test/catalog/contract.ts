// What every engine of the catalog must do, whatever it is made with.

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NO_FIGURES } from '../../src/catalog/ingest/figures.js'
import type { Question } from '../../src/catalog/query/question.js'
import { searchable } from '../../src/catalog/query/words.js'
import type { IsWanted, Source, SourceUpdate, Store, Text, TextField, TokenEvent } from '../../src/catalog/store.js'
import { unpackTokens } from '../../src/catalog/usage/token-pack.js'
import { tempFolder } from '../disk/temp-folder.js'

export const question = (...words: readonly string[]): Question => ({
  all: words.map(text => [{ kind: 'phrase', text, isPrefix: false }]),
  none: [],
  text: { tools: [], notTools: [] },
  session: [],
})

const source = (name: string, more: Partial<Source> = {}): Source => ({
  path: `/c/projects/-p/${name}.jsonl`,
  folder: '/c/projects/-p',
  session: `/c/projects/-p/${name}.jsonl`,
  agentId: null,
  file: { dev: 1, ino: 2, size: 100, mtimeMs: 3.25 },
  titleMtimeMs: 0,
  read: { offset: 100, line: 3, head: 'h', tail: 't', figures: NO_FIGURES, open: '[]' },
  figures: { ...NO_FIGURES, entries: 2, models: { m: 1 }, cwd: '/p' },
  edition: 0,
  gone: false,
  problem: null,
  ...more,
})

const text = (words: string, offset: number, field: TextField = 'prompt', more: Partial<Text> = {}): Text => ({
  field,
  ...searchable(words),
  line: offset,
  offset,
  length: 10,
  tool: null,
  isError: false,
  time: 1000 + offset,
  ...more,
})

const update = (name: string, texts: readonly Text[], more: Partial<SourceUpdate> = {}): SourceUpdate => ({
  source: source(name),
  after: null,
  keepBefore: 0,
  texts,
  tokens: [],
  touches: [],
  outline: null,
  ...more,
})

const tokensIn = async (store: Store, isWanted?: IsWanted) => {
  const all: [string, readonly TokenEvent[]][] = []
  for await (const { source: path, packs } of store.tokens(isWanted))
    all.push([path, packs.flatMap(pack => unpackTokens(pack))])
  return all
}

export function storeContract(open: (path: string) => Store | Promise<Store>): void {
  const make = async (use: (store: Store, path: string) => Promise<void>): Promise<void> => {
    const path = join(tempFolder(), 'index.db')
    const store = await open(path)
    try {
      await use(store, path)
      expect(await store.fault()).toBeUndefined()
    } finally {
      await store.close()
    }
  }
  const found = async (store: Store, ...words: readonly string[]): Promise<readonly string[]> =>
    (await store.search(question(...words))).map(one => `${one.source.path.slice(15, -6)}:${one.hits}`).toSorted()

  test('a source is kept as it is told', () =>
    make(async store => {
      expect(await store.write([update('a', [text('one', 1)])])).toEqual([])
      expect(await store.source('/c/projects/-p/a.jsonl')).toEqual({ ...source('a'), edition: 1 })
      expect(await store.sources('/c/projects/-p')).toHaveLength(1)
      expect(await store.sources('/elsewhere')).toEqual([])
    }))

  test('words, phrases, beginnings and parts of identifiers are found', () =>
    make(async store => {
      await store.write([
        update('a', [text('the parseHttpHeader function', 1), text('header only', 2, 'answer')]),
        update('b', [text('http then header', 1), text('snake_case_name', 2)]),
      ])
      expect(await found(store, 'header')).toEqual(['a:2', 'b:1'])
      expect(await found(store, 'HTTP', 'parse')).toEqual(['a:1'])
      expect(await found(store, 'parsehttpheader')).toEqual(['a:1'])
      expect(await found(store, 'http header')).toEqual([])
      expect(await found(store, 'http then')).toEqual(['b:1'])
      expect(await found(store, 'case_name')).toEqual(['b:1'])
      const beginning = { ...question(), all: [[{ kind: 'phrase', text: 'parse', isPrefix: true }]] } as const
      expect((await store.search(beginning)).map(one => one.hits)).toEqual([1])
    }))

  test('of a word that is everywhere every hit is counted, and the weightiest texts are the best', () =>
    make(async store => {
      const printed = Array.from({ length: 3000 }, (_, at) => text(`night ${at}`, at + 1, 'output'))
      await store.write([
        update('a', printed),
        update('b', printed),
        update('c', [text('one night', 1, 'answer'), text('nothing', 2)]),
        update('d', [text('night', 1), text('theNight', 2, 'output')]),
      ])
      expect(await found(store, 'night')).toEqual(['a:3000', 'b:3000', 'c:1', 'd:2'])
      const sorted = (await store.search(question('night'))).toSorted((one, other) => other.score - one.score)
      const places = sorted.map(one => one.source.path.slice(15, -6))
      expect([places.slice(0, 2).toSorted(), places.slice(2).toSorted()]).toEqual([
        ['c', 'd'],
        ['a', 'b'],
      ])
      expect((await store.search(question())).map(one => one.score)).toEqual([0, 0, 0, 0])
      const outputs = await store.search({ ...question('night'), fields: ['output'] })
      expect(outputs.reduce((sum, one) => sum + one.hits, 0)).toBe(6001)
    }))

  test('what is written with the word that more follows is kept together with it', () =>
    make(async (store, path) => {
      expect(await store.write([update('a', [text('one', 1)])], true)).toEqual([])
      expect(await found(store, 'one')).toEqual(['a:1'])
      const other = await open(path)
      try {
        expect(await found(other, 'one')).toEqual([])
        expect(await store.write([update('b', [text('two', 1)])])).toEqual([])
        expect(await found(other, 'one')).toEqual(['a:1'])
        expect(await found(other, 'two')).toEqual(['b:1'])
      } finally {
        await other.close()
      }
    }))

  test('alternatives, and what must not be there', () =>
    make(async store => {
      await store.write([update('a', [text('red apple', 1), text('green appleTree', 2), text('blue plum', 3)])])
      const phrase = (one: string) => ({ kind: 'phrase', text: one, isPrefix: false }) as const
      const ask = async (all: readonly (readonly string[])[], none: readonly string[]) =>
        (
          await store.hits(
            { ...question(), all: all.map(group => group.map(phrase)), none: none.map(phrase) },
            source('a').path,
            9,
            'newest',
          )
        ).map(one => one.offset)
      expect(await ask([['apple', 'plum']], [])).toEqual([3, 2, 1])
      expect(await ask([['apple']], ['green'])).toEqual([1])
      expect(await ask([['apple'], ['red', 'blue']], [])).toEqual([1])
      expect(await ask([['apple', 'plum']], ['tree'])).toEqual([3, 1])
      expect(await ask([], ['apple'])).toEqual([3])
    }))

  test('filters on texts', () =>
    make(async store => {
      await store.write([
        update('a', [
          text('x', 1),
          text('x', 2, 'input', { tool: 'Bash' }),
          text('x', 3, 'output', { tool: 'Bash', isError: true }),
          text('x', 4, 'output', { tool: 'mcp__git__log', time: null }),
        ]),
      ])
      const ask = async (filters: Partial<Question['text']>, fields?: readonly TextField[], words = ['x']) => {
        const asked = {
          ...question(...words),
          text: { tools: [], notTools: [], ...filters },
          ...(fields ? { fields } : {}),
        }
        const hits = await store.hits(asked, source('a').path, 9, 'newest')
        const count = (await store.search(asked)).reduce((sum, one) => sum + one.hits, 0)
        expect(count).toBe(hits.length)
        return hits.map(one => one.offset).toReversed()
      }
      for (const words of [['x'], []]) {
        expect(await ask({ tools: ['bash'] }, undefined, words)).toEqual([2, 3])
        expect(await ask({ tools: ['mcp__*'] }, undefined, words)).toEqual([4])
        expect(await ask({ notTools: ['bash'] }, undefined, words)).toEqual([1, 4])
        expect(await ask({ isError: true }, undefined, words)).toEqual([3])
        expect(await ask({ since: 1002 }, undefined, words)).toEqual([2, 3])
        expect(await ask({ before: 1002 }, undefined, words)).toEqual([1])
        expect(await ask({}, ['output'], words)).toEqual([3, 4])
        expect(await ask({ tools: ['nothing'] }, undefined, words)).toEqual([])
      }
    }))

  test('a file that has grown keeps what stood before', () =>
    make(async store => {
      await store.write([update('a', [text('first', 1), text('half', 50)], { tokens: [], touches: [] })])
      await store.write([update('a', [text('second', 50)], { after: 1, keepBefore: 50 })])
      expect(await found(store, 'first')).toEqual(['a:1'])
      expect(await found(store, 'half')).toEqual([])
      expect(await found(store, 'second')).toEqual(['a:1'])
      await store.write([update('a', [text('new', 1)], { after: 2, keepBefore: 0 })])
      expect(await found(store, 'first')).toEqual([])
      expect(await found(store, 'new')).toEqual(['a:1'])
    }))

  test('who writes about what another has written meanwhile is refused, wholly', () =>
    make(async store => {
      await store.write([update('a', [text('mine', 1)])])
      expect(await store.write([update('a', [text('late', 2)]), update('b', [text('other', 1)])])).toEqual([
        source('a').path,
      ])
      expect(await found(store, 'late')).toEqual([])
      expect(await found(store, 'other')).toEqual(['b:1'])
    }))

  test('more texts than a block has', () =>
    make(async store => {
      const many = Array.from({ length: 3000 }, (_, at) => text(`word${at} common`, at + 1))
      await store.write([update('a', many), update('b', many.slice(0, 5))])
      await store.write([update('a', [text('last common', 5000)], { after: 1, keepBefore: 5000 })])
      expect(await found(store, 'common')).toEqual(['a:3001', 'b:5'])
      expect(await found(store, 'word2999')).toEqual(['a:1'])
      expect(await store.hits(question('common'), source('a').path, 9999, 'newest')).toHaveLength(3001)
    }))

  test('what is gone is kept and marked, until it comes again', () =>
    make(async store => {
      await store.write([update('a', [text('old', 1)]), update('b', [text('here', 1)])])
      await store.closeFolder('/c/projects/-p', 'print', [source('b').path], 7)
      expect(await store.folders()).toEqual(new Map([['/c/projects/-p', 'print']]))
      expect((await store.source(source('a').path))?.gone).toBe(true)
      expect((await store.status()).gone).toBe(1)
      await store.closeFolder('/c/projects/-p', 'print', [source('a').path, source('b').path], 8)
      expect((await store.source(source('a').path))?.gone).toBe(false)
      await store.dropFolders(['/c/projects/-p'])
      expect((await store.sources()).every(one => one.gone)).toBe(true)
      expect((await store.folders()).size).toBe(0)
    }))

  test('titles and projects are found, and change', () =>
    make(async store => {
      const card = (title: string) => ({
        path: source('a').path,
        file: source('a').file,
        titleMtimeMs: 0,
        titles: [title],
        project: '/home/ada/weather-station',
        card: { title, deep: [1] },
      })
      await store.write([update('a', [text('words', 1)], { card: card('Fix the barometer') })])
      expect(await found(store, 'barometer')).toEqual(['a:1'])
      expect(await found(store, 'weather')).toEqual(['a:1'])
      await store.write([update('a', [], { after: 1, keepBefore: 99, card: card('Another name') })])
      expect(await found(store, 'barometer')).toEqual([])
      expect(await found(store, 'another')).toEqual(['a:1'])
      expect(await store.cards()).toEqual([card('Another name')])
      expect(await store.card(source('a').path)).toEqual(card('Another name'))
    }))

  test('what answers took, and the files they touched', () =>
    make(async store => {
      const event = {
        line: 4,
        offset: 70,
        messageId: 'msg_1',
        requestId: 'req_1',
        model: 'claude',
        time: 5,
        inputTokens: 1,
        outputTokens: 2,
        cacheReadTokens: 3,
        cacheCreationTokens: 4,
        cacheWrite5mTokens: 5,
        cacheWrite1hTokens: 6,
        webSearches: 7,
        webFetches: 8,
        serviceTier: 'standard',
        inferenceGeo: 'us',
        speed: 'fast',
        costUSD: 0.25,
        stopReason: 'end_turn',
        isSidechain: true,
        isProgress: false,
        agentId: 'x',
        sessionId: 'a',
        forkedFrom: 'b',
        cwd: '/p',
        others: [
          {
            model: 'adviser',
            inputTokens: 1,
            outputTokens: 2,
            cacheReadTokens: 3,
            cacheCreationTokens: 4,
            cacheWrite5mTokens: 5,
            cacheWrite1hTokens: 6,
          },
        ],
      }
      const touch = {
        path: '/p/src/a.ts',
        did: 'changed',
        tool: 'Edit',
        line: 2,
        offset: 20,
        length: 5,
        resultOffset: 30,
        time: 1,
      } as const
      await store.write([
        update('a', [], {
          tokens: [event, { ...event, offset: 71, messageId: null, model: null, time: null, others: [] }],
          touches: [touch, { ...touch, did: 'read', path: '/p/other.ts', offset: 25 }],
        }),
      ])
      const plain = { ...event, offset: 71, messageId: null, model: null, time: null, others: [] }
      expect(await tokensIn(store)).toEqual([[source('a').path, [event, plain]]])
      // What has come to a file since is beside what was there; what was read again replaces it.
      const later = { ...event, offset: 90, costUSD: 1e-7 }
      await store.write([update('a', [], { after: 1, keepBefore: 80, tokens: [later] })])
      expect(await tokensIn(store)).toEqual([[source('a').path, [event, plain, later]]])
      await store.write([update('a', [], { after: 2, keepBefore: 71, tokens: [later] })])
      expect(await tokensIn(store)).toEqual([[source('a').path, [event, later]]])
      await store.write([update('b', [])])
      expect(await tokensIn(store)).toEqual([
        [source('a').path, [event, later]],
        [source('b').path, []],
      ])
      // All are told of; those that are not wanted without what they took.
      expect(await tokensIn(store, path => path !== source('a').path)).toEqual([
        [source('a').path, []],
        [source('b').path, []],
      ])
      expect(await tokensIn(store, path => path === source('a').path)).toEqual(await tokensIn(store))
      expect(await store.touches('src/a.ts')).toEqual([{ ...touch, source: source('a').path }])
      expect(await store.touches('/p/src/a.ts')).toHaveLength(1)
      expect(await store.touches('a.t')).toEqual([])
    }))

  test('outlines belong to an edition', () =>
    make(async store => {
      const outline = {
        turns: 2,
        runs: [
          [1, 1, 1],
          [9, 2, 1],
        ],
        agents: { x: 1 },
      } as const
      await store.write([update('a', [])])
      await store.keepOutline(source('a').path, 2, outline)
      expect(await store.outline(source('a').path)).toBeUndefined()
      expect(await store.turnCounts()).toEqual(new Map())
      await store.keepOutline(source('a').path, 1, outline)
      expect(await store.turnCounts()).toEqual(new Map([[source('a').path, outline.turns]]))
      expect(await store.outline(source('a').path)).toEqual(outline)
    }))

  test('it is there when it is opened again, also by two at once', () =>
    make(async (store, path) => {
      await store.write([update('a', [text('kept', 1)])])
      const other = await open(path)
      expect(await found(other, 'kept')).toEqual(['a:1'])
      await other.write([update('b', [text('kept', 1)])])
      await other.close()
      expect(await found(store, 'kept')).toEqual(['a:1', 'b:1'])
      expect(await store.wordsLike('kep', 5)).toEqual(['kept'])
    }))
}
