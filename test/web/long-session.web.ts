// A long session in the app: its last words are there before it is read, and few nodes are on the page however long it is.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporary } from '../cli/rethread.js'
import { launch, noBrowser, program } from './browser.js'
import { type ServedApp, servedApp, watched } from './served-app.js'

const ID = 'ab000000-0000-4000-8000-000000000001'
const TURNS = 3000

function writeLong(home: string): void {
  const folder = join(home, '.claude', 'projects', '-p')
  mkdirSync(folder, { recursive: true })
  const uuid = (of: number): string => `ab000000-0000-4000-9000-${String(of).padStart(12, '0')}`
  const lines: string[] = []
  for (let turn = 1; turn <= TURNS; turn++)
    for (const type of ['user', 'assistant']) {
      const n = lines.length + 1
      const text = `${type === 'user' ? 'Question' : 'Answer'} ${turn}. ${'Wind and rain. '.repeat(60)}`
      const message =
        type === 'user'
          ? { role: 'user', content: text }
          : { id: `msg_${n}`, type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text }] }
      const around = { sessionId: ID, cwd: '/p', version: '2.1.325', isSidechain: false }
      const timestamp = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
      lines.push(
        JSON.stringify({
          type,
          uuid: uuid(n),
          parentUuid: n === 1 ? null : uuid(n - 1),
          ...around,
          timestamp,
          message,
        }),
      )
    }
  writeFileSync(join(folder, `${ID}.jsonl`), `${lines.join('\n')}\n`)
}

describe.skipIf(program === undefined)('a long session', () => {
  let browser: Browser
  let app: ServedApp
  beforeAll(async () => {
    browser = await launch()
    const home = temporary()
    writeLong(home)
    app = await servedApp(home)
  })
  afterAll(async () => {
    await app.end()
    await browser.close()
  })

  test('its last answer is on the page while the rest is still waited for', async () => {
    const { page, errors, close } = await watched(browser, app)
    let go = (): void => undefined
    const held = new Promise<void>(resolve => {
      go = resolve
    })
    await page.route('**/outline*', async route => {
      await held
      await route.continue()
    })
    await page.goto(`${app.origin}/s/${ID}`)
    await page.getByText(`Answer ${TURNS}.`).waitFor()
    expect(await page.locator('.turn-place').count()).toBe(0)
    go()
    await page.locator(`#t${TURNS}`).getByText(`Answer ${TURNS}.`).waitFor()
    expect(await page.getByText(`Answer ${TURNS}.`).count()).toBe(1)
    expect(errors).toEqual([])
    await close()
  })

  test('scrolled from end to end, few nodes are there, and turns are asked for in bundles', async () => {
    const { page, close } = await watched(browser, app)
    let asked = 0
    page.on('request', request => {
      if (request.url().includes('/turns?')) asked++
    })
    await page.goto(`${app.origin}/s/${ID}`)
    await page.locator(`#t${TURNS} .answer`).waitFor()
    await page.mouse.move(600, 500)
    for (let step = 0; step < 40; step++) {
      await page.mouse.wheel(0, -600)
      await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)))
    }
    await page.waitForLoadState('networkidle')
    const first = await page.locator('.turn-place').first().getAttribute('id')
    const passed = TURNS - Number(first!.slice(1))
    expect(passed).toBeGreaterThan(20)
    expect(asked).toBeLessThan(passed / 2)
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(3000)
    await close()
  })
})

if (program === undefined) test.skip(noBrowser, () => undefined)
