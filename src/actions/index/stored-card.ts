// What lists show of a session, as the index keeps it.

import { basename, dirname } from 'node:path'
import type { CardOf } from '../../catalog/ingest/ingest-file.js'
import type { ListedSession } from '../../disk/index.js'
import type { Transcript } from '../../disk/list-transcripts.js'
import { isSessionId, SESSION_ENDING } from '../../format/session-folder.js'
import { readCard } from '../session/session-card.js'

/** By the rule of `ls`. */
export const storedCard: CardOf = (transcript, configDir) => {
  const card = readCard(listedOf(transcript, configDir))
  const { path, dev, ino, size, mtimeMs, titleMtimeMs } = transcript
  return { path, file: { dev, ino, size, mtimeMs }, titleMtimeMs, titles: card.titles, project: card.project, card }
}

export function listedOf({ path, size, mtimeMs }: Transcript, configDir: string): ListedSession {
  const id = basename(path, SESSION_ENDING)
  return { id, path, configDir, projectFolder: dirname(path), size, mtimeMs, resumable: isSessionId(id) }
}
