// Hostile texts in every field of a session, on every page of the app: nothing runs, nothing is asked of anybody else, and
// no style of a text reaches the page.

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporary } from '../cli/rethread.js'
import { hostileSession } from '../export/hostile-session.js'
import { PAYLOADS, WAYS } from '../export/payloads.js'
import { launch, noBrowser, program } from './browser.js'
import { servedApp, watched } from './served-app.js'

/** So many pages at a time: most of the time they wait. */
const AT_ONCE = 4

describe.skipIf(program === undefined)('hostile texts in the app', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test('the traps work: a page that takes texts for HTML is caught', async () => {
    const app = await servedApp(temporary())
    const seen = await watched(browser, app, { bypassCSP: true })
    const fields = PAYLOADS.slice(0, 60).map((payload, at) => `<div id="f${at}">${payload}</div>`)
    await seen.page.evaluate(html => {
      document.body.innerHTML = html
    }, fields.join(''))
    await expect.poll(() => seen.ran.length).toBeGreaterThan(0)
    await seen.page.evaluate(() => void fetch('http://outside.invalid/').catch(() => undefined))
    await expect.poll(() => seen.outside.length).toBeGreaterThan(0)
    await seen.close()
    await app.end()
  })

  test(`${PAYLOADS.length} texts in every field, on every page`, { timeout: 300_000 }, async () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(500)
    const home = temporary()
    hostileSession(home, WAYS[0]!)
    const app = await servedApp(home)
    try {
      for (const [way, text] of WAYS.entries()) {
        const { id } = hostileSession(home, text)
        const seen = await watched(browser, app)
        const waiting = [
          '/',
          `/?q=${encodeURIComponent(text(way).slice(0, 80))}`,
          `/s/${id}?depth=all`,
          `/s/${id}/context`,
          `/s/${id}/context?by=file`,
          '/?sort=costliest',
          `/s/${id}/reshape?verb=strip`,
          `/s/${id}/check?secrets=yes`,
          `/s/${id}/compactions`,
          `/s/${id}/compare?with=${id}`,
          `/s/${id}/share`,
          '/usage?by=session',
          '/usage?by=tool',
          '/usage?by=model',
        ]
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            const page = await seen.another()
            for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
              await lookAt(page, app.origin + path)
            await page.close()
          }),
        )
        const { outside, errors, ran } = seen
        expect({ way, outside, errors, ran }).toEqual({ way, outside: [], errors: [], ran: [] })
        await seen.close()
      }
    } finally {
      await app.end()
    }
  })

  /** Everything that opens is opened, and everything is pointed at. */
  async function lookAt(page: Page, address: string): Promise<void> {
    await page.goto(address)
    await page.locator('main').waitFor()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('m')
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true
      for (const one of document.querySelectorAll<HTMLElement>('.work-head, .work-summary')) one.click()
    })
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      for (const one of document.querySelectorAll<HTMLElement>('#app *'))
        one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
    })
    const links = await page.locator('#app a').evaluateAll(all => all.map(one => one.getAttribute('href') ?? ''))
    expect(links.filter(link => /^\s*(?:javascript|data|vbscript):/i.test(link))).toEqual([])
    expect(await page.locator('#app :is(script, object, embed, form, base, link, style, meta)').count()).toBe(0)
  }
})

if (program === undefined) test.skip(noBrowser, () => undefined)
