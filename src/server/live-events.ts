// What has changed in the sessions, told to any number of pages by one watcher. It looks only while somebody listens.

import { changesOf, type SessionsChanged } from '../actions/read/index.js'
import type { Place } from '../actions/session/index.js'

export interface LiveEvents {
  /** Returns how to stop listening. */
  listen(listener: (changed: SessionsChanged) => void): () => void
  readonly listeners: number
  close(): void
}

export function liveEvents(place: Place, complain: (error: unknown) => void): LiveEvents {
  const listeners = new Set<(changed: SessionsChanged) => void>()
  let watching: AbortController | undefined
  const begin = (): void => {
    const control = new AbortController()
    watching = control
    void (async () => {
      try {
        for await (const changed of changesOf(place, control.signal)) for (const tell of listeners) tell(changed)
      } catch (error) {
        if (!control.signal.aborted) complain(error)
      } finally {
        if (watching === control) watching = undefined
      }
    })()
  }
  const end = (): void => watching?.abort()
  return {
    listen(listener) {
      listeners.add(listener)
      if (!watching || watching.signal.aborted) begin()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) end()
      }
    },
    get listeners() {
      return listeners.size
    },
    close: end,
  }
}
