import { useState } from 'react'
import { here, isTeam, type Page, sessionAddress } from './address.js'
import type { About } from './api.js'
import { Link } from './link.js'
import { useTitle } from './session/session-title.js'
import { SideSwitch } from './side-switch.js'
import { chooseTheme, chosenTheme, THEMES, type Theme } from './theme.js'

const TABS = [
  ['session', '', 'Read'],
  ['context', 'context', 'Context'],
  ['reshape', 'reshape', 'Reshape'],
  ['check', 'check', 'Check'],
  ['compactions', 'compactions', 'Compactions'],
  ['share', 'share', 'Share'],
] as const

interface TopBarProps {
  readonly page: Page
  readonly about: About | undefined
  readonly onPalette: () => void
}

export function TopBar({ page, about, onPalette }: TopBarProps) {
  return (
    <header className="top">
      <div className="crumbs">
        <Link href={here('/')} className="brand">
          rethread
        </Link>
        <SideSwitch about={about} />
        {'key' in page && <SessionCrumb sessionKey={page.key} />}
        {page.name === 'usage' && (
          <>
            <span className="sep" aria-hidden="true">
              ›
            </span>
            <span>Usage</span>
          </>
        )}
      </div>
      {'key' in page && (
        <nav className="tabs" aria-label="Session">
          {TABS.filter(([name]) => !isTeam || name !== 'reshape').map(([name, part, label]) => (
            <Link
              key={name}
              href={sessionAddress(page.key, part)}
              {...(page.name === name ? { 'aria-current': 'page' as const } : {})}
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      <nav className="main" aria-label="rethread">
        {!('key' in page) && (
          <Link className="button quiet" href={here(page.name === 'usage' ? '/' : '/usage')}>
            {page.name === 'usage' ? 'Sessions' : 'Usage'}
          </Link>
        )}
      </nav>
      <button type="button" className="field palette-field" onClick={onPalette}>
        <span className="hint">Search or do …</span>
        <kbd>Ctrl K</kbd>
        <span className="narrow-only" aria-hidden="true">
          Search
        </span>
        <span className="visually-hidden">Search sessions and commands</span>
      </button>
      <ThemeSwitch />
    </header>
  )
}

function SessionCrumb({ sessionKey }: { readonly sessionKey: string }) {
  const title = useTitle(sessionKey)
  return (
    <>
      <span className="sep" aria-hidden="true">
        ›
      </span>
      <span title={title}>{title}</span>
    </>
  )
}

function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(chosenTheme())
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!
  return (
    <button
      type="button"
      className="button quiet"
      title={`Theme: ${theme}. Change to ${next}`}
      onClick={() => {
        chooseTheme(next)
        setTheme(next)
      }}
    >
      <span aria-hidden="true">{theme === 'system' ? '◐' : theme === 'light' ? '○' : '●'}</span>
      <span className="visually-hidden">Theme: {theme}</span>
    </button>
  )
}
