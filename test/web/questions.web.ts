// Each page is asked three things that somebody wants to know of a session, and its answers are compared with the commands.
// On copies of the samples, and on a session that nobody had in mind when the pages were made.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../cli/rethread.js'
import { launch, noBrowser, program } from './browser.js'
import { homeWithSamples, type ServedApp, servedApp, type Watched, watched } from './served-app.js'

const LONG = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const FORKED = '4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11'
const DAMAGED = 'dead0015-0b0e-4e1d-9c2b-3a4f5e6d7c06'
const COMPACTED = 'c0c0aded-7e11-4a5b-b6c7-d8e9f0a1b204'
const ODD = '0dd00000-0000-4000-8000-000000000001'

/** No text, one call without a name and no result, a title of signs, a type that is not known, and nothing closed. */
function writeOddSession(home: string): void {
  const folder = join(home, '.claude', 'projects', '-odd')
  mkdirSync(folder, { recursive: true })
  const base = { sessionId: ODD, cwd: '/odd place/ünï', version: '2.1.325', isSidechain: false }
  const uuid = (n: number): string => `0dd00000-0000-4000-9000-${String(n).padStart(12, '0')}`
  const lines = [
    { type: 'from-the-future', anything: [1, { deep: null }] },
    { ...base, type: 'user', uuid: uuid(1), parentUuid: null, message: { role: 'user', content: '\u202e \u0000 ' } },
    {
      ...base,
      type: 'assistant',
      uuid: uuid(2),
      parentUuid: uuid(1),
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: '',
        content: [
          { type: 'tool_use', id: '', name: '', input: null },
          { type: 'hologram', beams: 3 },
        ],
      },
    },
    { ...base, type: 'user', uuid: uuid(3), parentUuid: uuid(2), message: { role: 'user', content: [] } },
  ]
  writeFileSync(
    join(folder, `${ODD}.jsonl`),
    `${lines.map(line => JSON.stringify(line)).join('\n')}\n{"type":"user","mess`,
  )
}

