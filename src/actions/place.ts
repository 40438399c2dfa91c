// Where a command runs: the config dirs it looks into and the directory it was started in.

import { configDirs, type ListedSession, listSessions, type ResolvedSession, resolveSession } from '../disk/index.js'
import { readCard } from './session-card.js'

export interface Place {
  /** `--config-dir`, where it was given. */
  readonly configDir?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly cwd: string
}

export function sessionsOf(place: Place) {
  const dirs = dirsOf(place)
  return { dirs, ...listSessions(dirs) }
}

export function dirsOf({ configDir, env, home }: Place): readonly string[] {
  return configDirs({ env, home, ...(configDir === undefined ? {} : { flag: configDir }) })
}

/** The session that a reference means (design.md, "Session references and places"). */
export async function locate(
  reference: string,
  place: Place,
  options: { readonly allowStandardInput?: boolean } = {},
): Promise<ResolvedSession> {
  const { dirs, sessions } = sessionsOf(place)
  return resolveSession(reference, {
    configDirs: dirs,
    sessions,
    cwd: place.cwd,
    allowPath: true,
    allowStandardInput: options.allowStandardInput ?? false,
    titlesOf: (session: ListedSession) => readCard(session).titles,
  })
}
