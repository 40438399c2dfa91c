// `npm run bench:app [long] [list] [search]`: the app beside an empty page in the same run. A session of 100 MB with 50,000
// entries and one turn of 3,000 calls; 10,000 sessions in the list; a key in the search over 1 GB. The sessions are made in
// a temporary folder; sizes can be set (RETHREAD_BENCH_ENTRIES, _BYTES, _SESSIONS, _SEARCHED).

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { withApp } from './app-in-browser.mjs'
import { LONG_ID, wordAt, writeLongSession, writeManySessions, writeMuchText } from './bench-sessions.mjs'
import { ready, root } from './ready.mjs'

const size = (name, usual) => Number(process.env[`RETHREAD_BENCH_${name}`] ?? usual)
const [ENTRIES, BYTES] = [size('ENTRIES', 50_000), size('BYTES', 100_000_000)]
const [SESSIONS, SEARCHED] = [size('SESSIONS', 10_000), size('SEARCHED', 1_000_000_000)]

const PARTS = {
  long: [home => writeLongSession(join(home, '.claude', 'projects', '-bench'), ENTRIES, BYTES), measureLong],
  list: [home => writeManySessions(join(home, '.claude', 'projects'), SESSIONS), measureList],
  search: [home => writeMuchText(join(home, '.claude', 'projects', '-bench'), SEARCHED), measureSearch],
}

