// The frame around every page: where one is, where one can go, and what is in front of it.

import { lazy, Suspense, useState } from 'react'
import { isTeam, useAddress } from './address.js'
import { api } from './api.js'
import { useKeys } from './keys.js'
import { KeysShown } from './keys-shown.js'
import { Palette } from './palette.js'
import { Waiting } from './parts/states.js'
import { SessionPage } from './session/session-page.js'
import { SessionsPage } from './sessions/sessions-page.js'
import { TopBar } from './top-bar.js'
import { Tour } from './tour.js'
import { useAsked } from './use-asked.js'

const ContextPage = lazy(() => import('./context/context-page.js'))
const ReshapePage = lazy(() => import('./reshape/reshape-page.js'))
const CheckPage = lazy(() => import('./check/check-page.js'))
const CompactionsPage = lazy(() => import('./check/compactions-page.js'))
const ComparePage = lazy(() => import('./check/compare-page.js'))
const SharePage = lazy(() => import('./share/share-page.js'))
const UsagePage = lazy(() => import('./usage/usage-page.js'))

export function App() {
  const { page } = useAddress()
  const [front, setFront] = useState<'palette' | 'keys' | undefined>()
  const about = useAsked('about', asking => api.about({ signal: asking.signal }))
  useKeys([
    { key: 'mod+k', does: 'search sessions and commands', run: () => setFront('palette') },
    { key: '?', does: 'show the keys', run: () => setFront('keys') },
  ])
  return (
    <div className="frame">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <TopBar page={page} about={about.value} onPalette={() => setFront('palette')} />
      {about.value?.areSamples && page.name === 'sessions' && <SamplesNote />}
      <Suspense fallback={<Waiting what="loading" />}>
        {page.name === 'sessions' && <SessionsPage />}
        {page.name === 'session' && <SessionPage key={page.key} sessionKey={page.key} />}
        {page.name === 'context' && <ContextPage key={page.key} sessionKey={page.key} />}
        {page.name === 'reshape' && isTeam && <OnlyRead />}
        {page.name === 'reshape' && !isTeam && (
          <ReshapePage key={page.key} sessionKey={page.key} rights={about.value?.rights ?? 'read'} />
        )}
        {page.name === 'check' && <CheckPage key={page.key} sessionKey={page.key} />}
        {page.name === 'compactions' && <CompactionsPage key={page.key} sessionKey={page.key} />}
        {page.name === 'compare' && <ComparePage key={page.key} sessionKey={page.key} />}
        {page.name === 'share' && <SharePage key={page.key} sessionKey={page.key} />}
        {page.name === 'usage' && <UsagePage />}
      </Suspense>
      {about.value?.areSamples && <Tour />}
      {front === 'palette' && <Palette page={page} onClose={() => setFront(undefined)} />}
      {front === 'keys' && <KeysShown onClose={() => setFront(undefined)} />}
    </div>
  )
}

function OnlyRead() {
  return (
    <main id="main" className="page">
      <p className="notice" role="note">
        Sessions of the team can be read and exported, but not changed.
      </p>
    </main>
  )
}

function SamplesNote() {
  return (
    <p className="notice" role="note">
      No sessions of your own were found, so these are copies of the samples. Change them as you like: they go when the
      server ends.
    </p>
  )
}
