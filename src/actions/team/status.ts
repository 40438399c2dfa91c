// What was joined, what would be shipped, and what the store has.

import { TeamStoreError, withoutPassword } from '../../catalog/postgres/driver.js'
import { openPostgres } from '../../catalog/postgres/postgres-store.js'
import { readTeamFile } from '../../disk/team-file.js'
import type { Action } from '../action.js'
import { candidatesOf, nameInStore } from './ship.js'

export interface TeamStatus {
  readonly joined: boolean
  readonly ships: string | null
  readonly reads: string | null
  readonly projects: readonly string[]
  readonly forgotten: number
  /** Transcripts of those projects on this machine. */
  readonly transcripts: number
  /** Those of them of which the store has not everything yet. */
  readonly behind: number | null
  /** Null where the store cannot be asked. */
  readonly store: {
    readonly engine: string
    readonly machine: string | null
    readonly teams: readonly string[]
    readonly sessions: number
    readonly agents: number
    readonly bytes: number
  } | null
  readonly trouble: string | null
}

export const teamStatus: Action<Record<never, never>, TeamStatus> = async place => {
  const file = readTeamFile(place)
  if (file === undefined)
    return {
      joined: false,
      ships: null,
      reads: null,
      projects: [],
      forgotten: 0,
      transcripts: 0,
      behind: null,
      store: null,
      trouble: null,
    }
  const { candidates } = await candidatesOf(file, place)
  const known = {
    joined: true,
    ships: file.ship && withoutPassword(file.ship),
    reads: file.read && withoutPassword(file.read),
    projects: file.projects,
    forgotten: file.forgotten.length,
    transcripts: candidates.length,
  }
  const url = file.ship ?? file.read
  if (url === null) return { ...known, behind: null, store: null, trouble: null }
  try {
    const store = await openPostgres(url)
    try {
      const { engine, sessions, agents, indexedBytes } = await store.status()
      const { machine, teams } = store.member
      const there = new Map((await store.sources()).map(source => [source.path, source.file]))
      const behind = candidates.filter(({ transcript, folder }) => {
        const had = there.get(nameInStore(machine, folder.configDir, transcript.path))
        return had?.size !== transcript.size || had.mtimeMs !== transcript.mtimeMs
      })
      return {
        ...known,
        behind: file.ship === null ? null : behind.length,
        store: { engine, machine: machine || null, teams, sessions, agents, bytes: indexedBytes },
        trouble: null,
      }
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof TeamStoreError)) throw error
    return { ...known, behind: null, store: null, trouble: error.message }
  }
}
