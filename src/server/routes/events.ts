// What changes while a page is open, as server-sent events.

import type { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Serving } from '../serving.js'

/** Proxies and browsers give up on a stream that says nothing. */
const SIGN_OF_LIFE_MS = 25_000

export function eventRoutes(app: Hono, { place, live }: Serving): void {
  app.get('/api/events', c =>
    streamSSE(c, async out => {
      // What has not been told yet. A page that is slow to read is told once of what happened several times.
      const changed = new Set<string>()
      let removed = 0
      let wake: (() => void) | undefined
      const stop = live.listen(news => {
        for (const path of news.changed) {
          const key = place.kept.keyOf(path)
          if (key !== undefined) changed.add(key)
        }
        removed += news.removed.length
        wake?.()
      })
      out.onAbort(() => wake?.())
      try {
        await out.writeSSE({ event: 'ready', data: '{}' })
        while (!out.aborted && !out.closed) {
          if (changed.size + removed > 0) {
            const data = JSON.stringify({ changed: [...changed], removed })
            changed.clear()
            removed = 0
            await out.writeSSE({ event: 'sessions', data })
          } else if (await isQuiet()) await out.writeSSE({ event: 'alive', data: '{}' })
        }
      } finally {
        stop()
      }

      /** Waits for news; true where none came for long. */
      function isQuiet(): Promise<boolean> {
        return new Promise(resolve => {
          const end = (isLong: boolean): void => {
            clearTimeout(timer)
            wake = undefined
            resolve(isLong)
          }
          const timer = setTimeout(() => end(true), SIGN_OF_LIFE_MS)
          wake = () => end(false)
        })
      }
    }),
  )
}
