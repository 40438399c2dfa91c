// Light and dark: as the system says, until one is chosen. Remembered by the browser.

import { keepChoice, keptChoice } from './kept-choice.js'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'rethread-theme'
const system = window.matchMedia('(prefers-color-scheme: dark)')
const drawn = new Set<() => void>()

export function chosenTheme(): Theme {
  const kept = keptChoice(KEY)
  return THEMES.find(theme => theme === kept) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  keepChoice(KEY, theme)
  applyTheme()
}

export function applyTheme(): void {
  const theme = chosenTheme()
  const isDark = theme === 'system' ? system.matches : theme === 'dark'
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  for (const draw of drawn) draw()
}

system.addEventListener('change', applyTheme)

/** What is drawn with the colours of the theme, and must be drawn again with others. Returns how to end that. */
export function drawnInTheme(draw: () => void): () => void {
  drawn.add(draw)
  return () => drawn.delete(draw)
}
