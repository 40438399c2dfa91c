// The app with a team's store: a switch between one's own sessions and the team's, each side with its colour, and no way
// from the team's side to a change.

import { join as joinPath } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { join, ship } from '../../src/actions/team/index.js'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../tools/postgres-server.js'
import { ask } from '../cli/rethread.js'
import { put, tempFolder } from '../disk/temp-folder.js'
import { newMachine, newStore } from '../team/team.js'
import { faults } from './accessibility.js'
import { launch, program } from './browser.js'
import { homeWithSamples, type ServedApp, servedApp, type Watched, watched } from './served-app.js'

const bin = postgresPrograms()
const LONG = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const FORKED = '4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11'
const MINE = '0e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e99'

describe.skipIf(program === undefined || bin === undefined)('the app with a team store', () => {
  let server: PostgresServer
  let browser: Browser
  let app: ServedApp
  let seen: Watched
  let page: Page
  beforeAll(async () => {
    server = await startPostgres(bin!)
    const shipper = homeWithSamples()
    const machine = await newMachine(await newStore(server), { home: shipper, config: joinPath(shipper, '.claude') })
    await ship(machine.place, {})
    const home = tempFolder(afterAll)
    const prompt = { role: 'user', content: 'My very own question' }
    const entry = { sessionId: MINE, uuid: 'a', parentUuid: null, cwd: '/own', type: 'user', message: prompt }
    put(joinPath(home, '.claude', 'projects', '-own', `${MINE}.jsonl`), `${JSON.stringify(entry)}\n`)
    await join({ env: {}, home, cwd: home }, { url: machine.reader, projects: [] })
    browser = await launch()
    app = await servedApp(home)
    seen = await watched(browser, app)
    page = seen.page
  }, 300_000)
  afterAll(async () => {
    await seen?.close()
    await app?.end()
    await browser?.close()
    server?.stop()
    expect(seen.outside).toEqual([])
    expect(seen.errors).toEqual([])
  })

  const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))

  test('the switch leads to the team’s sessions and back, in another colour', async () => {
    await page.getByText('My very own question').waitFor()
    const sides = page.getByRole('navigation', { name: 'Mine or team' })
    const own = await accent()
    await sides.getByRole('link', { name: 'Team' }).click()
    await page.getByText('A wind page for the station').first().waitFor()
    expect(await page.getByText('My very own question').count()).toBe(0)
    expect(await accent()).not.toBe(own)
    expect(new URL(page.url()).pathname).toBe('/team/')
    expect(await faults(page)).toEqual([])
    await sides.getByRole('link', { name: 'Mine' }).click()
    await page.getByText('My very own question').waitFor()
    expect([await accent(), new URL(page.url()).pathname]).toEqual([own, '/'])
  })

  test('search, a session, its pages, usage and an export come from the store', async () => {
    await page.goto(`${app.origin}/team/`)
    await page.getByRole('searchbox').fill('anemometer OR wind')
    await page.getByText(/^Found in/).waitFor()
    await page.locator('.found').getByRole('link').first().click()
    await page.waitForURL(/\/team\/s\//)
    await page.goto(`${app.origin}/team/s/${LONG}`)
    await page.getByRole('heading', { name: 'Turn 12' }).waitFor()
    const tabs = page.getByRole('navigation', { name: 'Session', exact: true })
    expect(await tabs.getByRole('link').allTextContents()).toEqual(['Read', 'Context', 'Check', 'Compactions', 'Share'])
    // What could be cloned at a fork of one's own can only be read and compared.
    await page.goto(`${app.origin}/team/s/${FORKED}`)
    await page.getByRole('link', { name: 'Compare' }).first().waitFor()
    expect(await page.getByRole('link', { name: 'Clone' }).count()).toBe(0)
    await page.goto(`${app.origin}/team/s/${LONG}`)
    for (const name of ['Context', 'Check', 'Compactions', 'Share']) {
      await tabs.getByRole('link', { name }).click()
      await page.waitForURL(new RegExp(`/team/s/${LONG}/${name.toLowerCase()}`))
    }
    await page.goto(`${app.origin}/team/usage`)
    await page.getByRole('button', { name: 'Model' }).waitFor()
    expect(await page.getByRole('button', { name: 'Tool', exact: true }).count()).toBe(0)
    const { stdout } = await ask(['usage', '--team', '--json'], { home: app.home })
    const days = (JSON.parse(stdout) as { rows: readonly { key: string }[] }).rows
    await page.getByRole('table').getByText(days.at(-1)!.key).first().waitFor()
  })

  test('an address of a change says that the team’s sessions are only read', async () => {
    await page.goto(`${app.origin}/team/s/${LONG}/reshape`)
    await page.getByText('can be read and exported, but not changed').waitFor()
  })

  test('serve --team shows the team’s sessions only', async () => {
    const alone = await servedApp(app.home, ['--team'])
    const there = await watched(browser, alone)
    try {
      await there.page.getByText('A wind page for the station').first().waitFor()
      expect(await there.page.getByRole('navigation', { name: 'Mine or team' }).count()).toBe(0)
      expect(await there.page.locator('.side-name').textContent()).toBe('Team')
      expect([there.outside, there.errors]).toEqual([[], []])
    } finally {
      await there.close()
      await alone.end()
    }
  })
})
