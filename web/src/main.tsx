// The app: one page that shows what the server answers.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isTeam } from './address.js'
import { App } from './app.js'
import './style/tokens.css'
import './style/page.css'
import './style/sessions.css'
import './style/transcript.css'
import './style/panels.css'
import './style/sides.css'
import { applyTheme } from './theme.js'

applyTheme()
document.documentElement.dataset['side'] = isTeam ? 'team' : 'own'
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