describe.skipIf(program === undefined)('what one asks of a page', () => {
  let browser: Browser
  let app: ServedApp
  let seen: Watched
  beforeAll(async () => {
    browser = await launch()
    const home = homeWithSamples()
    writeOddSession(home)
    app = await servedApp(home)
    seen = await watched(browser, app)
  })
  afterAll(async () => {
    await seen.close()
    await app.end()
    await browser.close()
    expect([seen.outside, seen.errors, seen.ran]).toEqual([[], [], []])
  })

  const open = (path: string) => seen.page.goto(app.origin + path)
  const shows = (text: string | RegExp) => seen.page.getByText(text).first().waitFor()
  async function json<Value>(...words: string[]): Promise<Value> {
    const { stdout } = await ask([...words, '--json', '--config-dir', app.configDir], { home: app.home })
    return JSON.parse(stdout) as Value
  }
  const titles = () => seen.page.locator('.session-row .title').allTextContents()

  test('sessions: which cost most, which is the fullest, which is the oldest?', async () => {
    const { rows } = await json<{ rows: { key: string; costUSD: number }[] }>('usage', 'session')
    const dearest = rows.toSorted((a, b) => b.costUSD - a.costUSD)[0]!.key
    const first = seen.page.locator('.session-row[data-index="0"] a')
    await open('/')
    await seen.page.getByRole('button', { name: /^Cost/ }).click()
    await expect.poll(() => first.getAttribute('href')).toBe(`/s/${dearest}`)
    await seen.page.getByRole('button', { name: /^Context/ }).click()
    const byFill = await json<{ sessions: { id: string }[] }>('ls', '--sort', 'fullest')
    await expect.poll(() => first.getAttribute('href')).toBe(`/s/${byFill.sessions[0]!.id}`)
    await seen.page.getByRole('button', { name: /^Age/ }).click()
    await seen.page.getByRole('button', { name: /^Age.*newest/ }).click()
    const byAge = await json<{ sessions: { id: string }[] }>('ls', '--sort', 'oldest')
    await expect.poll(() => first.getAttribute('href')).toBe(`/s/${byAge.sessions[0]!.id}`)
    expect(seen.page.url()).toContain('sort=oldest')
    await seen.page.getByRole('button', { name: /^Cost/ }).click()
    await seen.page.getByRole('button', { name: /^Cost.*highest/ }).click()
    await expect.poll(async () => (await titles()).length).toBeGreaterThan(5)
    await seen.page.waitForURL(/sort=cheapest/)
  })

  test('a session: what was asked first, how many calls did turn 2 take, which branch is it on?', async () => {
    await open(`/s/${LONG}#t1`)
    await shows('Let us build the wind page today.')
    const { turns } = await json<{ turns: { index: number; toolCalls: number }[] }>('turns', LONG)
    const calls = turns.find(one => one.index === 2)!.toolCalls
    await seen.page.locator('#t2 .work-summary').getByText(`${calls} tool calls`, { exact: false }).waitFor()
    await open(`/s/${FORKED}`)
    await shows('2 continuations; this one is branch 1')
  })

  test('context: how full was it before it was compacted, what is the largest file, which turn takes most?', async () => {
    const { compactions } = await json<{ compactions: { tokensBefore: number; tokensAfter: number }[] }>(
      'compactions',
      COMPACTED,
    )
    await open(`/s/${COMPACTED}/context`)
    const [first] = compactions
    const words = (tokens: number) => `${(tokens / 1000).toFixed(1).replace(/\.0$/, '')}k`
    const list = seen.page.getByRole('list', { name: 'Compactions' })
    await list.getByText(`${words(first!.tokensBefore)} → ${words(first!.tokensAfter)}`).waitFor()
    expect(await list.getByRole('listitem').count()).toBe(compactions.length)
    expect(await seen.page.locator('.window-cliff').count()).toBe(compactions.length)
    await seen.page.locator('.window-level text', { hasText: 'window 200k' }).waitFor()
    await open(`/s/${LONG}/context?by=file`)
    const files = await json<{ parts: { key: string; tokens: number }[] }>('context', LONG, '--by', 'file')
    const largest = files.parts.find(part => part.key.startsWith('/'))!
    const row = seen.page.getByRole('region', { name: 'Ledger' }).locator('tbody tr').first()
    await row.getByTitle(largest.key).waitFor()
    expect(await row.locator('td').nth(1).textContent()).toBe(largest.tokens.toLocaleString('en-US'))
    await seen.page.getByRole('button', { name: 'Turn', exact: true }).click()
    const turns = await json<{ parts: { key: string; tokens: number }[] }>('context', LONG, '--by', 'turn')
    const most = turns.parts.filter(part => part.key.startsWith('turn')).toSorted((a, b) => b.tokens - a.tokens)[0]!
    await expect.poll(() => row.getByRole('link').textContent()).toBe(`T${most.key.slice(1)}`)
  })

  test('the chart is read by keys: what was there at the first request, and at the next one?', async () => {
    await open(`/s/${COMPACTED}/context`)
    const chart = seen.page.getByRole('slider', { name: 'Request' })
    await chart.focus()
    await seen.page.keyboard.press('Home')
    await shows(/^Request 1, turn 1: [\d,]+ tokens$/)
    await seen.page.keyboard.press('End')
    await shows(/^The next request: ~[\d,]+ tokens$/)
    await seen.page.keyboard.press('Home')
    await seen.page.keyboard.press('Enter')
    await seen.page.waitForURL(`${app.origin}/s/${COMPACTED}#t1`)
  })

  test('reshape: how small will it be, what goes, does it resume?', async () => {
    await open(`/s/${LONG}/reshape?verb=trim&budget=22000`)
    await shows('Checked: the copy resumes and is sent as shown.')
    await seen.page.locator('.steps').getByText('Remove tool calls').waitFor()
    const after = seen.page.locator('.figures tr', { hasText: '~ Tokens' }).locator('td').last()
    expect(Number((await after.textContent())!.replaceAll(',', ''))).toBeLessThanOrEqual(22_000)
  })

  test('check: what is wrong, what does that do, where is it?', async () => {
    await open(`/s/${DAMAGED}/check`)
    const finding = seen.page.locator('.finding', { hasText: 'line-nul' })
    await finding.getByText('96 NUL bytes').waitFor()
    await finding.getByText('The client skips the record after them on the line', { exact: false }).waitFor()
    await finding.getByRole('link', { name: 'line 6' }).waitFor()
  })

  test('compactions: how much was freed, which prompts are gone, what does the summary say?', async () => {
    await open(`/s/${COMPACTED}/compactions`)
    await shows(/\(4\.4k freed\)/)
    await shows('And if the power fails in the middle?')
    await seen.page.getByRole('link', { name: 'the summary' }).first().click()
    await seen.page.getByRole('complementary', { name: 'Details' }).getByText('isCompactSummary').first().waitFor()
  })

  test('compare: how many tokens has each, what is only on one side, what does it say?', async () => {
    await open(`/s/${FORKED}/compare`)
    await seen.page.getByLabel('Compare with').selectOption({ label: 'branch 2 (1 turn)' })
    await seen.page.getByRole('columnheader', { name: 'Branch 2' }).waitFor()
    const context = await json<{ tokens: { estimate: number } }>('context', FORKED, '--leaf', '2')
    await shows(context.tokens.estimate.toLocaleString('en-US'))
    await seen.page.locator('.diff-side .add', { hasText: 'Would plain files not be enough?' }).waitFor()
    await seen.page.locator('.diff-side .del', { hasText: 'Then a table, with the day as its key.' }).waitFor()
    // And any other session.
    await seen.page.getByLabel('Compare with').selectOption(`session ${COMPACTED}`)
    await seen.page.getByRole('columnheader', { name: COMPACTED.slice(0, 8) }).waitFor()
  })

  test('usage: what did it cost, on which day most, which session?', async () => {
    const daily = await json<{ totals: { costUSD: number }; rows: { key: string; costUSD: number }[] }>(
      'usage',
      'daily',
    )
    await open('/usage')
    await seen.page
      .locator('.totals')
      .getByText(`$${daily.totals.costUSD.toFixed(2)}`)
      .waitFor()
    const top = daily.rows.toSorted((a, b) => b.costUSD - a.costUSD)[0]!
    const bars = await seen.page
      .locator('.usage-chart rect')
      .evaluateAll(all => all.map(bar => [Number(bar.getAttribute('height')), bar.textContent] as const))
    expect(bars.length).toBe(daily.rows.length)
    expect(bars.toSorted(([a], [b]) => b - a)[0]![1]).toBe(`${top.key}: $${top.costUSD.toFixed(2)}`)
    await seen.page.getByRole('button', { name: 'Session', exact: true }).click()
    await seen.page.getByRole('link', { name: 'A wind page for the station' }).click()
    await seen.page.waitForURL(`${app.origin}/s/${LONG}`)
  })

  test('share: are there secrets, what will it look like, which turns?', async () => {
    await open(`/s/${LONG}/share`)
    await shows('No secrets found')
    await seen.page.getByLabel('From turn').fill('3')
    await seen.page.getByLabel('to turn', { exact: true }).fill('3')
    const preview = seen.page.frameLocator('iframe')
    await preview.getByText('Why did the first test fail?').first().waitFor()
    await expect.poll(() => preview.getByText('My father wants knots.').count()).toBe(0)
  })

  test('the palette goes to a turn, a page and a session', async () => {
    await open(`/s/${LONG}`)
    await shows('What is left for tomorrow?')
    const choose = async (words: string): Promise<void> => {
      await seen.page.keyboard.press('Control+k')
      await seen.page.getByRole('combobox', { name: 'Search sessions and commands' }).fill(words)
      await seen.page.getByRole('listbox', { name: 'Found' }).getByRole('option').first().waitFor()
      await seen.page.keyboard.press('Enter')
    }
    await choose('turn 3')
    await seen.page.waitForURL(`${app.origin}/s/${LONG}#t3`)
    await choose('Compare with')
    await seen.page.waitForURL(`${app.origin}/s/${LONG}/compare`)
    await choose('Departure board')
    await shows('Departure board for the night trains')
  })

  test.each([
    '',
    '?depth=all',
    '/context',
    '/context?by=file',
    '/context?by=turn',
    '/reshape?verb=trim&budget=5000',
    '/reshape?verb=repair',
    '/check?secrets=yes',
    '/compactions',
    `/compare?with=${LONG}`,
    '/share',
  ])('a session that nobody had in mind: %s', async path => {
    await open(`/s/${ODD}${path}`)
    await seen.page.locator('main').waitFor()
    await seen.page.waitForLoadState('networkidle')
    expect((await seen.page.locator('main').textContent())?.length).toBeGreaterThan(10)
    expect(await seen.page.getByText('unexpected', { exact: false }).count()).toBe(0)
  })
})

if (program === undefined) test.skip(noBrowser, () => undefined)
