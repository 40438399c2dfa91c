// The session of this machine that is meant, and its name in the store; also one whose file is no longer there.

import type { TeamStore } from '../../catalog/postgres/postgres-store.js'
import type { TeamFile } from '../../disk/team-file.js'
import { InputError } from '../../format/error.js'
import { locate, type Place } from '../session/place.js'
import { withShipping } from './membership.js'
import { idOf } from './ship.js'

export interface ShippedSession {
  readonly id: string
  /** Undefined where the store has it not. */
  readonly name: string | undefined
}

export function withShippedSession<Value>(
  place: Place,
  reference: string | undefined,
  use: (store: TeamStore, file: TeamFile, session: ShippedSession) => Promise<Value>,
): Promise<Value> {
  return withShipping(place, async (store, file) => {
    if (reference === undefined) throw new InputError('usage', 'which session? Give its id, its title or its path')
    const shipped = (await store.sources()).filter(source => source.agentId === null)
    const byId = shipped.filter(source => idOf(source.path).startsWith(reference))
    const id = byId.length === 1 && reference.length >= 4 ? idOf(byId[0]!.path) : await localId(reference, place)
    const name = shipped.find(source => idOf(source.path) === id)?.path
    return use(store, file, { id, name })
  })
}

async function localId(reference: string, place: Place): Promise<string> {
  const found = await locate(reference, place)
  if (found.kind === 'file') return found.id
  throw new InputError('usage', 'standard input is no session of the store')
}
