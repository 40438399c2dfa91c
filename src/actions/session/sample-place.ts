// A place of its own for whoever has no sessions yet: the samples, copied, with everything that rethread keeps beside them.

import { copySamples } from '../../disk/sample-copy.js'
import { type Place, sessionsOf } from './place.js'

export interface TriedPlace {
  readonly place: Place
  readonly areSamples: boolean
  /** Takes the copies away. */
  leave(): void
}

export function placeToTry(place: Place): TriedPlace {
  const own = sessionsOf(place)
  const samples = place.samples ?? place.bundled
  const isEmpty = own.areSamples || (own.sessions.length === 0 && place.configDir === undefined)
  if (samples === undefined || !isEmpty) return { place, areSamples: false, leave: () => {} }
  const { sessions } = sessionsOf({ ...place, configDir: samples, bundled: samples })
  const dates = new Map(sessions.map(({ path, mtimeMs }) => [path, mtimeMs]))
  const { home, configDir, remove } = copySamples(samples, dates)
  const { samples: _, bundled: __, ...others } = place
  return {
    place: { ...others, home, configDir, env: { PATH: place.env['PATH'], HOME: home } },
    areSamples: true,
    leave: remove,
  }
}
