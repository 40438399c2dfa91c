// Where one is: everything that can be linked to stands in the address.

import { useSyncExternalStore } from 'react'

export type Page =
  | { readonly name: 'sessions' }
  | {
      readonly name: 'session' | 'context' | 'reshape' | 'check' | 'share' | 'compactions' | 'compare'
      readonly key: string
    }
  | { readonly name: 'usage' }

const OF_SESSION = ['context', 'reshape', 'check', 'share', 'compactions', 'compare'] as const

export interface Address {
  readonly page: Page
  readonly words: URLSearchParams
  /** `t12`, without the sign. */
  readonly place: string
}

/** Below it are the team's sessions. Whoever goes to the other side loads the page anew: nothing of one stays in the other. */
const TEAM = '/team'
export const isTeam = window.location.pathname === TEAM || window.location.pathname.startsWith(`${TEAM}/`)
const scope = isTeam ? TEAM : ''

/** A path of the server, on the side that is shown. */
export function here(path: string): string {
  return scope + path
}

/** The list of the other side. */
export const otherSide = isTeam ? '/' : `${TEAM}/`

const listeners = new Set<() => void>()
let current = read()

function read(): Address {
  const { pathname, search, hash } = window.location
  return { page: pageOf(pathname.slice(scope.length)), words: new URLSearchParams(search), place: hash.slice(1) }
}

function pageOf(path: string): Page {
  if (path === '/usage') return { name: 'usage' }
  const [, key, part] = /^\/s\/([^/]+)(?:\/([a-z]+))?$/.exec(path) ?? []
  if (key === undefined) return { name: 'sessions' }
  return { name: OF_SESSION.find(one => one === part) ?? 'session', key: decodeURIComponent(key) }
}

function changed(): void {
  current = read()
  for (const listener of listeners) listener()
}

window.addEventListener('popstate', changed)
window.addEventListener('hashchange', changed)

export function useAddress(): Address {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}

export function go(to: string, options: { readonly replace?: boolean } = {}): void {
  if (options.replace) window.history.replaceState(null, '', to)
  else window.history.pushState(null, '', to)
  changed()
}

export function sessionAddress(
  key: string,
  part = '',
  words: Readonly<Record<string, string>> = {},
  place = '',
): string {
  const query = new URLSearchParams(Object.entries(words).filter(([, value]) => value !== '')).toString()
  return `${scope}/s/${encodeURIComponent(key)}${part === '' ? '' : `/${part}`}${query === '' ? '' : `?${query}`}${place === '' ? '' : `#${place}`}`
}

/** The same page with some words changed; an empty one goes. */
export function withWords(changes: Readonly<Record<string, string>>): string {
  const words = new URLSearchParams(current.words)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') words.delete(name)
    else words.set(name, value)
  }
  const query = words.toString()
  return `${window.location.pathname}${query === '' ? '' : `?${query}`}${window.location.hash}`
}
