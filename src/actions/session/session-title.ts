// The title of a session that is open. One rule for every command: it is told from the beginning and the end of the file,
// as `ls` tells it, although the whole file has been read.

import { dirname } from 'node:path'
import { listProject } from '../../disk/list-sessions.js'
import type { OpenSession } from './open-session.js'
import { readTitles, titlesInMemory } from './session-card.js'
import { titleElsewhere } from './summary-titles.js'

export function sessionTitle({ folder, bytes }: OpenSession): string | undefined {
  if (!folder) return bytes && titlesInMemory(bytes)[0]
  const { path, configDir } = folder
  const card = readTitles(path, configDir)
  return titleElsewhere(card, project => listProject(project, configDir ?? dirname(path)).sessions) ?? card.titles[0]
}
