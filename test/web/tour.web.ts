// The first visit without sessions of one's own: the samples, three steps, and no more of it once it is closed.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporary } from '../cli/rethread.js'
import { launch, noBrowser, program } from './browser.js'
import { homeWithSamples, type ServedApp, servedApp, watched } from './served-app.js'

describe.skipIf(program === undefined)('the tour', () => {
  let browser: Browser
  let app: ServedApp
  beforeAll(async () => {
    browser = await launch()
    app = await servedApp(temporary())
  })
  afterAll(async () => {
    await app.end()
    await browser.close()
  })

  test('leads through three pages, and stays closed', async () => {
    const { page, errors, close } = await watched(browser, app)
    const tour = page.getByRole('complementary', { name: 'Tour' })
    await tour.getByText('1 of 3').waitFor()
    await tour.getByRole('button', { name: 'Next' }).click()
    await page.waitForURL(/\/s\/[^/]+$/)
    await page.locator('.turn').first().waitFor()
    await tour.getByRole('button', { name: 'Next' }).click()
    await page.waitForURL(/\/reshape\?verb=trim$/)
    await tour.getByText('3 of 3').waitFor()
    await tour.getByRole('button', { name: 'Back' }).click()
    await tour.getByText('2 of 3').waitFor()
    await tour.getByRole('button', { name: 'Close the tour' }).click()
    expect(await tour.count()).toBe(0)
    await page.goto(`${app.origin}/`)
    await page.getByText('these are copies of the samples').waitFor()
    await page.getByText(/^\d+ sessions$/).waitFor()
    expect(await tour.count()).toBe(0)
    expect(errors).toEqual([])
    await close()
  })

  test('is not there with sessions of one’s own', async () => {
    const own = await servedApp(homeWithSamples())
    const { page, close } = await watched(browser, own)
    await page.getByText('20 sessions').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('complementary', { name: 'Tour' }).count()).toBe(0)
    await close()
    await own.end()
  })
})

if (program === undefined) test.skip(noBrowser, () => undefined)
