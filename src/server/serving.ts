// What every route is given.

import type { Context } from 'hono'
import type { Doing } from '../actions/action.js'
import type { Plans } from '../actions/planned/index.js'
import type { KeptSessions, Place } from '../actions/session/index.js'
import type { TeamSessions } from '../actions/team/index.js'
import type { LiveEvents } from './live-events.js'
import type { Rights } from './rights.js'

export interface Serving {
  readonly place: Place & { readonly kept: KeptSessions }
  /** The same without kept sessions: for questions about all of them. */
  readonly everywhere: Place
  readonly rights: Rights
  readonly areSamples: boolean
  readonly plans: Plans
  readonly live: LiveEvents
}

/** The team's sessions, which are only ever read. */
export interface TeamServing {
  readonly team: TeamSessions
  /** Are one's own sessions served beside them? */
  readonly hasOwn: boolean
}

/** What can be read of all sessions and of one, wherever they lie. */
export type Reading = Pick<Serving, 'place' | 'everywhere'>

/** Ends with the request: a page that is left waits for nothing. */
export function doingOf(c: Context): Doing & { readonly signal: AbortSignal } {
  return { signal: c.req.raw.signal }
}
