// What changes while the page is open: one stream for all pages of a browser, whoever listens. A browser keeps only few
// connections to a server, so one page has the stream and tells the others; when it is closed, another one takes over.

import { useEffect, useRef } from 'react'
import { isTeam } from './address.js'

export interface SessionsChanged {
  readonly changed: readonly string[]
  readonly removed: number
}

const NAME = 'rethread-sessions'

const listeners = new Set<(changed: SessionsChanged) => void>()
let close: (() => void) | undefined

function tell(changed: SessionsChanged): void {
  for (const listener of listeners) listener(changed)
}

/** Returns how to end it. */
function open(): () => void {
  const control = new AbortController()
  const { signal } = control
  const others = new BroadcastChannel(NAME)
  others.onmessage = ({ data }: MessageEvent<SessionsChanged>) => tell(data)
  const lead = (): Promise<void> =>
    new Promise(resolve => {
      if (signal.aborted) return resolve()
      const source = new EventSource('/api/events')
      source.addEventListener('sessions', ({ data }: MessageEvent<string>) => {
        const changed = JSON.parse(data) as SessionsChanged
        tell(changed)
        others.postMessage(changed)
      })
      signal.addEventListener('abort', () => {
        source.close()
        resolve()
      })
    })
  // Held for as long as this page leads; asked for until then.
  navigator.locks.request(NAME, { signal }, lead).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return () => {
    control.abort()
    others.close()
  }
}

export function useLive(told: (changed: SessionsChanged) => void): void {
  const latest = useRef(told)
  latest.current = told
  useEffect(() => {
    // What the team ships is seen when it is asked for again.
    if (isTeam) return
    const listener = (changed: SessionsChanged): void => latest.current(changed)
    listeners.add(listener)
    close ??= open()
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) {
        close?.()
        close = undefined
      }
    }
  }, [])
}
