// What will the client delete, and when? Each thing by its own age, after `cleanupPeriodDays` (B5).

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDERS_BY_SESSION, namesFolder, SESSION_ENDING, TOOL_RESULTS } from '../format/session-folder.js'
import { cleanupDays } from './client-settings.js'
import { type ListedSession, namesIn } from './list-sessions.js'

export interface CleanupTimes {
  /** The session with its own folder. */
  readonly session: number
  /** The first of the things that go by their own age, even while the session is young; undefined where there are none. */
  readonly sides: number | undefined
}

const DAY = 86_400_000
const LAST_CLEANUP = '.last-cleanup'

export function cleanupTimes(
  { path, id, configDir, mtimeMs }: ListedSession,
  days = cleanupDays(configDir),
): CleanupTimes {
  const period = days * DAY
  const times: number[] = []
  if (namesFolder(id)) {
    const results = join(path.slice(0, -SESSION_ENDING.length), TOOL_RESULTS)
    for (const { name } of namesIn(results, [], true)) times.push(...timeOf(join(results, name)))
    for (const folder of Object.values(FOLDERS_BY_SESSION)) times.push(...timeOf(join(configDir, folder, id)))
  }
  return {
    session: mtimeMs + period,
    sides: times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b)) + period,
  }
}

/** When the client cleaned up last; it does so at most once in 24 hours. Undefined where it never did. */
export function lastCleanup(configDir: string): number | undefined {
  return timeOf(join(configDir, LAST_CLEANUP))[0]
}

function timeOf(path: string): readonly number[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? [] : [stats.mtimeMs]
}
