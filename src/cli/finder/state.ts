// What the finder shows, and what a key makes of it. Nothing here touches a terminal or a file.

import type { FoundCard } from '../../actions/find/index.js'
import type { Key } from './keys.js'

export interface FinderState {
  readonly query: string
  readonly found: readonly FoundCard[]
  /** Of those that were found. */
  readonly selected: number
  /** The first one that is on the screen. */
  readonly top: number
  /** Rows that the list has on the screen. */
  readonly rows: number
  readonly total: number
  /** A word on what is going on, or on what was done. */
  readonly status: string
}

export type Choice = 'show' | 'resume' | 'clone' | 'trim'

/** What is to be done beyond the screen. */
export type Wanted =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'narrow' }
  | { readonly kind: 'quit' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'redraw' }
  | { readonly kind: 'copy'; readonly id: string }
  | { readonly kind: 'run'; readonly choice: Choice; readonly path: string }

export const EMPTY: FinderState = { query: '', found: [], selected: 0, top: 0, rows: 1, total: 0, status: '' }

export function pressed(state: FinderState, key: Key): { readonly state: FinderState; readonly wanted: Wanted } {
  const stay = (wanted: Wanted) => ({ state, wanted })
  const typed = (query: string) => ({
    state: { ...state, query, selected: 0, top: 0, status: '' },
    wanted: { kind: 'narrow' } as const,
  })
  const moved = (selected: number) => ({ state: selecting(state, selected), wanted: { kind: 'nothing' } as const })
  const run = (choice: Choice) => {
    const card = state.found[state.selected]?.card
    return stay(card ? { kind: 'run', choice, path: card.path } : { kind: 'nothing' })
  }
  if (key.kind === 'text') return typed(state.query + key.text)
  const page = Math.max(1, state.rows - 1)
  switch (key.name) {
    case 'up':
      return moved(state.selected - 1)
    case 'down':
      return moved(state.selected + 1)
    case 'page-up':
      return moved(state.selected - page)
    case 'page-down':
      return moved(state.selected + page)
    case 'first':
      return moved(0)
    case 'last':
      return moved(state.found.length - 1)
    case 'backspace':
      return typed([...state.query].slice(0, -1).join(''))
    case 'delete-word':
      return typed(state.query.replace(/\s*\S*\s*$/, match => (/^\s+\S/.test(match) ? ' ' : '')))
    case 'delete-line':
      return typed('')
    case 'escape':
      return state.query === '' ? stay({ kind: 'quit' }) : typed('')
    case 'interrupt':
      return stay({ kind: 'quit' })
    case 'suspend':
      return stay({ kind: 'suspend' })
    case 'redraw':
      return stay({ kind: 'redraw' })
    case 'enter':
      return run('show')
    case 'resume':
    case 'clone':
    case 'trim':
      return run(key.name)
    case 'copy': {
      const id = state.found[state.selected]?.card.id
      return stay(id === undefined ? { kind: 'nothing' } : { kind: 'copy', id })
    }
  }
}

/** What was selected stays selected, where it is still there. */
export function withFound(state: FinderState, found: readonly FoundCard[], total: number): FinderState {
  const path = state.found[state.selected]?.card.path
  const same = state.selected === 0 ? 0 : found.findIndex(one => one.card.path === path)
  return selecting({ ...state, found, total }, Math.max(0, same))
}

export function withRows(state: FinderState, rows: number): FinderState {
  return rows === state.rows ? state : selecting({ ...state, rows }, state.selected)
}

function selecting(state: FinderState, wanted: number): FinderState {
  const selected = Math.max(0, Math.min(wanted, state.found.length - 1))
  const top = Math.max(0, Math.min(state.top, selected, Math.max(0, state.found.length - state.rows)))
  return { ...state, selected, top: selected >= top + state.rows ? selected - state.rows + 1 : top }
}

/** Where not all sessions could be read: those that are there stay, and one is told. */
export function withTrouble(state: FinderState, error: unknown): FinderState {
  return { ...state, status: `Not all sessions were read: ${error instanceof Error ? error.message : String(error)}` }
}
