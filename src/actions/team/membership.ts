// Joining a team's store and leaving it. Nothing is asked of any store that was not joined by its address.

import { resolve } from 'node:path'
import { type Member, openPostgres, type TeamStore } from '../../catalog/postgres/postgres-store.js'
import { readTeamFile, removeTeamFile, type TeamFile, writeTeamFile } from '../../disk/team-file.js'
import { InputError } from '../../format/error.js'
import type { Action } from '../action.js'
import type { Place } from '../session/place.js'

const NOT_JOINED: TeamFile = { ship: null, read: null, projects: [], forgotten: [] }

export interface JoinRequest {
  readonly url: string
  /** Directories whose sessions are to be shipped; those below them are meant as well. */
  readonly projects: readonly string[]
}

export interface JoinReport {
  readonly location: string
  readonly as: 'device' | 'reader'
  readonly machine: string | null
  readonly teams: readonly string[]
  /** All projects that are shipped now. */
  readonly projects: readonly string[]
}

export const join: Action<JoinRequest, JoinReport> = async (place, { url, projects }) => {
  const store = await openPostgres(url)
  try {
    const { location } = await store.status()
    const { kind, machine, teams } = store.member
    if (kind === 'owner')
      throw new InputError(
        'usage',
        'this is the address of the owner of the store; to make one for a device or a reader, run rethread team invite',
      )
    const before = readTeamFile(place) ?? NOT_JOINED
    const shipped = projects.map(project => resolve(place.cwd, project))
    const file: TeamFile = {
      ...before,
      ...(kind === 'device' ? { ship: url } : { read: url }),
      projects: [...new Set([...before.projects, ...(kind === 'device' ? shipped : [])])],
    }
    writeTeamFile(place, file)
    return { location, as: kind, machine: kind === 'device' ? machine : null, teams, projects: file.projects }
  } finally {
    await store.close()
  }
}

export interface LeaveRequest {
  /** Only these projects; without any the store is left. */
  readonly projects: readonly string[]
}

export interface LeaveReport {
  /** False: nothing is shipped or read any more. */
  readonly joined: boolean
  readonly projects: readonly string[]
}

/** What was shipped stays in the store: it belongs to the team, and `forget` takes it back session by session. */
export const leave: Action<LeaveRequest, LeaveReport> = async (place, { projects }) => {
  const before = joined(place)
  if (projects.length === 0) {
    removeTeamFile(place)
    return { joined: false, projects: [] }
  }
  const left = new Set(projects.map(project => resolve(place.cwd, project)))
  const unknown = [...left].find(project => !before.projects.includes(project))
  if (unknown !== undefined) throw new InputError('usage', `${unknown} is not shipped`)
  const file = { ...before, projects: before.projects.filter(project => !left.has(project)) }
  writeTeamFile(place, file)
  return { joined: true, projects: file.projects }
}

/** Is there a store to read? It is not asked. */
export function isJoined(place: Place): boolean {
  const file = readTeamFile(place)
  return file !== undefined && (file.read ?? file.ship) !== null
}

export function joined(place: Place): TeamFile {
  const file = readTeamFile(place)
  if (file === undefined)
    throw new InputError('usage', 'no team store was joined; run rethread team join with the address you were given')
  return file
}

/** As the device that this machine is. */
export async function withShipping<Value>(
  place: Place,
  use: (store: TeamStore, file: TeamFile, member: Member) => Promise<Value>,
): Promise<Value> {
  const file = joined(place)
  if (file.ship === null)
    throw new InputError('usage', 'this machine only reads; to ship sessions, join with the address of a device')
  const store = await openPostgres(file.ship)
  try {
    return await use(store, file, store.member)
  } finally {
    await store.close().catch(() => {}) // what went wrong before says more
  }
}
