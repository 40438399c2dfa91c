// Reshaping in the app: a zone that is dragged or moved by keys, a budget chosen on its ladder, what the next request costs,
// and the lineage of what was made.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch, noBrowser, program } from './browser.js'
import { homeWithSamples, type ServedApp, servedApp, type Watched, watched } from './served-app.js'

const LONG = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'

describe.skipIf(program === undefined)('reshape', () => {
  let browser: Browser
  let app: ServedApp
  let seen: Watched
  /** The last change that was asked for. */
  let asked: Record<string, unknown> = {}
  beforeAll(async () => {
    browser = await launch()
    app = await servedApp(homeWithSamples())
    seen = await watched(browser, app)
    seen.page.on('request', request => {
      if (request.url().endsWith('/plans')) asked = request.postDataJSON() as Record<string, unknown>
    })
  })
  afterAll(async () => {
    await seen.close()
    await app.end()
    await browser.close()
    expect([seen.outside, seen.errors]).toEqual([[], []])
  })

  const planned = async (words: Record<string, unknown>): Promise<void> => {
    await expect.poll(() => asked).toMatchObject(words)
    await seen.page.getByText('Checked: the copy resumes').waitFor()
  }

  test('the zone follows the pointer and the keys, in turns, calls or tokens', async () => {
    const { page } = seen
    await page.goto(`${app.origin}/s/${LONG}/reshape?verb=strip`)
    const slider = page.getByRole('slider', { name: 'How much of the session' })
    await slider.waitFor()
    const box = (await page.locator('.zone').boundingBox())!
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.25, box.y + 20, { steps: 5 })
    await page.mouse.up()
    expect(await slider.getAttribute('aria-valuenow')).toBe('25')
    await planned({ verb: 'strip', oldest: '25%', by: 'calls' })
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('PageUp')
    expect(await slider.getAttribute('aria-valuenow')).toBe('36')
    await page.keyboard.press('Home')
    expect(await slider.getAttribute('aria-valuenow')).toBe('1')
    await page.keyboard.press('End')
    expect(await slider.getAttribute('aria-valuenow')).toBe('100')
    await page.keyboard.press('PageDown')
    await page.getByRole('button', { name: 'Tokens', exact: true }).click()
    await planned({ oldest: '90%', by: 'tokens' })
    await page.getByText(/90 % of the tokens, until about turn \d+/).waitFor()
    await page.getByRole('button', { name: 'Turns', exact: true }).click()
    await planned({ oldest: '90%', by: 'turns' })
  })

  test('a preset is planned as the command plans it, and says what it does', async () => {
    const { page } = seen
    await page.goto(`${app.origin}/s/${LONG}/reshape?verb=strip`)
    await page.getByRole('button', { name: 'emergency' }).click()
    await planned({ verb: 'strip', preset: 'emergency' })
    expect(asked).not.toHaveProperty('tools')
    await page.getByText('the oldest 85 % lose these', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'none' }).click()
    await planned({ verb: 'strip', tools: true })
  })

  test('a step of the ladder is a budget, and the plan keeps it', async () => {
    const { page } = seen
    await page.goto(`${app.origin}/s/${LONG}/reshape?verb=trim`)
    const step = page.getByRole('list', { name: 'Steps of the ladder' }).getByRole('button').nth(1)
    await step.click()
    expect(await step.getAttribute('aria-pressed')).toBe('true')
    const budget = Number(await page.getByRole('slider', { name: 'Budget' }).inputValue())
    await planned({ verb: 'trim', budget })
    const row = page.locator('.figures tr', { hasText: '~ Tokens' })
    const after = async () => Number((await row.locator('td').last().textContent())!.replaceAll(',', ''))
    await expect.poll(after).toBeLessThanOrEqual(budget)
    const cost = page.locator('.figures tr', { hasText: 'Cost of the next request' })
    const [now, copy] = (await cost.locator('td').allInnerTexts()).map(text => Number(text.slice(1)))
    expect(copy).toBeLessThan(now!)
  })

  test('what changes for the model is seen beforehand, and is what was written', async () => {
    const { page } = seen
    await page.goto(`${app.origin}/s/${LONG}/reshape?verb=trim&budget=22000`)
    await planned({ verb: 'trim', budget: 22000 })
    const model = page.getByRole('region', { name: 'In the model’s eyes' })
    await model.getByRole('button', { name: 'Show what changes for the model' }).press('Enter')
    const differences = page.getByRole('region', { name: 'Differences' })
    const heading = differences.getByRole('heading')
    await heading.waitFor()
    const said = await heading.textContent()
    expect(said).toMatch(/^\d+ differences$/)
    const changes = differences.locator('.change > p')
    const before = await changes.allInnerTexts()
    expect(before.some(text => text.includes('· taken out · -'))).toBe(true)
    const marked = await differences.locator('.diff-side .add').allInnerTexts()
    // What is the same is folded, and opens to the messages that the model gets.
    const run = differences.getByRole('button', { name: /blocks? the same$/ }).first()
    await run.click()
    expect(await run.getAttribute('aria-expanded')).toBe('true')
    await differences.locator('.message').first().waitFor()
    await run.click()
    expect(await differences.locator('.message').count()).toBe(0)
    // To the end of it: written, and compared with the original, it differs in just that.
    await page.getByRole('button', { name: 'Write new session' }).click()
    await page.getByRole('link', { name: 'Compare with the original' }).click()
    await page.waitForURL(/\/compare\?with=/)
    await heading.waitFor()
    expect(await heading.textContent()).toBe(said)
    const withoutKind = (texts: readonly string[]): readonly string[] => texts.map(text => text.replace(/·.*·/, '·'))
    expect(withoutKind(await changes.allInnerTexts())).toEqual(withoutKind(before))
    expect(await differences.locator('.diff-side .add').allInnerTexts()).toEqual(marked)
  })

  test('a plan that is no longer the one on the page shows nothing of it', async () => {
    const { page } = seen
    await page.goto(`${app.origin}/s/${LONG}/reshape?verb=clone`)
    await planned({ verb: 'clone' })
    await page.getByRole('button', { name: 'Show what changes for the model' }).click()
    await page.getByRole('heading', { name: 'No difference' }).waitFor()
    await page.getByRole('button', { name: 'Trim', exact: false }).first().click()
    await page.getByRole('heading', { name: 'No difference' }).waitFor({ state: 'detached' })
  })

  test('what was made leads back to what it was made from', async () => {
    const { page } = seen
    await page.goto(`${app.origin}/s/${LONG}/reshape?verb=trim&budget=22000`)
    await planned({ verb: 'trim', budget: 22000 })
    await page.getByRole('button', { name: 'Write new session' }).click()
    await page.getByRole('link', { name: 'Open it' }).click()
    await page.waitForURL(url => !url.pathname.includes(LONG))
    await page.getByRole('link', { name: 'Reshape' }).click()
    const lineage = page.getByRole('region', { name: 'Lineage' })
    await lineage.getByText('this session').waitFor()
    expect(await lineage.getByRole('listitem').count()).toBe(2)
    await lineage.getByRole('link', { name: LONG.slice(0, 8) }).click()
    await page.waitForURL(`${app.origin}/s/${LONG}`)
  })
})

if (program === undefined) test.skip(noBrowser, () => undefined)