ready({ quiet: true })
const asked = process.argv.slice(2)
const unknown = asked.filter(part => !(part in PARTS))
if (unknown.length > 0) throw new Error(`no part is called ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}`)
print([['script of the first load, compressed', kilobytes(firstScript())]])
for (const [part, [write, measure]] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(part)) continue
  const home = mkdtempSync(join(tmpdir(), 'rethread-bench-'))
  try {
    mkdirSync(join(home, '.claude'), { recursive: true })
    await write(home)
    console.log(`\n${part} (load ${loadavg()[0].toFixed(1)})`)
    print(await measure(home))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function measureLong(home) {
  return withApp({ HOME: home }, async ({ url, browser, pid }) => {
    const origin = new URL(url).origin
    const { page, devtools, metric, sent } = await watchedPage(browser, url)
    const empty = await emptyPage(page, origin)
    const still = await scrolled(page, metric)
    await page.goto('about:blank')
    const sentBefore = sent()
    const cpuBefore = cpuOf(pid)
    const opened = await timed(async () => {
      await page.goto(`${origin}/s/${LONG_ID}`)
      await page.locator('.answer').last().waitFor()
    })
    const [cpu, sentForIt] = [cpuOf(pid) - cpuBefore, sent() - sentBefore]
    const renderer = await metric('TaskDuration')
    const rest = await timed(() => page.locator('.turn-place .answer').last().waitFor())
    const [cpuOfAll, sentForAll] = [cpuOf(pid) - cpuBefore, sent() - sentBefore]
    const again = await timed(async () => {
      await page.goto(`${origin}/s/${LONG_ID}`)
      await page.locator('.turn-place .answer').last().waitFor()
    })
    const scroll = await scrolled(page, metric)
    await page.goto(`${origin}/s/${LONG_ID}?depth=tools#t50`)
    await page.locator('#t50 .work-row').first().waitFor()
    const inside = await scrolled(page, metric)
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
    await devtools.send('HeapProfiler.enable')
    await devtools.send('HeapProfiler.collectGarbage')
    return [
      ['an empty page', `${empty} ms`],
      ['last turn on screen, session read for the first time', `${opened} ms`],
      ['  and all of it read, its map and its turns there', `${opened + rest} ms`],
      ['last turn on screen, session kept open', `${again} ms`],
      ['sent for the last turn / for all of it', `${kilobytes(sentForIt)} / ${kilobytes(sentForAll)}`],
      ['CPU of the server for it / for all of it', `${cpu} / ${cpuOfAll} ms`],
      ['CPU of the page for it', `${Math.round(renderer * 1000)} ms`],
      ...scrollRows('end of the session', scroll, still),
      ...scrollRows('turn of 3,000 calls', inside, still),
      ['heap of the page', megabytes(await metric('JSHeapUsedSize'))],
      ['nodes', `${nodes}`],
      ['memory of the server, at most', megabytes(memoryOf(pid))],
    ]
  })
}

/** The first start has no index yet; the second has. */
async function measureList(home) {
  const once = async isFirst =>
    withApp({ HOME: home }, async ({ url, browser, pid }) => {
      const origin = new URL(url).origin
      const { page, metric, sent } = await watchedPage(browser, url)
      // A page without data pays for the frame alone. It asks for nothing of the sessions.
      const empty = await emptyPage(page, origin)
      const emptyPaint = await firstPaint(page)
      await page.goto('about:blank')
      const [cpuBefore, sentBefore] = [cpuOf(pid), sent()]
      const shown = await timed(async () => {
        await page.goto(`${origin}/`)
        await page.locator('.session-row').first().waitFor()
      })
      const paint = await firstPaint(page)
      const cpu = cpuOf(pid) - cpuBefore
      const all = await timed(() => page.getByText(`${SESSIONS.toLocaleString('en-US')} sessions`).waitFor())
      const costs = await timed(() => page.getByText(/^\$\d/).first().waitFor({ timeout: 300_000 }))
      const [cpuOfAll, sentForAll] = [cpuOf(pid) - cpuBefore, sent() - sentBefore]
      const scroll = await scrolled(page, metric, 400)
      const first = () => page.locator('.session-row[data-index="0"] .title').textContent()
      const before = await first()
      const sorted = await timed(async () => {
        await page.getByRole('button', { name: /^Cost/ }).click()
        while ((await first()) === before) await page.evaluate(() => new Promise(requestAnimationFrame))
      })
      const typed = await timed(async () => {
        await page.getByRole('searchbox').press('7')
        await page.getByText(/ of [\d,]+ sessions by title/).waitFor()
      })
      const when = isFirst ? 'without an index' : 'with an index'
      return [
        [`${when}: first paint / empty page`, `${paint} / ${emptyPaint} ms`],
        [`${when}: first sessions on screen / empty page`, `${shown} / ${empty} ms`],
        ['  CPU of the server for it', `${cpu} ms`],
        ['  all of them listed, after that', `${all} ms`],
        ['  their cost and health, after that', `${costs} ms`],
        ['  CPU of the server for all of it', `${cpuOfAll} ms`],
        ['  sent for all of it', kilobytes(sentForAll)],
        ['  sorted by cost', `${sorted} ms`],
        ['  narrowed by a key', `${typed} ms`],
        ['  CPU a wheel step, mean / largest', stepsOf(scroll)],
        ['  longest frame while scrolling', `${scroll.frame.toFixed(0)} ms`],
        ['  memory of the server, at most', megabytes(memoryOf(pid))],
      ]
    })
  return [...(await once(true)), ...(await once(false))]
}

function measureSearch(home) {
  return withApp({ HOME: home }, async ({ url, browser, pid }) => {
    const { page } = await watchedPage(browser, url)
    await page.goto(new URL(url).origin)
    const field = page.getByRole('searchbox')
    // The index is made by the first question.
    const indexed = await timed(async () => {
      await field.fill(wordAt(20_000))
      await page.getByText(/^Found in/).waitFor({ timeout: 3_600_000 })
    })
    const rows = [['index made by the first question', `${(indexed / 1000).toFixed(1)} s`]]
    const paused = async () => {
      await field.fill('')
      await page.getByText(/^Found in|^Nothing found/).waitFor({ state: 'detached' })
      // Longer than what was known of the files is good for.
      await new Promise(resolve => setTimeout(resolve, 6000))
    }
    await paused()
    const before = cpuOf(pid)
    const first = await answeredKey(page, field, wordAt(0)[0])
    rows.push(['the first key after a pause', `${first} ms, ${cpuOf(pid) - before} ms of CPU`])
    for (const [kind, word] of [
      ['a rare word', wordAt(21_111)],
      ['an ordinary word', wordAt(900)],
      ['the most common word', wordAt(0)],
    ]) {
      await field.fill('')
      await page.getByText(/^Found in|^Nothing found/).waitFor({ state: 'detached' })
      const keys = []
      const cpuBefore = cpuOf(pid)
      for (let length = 1; length <= word.length; length++)
        keys.push(await answeredKey(page, field, word.slice(0, length)))
      const cpu = (cpuOf(pid) - cpuBefore) / keys.length
      await paused()
      await field.fill(word.slice(0, -1))
      await page.locator(`.found[data-query="${word.slice(0, -1)}"]`).waitFor({ state: 'attached' })
      await new Promise(resolve => setTimeout(resolve, 2000))
      const beforeLast = cpuOf(pid)
      const last = await answeredKey(page, field, word)
      const cpuOfLast = cpuOf(pid) - beforeLast
      rows.push([
        `a key of ${kind} (${word}), mean / slowest`,
        `${Math.round(mean(keys))} / ${Math.max(...keys)} ms, ${Math.round(cpu)} ms of CPU`,
      ])
      rows.push(['  its last letter alone', `${last} ms, ${cpuOfLast} ms of CPU`])
    }
    return [...rows, ['memory of the server, at most', megabytes(memoryOf(pid))]]
  })
}

/** From the key to its answer on the page. */
function answeredKey(page, field, typed) {
  return timed(async () => {
    await field.press(typed.at(-1))
    await page.locator(`.found[data-query="${typed}"]`).waitFor({ state: 'attached' })
  })
}

async function watchedPage(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  // What its thread has worked, not what passed while it waited for a core.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Network.enable')
  let sent = 0
  devtools.on('Network.loadingFinished', event => {
    sent += event.encodedDataLength
  })
  const metric = async name =>
    (await devtools.send('Performance.getMetrics')).metrics.find(one => one.name === name).value
  // The cookie alone: the first page would ask for the sessions.
  await context.request.get(url, { maxRedirects: 0 })
  return { page, devtools, metric, sent: () => sent }
}

async function emptyPage(page, origin) {
  await page.goto('about:blank')
  return timed(async () => {
    await page.goto(`${origin}/s/nothing`)
    await page.getByText('no session has this id').waitFor()
  })
}

function firstPaint(page) {
  return page.evaluate(() =>
    Math.round(performance.getEntriesByType('paint').find(one => one.name === 'first-contentful-paint').startTime),
  )
}

/** Up and down by the wheel, or down and up; on the empty page the same, for what the browser itself takes. */
async function scrolled(page, metric, first = -400) {
  await page.evaluate(() => {
    window.frames_ = []
    let last = performance.now()
    const tick = now => {
      window.frames_.push(now - last)
      last = now
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  await page.mouse.move(700, 500)
  const steps = []
  for (let step = 0; step < 120; step++) {
    const before = await metric('TaskDuration')
    await page.mouse.wheel(0, step < 60 ? first : -first)
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    steps.push(((await metric('TaskDuration')) - before) * 1000)
  }
  const frames = await page.evaluate(() => window.frames_)
  return { mean: mean(steps), most: Math.max(...steps), frame: Math.max(...frames) }
}

function scrollRows(where, scroll, still) {
  return [
    [`${where}: CPU a wheel step, mean / largest`, stepsOf(scroll)],
    ['  the same on the empty page', stepsOf(still)],
    ['  longest frame / on the empty page', `${scroll.frame.toFixed(0)} / ${still.frame.toFixed(0)} ms`],
  ]
}

/** What the page names itself; the rest comes when it is needed. */
function firstScript() {
  const folder = join(root, 'dist', 'web')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const files = readdirSync(folder, { recursive: true }).map(String)
  const named = files.filter(file => file.endsWith('.js') && html.includes(file))
  if (named.length === 0) throw new Error('the page names no script')
  return named.reduce((sum, file) => {
    const packed = files.find(other => other === `${file}.br`)
    return sum + readFileSync(join(folder, packed ?? file)).length
  }, 0)
}

function print(rows) {
  for (const [what, value] of rows) console.log(`${what.padEnd(60)} ${value}`)
}

function mean(list) {
  return list.reduce((sum, one) => sum + one, 0) / list.length
}

function stepsOf({ mean: usual, most }) {
  return `${usual.toFixed(1)} / ${most.toFixed(1)} ms`
}

function kilobytes(bytes) {
  return `${Math.round(bytes / 1000)} KB`
}

function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`
}

async function timed(work) {
  const begun = performance.now()
  await work()
  return Math.round(performance.now() - begun)
}

/** Milliseconds of the processor, as Linux counts them. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function memoryOf(pid) {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024
}
