// The app in a browser, on copies of the samples: each page answers what one asks of it, and each way is gone to its end.

import { appendFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../cli/rethread.js'
import { launch, noBrowser, program } from './browser.js'
import { homeWithSamples, type ServedApp, servedApp, type Watched, watched } from './served-app.js'

const LONG = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const FORKED = '4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11'
const DAMAGED = 'dead0015-0b0e-4e1d-9c2b-3a4f5e6d7c06'
const DUE = 'd41f7000-1829-43a4-b5b0-2b3c4d5e6f18'
const COMPACTED = 'c0c0aded-7e11-4a5b-b6c7-d8e9f0a1b204'

describe.skipIf(program === undefined)('the app', () => {
  let browser: Browser
  let app: ServedApp
  let seen: Watched
  beforeAll(async () => {
    browser = await launch()
    app = await servedApp(homeWithSamples())
    seen = await watched(browser, app)
  })
  afterAll(async () => {
    await seen.close()
    await app.end()
    await browser.close()
    expect(seen.outside).toEqual([])
    expect(seen.errors).toEqual([])
  })

  const open = (path: string) => seen.page.goto(app.origin + path)
  const json = async (...words: string[]): Promise<Record<string, never>> => {
    const { stdout } = await ask([...words, '--json', '--config-dir', app.configDir], { home: app.home })
    return JSON.parse(stdout) as Record<string, never>
  }

  test('the address is cleaned of its token', () => {
    expect(seen.page.url()).toBe(`${app.origin}/`)
  })

  test('the first page loads at most 120 KB of script, sent compressed', async () => {
    const fresh = await watched(browser, app)
    const page = await fresh.another()
    const sent: { readonly bytes: number; readonly how: string | undefined }[] = []
    page.on('response', response => {
      const headers = response.headers()
      if (/javascript/.test(headers['content-type'] ?? ''))
        sent.push({ bytes: Number(headers['content-length']), how: headers['content-encoding'] })
    })
    await page.goto(`${app.origin}/`)
    await page.getByText('20 sessions').waitFor()
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.filter(one => one.how === undefined && one.bytes > 1000)).toEqual([])
    const all = sent.reduce((sum, one) => sum + one.bytes, 0)
    expect(all).toBeGreaterThan(20_000)
    expect(all).toBeLessThanOrEqual(120_000)
    await fresh.close()
  })

  test('sessions: how many there are, of which projects, and which is called what', async () => {
    await open('/')
    await seen.page.getByText('A wind page for the station').waitFor()
    await seen.page.getByText('20 sessions').waitFor()
    await seen.page.getByRole('button', { name: 'weather-station 8' }).click()
    await seen.page.getByText('8 of 20 sessions').waitFor()
    expect(seen.page.url()).toContain('project=')
  })

  test('sessions: what each cost and how it is, and those that are damaged alone', async () => {
    await open('/')
    const { rows } = (await json('usage', 'session')) as unknown as { rows: { key: string; costUSD: number }[] }
    const cost = rows.find(one => one.key === LONG)!.costUSD
    const row = seen.page.locator('.session-row', { has: seen.page.locator(`a[href="/s/${LONG}"]`) })
    await row.getByText(`$${cost.toFixed(2)}`).waitFor()
    await seen.page.getByRole('button', { name: /^Damaged \d+$/ }).click()
    const damaged = seen.page.locator('.session-row', { has: seen.page.locator(`a[href="/s/${DAMAGED}"]`) })
    await damaged.getByText(/^\d+ damaged$/).waitFor()
    await row.waitFor({ state: 'detached' })
    expect(seen.page.url()).toContain('state=damaged')
  })

  test('search: a word leads to the turn that says it', async () => {
    await open('/')
    await seen.page.getByText('20 sessions').waitFor()
    await seen.page.keyboard.press('/')
    await seen.page.keyboard.type('knots')
    const hit = seen.page.locator('.hit').first()
    await hit.locator('mark').first().waitFor()
    await hit.click()
    await seen.page.waitForURL(/#t\d+$/)
    const turn = /#(t\d+)$/.exec(seen.page.url())![1]
    await seen.page.locator(`[id="${turn}"] .prompt`).waitFor()
  })

  test('search: nothing found says so', async () => {
    await open('/?q=zyzzyvas')
    await seen.page.getByText('Nothing found for “zyzzyvas”').waitFor()
  })

  test('search: what was written since comes by itself behind the first answer', async () => {
    const { page } = seen
    await open('/')
    await page.getByText('20 sessions').waitFor()
    await page.getByRole('searchbox').fill('quillon')
    await page.getByText('Nothing found for “quillon”').waitFor()
    const { sessions } = (await (await page.request.get(`${app.origin}/api/sessions`)).json()).value as {
      sessions: { key: string; path: string }[]
    }
    const { path } = sessions.find(one => one.key === LONG)!
    const before = readFileSync(path, 'utf8')
    try {
      const { uuid, cwd } = JSON.parse(
        before
          .trimEnd()
          .split('\n')
          .findLast(line => line.includes('"uuid"'))!,
      )
      const message = { role: 'user', content: 'The quillon of the vane is loose.' }
      const about = {
        type: 'user',
        uuid: '00000000-0000-4000-8000-00000000abcd',
        parentUuid: uuid,
        sessionId: LONG,
        cwd,
      }
      appendFileSync(path, `${JSON.stringify({ ...about, timestamp: '2026-11-16T12:00:00.000Z', message })}\n`)
      // Longer than what was known of the files is good for.
      await page.waitForTimeout(6000)
      const asked: URL[] = []
      const note = (request: { url(): string }): void => void asked.push(new URL(request.url()))
      page.on('request', note)
      await page.getByRole('searchbox').fill('quillon ')
      await page.getByRole('searchbox').fill('quillon vane')
      await page.locator('.found mark').first().waitFor()
      page.off('request', note)
      const searches = asked.filter(one => one.pathname === '/api/search').map(one => one.searchParams.get('soon'))
      expect(searches[0]).toBe('yes')
    } finally {
      writeFileSync(path, before)
    }
  })

  test('a session: its last turn, what was asked in its first, and what was done in between', async () => {
    await open(`/s/${LONG}`)
    await seen.page.getByText('What is left for tomorrow?').waitFor()
    await seen.page.keyboard.press('g')
    await seen.page.keyboard.press('g')
    await seen.page.locator('#t1 .prompt').first().waitFor()
    await seen.page.locator('#t1 .work-summary').click()
    await seen.page.locator('#t1 .work-row').first().waitFor()
    await seen.page.locator('#t1 .work-head').first().click()
    await seen.page.locator('#t1 .tool-view').first().waitFor()
    await seen.page.locator('#t1 .lines button').first().click()
    await seen.page.getByRole('complementary', { name: 'Details' }).getByText('"uuid"').first().waitFor()
  })

  test('depth: prompts only, then tools; the place stays', async () => {
    await open(`/s/${LONG}#t6`)
    await seen.page.locator('#t6 .prompt').first().waitFor()
    await seen.page.keyboard.press('3')
    await seen.page.locator('#t6 .work-row').first().waitFor()
    await seen.page.keyboard.press('1')
    await seen.page.locator('#t6 .prompt').first().waitFor()
    await expect.poll(() => seen.page.locator('.answer').count()).toBe(0)
    expect(seen.page.url()).toContain('depth=prompts')
  })

  test('calls are marked by keys, one or a range of them', async () => {
    await open(`/s/${LONG}?depth=tools#t2`)
    const rows = seen.page.locator('#t2 .work-row')
    await rows.nth(2).waitFor()
    await rows.nth(0).locator('.work-head').focus()
    await seen.page.keyboard.press('x')
    await seen.page.getByRole('link', { name: 'Take out 1 call', exact: true }).waitFor()
    await rows.nth(2).locator('.work-head').focus()
    await seen.page.keyboard.press('X')
    await seen.page.getByRole('link', { name: 'Take out 3 calls' }).waitFor()
  })

  test('a fork: the other branch can be read and cloned, and the clone undone', async () => {
    await open(`/s/${FORKED}`)
    await seen.page.getByText('2 continuations').waitFor()
    await seen.page.getByRole('link', { name: 'Switch' }).click()
    await seen.page.getByText('One JSON file a day', { exact: false }).first().waitFor()
    await seen.page.getByText('the session resumes elsewhere').waitFor()
    await open(`/s/${FORKED}/reshape?verb=clone&leaf=2`)
    await seen.page.getByText('Checked: the copy resumes').waitFor()
    await seen.page.getByRole('button', { name: 'Write new session' }).click()
    await seen.page.getByText('New session written').waitFor()
    await seen.page.getByRole('button', { name: 'Undo' }).first().click()
    await seen.page.getByText('undone').first().waitFor()
    await open('/')
    await seen.page.getByText('20 sessions').waitFor()
  })

  test('two branches side by side, as the model would see them', async () => {
    await open(`/s/${FORKED}`)
    await seen.page.getByRole('link', { name: 'Compare' }).click()
    await seen.page.getByRole('columnheader', { name: 'Branch 2' }).waitFor()
    await seen.page.getByText('only right').first().waitFor()
    await seen.page.getByText('only left').first().waitFor()
  })

  test('what the client deletes soon is archived with one click', async () => {
    const path = join(app.configDir, 'projects', '-home-ada-weather-station', `${DUE}.jsonl`)
    // The samples have a cleanup after 365 days.
    const old = Date.now() / 1000 - 364 * 86_400
    utimesSync(path, old, old)
    await open('/')
    await seen.page.getByText('Claude Code will delete 1 session within 7 days.').waitFor()
    await seen.page.getByRole('button', { name: 'Archive them' }).click()
    await seen.page.getByText('1 session archived.').waitFor()
    const { archive } = (await json('archive', '--status')) as unknown as { archive: { sessions: number } }
    expect(archive.sessions).toBe(1)
  })

  test('context: the figures are those of the command', async () => {
    await open(`/s/${LONG}/context`)
    const context = (await json('context', LONG)) as unknown as { tokens: { estimate: number }; messages: unknown[] }
    await seen.page.getByText(`~${context.tokens.estimate.toLocaleString('en-US')}`).waitFor()
    await seen.page.getByText(`in ${context.messages.length} messages`).waitFor()
    await seen.page.getByText('not in the file: system prompt and tools').waitFor()
    await seen.page.getByRole('button', { name: 'Earlier' }).click()
    await seen.page.getByText(`of ${context.messages.length}`, { exact: false }).first().waitFor()
  })

  test('the three largest contributors are taken out, and the copy is what the page said', async () => {
    await open(`/s/${LONG}/context`)
    const boxes = seen.page.getByRole('region', { name: 'Largest calls' }).getByRole('checkbox')
    for (const at of [0, 1, 2]) await boxes.nth(at).check()
    await seen.page.getByText('3 contributors marked').waitFor()
    await seen.page.getByRole('link', { name: 'Plan taking out' }).click()
    await seen.page.getByText('Checked: the copy resumes').waitFor()
    const planned = await seen.page.locator('.figures tbody tr').first().locator('td').nth(1).textContent()
    await seen.page.getByRole('button', { name: 'Write new session' }).click()
    await seen.page.getByText('New session written').waitFor()
    const resume = (await seen.page.getByTestId('resume').textContent())!
    const id = /--resume (\S+)/.exec(resume)![1]!
    const context = (await json('context', id)) as unknown as { tokens: { estimate: number }; resumes: boolean }
    expect(context.resumes).toBe(true)
    expect(planned).toBe(context.tokens.estimate.toLocaleString('en-US'))
    await seen.page.getByRole('link', { name: 'Open it' }).click()
    await seen.page.waitForURL(`${app.origin}/s/${id}`)
    await seen.page.getByText('What is left for tomorrow?').waitFor()
  })

  test('trim to a budget: the ladder, and a budget that cannot be met says why', async () => {
    await open(`/s/${LONG}/reshape?verb=trim&budget=22000`)
    await seen.page.getByText('Checked: the copy resumes').waitFor()
    await seen.page.locator('.ladder').getByText('old tool calls with their results').waitFor()
    await open(`/s/${LONG}/reshape?verb=trim&budget=1000`)
    await seen.page.getByText('budget missed by', { exact: false }).waitFor()
    expect(await seen.page.getByRole('button', { name: 'Write new session' }).isDisabled()).toBe(true)
  })

  test('check: what is wrong, and a repair that makes it sound', async () => {
    await open(`/s/${DAMAGED}/check`)
    await seen.page.getByText('8 problems that lose data').waitFor()
    await seen.page.getByRole('link', { name: 'line 54' }).click()
    await seen.page.getByRole('button', { name: 'Line 54', pressed: true }).waitFor()
    await seen.page.getByRole('complementary').getByText('unknown type').waitFor()
    await seen.page.goBack()
    await seen.page.getByRole('link', { name: 'Plan a repair' }).click()
    await seen.page.getByRole('button', { name: 'Write new session' }).click()
    await seen.page.getByText('New session written').waitFor()
    const resume = (await seen.page.getByTestId('resume').textContent())!
    await open(`/s/${/--resume (\S+)/.exec(resume)![1]}/check`)
    await seen.page.getByText('Sound.').waitFor()
  })

  test('compactions: what was dropped, and the way back', async () => {
    await open(`/s/${COMPACTED}/compactions`)
    await seen.page.getByText('Compaction 1').waitFor()
    await seen.page.getByRole('link', { name: 'Clone from before it' }).first().click()
    await seen.page.getByText('Checked: the copy resumes').waitFor()
  })

  test('usage: the totals are those of the command, and a row tells its messages', async () => {
    await open('/usage?by=model')
    const usage = (await json('usage', 'model')) as unknown as { totals: { messages: number } }
    await seen.page
      .locator('.totals')
      .getByText(usage.totals.messages.toLocaleString('en-US'), { exact: true })
      .waitFor()
    await seen.page.getByRole('button', { name: 'Why' }).first().click()
    await seen.page.getByRole('region', { name: 'Explained' }).getByText('final').first().waitFor()
  })

  test('share: the preview is the page, and it is downloaded as it is', async () => {
    await open(`/s/${FORKED}/share`)
    await seen.page.frameLocator('iframe').getByText('Where should forecasts be stored?').first().waitFor()
    const [file] = await Promise.all([
      seen.page.waitForEvent('download'),
      seen.page.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toContain('Where should forecasts be stored?')
  })

  test('the palette and the keys: everything works without a mouse', async () => {
    await open('/')
    await seen.page.getByText('A wind page for the station').first().waitFor()
    await seen.page.keyboard.press('Control+k')
    await seen.page.getByRole('combobox', { name: 'Search sessions and commands' }).fill('wind page')
    await seen.page
      .getByRole('option', { name: /A wind page/ })
      .first()
      .waitFor()
    await seen.page.keyboard.press('Enter')
    await seen.page.waitForURL(/\/s\//)
    await seen.page.getByText('What is left for tomorrow?').waitFor()
    await seen.page.keyboard.press('?')
    await seen.page.getByRole('dialog', { name: 'Keys' }).getByText('next turn').waitFor()
    await seen.page.keyboard.press('Escape')
    await expect.poll(() => seen.page.getByRole('dialog').count()).toBe(0)
    await seen.page.keyboard.press('c')
    await seen.page.getByText('Where the tokens go').waitFor()
  })

  test('a session that grows while it is read: the new turn comes by itself', async () => {
    await open(`/s/${LONG}`)
    await seen.page.getByText('What is left for tomorrow?').waitFor()
    const path = join(app.configDir, 'projects', '-home-ada-weather-station', `${LONG}.jsonl`)
    const entries = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
    const last = entries.findLast(one => one['type'] === 'assistant')!
    const { requestId: _, ...common } = last
    const prompt = {
      ...common,
      type: 'user',
      uuid: 'aaaaaaaa-0000-4000-8000-000000000001',
      parentUuid: last['uuid'],
      message: { role: 'user', content: 'And what if it rains for a week?' },
    }
    appendFileSync(path, `${JSON.stringify(prompt)}\n`)
    await seen.page.getByText('And what if it rains for a week?').waitFor()
  })
})

describe.skipIf(program === undefined)('the command', () => {
  test('ends by Ctrl-C with nothing left, and a second start finds the first', async () => {
    const home = homeWithSamples()
    const app = await servedApp(home)
    const second = await ask(['serve', '--no-open', '--json'], { home })
    expect((JSON.parse(second.stdout) as { url: string }).url).toBe(app.url)
    expect(await app.end()).toBe(0)
    await expect(fetch(app.origin)).rejects.toThrow()
  })
})

if (program === undefined) test.skip(noBrowser, () => undefined)
