// Where a command runs: the config dirs it looks into and the directory it was started in.

import { resolve, sep } from 'node:path'
import type { Store } from '../../catalog/store.js'
import { hasArchive } from '../../disk/archive/places.js'
import { isFolder, type LookedIn, lookedIn } from '../../disk/config-dirs.js'
import {
  configDirs,
  dataDir,
  type ListedSession,
  listSessions,
  peek,
  type ResolvedSession,
  resolveSession,
  type SessionList,
  SessionReferenceError,
} from '../../disk/index.js'
import { rest } from '../../disk/rest.js'
import { InputError } from '../../format/error.js'
import { pointReference } from '../../format/point-reference.js'
import type { KeptSessions } from './kept-sessions.js'
import { readCard, type SessionCard } from './session-card.js'
import { summaryTitles } from './summary-titles.js'

/** A store whose transcripts lie here only as copies. */
export interface CopiedStore extends Store {
  /** The copy at this path is as the store has it; in which config dir it lies. */
  bring(source: string): Promise<string>
}

/** A team's store, which is read instead of the files on this machine (`--team`). */
export interface TeamPlace {
  /** The address without its token. */
  readonly location: string
  open(): Promise<CopiedStore>
  locate(reference: string, cwd: string): Promise<ResolvedSession>
}

export interface Place {
  /** `--config-dir`, where it was given. */
  readonly configDir?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly cwd: string
  /** What time it is there, where it is not the clock's. */
  readonly now?: number
  /** A config dir to look into where there are no sessions at all: the samples, for whoever tries rethread out. */
  readonly samples?: string
  /** Where the samples lie that come with rethread: they can be read by their path, and are never written. */
  readonly bundled?: string
  /** Further config dirs to look into: copies of sessions that are only in the archive (`withArchived`). */
  readonly archivedDirs?: readonly string[]
  /** Takes what the user should know and did not ask for. */
  readonly tell?: (message: string) => void
  readonly team?: TeamPlace
  /** Of a process that lives long: sessions stay open between questions, and no path names one. */
  readonly kept?: KeptSessions
}

/** The samples belong to everybody who tries rethread out, however they were found. */
export function refuseSamples({ samples, bundled, cwd }: Place, path: string, instead = ''): void {
  const isIn = (folder: string | undefined): boolean =>
    folder !== undefined && `${resolve(cwd, path)}${sep}`.startsWith(`${resolve(cwd, folder)}${sep}`)
  if (isIn(samples) || isIn(bundled))
    throw new InputError('usage', `this is a sample, not one of your sessions${instead}`)
}

export interface Sessions extends SessionList {
  readonly dirs: readonly string[]
  /** These are the samples: there are no sessions of one's own. */
  readonly areSamples: boolean
}

export function sessionsOf({ configDir, env, home, samples, bundled, archivedDirs = [] }: Place): Sessions {
  const dirs = [...configDirs({ env, home, ...(configDir === undefined ? {} : { flag: configDir }) }), ...archivedDirs]
  const own = listSessions(dirs)
  if (own.sessions.length > 0 || samples === undefined || configDir !== undefined) {
    const isSamples = dirs.length === 1 && bundled !== undefined && dirs[0] === resolve(bundled)
    return { dirs, areSamples: false, ...(isSamples ? byOwnDates(own) : own) }
  }
  return { dirs: [samples], areSamples: true, ...byOwnDates(listSessions([samples])) }
}

/** The files of the samples are as old as the copy that they lie in: what they say of themselves is of use. */
function byOwnDates({ sessions, findings }: SessionList): SessionList {
  const dated = sessions.map(session => ({ ...session, mtimeMs: lastTime(session) ?? session.mtimeMs }))
  return { sessions: dated.toSorted((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1)), findings }
}

function lastTime({ path, configDir }: ListedSession): number | undefined {
  const { head, tail } = peek(path, { root: configDir })
  const times = [...head, ...tail].map(entry =>
    Date.parse(String((entry.value() as { readonly timestamp?: unknown } | undefined)?.timestamp)),
  )
  return times.findLast(time => !Number.isNaN(time))
}

