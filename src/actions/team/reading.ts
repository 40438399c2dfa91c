// The team's store in place of the files on this machine: what is asked of an index is asked of it, and the transcripts that
// an answer shows are copied into the cache first. Nothing of this machine is sent.

import { createHash } from 'node:crypto'
import { join, relative, sep } from 'node:path'
import { withoutPassword } from '../../catalog/postgres/driver.js'
import { openPostgres, type TeamStore } from '../../catalog/postgres/postgres-store.js'
import type { Source, Store, StoredCard } from '../../catalog/store.js'
import { cacheDir } from '../../disk/cache-place.js'
import { type ListedSession, type ResolvedSession, resolveSession } from '../../disk/index.js'
import { hasCopy, isSafeName, keepCopy, teamCopies } from '../../disk/team-copy.js'
import { InputError } from '../../format/error.js'
import { isSessionId } from '../../format/session-folder.js'
import type { Place, TeamPlace } from '../session/place.js'
import type { SessionCard } from '../session/session-card.js'
import { joined } from './membership.js'
import { idOf } from './ship.js'

/** Where `--team` was given. */
export function withTeam(place: Place): Place {
  const file = joined(place)
  const url = file.read ?? file.ship
  if (url === null) throw new InputError('usage', 'no team store was joined')
  const location = withoutPassword(url)
  const print = createHash('sha256').update(location).digest('hex').slice(0, 12)
  const copies = teamCopies(cacheDir(place), print)
  const open = async (): Promise<CopyingStore> => copyingStore(await openPostgres(url), copies)
  const team: TeamPlace = { location, open, locate: (reference, cwd) => locateIn(open, copies, reference, cwd) }
  return { ...place, team }
}

interface CopyingStore extends Store {
  /** A session and its agents, as files. */
  copy(session: string): Promise<void>
}

/** Names in the store become paths of copies; what is read at such a path is there. */
function copyingStore(store: TeamStore, copies: string): CopyingStore {
  const pathOf = (name: string): string => join(copies, name)
  const nameOf = (path: string): string => relative(copies, path).split(sep).join('/')
  const told = (source: Source): Source => ({
    ...source,
    path: pathOf(source.path),
    folder: pathOf(source.folder),
    session: pathOf(source.session),
  })
  const cardTold = (card: StoredCard): StoredCard => ({
    ...card,
    path: pathOf(card.path),
    card: { ...(card.card as SessionCard), path: pathOf(card.path) },
  })
  const isSafe = ({ path }: { readonly path: string }): boolean => isSafeName(path)
  const made = new Set<string>()
  const copy = async (name: string, known?: Source): Promise<void> => {
    if (made.has(name) || !isSafeName(name)) return
    const source = known ?? (await store.source(name))
    if (source === undefined) return
    made.add(name)
    if (!hasCopy(copies, name, source.edition))
      await keepCopy(copies, name, { edition: source.edition, mtimeMs: source.file.mtimeMs }, store.raw(name))
  }
  return {
    ...store,
    async copy(session) {
      const name = nameOf(session)
      const [own] = (await store.source(name).then(source => (source ? [source] : []))) as [Source?]
      if (own === undefined) return
      for (const source of await store.sources(own.folder)) if (source.session === name) await copy(source.path, source)
    },
    folders: () => Promise.resolve(new Map()),
    // A name that leads elsewhere is nobody's session: what lies there is not the team's.
    sources: async () => (await store.sources()).filter(isSafe).map(told),
    source: async path => {
      const source = await store.source(nameOf(path))
      return source && isSafe(source) ? told(source) : undefined
    },
    card: async path => {
      const card = await store.card(nameOf(path))
      return card && isSafe(card) ? cardTold(card) : undefined
    },
    cards: async () => (await store.cards()).filter(isSafe).map(cardTold),
    async outline(path) {
      const outline = await store.outline(nameOf(path))
      // Whoever gets none makes it from the file, and cannot put it back: readers write nothing.
      if (outline === undefined) await copy(nameOf(path))
      return outline
    },
    keepOutline: () => Promise.resolve(),
    search: async question =>
      (await store.search(question))
        .filter(one => isSafe(one.source))
        .map(one => ({ ...one, source: told(one.source) })),
    async hits(question, source, limit, order) {
      const found = await store.hits(question, nameOf(source), limit, order)
      if (found.length > 0) await copy(nameOf(source))
      return found.map(one => ({ ...one, source }))
    },
    async touches(path) {
      const found = (await store.touches(path)).filter(one => isSafeName(one.source))
      for (const { source, did } of found) if (did === 'changed') await copy(source)
      return found.map(one => ({ ...one, source: pathOf(one.source) }))
    },
    async *tokens() {
      for await (const one of store.tokens()) yield { ...one, source: pathOf(one.source), session: pathOf(one.session) }
    },
  }
}

async function locateIn(
  open: () => Promise<CopyingStore>,
  copies: string,
  reference: string,
  cwd: string,
): Promise<ResolvedSession> {
  const store = await open()
  try {
    const cards = await store.cards()
    const byPath = new Map(cards.map(card => [card.path, card]))
    const sessions = cards
      .map(card => listedOf(card, copies))
      .toSorted((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1))
    const [newest] = sessions
    const found =
      reference === 'latest' && newest
        ? ({ kind: 'file', id: newest.id, path: newest.path, configDir: newest.configDir } as const)
        : await resolveSession(reference, {
            configDirs: [],
            sessions,
            cwd,
            titlesOf: ({ path }) => byPath.get(path)?.titles ?? [],
          })
    if (found.kind === 'file') await store.copy(found.path)
    return found
  } finally {
    await store.close()
  }
}

function listedOf({ path, file }: StoredCard, copies: string): ListedSession {
  const id = idOf(path)
  const [machine = '', print = ''] = relative(copies, path).split(sep)
  return {
    id,
    path,
    configDir: join(copies, machine, print),
    projectFolder: join(path, '..'),
    size: file.size,
    mtimeMs: file.mtimeMs,
    resumable: isSessionId(id),
  }
}
