// Whose sessions are shown: one's own, or those of the team. Each side has its colour, so that nobody takes one for the other.

import { isTeam, otherSide } from './address.js'
import type { About } from './api.js'

export function SideSwitch({ about }: { readonly about: About | undefined }) {
  const store = about?.store === null || about?.store === undefined ? '' : ` from ${about.store}`
  if (about?.other === undefined || about.other === null)
    return isTeam ? (
      <span className="side-name" title={`Sessions of the team${store}`}>
        Team
      </span>
    ) : null
  const sides = [
    ['Mine', false],
    ['Team', true],
  ] as const
  return (
    <nav className="side-switch" aria-label="Mine or team">
      {sides.map(([name, team]) =>
        team === isTeam ? (
          <span
            key={name}
            aria-current="true"
            title={team ? `Sessions of the team${store}` : 'Sessions on this machine'}
          >
            {name}
          </span>
        ) : (
          // A plain link: the page is loaded anew.
          <a key={name} href={otherSide}>
            {name}
          </a>
        ),
      )}
    </nav>
  )
}
