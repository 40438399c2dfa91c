// The app for everybody: no fault of accessibility above minor on any page in both themes, and nothing wider than the
// screen, from a small phone to a wide one.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faults } from './accessibility.js'
import { launch, noBrowser, program } from './browser.js'
import { homeWithSamples, type ServedApp, servedApp, watched } from './served-app.js'

const LONG = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const PAGES: readonly (readonly [path: string, shown: string])[] = [
  ['/', 'A wind page for the station'],
  ['/?q=knots', 'Found in'],
  [`/s/${LONG}`, 'What is left for tomorrow?'],
  [`/s/${LONG}?depth=all`, 'What is left for tomorrow?'],
  ['/s/4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11', '2 continuations'],
  ['/s/4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11/compare?leaf=1&other=2', 'difference'],
  [`/s/${LONG}/context`, 'Where the tokens go'],
  [`/s/${LONG}/context?by=file`, 'Where the tokens go'],
  [`/s/${LONG}/context?by=turn`, 'Where the tokens go'],
  ['/s/c0c0aded-7e11-4a5b-b6c7-d8e9f0a1b204/context', 'Compaction 2'],
  [`/s/${LONG}/compare`, 'Choose a branch or another session'],
  [`/s/${LONG}/reshape?verb=trim&budget=22000`, 'Checked: the copy resumes'],
  [`/s/${LONG}/reshape?verb=strip`, 'Checked: the copy resumes'],
  ['/s/dead0015-0b0e-4e1d-9c2b-3a4f5e6d7c06/check', '8 problems that lose data'],
  ['/s/c0c0aded-7e11-4a5b-b6c7-d8e9f0a1b204/compactions', 'Compaction 1'],
  [`/s/${LONG}/share`, 'Download'],
  ['/usage', 'Cost at list prices'],
  ['/usage?by=session', 'A wind page'],
  ['/?sort=costliest', '20 sessions'],
  ['/s/nothing', 'no session has this id'],
]

describe.skipIf(program === undefined)('every page', () => {
  let browser: Browser
  let app: ServedApp
  beforeAll(async () => {
    browser = await launch()
    app = await servedApp(homeWithSamples())
  })
  afterAll(async () => {
    await app.end()
    await browser.close()
  })

  test('the search for faults finds some on a page that has them', async () => {
    const page = await browser.newPage()
    await page.setContent('<html><body><img src="x"><button></button></body></html>')
    expect((await faults(page)).length).toBeGreaterThan(1)
    await page.close()
  })

  test.each(['light', 'dark'] as const)('has no fault above minor: %s', { timeout: 300_000 }, async colorScheme => {
    // Scripts of the test need what the page's own policy forbids.
    const { page, close } = await watched(browser, app, { colorScheme, bypassCSP: true })
    const all: string[] = []
    for (const [path, shown] of PAGES) {
      await page.goto(app.origin + path)
      await page.getByText(shown, { exact: false }).first().waitFor()
      // With calls opened: what they printed can be scrolled.
      await page.evaluate(() => {
        for (const one of document.querySelectorAll<HTMLElement>('.work-head')) one.click()
      })
      // And the map of branches, where there is one.
      await page.keyboard.press('m')
      await page.waitForLoadState('networkidle')
      all.push(...(await faults(page)).map(one => `${path}: ${one}`))
    }
    expect(all).toEqual([])
    await close()
  })

  test.each([360, 390, 1024, 1440])(
    'at %i pixels nothing is wider than the screen',
    { timeout: 300_000 },
    async width => {
      const { page, close } = await watched(browser, app, { viewport: { width, height: 800 } })
      const wide: string[] = []
      for (const [path, shown] of PAGES) {
        await page.goto(app.origin + path)
        await page.getByText(shown, { exact: false }).first().waitFor()
        const is = await page.evaluate(() => document.documentElement.scrollWidth)
        if (is > width) wide.push(`${path}: ${is}`)
      }
      expect(wide).toEqual([])
      await close()
    },
  )
})

if (program === undefined) test.skip(noBrowser, () => undefined)
