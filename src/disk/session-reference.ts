// Which session does the user mean? A path, an id, the beginning of one, a part of a title, `latest`, or `-`.
//
// A reference may be hostile text: it is compared with the names that were listed, and never becomes a part of a
// path. Only where the caller allows paths is it itself tried as one.

import { realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { InputError } from '../format/error.js'
import { encodeProjectPath, PROJECTS, SESSION_ENDING } from '../format/session-folder.js'
import { configDirOf } from './config-dirs.js'
import type { ListedSession } from './list-sessions.js'
import { firstEntries, type PeekedEntry, peek } from './peek.js'
import { resolveRegular } from './regular-file.js'

export type ResolvedSession =
  | {
      readonly kind: 'file'
      readonly id: string
      readonly path: string
      readonly configDir?: string
      /** It is only in the archive, and this a copy of it for reading: where it lay. */
      readonly archived?: { readonly path: string; readonly configDir?: string }
    }
  | { readonly kind: 'standard-input' }

export interface ReferenceOptions {
  readonly configDirs: readonly string[]
  /** What `listSessions` found in these. */
  readonly sessions: readonly ListedSession[]
  /** The current directory: paths are relative to it, and `latest` looks for its project first. */
  readonly cwd: string
  /** The titles of a session, the one shown first; asked only where no id fits. */
  readonly titlesOf?: (session: ListedSession) => readonly string[] | Promise<readonly string[]>
  /** May the reference be a path? Only where it comes from the user's own command line. */
  readonly allowPath?: boolean
  readonly allowStandardInput?: boolean
}

/** The reference fits no session, or several. */
export class SessionReferenceError extends InputError {
  readonly candidates: readonly ListedSession[]
  /** The message without the candidates. */
  readonly what: string

  constructor(code: 'session-unknown' | 'session-ambiguous', what: string, candidates: readonly ListedSession[]) {
    super(code, what + candidates.map(describe).join(''))
    this.what = what
    this.candidates = candidates
  }
}

export async function resolveSession(reference: string, options: ReferenceOptions): Promise<ResolvedSession> {
  if (reference === '-' && options.allowStandardInput) return { kind: 'standard-input' }
  if (reference === 'latest') return asFile(latestSession(options))
  const named = options.allowPath ? namedFile(reference, options) : undefined
  if (named) return named
  const byId = only(reference, matchingIds(reference, options.sessions))
  if (byId) return asFile(byId)
  const titled = await titledSessions(options)
  const byTitle = only(reference, matchingTitles(reference, titled))
  if (byTitle) return asFile(byTitle)
  throw new SessionReferenceError(
    'session-unknown',
    `no session matches ${quoted(reference)}`,
    similar(reference, options.sessions).slice(0, MAX_CANDIDATES),
  )
}

/** A beginning shorter than this is more likely a title. */
const MIN_PREFIX = 4
/** In bytes: two Chinese characters are a word, two letters are none. A path such as `..` is no word either. */
const MIN_PART = 3
const MAX_CANDIDATES = 10
/** No path is longer on any platform. */
const MAX_PATH = 4096

function namedFile(reference: string, { cwd, configDirs }: ReferenceOptions): ResolvedSession | undefined {
  if (!reference.endsWith(SESSION_ENDING) || reference.length > MAX_PATH || reference.includes('\0')) return undefined
  const path = resolve(cwd, reference)
  // A FIFO or a folder of that name is an answer too: reading it says what is wrong with it.
  const resolved = resolveRegular(path)
  if (resolved.kind === 'problem' && resolved.finding.code === 'file-vanished') return undefined
  const configDir = configDirOf(path, configDirs)
  return { kind: 'file', id: basename(path, SESSION_ENDING), path, ...(configDir === undefined ? {} : { configDir }) }
}

/** The best kind of match decides: the id itself, the id in other case, the beginning of ids. */
function matchingIds(reference: string, sessions: readonly ListedSession[]): readonly ListedSession[] {
  const exact = sessions.filter(session => session.id === reference)
  if (exact.length > 0) return exact
  const lower = reference.toLowerCase()
  const sameLetters = sessions.filter(session => session.id.toLowerCase() === lower)
  if (sameLetters.length > 0 || reference.length < MIN_PREFIX) return sameLetters
  return sessions.filter(session => session.id.toLowerCase().startsWith(lower))
}

interface TitledSession {
  readonly session: ListedSession
  readonly titles: readonly string[]
}

async function titledSessions({ sessions, titlesOf }: ReferenceOptions): Promise<readonly TitledSession[]> {
  const titled: TitledSession[] = []
  if (titlesOf) for (const session of sessions) titled.push({ session, titles: await titlesOf(session) })
  return titled
}

/** The best kind of match decides: the title itself, the title in other case, a part of titles. */
function matchingTitles(reference: string, titled: readonly TitledSession[]): readonly ListedSession[] {
  const lower = reference.trim().toLowerCase()
  if (lower === '') return []
  const isTelling = Buffer.byteLength(lower) >= MIN_PART && /[\p{L}\p{N}]/u.test(lower)
  const kinds: readonly ((title: string) => boolean)[] = [
    title => title === reference,
    title => title.toLowerCase() === lower,
    title => isTelling && title.toLowerCase().includes(lower),
  ]
  for (const fits of kinds) {
    const found = titled.filter(({ titles }) => titles.some(fits))
    if (found.length > 0) return found.map(({ session }) => session)
  }
  return []
}

function only(reference: string, matches: readonly ListedSession[]): ListedSession | undefined {
  if (matches.length < 2) return matches[0]
  const more = matches.length > MAX_CANDIDATES ? `, the newest ${MAX_CANDIDATES} of them` : ''
  throw new SessionReferenceError(
    'session-ambiguous',
    `${quoted(reference)} matches ${matches.length} sessions${more}`,
    matches.slice(0, MAX_CANDIDATES),
  )
}

/** Sessions whose id has the reference somewhere inside; else simply the newest. */
function similar(reference: string, sessions: readonly ListedSession[]): readonly ListedSession[] {
  const lower = reference.toLowerCase()
  const has = (text: string) => lower !== '' && text.toLowerCase().includes(lower)
  const found = sessions.filter(session => has(session.id))
  return found.length > 0 ? found : sessions
}

/** The newest session of the current directory's project, else of all. `sessions` are newest first. */
function latestSession({ sessions, cwd }: ReferenceOptions): ListedSession {
  const here = new Set([cwd, realPathOr(cwd)])
  const isHere = (session: ListedSession) => cwdsOf(session).some(path => here.has(path))
  // Folder names of different directories can be equal, so the name only says where to look first.
  const names = new Set([...here].map(encodeProjectPath))
  const found =
    sessions.find(session => names.has(basename(session.projectFolder)) && isHere(session)) ??
    newestOfEachFolder(sessions).find(isHere) ??
    // 1.0 clients write a file with nothing but a title at each resume: never the session that is meant (§2).
    sessions.find(session => cwdsOf(session).length > 0) ??
    sessions[0]
  if (found) return found
  throw new SessionReferenceError('session-unknown', 'no sessions found', [])
}

function newestOfEachFolder(sessions: readonly ListedSession[]): readonly ListedSession[] {
  const newest = new Map<string, ListedSession>()
  for (const session of sessions) {
    if (!newest.has(session.projectFolder)) newest.set(session.projectFolder, session)
  }
  return [...newest.values()]
}

/** The first one and those of the end: clients change directory, and enter and leave worktrees (B4). */
function cwdsOf({ path, configDir }: ListedSession): readonly string[] {
  const root = join(configDir, PROJECTS)
  const cwds: string[] = []
  // Not by a fixed number of bytes: the rows before the first with a directory can be long.
  firstEntries(path, entry => cwds.push(...cwdOf(entry)) > 0, root)
  if (cwds.length === 0) return cwds
  const { head, tail } = peek(path, { headBytes: 0, root }) // a small file is all head
  return [...cwds, ...[...head, ...tail].flatMap(cwdOf)]
}

function cwdOf(entry: PeekedEntry): readonly string[] {
  const cwd = (entry.value() as { readonly cwd?: unknown } | undefined)?.cwd
  return typeof cwd === 'string' ? [cwd] : []
}

function realPathOr(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

function asFile({ id, path, configDir }: ListedSession): ResolvedSession {
  return { kind: 'file', id, path, configDir }
}

function describe({ id, projectFolder, mtimeMs }: ListedSession): string {
  return `\n  ${id}  ${new Date(mtimeMs).toISOString().slice(0, 16).replace('T', ' ')}  ${basename(projectFolder)}`
}

function quoted(reference: string): string {
  return JSON.stringify(reference.length > 80 ? `${reference.slice(0, 80)}…` : reference)
}
