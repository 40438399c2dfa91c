// The team's store in place of the files on this machine: what is asked of an index is asked of it, and the transcripts that
// an answer shows are copied into the cache first. Nothing of this machine is sent.

import { createHash } from 'node:crypto'
import { join, relative, sep } from 'node:path'
import { withoutPassword } from '../../catalog/postgres/driver.js'
import { openPostgres, type TeamStore } from '../../catalog/postgres/postgres-store.js'
import type { Source, StoredCard } from '../../catalog/store.js'
import { cacheDir } from '../../disk/cache-place.js'
import { type ListedSession, type ResolvedSession, resolveSession } from '../../disk/index.js'
import { hasCopy, isSafeName, keepCopy, teamCopies } from '../../disk/team-copy.js'
import { InputError } from '../../format/error.js'
import { isSessionId } from '../../format/session-folder.js'
import type { CopiedStore, Place, TeamPlace } from '../session/place.js'
import type { SessionCard } from '../session/session-card.js'
import { joined } from './membership.js'
import { idOf } from './ship.js'

/** Where `--team` was given. */
export function withTeam(place: Place): Place {
  const { location, copies, connect } = teamStoreOf(place)
  const open = async (): Promise<CopyingStore> => copyingStore(await connect(), copies)
  const team: TeamPlace = { location, open, locate: (reference, cwd) => locateIn(open, copies, reference, cwd) }
  return { ...place, team }
}

export interface JoinedStore {
  /** Its address without the token. */
  readonly location: string
  /** Where copies of its sessions lie. */
  readonly copies: string
  connect(): Promise<TeamStore>
}

/** The store that this user reads. */
export function teamStoreOf(place: Place): JoinedStore {
  const file = joined(place)
  const url = file.read ?? file.ship
  if (url === null) throw new InputError('usage', 'no team store was joined')
  const location = withoutPassword(url)
  const print = createHash('sha256').update(location).digest('hex').slice(0, 12)
  const deadlineMs = deadlineIn(place)
  return { location, copies: teamCopies(cacheDir(place), print), connect: () => openPostgres(url, { deadlineMs }) }
}

const DEADLINE_S = 30

/** How long each answer of the store may take. */
function deadlineIn({ env }: Place): number {
  const word = env['RETHREAD_TEAM_TIMEOUT']
  if (word === undefined || word === '') return DEADLINE_S * 1000
  const seconds = Number(word)
  if (!(seconds > 0 && seconds <= 86_400))
    throw new InputError('usage', `RETHREAD_TEAM_TIMEOUT must be a number of seconds, not ${JSON.stringify(word)}`)
  return seconds * 1000
}

export interface CopyingStore extends CopiedStore {
  /** A session and its agents, as files. */
  copy(session: string): Promise<void>
}

/** Names in the store become paths of copies; what is read at such a path is there. */
export function copyingStore(store: TeamStore, copies: string): CopyingStore {
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
    card: { ...(card.card as SessionCard), path: pathOf(card.path), machine: machineOf(card.path) },
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
    async bring(path) {
      await copy(nameOf(path))
      return configDirOf(path, copies)
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
    turnCounts: async () =>
      new Map(
        [...(await store.turnCounts())].flatMap(([name, turns]) => (isSafeName(name) ? [[pathOf(name), turns]] : [])),
      ),
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
    touches: async path =>
      (await store.touches(path))
        .filter(one => isSafeName(one.source))
        .map(one => ({ ...one, source: pathOf(one.source) })),
    async *tokens(isWanted) {
      const named = isWanted && ((name: string) => isWanted(pathOf(name)))
      for await (const one of store.tokens(named))
        yield { ...one, source: pathOf(one.source), session: pathOf(one.session) }
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

export function listedOf({ path, file }: Pick<StoredCard, 'path' | 'file'>, copies: string): ListedSession {
  const id = idOf(path)
  return {
    id,
    path,
    configDir: configDirOf(path, copies),
    projectFolder: join(path, '..'),
    size: file.size,
    mtimeMs: file.mtimeMs,
    resumable: isSessionId(id),
  }
}

/** A name begins with the machine and its config dir. */
function configDirOf(path: string, copies: string): string {
  const [machine = '', print = ''] = relative(copies, path).split(sep)
  return join(copies, machine, print)
}

function machineOf(name: string): string {
  return name.slice(0, name.indexOf('/'))
}
