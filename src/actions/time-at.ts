import type { Place } from './session/place.js'

/** The time that it is, for ages and new entries. */
export function timeAt({ now }: Pick<Place, 'now'>): number {
  return now ?? Date.now()
}
