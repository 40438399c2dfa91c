// Do two catalogs say the same? One that was brought up to date step by step must be as one that was made at once.

import type { Question } from './query/question.js'
import type { FoundText, Source, Store } from './store.js'
import { unpackTokens } from './usage/token-pack.js'

const EVERYTHING: Question = { all: [], none: [], text: { tools: [], notTools: [] }, session: [] }
const WORDS_TRIED = 400

/** What differs, in words; nothing where they are equal. */
export async function* differences(one: Store, other: Store): AsyncGenerator<string> {
  const there = new Map((await other.sources()).filter(source => !source.gone).map(source => [source.path, source]))
  const here = (await one.sources()).filter(source => !source.gone)
  for (const source of here) {
    const twin = there.get(source.path)
    there.delete(source.path)
    if (twin === undefined) yield `${source.path}: in one of them only`
    else yield* differenceOf(source, twin, one, other)
  }
  for (const path of there.keys()) yield `${path}: in one of them only`
  yield* differentEvents(one, other)
  yield* differentWords(one, other)
}

async function* differenceOf(source: Source, twin: Source, one: Store, other: Store): AsyncGenerator<string> {
  const { path } = source
  if (!isEqual(comparable(source), comparable(twin))) yield `${path}: other figures`
  const [texts, theirs] = [await allTexts(one, path), await allTexts(other, path)]
  if (!isEqual(texts, theirs)) yield `${path}: other texts (${texts.length} and ${theirs.length})`
  if (!isEqual((await one.card(path))?.card, (await other.card(path))?.card)) yield `${path}: another card`
}

/** What does not depend on when it was read. */
function comparable({ folder, session, agentId, figures, problem }: Source): unknown {
  const sorted = (counts: Readonly<Record<string, number>>) => Object.entries(counts).toSorted()
  return {
    folder,
    session,
    agentId,
    problem,
    ...figures,
    models: sorted(figures.models),
    branches: sorted(figures.branches),
  }
}

function allTexts(store: Store, path: string): Promise<readonly FoundText[]> {
  return store.hits(EVERYTHING, path, 2 ** 31 - 1, 'newest')
}

async function* differentEvents(one: Store, other: Store): AsyncGenerator<string> {
  const sums = async (store: Store): Promise<ReadonlyMap<string, number>> => {
    const hashes = new Map<string, number>()
    for await (const { source, packs } of store.tokens())
      hashes.set(source, hashOf(JSON.stringify(packs.flatMap(pack => unpackTokens(pack)))))
    return hashes
  }
  const [mine, theirs] = [await sums(one), await sums(other)]
  for (const path of new Set([...mine.keys(), ...theirs.keys()]))
    if (mine.get(path) !== theirs.get(path)) yield `${path}: other token counts`
  const paths = new Set<string>()
  for (const store of [one, other]) for (const path of await store.touchedFiles()) paths.add(path)
  for (const path of paths)
    if (!isEqual(await one.touches(path), await other.touches(path))) yield `${path}: touched by others`
}

async function* differentWords(one: Store, other: Store): AsyncGenerator<string> {
  const words = new Set<string>()
  const beginnings = ['', '1', '5', ...'abcdefghijklmnopqrstuvwxyz', 'ä', '一', '中', 'の']
  for (const store of [one, other])
    for (const beginning of beginnings)
      for (const word of await store.wordsLike(beginning, Math.ceil(WORDS_TRIED / beginnings.length))) words.add(word)
  for (const word of words) {
    const question: Question = { ...EVERYTHING, all: [[{ kind: 'phrase', text: word, isPrefix: false }]] }
    if (!isEqual(await foundIn(one, question), await foundIn(other, question))) yield `other texts with "${word}"`
  }
}

async function foundIn(store: Store, question: Question): Promise<unknown> {
  const found = (await store.search(question)).filter(({ source }) => !source.gone)
  return found.map(({ source, hits }) => [source.path, hits] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5 | 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
