// Ten pages open at once on sessions that are being written, for many events: all of them are told by one stream, and neither
// the server nor the pages grow. The sessions go back and forth between two states, so that all growth is a leak.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT, temporary } from '../cli/rethread.js'
import { launch, noBrowser, program } from './browser.js'

const IDS = ['a', 'b', 'c'].map(letter => `${letter}b000000-0000-4000-8000-000000000001`)
const EVENTS = 40
const MEGABYTE = 1e6

/** In the server's process: what it holds when all that can be collected is. */
const PROBE = `process.on('message', async () => {
  for (let round = 0; round < 3; round++) { gc(); await new Promise(resolve => setTimeout(resolve, 20)) }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  process.send(heapUsed + arrayBuffers)
})`

describe.skipIf(program === undefined)('ten pages', () => {
  const home = temporary()
  const folder = join(home, '.claude', 'projects', '-p')
  let browser: Browser
  let server: ChildProcess
  let url = ''
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
    for (const id of IDS) writeState(id, false)
    browser = await launch()
    const words = [join(ROOT, 'dist', 'cli', 'rethread.js'), 'serve', '--no-open', '--port', '0']
    const probe = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(PROBE)}`]
    const env = { PATH: process.env['PATH'], HOME: home, TZ: 'UTC' }
    server = spawn(process.execPath, [...probe, ...words], {
      env,
      cwd: home,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    url = String((await createInterface({ input: server.stdout! })[Symbol.asyncIterator]().next()).value)
  })
  afterAll(async () => {
    await browser.close()
    const ended = once(server, 'exit')
    server.disconnect()
    server.kill('SIGINT')
    await ended
  })

  /** Forty turns, and one more in the other state. */
  function writeState(id: string, hasMore: boolean): void {
    const uuid = (of: number): string => `${id.slice(0, 8)}-0000-4000-9000-${String(of).padStart(12, '0')}`
    const texts = Array.from({ length: 40 }, (_, at) => [`Question ${at + 1}?`, `Answer ${at + 1}.`]).flat()
    const all = hasMore ? [...texts, 'One more question?', 'One more answer.'] : texts
    const lines = all.map((text, at) => {
      const message =
        at % 2 === 0
          ? { role: 'user', content: text }
          : { id: `msg_${at}`, type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text }] }
      return JSON.stringify({
        type: at % 2 === 0 ? 'user' : 'assistant',
        uuid: uuid(at + 1),
        parentUuid: at === 0 ? null : uuid(at),
        sessionId: id,
        cwd: '/p',
        version: '2.1.325',
        isSidechain: false,
        timestamp: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
        message,
      })
    })
    writeFileSync(join(folder, `${id}.jsonl`), `${lines.join('\n')}\n`)
  }

  async function heapOfServer(): Promise<number> {
    const answer = once(server, 'message')
    server.send('measure')
    return Number((await answer)[0])
  }

  async function heapOfPages(pages: readonly CDPSession[]): Promise<{ heap: number; listeners: number }> {
    let [heap, listeners] = [0, 0]
    for (const page of pages) {
      await page.send('HeapProfiler.collectGarbage')
      const { metrics } = await page.send('Performance.getMetrics')
      heap += metrics.find(one => one.name === 'JSHeapUsedSize')!.value
      listeners += metrics.find(one => one.name === 'JSEventListeners')!.value
    }
    return { heap, listeners }
  }

  async function opened(context: BrowserContext): Promise<readonly Page[]> {
    const origin = new URL(url).origin
    const [a, b, c] = IDS
    const paths = [
      `/s/${a}`,
      `/s/${b}`,
      `/s/${c}`,
      '/',
      `/s/${a}/context`,
      `/s/${b}?depth=all`,
      `/s/${c}/context`,
      '/usage',
      `/s/${a}?depth=tools`,
      '/?q=Answer',
    ]
    const pages: Page[] = []
    for (const path of paths) {
      const page = await context.newPage()
      await page.goto(origin + path)
      await page.locator('main').waitFor()
      pages.push(page)
    }
    return pages
  }

  test('one stream tells them all, and nothing grows', { timeout: 300_000 }, async () => {
    const context = await browser.newContext()
    let streams = 0
    context.on('request', request => {
      if (request.url().endsWith('/api/events')) streams++
    })
    await (await context.newPage()).goto(url)
    const pages = await opened(context)
    const tools = await Promise.all(pages.map(page => context.newCDPSession(page)))
    for (const tool of tools) await tool.send('Performance.enable')
    const readers = pages.filter(page => /\/s\/[^/]+$/.test(page.url()))
    expect(readers.length).toBeGreaterThanOrEqual(3)
    const happen = async (events: number): Promise<void> => {
      for (let event = 0; event < events; event++) {
        const hasMore = event % 2 === 0
        for (const id of IDS) writeState(id, hasMore)
        const last = hasMore ? '#t41' : '#t40'
        await Promise.all(
          readers.map(async page => {
            await page.locator(`${last} .answer`).waitFor()
            if (!hasMore) await page.locator('#t41').waitFor({ state: 'detached' })
          }),
        )
      }
    }
    await happen(EVENTS)
    const [server1, pages1] = [await heapOfServer(), await heapOfPages(tools)]
    await happen(EVENTS * 2)
    const [server2, pages2] = [await heapOfServer(), await heapOfPages(tools)]
    const grown = {
      server: Math.round((server2 - server1) / MEGABYTE),
      pages: Math.round((pages2.heap - pages1.heap) / MEGABYTE),
      listeners: pages2.listeners - pages1.listeners,
    }
    expect(grown.server).toBeLessThan(4)
    expect(grown.pages).toBeLessThan(6)
    expect(grown.listeners).toBeLessThan(50)
    // The first page, which is gone from the list by now, and whoever took over.
    expect(streams).toBeLessThanOrEqual(2)
    await context.close()
  })
})

if (program === undefined) test.skip(noBrowser, () => undefined)