/** Where sessions were looked for, and where samples lie: for whoever has none. */
export function whereToLook({ configDir, env, home, bundled }: Place): Whereabouts {
  return {
    lookedIn: lookedIn({ env, home, ...(configDir === undefined ? {} : { flag: configDir }) }),
    samples: bundled !== undefined && isFolder(bundled) ? bundled : null,
  }
}

export interface Whereabouts {
  readonly lookedIn: readonly LookedIn[]
  readonly samples: string | null
}

export interface LocateOptions {
  readonly allowStandardInput?: boolean
  /** May the reference name a place in the session, such as `91a1:t7`? What is done with it is the caller's matter. */
  readonly allowPoint?: boolean
}

/** The session that a reference means (design.md, "Session references and places"). */
export async function locate(reference: string, place: Place, options: LocateOptions = {}): Promise<ResolvedSession> {
  const { session, point } = pointReference(reference)
  if (point === undefined) return located(reference, place, options)
  let found: ResolvedSession
  try {
    found = await located(session, place, options)
  } catch (error) {
    // A title may end like a point.
    if (!(error instanceof InputError)) throw error
    return located(reference, place, options)
  }
  if (options.allowPoint) return found
  throw new InputError(
    'point-not-taken',
    `this works on a whole session, not on ${JSON.stringify(reference)}; use ${session}`,
  )
}

async function located(reference: string, place: Place, options: LocateOptions): Promise<ResolvedSession> {
  if (place.team) return place.team.locate(reference, place.cwd)
  if (place.kept?.namedBy === 'key') return place.kept.find(reference)
  const { dirs, sessions } = sessionsOf(place)
  let titles: Promise<ReadonlyMap<string, readonly string[]>> | undefined
  try {
    return await resolveSession(reference, {
      configDirs: dirs,
      sessions,
      cwd: place.cwd,
      allowPath: place.kept === undefined,
      // A process that others ask has its standard input for them.
      allowStandardInput: (options.allowStandardInput ?? false) && place.kept === undefined,
      titlesOf: async session => (await (titles ??= titlesByPath(sessions))).get(session.path) ?? [],
    })
  } catch (error) {
    if (!(error instanceof SessionReferenceError)) throw error
    const kept = await onlyArchived(error, reference, place)
    if (kept) return kept
    throw sessions.length === 0 && reference === 'latest' ? noSession(place) : new UnclearReference(error, sessions)
  }
}

/** What is no longer there may be in the archive. `latest` means one that is there. */
async function onlyArchived(
  { code }: SessionReferenceError,
  reference: string,
  place: Place,
): Promise<ResolvedSession | undefined> {
  if (code !== 'session-unknown' || reference === 'latest' || !hasArchive(dataDir(place))) return undefined
  const { locateKept } = await import('../archive/kept-sessions.js')
  return locateKept(reference, place)
}

function noSession(place: Place): InputError {
  const places = whereToLook(place).lookedIn.map(one => one.path)
  return new InputError('session-unknown', `no sessions found. Looked in ${places.join(' and ')}`)
}

/** A reference that fits no session, or several, with what one needs to choose among them. */
export class UnclearReference extends InputError {
  /** The message without the candidates. */
  readonly what: string
  readonly cards: readonly SessionCard[]

  constructor({ code, what, candidates }: SessionReferenceError, sessions: readonly ListedSession[]) {
    const cards = summaryTitles(candidates.map(readCard), sessions)
    super(code, what + cards.map(inWords).join(''))
    this.what = what
    this.cards = cards
  }
}

function inWords({ id, updatedAt, project, title }: SessionCard): string {
  const parts = [id, updatedAt.slice(0, 16).replace('T', ' '), project, title]
  return `\n  ${parts.filter(part => part !== null).join('  ')}`
}

/** As `ls` shows them. A file that holds nothing but the title of another session is not what the title means (D6). */
async function titlesByPath(sessions: readonly ListedSession[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const cards: SessionCard[] = []
  for (const session of sessions) {
    await rest()
    cards.push(readCard(session))
  }
  const all = summaryTitles(cards, sessions)
  const ofTalks = new Set(all.filter(card => !card.empty).flatMap(card => card.titles))
  return new Map(
    all.map(({ path, titles, empty }) => [path, empty ? titles.filter(title => !ofTalks.has(title)) : titles]),
  )
}
