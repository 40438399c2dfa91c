// Searching transcripts that lie elsewhere: those that can match are brought, as far as they arrive.

import type { CardOf } from '../../catalog/ingest/ingest-file.js'
import type { Source, Store } from '../../catalog/store.js'
import { InputError } from '../../format/error.js'
import type { Doing } from '../action.js'
import { type CutShort, cutShort } from '../cut-short.js'

export interface Copies {
  readonly configDirs: readonly string[]
  readonly only: ReadonlySet<string>
  readonly cardOf: CardOf
  readonly partial: CutShort | undefined
}

/** What nobody would wait for, nor wants to lie in the cache. */
const MOST_BYTES = 2_000_000_000

/** `sources`: those that can match; undefined where that cannot be told, and all of them have to be read. */
export async function copiesOf(
  store: Store,
  bring: (source: string) => Promise<string>,
  sources: readonly Source[] | undefined,
  { signal, progress }: Doing,
): Promise<Copies> {
  const wanted = (sources ?? (await store.sources())).filter(source => !source.gone)
  const bytes = wanted.reduce((sum, source) => sum + Math.max(0, source.file.size), 0)
  if (bytes > MOST_BYTES)
    throw new InputError(
      'usage',
      `${wanted.length} transcripts (${(bytes / 1e9).toFixed(1)} GB) would have to be copied from the team store; add a whole word that the index can look up`,
    )
  const cards = new Map((await store.cards()).map(card => [card.path, card]))
  const configDirs = new Set<string>()
  const only = new Set<string>()
  let partial: CutShort | undefined
  try {
    for (const [at, { path }] of wanted.entries()) {
      signal?.throwIfAborted()
      progress?.({ kind: 'sessions', done: at, of: wanted.length })
      configDirs.add(await bring(path))
      only.add(path)
    }
  } catch (error) {
    partial = cutShort(error)
    if (only.size === 0) throw error
  }
  return { configDirs: [...configDirs], only, cardOf: ({ path }) => cards.get(path), partial }
}

/** The same store, which gives no card and no outline where it no longer answers: the copies tell as much. */
export function tolerant<Asked extends Store | undefined>(store: Asked) {
  let partial: CutShort | undefined
  const orNothing = async <Value>(asked: Promise<Value>): Promise<Value | undefined> => {
    try {
      return await asked
    } catch (error) {
      partial = cutShort(error)
      return undefined
    }
  }
  return {
    isCutShort: () => partial,
    store: store && {
      ...store,
      card: (path: string) => orNothing(store.card(path)),
      outline: (path: string) => orNothing(store.outline(path)),
    },
  }
}
