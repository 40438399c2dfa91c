// The title of a session, once some answer has told it: the bar above every page shows it.

import { useSyncExternalStore } from 'react'
import { safeLine } from '../text/safe-text.js'

const titles = new Map<string, string>()
const listeners = new Set<() => void>()

export function tellTitle(key: string, title: string | null | undefined): void {
  const said = safeLine(title ?? '') || 'Untitled session'
  if (titles.get(key) === said) return
  titles.set(key, said)
  document.title = `${said} · rethread`
  for (const listener of listeners) listener()
}

export function useTitle(key: string): string {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => titles.get(key) ?? key.slice(0, 8),
  )
}
