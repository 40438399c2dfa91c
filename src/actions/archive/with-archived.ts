// All sessions, also those that are only in the archive: as copies to read, beside the others.

import { COPIES_LIMIT } from '../../disk/archive/index.js'
import type { Doing } from '../action.js'
import type { Place } from '../session/place.js'
import { archivedDirs } from './kept-sessions.js'

export async function withArchived(place: Place, { signal, progress }: Doing = {}): Promise<Place> {
  const dirs = await archivedDirs(place, {
    limit: COPIES_LIMIT,
    ...(signal ? { signal } : {}),
    ...(progress ? { onSession: (done, of) => progress({ kind: 'sessions', done, of }) } : {}),
  })
  return { ...place, archivedDirs: dirs }
}
