// The way in: the sessions there are, one by one, or the one that is meant.

import { homedir } from 'node:os'
import { type LsOptions, ls } from '../actions/list/index.js'
import { card, type Place } from '../actions/session/index.js'
import { type Session, sessionOf } from './session.js'

/** Where to look. Nothing of it need be given: then it is where the client and the user are. */
export interface Where {
  /** Instead of `~/.claude` and `~/.config/claude`; several with commas between them. */
  readonly configDir?: string
  /** What relative paths and `latest` are meant from. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly home?: string
  /** Ends whatever is under way. */
  readonly signal?: AbortSignal
}

export interface SessionsQuery extends Where, Omit<LsOptions, 'turns' | 'since' | 'until'> {
  /** Only those written since then, and before that. */
  readonly since?: Date
  readonly until?: Date
}

/** The sessions, newest first where no other order is asked for. Only the ends of their files are read. */
export async function* sessions(query: SessionsQuery = {}): AsyncGenerator<Session, void, undefined> {
  const place = placeAt(query)
  const { project, branch, model, order, limit, all, since, until, signal } = query
  const asked: LsOptions = {
    ...(project === undefined ? {} : { project }),
    ...(branch === undefined ? {} : { branch }),
    ...(model === undefined ? {} : { model }),
    ...(order === undefined ? {} : { order }),
    ...(limit === undefined ? {} : { limit }),
    ...(all === undefined ? {} : { all }),
    ...(since === undefined ? {} : { since: since.getTime() }),
    ...(until === undefined ? {} : { until: until.getTime() }),
  }
  const doing = signal ? { signal } : {}
  for (const card of (await ls(place, asked, doing)).sessions) yield sessionOf(place, card, doing)
}

/** One session: its id or the beginning of it, a unique part of its title, a path to its file, or `latest`. */
export async function session(reference = 'latest', where: Where = {}): Promise<Session> {
  const place = placeAt(where)
  return sessionOf(place, await card(place, { session: reference }), where.signal ? { signal: where.signal } : {})
}

function placeAt({ configDir, cwd = process.cwd(), env = process.env, home = homedir() }: Where): Place {
  return { cwd, env, home, ...(configDir === undefined ? {} : { configDir }) }
}
