// Keys: each page says what its keys do; `?` shows them. Off while somebody types.

import { useEffect, useRef } from 'react'

export interface Key {
  /** As the browser names it; `mod+k` with Ctrl or Command. */
  readonly key: string
  readonly does: string
  readonly run: (event: KeyboardEvent) => void
  /** Not listed: a second name of the same. */
  readonly hidden?: boolean
}

const shown: (readonly Key[])[] = []

/** All that are in force now, the page's own first. */
export function keysInForce(): readonly Key[] {
  return shown
    .toReversed()
    .flat()
    .filter(key => !key.hidden)
}

export function useKeys(keys: readonly Key[]): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const own = latest.current
    shown.push(own)
    let waiting = ''
    const press = (event: KeyboardEvent): void => {
      const isMod = event.ctrlKey || event.metaKey
      if (event.altKey || (isTyping(event) && !isMod && event.key !== 'Escape')) return
      const name = isMod ? `mod+${event.key.toLowerCase()}` : event.key
      const both = waiting + name
      waiting = ''
      const found = latest.current.find(one => one.key === both) ?? latest.current.find(one => one.key === name)
      if (found) {
        if (found.key !== 'Escape') event.preventDefault()
        found.run(event)
        return
      }
      if (
        latest.current.some(
          one => one.key.length > 1 && one.key !== name && one.key.startsWith(name) && name.length === 1,
        )
      )
        waiting = name
    }
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', press)
      shown.splice(shown.indexOf(own), 1)
    }
  }, [])
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
