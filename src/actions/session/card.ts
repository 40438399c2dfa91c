// One session at a glance, wherever it lies.

import { dirname } from 'node:path'
import type { ListedSession } from '../../disk/index.js'
import { resolveRegular, storageError } from '../../disk/regular-file.js'
import { isSessionId } from '../../format/session-folder.js'
import { type OfSession, sessionFile } from '../action.js'
import { withOrigins } from '../list/ls.js'
import { type Place, sessionsOf } from './place.js'
import { readCard, type SessionCard } from './session-card.js'
import { summaryTitles } from './summary-titles.js'

export async function card(place: Place, { session }: OfSession): Promise<SessionCard> {
  const { id, path } = await sessionFile(place, session, 'a card')
  const { sessions } = sessionsOf(place)
  const listed = sessions.find(one => one.path === path) ?? listedAlone(id, path)
  return summaryTitles(withOrigins([readCard(listed)], place), sessions)[0]!
}

/** A file that is in no config dir has no other one beside it to look into. */
function listedAlone(id: string, path: string): ListedSession {
  const file = resolveRegular(path)
  if (file.kind === 'problem') throw storageError(file.finding)
  const folder = dirname(path)
  const { size, mtimeMs } = file.stats
  return { id, path, configDir: folder, projectFolder: folder, size, mtimeMs, resumable: isSessionId(id) }
}
