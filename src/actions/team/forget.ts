// Takes a session back: it leaves the store with its agents, and is not shipped again.

import { type TeamFile, writeTeamFile } from '../../disk/team-file.js'
import type { Action, OfSession } from '../action.js'
import { withShippedSession } from './shipped-session.js'

export interface ForgetReport {
  readonly id: string
  /** Transcripts that were taken out of the store; 0 where it had none. */
  readonly transcripts: number
}

export const forget: Action<OfSession, ForgetReport> = (place, { session }) =>
  withShippedSession(place, session, async (store, file, { id, name }) => {
    // First of all it must not be shipped again: whoever ends this here finds it gone, or can ask once more.
    const forgotten = [...new Set([...file.forgotten, id])]
    writeTeamFile(place, { ...file, forgotten } satisfies TeamFile)
    return { id, transcripts: name === undefined ? 0 : await store.forget(name) }
  })
