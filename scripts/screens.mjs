// `npm run screens`: pictures of every page of the app, in light and dark, at three widths, into build/screens; with --docs
// also those that the docs show. Taken on copies of the samples, with Debian's Chromium.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withApp } from './app-in-browser.mjs'
import { ready, root } from './ready.mjs'

const LONG = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const PAGES = [
  ['sessions', '/', 'A wind page'],
  ['search', '/?q=knots', 'Found in'],
  ['session', `/s/${LONG}#t8`, 'Turn 8'],
  ['tools', `/s/${LONG}?depth=tools#t3`, 'Turn 3'],
  ['fork', '/s/4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11', '2 continuations'],
  ['map', '/s/4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11', '2 continuations', page => page.keyboard.press('m')],
  ['compare', '/s/4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11/compare?leaf=1&other=2', 'difference'],
  ['agents', '/s/a6e975f0-0718-4293-a4af-1a2b3c4d5e17?depth=tools', 'Turn'],
  ['context', `/s/${LONG}/context`, 'Largest calls'],
  ['window', '/s/c0c0aded-7e11-4a5b-b6c7-d8e9f0a1b204/context?by=file', 'How the window filled'],
  ['reshape', `/s/${LONG}/reshape?verb=trim&budget=22000`, 'Checked'],
  ['strip', `/s/${LONG}/reshape?verb=strip`, 'Checked'],
  ['check', '/s/dead0015-0b0e-4e1d-9c2b-3a4f5e6d7c06/check', 'problems'],
  ['compactions', '/s/c0c0aded-7e11-4a5b-b6c7-d8e9f0a1b204/compactions', 'Compaction 1'],
  ['share', `/s/${LONG}/share`, 'Download'],
  ['usage', '/usage', 'Cost at list prices'],
  ['usage-sessions', '/usage?by=session', 'A wind page'],
  ['palette', `/s/${LONG}`, 'Turn 12', page => page.keyboard.press('Control+k')],
  ['keys', `/s/${LONG}`, 'Turn 12', page => page.keyboard.press('?')],
  ['unknown', '/s/nothing', 'no session has this id'],
  ['nothing', '/?q=zyzzyvas', 'Nothing found'],
]
const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
]
const DOCS = {
  sessions: 'app-sessions.png',
  session: 'app-session.png',
  context: 'app-context.png',
  reshape: 'app-reshape.png',
}

ready({ quiet: true })
const folder = join(root, 'build', 'screens')
mkdirSync(folder, { recursive: true })
const home = mkdtempSync(join(tmpdir(), 'rethread-screens-'))
try {
  await withApp({ HOME: home, RETHREAD_SAMPLES: join(root, 'samples'), TZ: 'UTC' }, takePictures)
} finally {
  rmSync(home, { recursive: true, force: true })
}
console.log(`${(PAGES.length + 1) * SIZES.length * 2} pictures in build/screens`)

async function takePictures({ url, browser }) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [width, height] of SIZES) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme })
      const page = await context.newPage()
      await page.goto(url)
      await page.getByText('1 of 3').waitFor()
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, `tour-${width}-${colorScheme}.png`) })
      await page.getByRole('button', { name: 'Close the tour' }).click()
      for (const [name, path, shown, act] of PAGES) {
        await page.goto(new URL(url).origin + path)
        await page.getByText(shown).first().waitFor()
        await act?.(page)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
        if (process.argv.includes('--docs') && width === 1440 && colorScheme === 'light' && DOCS[name])
          await page.screenshot({ path: join(root, 'docs', DOCS[name]) })
      }
      await context.close()
    }
  }
}
