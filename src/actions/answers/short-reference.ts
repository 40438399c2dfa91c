// A session in few letters: the beginning of its id, long enough that no other session begins so.

import { isSessionId } from '../../format/session-folder.js'
import { type Place, sessionsOf } from '../session/place.js'

const SHORTEST = 8

/** Of any session of the place. An id that is no uuid is given whole: a file may be called anything. */
export function shortReferences(place: Place): (id: string) => string {
  let ids: readonly string[] | undefined
  const counts = new Map<string, number>()
  return id => {
    // Which others begin so in a team's store is not known here.
    if (!isSessionId(id) || place.team) return id
    if (!ids) {
      ids = [...new Set(sessionsOf(place).sessions.map(one => one.id.toLowerCase()))]
      for (const one of ids) {
        const start = one.slice(0, SHORTEST)
        counts.set(start, (counts.get(start) ?? 0) + 1)
      }
    }
    const start = id.slice(0, SHORTEST)
    return (counts.get(start.toLowerCase()) ?? 0) > 1 ? id : start
  }
}
