// An exported page in a browser: whatever a session says, nothing runs and nothing is asked for; and it can be read, searched
// and folded with script, and read without.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, SAMPLES, temporary } from '../cli/rethread.js'
import { hostileSession } from '../export/hostile-session.js'
import { PAYLOADS, WAYS } from '../export/payloads.js'
import { faults } from './accessibility.js'
import { launch, noBrowser, program } from './browser.js'

const SAMPLE = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'

describe.skipIf(program === undefined)('an exported page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  interface Seen {
    readonly page: Page
    readonly requests: string[]
    readonly errors: string[]
    readonly ran: string[]
    close(): Promise<void>
  }

  /** Opened from disk, with everything watched that it does. */
  async function opened(
    path: string,
    options: { readonly script?: boolean; readonly width?: number } = {},
  ): Promise<Seen> {
    const { script = true, width = 1280 } = options
    const context = await browser.newContext({ javaScriptEnabled: script, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const [requests, errors, ran]: [string[], string[], string[]] = [[], [], []]
    page.on('request', request => {
      if (!/^(?:file|data):/.test(request.url())) requests.push(request.url())
    })
    page.on('pageerror', error => errors.push(String(error)))
    page.on('dialog', dialog => {
      ran.push(dialog.message())
      void dialog.dismiss()
    })
    if (script) await page.exposeFunction('hit', (what: unknown) => ran.push(String(what)))
    await page.goto(pathToFileURL(path).href)
    return { page, requests, errors, ran, close: () => context.close() }
  }

  async function exported(home: string, args: readonly string[], config: string): Promise<string> {
    const path = join(home, 'page.html')
    const { code, stderr } = await ask(['export', ...args, '-o', path, '--force', '--config-dir', config], { home })
    expect([code, stderr]).toEqual([0, ''])
    return path
  }

  test('the watch sees what runs: a page that is not ours', async () => {
    const path = join(temporary(), 'page.html')
    writeFileSync(path, '<!doctype html><img src=x onerror=hit(1)><img src="https://outside.example/a.png">')
    const { page, ran, requests, close } = await opened(path)
    await page.waitForFunction(() => [...document.images].every(image => image.complete))
    expect([ran, requests]).toEqual([['1'], ['https://outside.example/a.png']])
    await close()
  })

  test(`${PAYLOADS.length} texts in every field: nothing runs, nothing is asked for`, async () => {
    expect(PAYLOADS.length).toBe(520)
    const home = temporary()
    for (const [way, text] of WAYS.entries()) {
      const { id } = hostileSession(home, text)
      const path = await exported(home, [id, '--depth', 'all', '--agents', '--redact', 'off'], join(home, '.claude'))
      const { page, requests, errors, ran, close } = await opened(path)
      await page.keyboard.press('o')
      await page.evaluate(() => {
        for (const one of document.querySelectorAll<HTMLElement>('*')) {
          one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
          one.focus?.({ preventScroll: true })
        }
      })
      const targets = await page
        .locator('main a')
        .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
      expect(targets.filter(target => /^\s*(?:javascript|data|vbscript):/i.test(target))).toEqual([])
      expect({ way, requests, errors, ran }).toEqual({ way, requests: [], errors: [], ran: [] })
      expect(await page.locator('script').count()).toBe(1)
      expect(await page.locator('iframe, object, embed, form, base, link').count()).toBe(0)
      await close()
    }
  })

  test('with script: finding, depth, folds and keys', async () => {
    const path = await exported(temporary(), [SAMPLE, '--depth', 'all'], SAMPLES)
    const { page, errors, close } = await opened(path)
    expect(await page.locator('.controls').isVisible()).toBe(true)
    const visibleTurns = () => page.locator('.turn:visible').count()
    const all = await visibleTurns()
    await page.keyboard.press('/')
    await page.keyboard.type('Beaufort')
    await page.locator('mark').first().waitFor({ state: 'attached' })
    expect(await visibleTurns()).toBeLessThan(all)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelectorAll('mark').length === 0)
    expect(await visibleTurns()).toBe(all)
    await page.keyboard.press('1')
    expect(await page.locator('.tool:visible').count()).toBe(0)
    expect(await page.locator('.prompt:visible').count()).toBeGreaterThan(5)
    await page.keyboard.press('4')
    await page.keyboard.press('o')
    expect(await page.locator('.turn details:not([open])').count()).toBe(0)
    await page.keyboard.press('j')
    await page.locator('#theme').click()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(errors).toEqual([])
    await close()
  })

  test('without script all of it is there, calls fold, and no control stands there that does nothing', async () => {
    const path = await exported(temporary(), [SAMPLE], SAMPLES)
    const { page, close } = await opened(path, { script: false })
    expect(await page.locator('.controls').isVisible()).toBe(false)
    expect(await page.locator('.prompt').count()).toBeGreaterThan(5)
    const call = page.locator('.tool details').first()
    await call.locator('summary').click()
    expect(await call.locator('pre').first().isVisible()).toBe(true)
    await close()
  })

  test.each(['light', 'dark'] as const)('has no fault of accessibility above minor: %s', async colorScheme => {
    const path = await exported(temporary(), [SAMPLE, '--depth', 'all', '--agents'], SAMPLES)
    // Scripts of the test need what the page's own policy forbids.
    const context = await browser.newContext({ colorScheme, bypassCSP: true })
    const page = await context.newPage()
    await page.goto(pathToFileURL(path).href)
    await page.keyboard.press('o')
    expect(await faults(page)).toEqual([])
    await context.close()
  })

  test.each([1280, 390])('at %i pixels nothing is wider than the page', async width => {
    const path = await exported(temporary(), [SAMPLE, '--depth', 'all', '--agents'], SAMPLES)
    const { page, close } = await opened(path, { width })
    await page.keyboard.press('o')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await close()
  })
})

if (program === undefined) test.skip(noBrowser, () => undefined)
