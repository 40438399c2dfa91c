// Connections to the store for a process that many ask at once: a few, which are used in turn.

import type { TeamStore } from '../../catalog/postgres/postgres-store.js'

export interface Connections {
  /** One of them, until it is closed; waits where all are in use. */
  open(): Promise<TeamStore>
  close(): Promise<void>
}

export function connections(connect: () => Promise<TeamStore>, most: number): Connections {
  const idle: TeamStore[] = []
  const waiting: (() => void)[] = []
  let inUse = 0
  let isClosed = false
  return {
    async open() {
      while (inUse >= most) await new Promise<void>(resolve => waiting.push(resolve))
      inUse++
      try {
        const store = (await usable()) ?? (await connect())
        let isBack = false
        return {
          ...store,
          async close() {
            if (isBack) return
            isBack = true
            if (isClosed || !store.isThere) await store.close()
            else idle.push(store)
            leave()
          },
        }
      } catch (error) {
        leave()
        throw error
      }
    },
    async close() {
      isClosed = true
      for (const store of idle.splice(0)) await store.close()
    },
  }

  /** The one that was used last: others may be let go by the store. */
  async function usable(): Promise<TeamStore | undefined> {
    for (let store = idle.pop(); store !== undefined; store = idle.pop()) {
      if (store.isThere) return store
      await store.close()
    }
    return undefined
  }

  function leave(): void {
    inUse--
    waiting.shift()?.()
  }
}
