// Tells when something changes in one of many folders. Nothing is done in between: no clock runs, no file is looked at.

import { type FSWatcher, watch } from 'node:fs'
import { StorageError } from '../format/error.js'

export interface FolderWatch {
  /** Also these from now on; those that are watched already stay. */
  add(folders: readonly string[]): void
  /** Until something has changed since the last call, and then was quiet for a moment; or the signal comes. */
  changed(): Promise<void>
  close(): void
}

/** A client writes many lines one after the other. */
const QUIET_MS = 300
/** But nobody waits longer than this for somebody who never pauses. */
const MOST_WAIT_MS = 2000

export function watchFolders(signal: AbortSignal): FolderWatch {
  const watchers = new Map<string, FSWatcher>()
  let isChanged = false
  let wake: (() => void) | undefined
  const ring = (): void => {
    isChanged = true
    wake?.()
  }
  signal.addEventListener('abort', ring)
  const forget = (folder: string): void => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
    ring()
  }
  return {
    add(folders) {
      for (const folder of folders) {
        if (watchers.has(folder)) continue
        try {
          const watcher = watch(folder, ring)
          watcher.on('error', () => forget(folder))
          watchers.set(folder, watcher)
        } catch (error) {
          const { code } = error as NodeJS.ErrnoException
          if (code === 'ENOENT') continue
          const why = code === 'ENOSPC' ? 'the system allows no more watched folders' : `system error ${code}`
          throw new StorageError('watch-failed', `cannot watch ${folder}: ${why}`, error)
        }
      }
    },
    async changed() {
      if (!isChanged) await new Promise<void>(resolve => (wake = resolve))
      wake = undefined
      const begun = performance.now()
      do {
        isChanged = false
        await quiet(signal)
      } while (isChanged && !signal.aborted && performance.now() - begun < MOST_WAIT_MS)
      isChanged = false
    },
    close() {
      signal.removeEventListener('abort', ring)
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}

function quiet(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, QUIET_MS)
    signal.addEventListener('abort', end)
  })
}
