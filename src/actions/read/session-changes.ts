// Which sessions have changed since one last looked, told as it happens. Folders are watched, so waiting costs nothing.

import { join } from 'node:path'
import { foldersIn } from '../../disk/list-transcripts.js'
import { watchFolders } from '../../disk/watch-folders.js'
import { PROJECTS } from '../../format/session-folder.js'
import { type Place, sessionsOf } from '../session/place.js'

export interface SessionsChanged {
  /** Paths of files that are new or have other sizes or times. */
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

export async function* changesOf(place: Place, signal: AbortSignal): AsyncGenerator<SessionsChanged> {
  const watch = watchFolders(signal)
  try {
    let known: ReadonlyMap<string, string> | undefined
    while (!signal.aborted) {
      const { dirs, sessions } = sessionsOf(place)
      const roots = dirs.map(dir => join(dir, PROJECTS))
      watch.add(roots)
      watch.add(roots.flatMap(foldersIn))
      const now = new Map(sessions.map(({ path, size, mtimeMs }) => [path, `${size} ${mtimeMs}`]))
      const changed = known ? [...now].flatMap(([path, state]) => (known!.get(path) === state ? [] : [path])) : []
      const removed = known ? [...known.keys()].filter(path => !now.has(path)) : []
      known = now
      if (changed.length + removed.length > 0) yield { changed, removed }
      await watch.changed()
    }
  } finally {
    watch.close()
  }
}
