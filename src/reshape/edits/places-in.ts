// Where the blocks of an entry stand, for many blocks of one entry after the other: it is looked at once.

import type { Range } from '../../format/json/walk.js'
import type { ReshapeSource } from '../plan/plan.js'
import { contentPlaces } from './content-places.js'

type Source = Pick<ReshapeSource, 'conversation' | 'read'>

export interface PlacesIn {
  readonly row: number
  readonly bytes: Uint8Array
  readonly places: readonly Range[]
}

export function placesIn({ conversation: { rows }, read }: Source): (row: number) => PlacesIn {
  let last: PlacesIn | undefined
  return row => {
    if (last?.row === row) return last
    const bytes = read(rows.offset[row]!, rows.length[row]!)
    return (last = { row, bytes, places: contentPlaces(bytes) })
  }
}
