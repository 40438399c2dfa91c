// `custom-title.json` in the session's own folder.

import { basename, dirname, join } from 'node:path'
import { peekText } from '../../disk/index.js'
import { namesFolder, SESSION_ENDING, TITLE_FILE } from '../../format/session-folder.js'

export function titleInFile(sessionPath: string): string | undefined {
  const folder = dirname(sessionPath)
  const id = basename(sessionPath, SESSION_ENDING)
  const text = namesFolder(id) ? peekText(join(folder, id, TITLE_FILE), 4096, folder) : undefined
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text) as { readonly customTitle?: unknown; readonly title?: unknown } | null
    const title = value?.customTitle ?? value?.title
    return typeof title === 'string' ? title : undefined
  } catch {
    return undefined // half written, or not a title: the session's own rows remain
  }
}
