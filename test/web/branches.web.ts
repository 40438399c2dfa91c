// Branches in the app: lanes of several at once beside the turns, the map of all of them, and the keys that go with it. And
// the same lanes in an exported page, with and without script.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, temporary } from '../cli/rethread.js'
import { faults } from './accessibility.js'
import { launch, noBrowser, program } from './browser.js'
import { type ServedApp, servedApp, type Watched, watched } from './served-app.js'

const ID = 'ab000000-0000-4000-8000-000000000009'

/**
 * Two clients at once, and a rewind: the first question is gone on with in three ways. Written as they came, so that the
 * second way is still going on when the third, which the session ends with, has had turns.
 */
const TALK: readonly (readonly [name: string, after: string | null, words: string])[] = [
  ['q1', null, 'What is the wind?'],
  ['a1', 'q1', 'Five knots.'],
  ['q2', 'a1', 'In metres?'],
  ['a2', 'q2', 'Two and a half.'],
  ['q3', 'a1', 'From where?'],
  ['a3', 'q3', 'From the west.'],
  ['q4', 'a1', 'And the rain?'],
  ['a4', 'q4', 'None.'],
  ['q5', 'a3', 'Since when?'],
  ['a5', 'q5', 'Since noon.'],
  ['q6', 'a4', 'And tomorrow?'],
  ['a6', 'q6', 'A little.'],
]

function writeTalk(home: string): void {
  const folder = join(home, '.claude', 'projects', '-p')
  mkdirSync(folder, { recursive: true })
  const uuid = (name: string): string =>
    `ab000000-0000-4000-9000-${String(TALK.findIndex(([one]) => one === name)).padStart(12, '0')}`
  const lines = TALK.map(([name, after, text], at) => {
    const isPrompt = name.startsWith('q')
    return JSON.stringify({
      type: isPrompt ? 'user' : 'assistant',
      uuid: uuid(name),
      parentUuid: after === null ? null : uuid(after),
      sessionId: ID,
      cwd: '/p',
      version: '2.1.325',
      isSidechain: false,
      timestamp: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
      message: isPrompt
        ? { role: 'user', content: text }
        : { id: `msg_${name}`, type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text }] },
    })
  })
  writeFileSync(join(folder, `${ID}.jsonl`), `${lines.join('\n')}\n`)
}

describe.skipIf(program === undefined)('branches', () => {
  let browser: Browser
  let app: ServedApp
  let seen: Watched
  beforeAll(async () => {
    browser = await launch()
    const home = temporary()
    writeTalk(home)
    app = await servedApp(home)
    seen = await watched(browser, app)
  })
  afterAll(async () => {
    await seen.close()
    await app.end()
    await browser.close()
    expect([seen.outside, seen.errors]).toEqual([[], []])
  })

  test('two lanes leave the first turn; the one that went on stands beside the next, and ends there', async () => {
    const { page } = seen
    await page.goto(`${app.origin}/s/${ID}`)
    await page.getByText('A little.').waitFor()
    const turn = (words: string) => page.locator('.turn-place', { hasText: words })
    expect(await turn('What is the wind?').locator('.lane-fork path').count()).toBe(2)
    expect(await turn('What is the wind?').locator('.lane-fork circle').count()).toBe(1)
    expect(await turn('And the rain?').locator('.lane-beside.ends').count()).toBe(1)
    expect(await turn('And tomorrow?').locator('.lane-beside').count()).toBe(0)
  })

  test('the map shows every turn of every branch, and leads there', async () => {
    const { page } = seen
    await page.goto(`${app.origin}/s/${ID}`)
    await page.getByText('A little.').waitFor()
    await page.keyboard.press('m')
    const map = page.getByRole('list', { name: 'Branches' })
    await map.getByText('In metres?').waitFor()
    for (const [name, , words] of TALK) if (name.startsWith('q')) expect(await map.getByText(words).count()).toBe(1)
    await map.getByRole('link', { name: 'Since when?' }).click()
    await page.locator('.turn-place', { hasText: 'Since noon.' }).waitFor()
    expect(page.url()).toMatch(/leaf=\d/)
    await page.keyboard.press('m')
    await map.waitFor({ state: 'detached' })
  })

  test('keys: switch, compare, raw, and marking a turn', async () => {
    const { page } = seen
    await page.goto(`${app.origin}/s/${ID}`)
    await page.getByText('A little.').waitFor()
    await page.keyboard.press('s')
    await page.waitForURL(/leaf=2/)
    await page.getByText('In metres?').waitFor()
    await page.goto(`${app.origin}/s/${ID}`)
    await page.getByText('A little.').waitFor()
    await page.keyboard.press('=')
    await page.waitForURL(/compare\?leaf=1&other=2/)
    await page.goto(`${app.origin}/s/${ID}`)
    await page.getByText('A little.').waitFor()
    await page.keyboard.press('r')
    await page.getByRole('complementary').getByText('"uuid"').first().waitFor()
    await page.keyboard.press('x')
    await page.getByRole('link', { name: 'Take out 1 turn' }).click()
    await page.getByText('Checked: the copy resumes').waitFor()
    expect(page.url()).toContain('turns=')
  })

  test.each([true, false])('an exported page draws them: with script %s', async script => {
    const path = join(app.home, `page-${script}.html`)
    const { code } = await ask(['export', ID, '-o', path, '--config-dir', app.configDir], { home: app.home })
    expect(code).toBe(0)
    const context = await browser.newContext({ javaScriptEnabled: script, bypassCSP: script })
    const page = await context.newPage()
    await page.goto(pathToFileURL(path).href)
    const first = page.locator('.turn', { hasText: 'What is the wind?' })
    expect(await first.locator('.lane.begins').count()).toBe(2)
    await first.getByText('Branch 2 leaves here: 1 turn, abandoned.').waitFor()
    await first.getByText('Branch 3 leaves here: 2 turns, abandoned.').waitFor()
    const passed = page.locator('.turn', { hasText: 'And the rain?' })
    expect(await passed.locator('.lane.ends:visible').count()).toBe(1)
    const line = (await passed.locator('.lane.l0').boundingBox())!
    expect(line.height).toBeGreaterThan(40)
    if (script) expect(await faults(page)).toEqual([])
    await context.close()
  })
})

if (program === undefined) test.skip(noBrowser, () => undefined)
