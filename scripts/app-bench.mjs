// `npm run bench:app`: a large session in the app, beside an empty page in the same run. 100 MB, 50,000 entries, one turn of
// 3,000 calls: how long until its last turn is there, what was sent for it, what scrolling through it takes.

import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { withApp } from './app-in-browser.mjs'
import { ready } from './ready.mjs'

const ID = 'beef0000-0000-4000-8000-000000000001'
const ENTRIES = Number(process.env.RETHREAD_BENCH_ENTRIES ?? 50_000)
const BYTES = Number(process.env.RETHREAD_BENCH_BYTES ?? 100_000_000)
const LONG_TURN = 3000

ready({ quiet: true })
const home = mkdtempSync(join(tmpdir(), 'rethread-bench-'))
try {
  await writeSession(join(home, '.claude', 'projects', '-bench'))
  await withApp({ HOME: home }, measure)
} finally {
  rmSync(home, { recursive: true, force: true })
}

async function writeSession(folder) {
  mkdirSync(folder, { recursive: true })
  const out = createWriteStream(join(folder, `${ID}.jsonl`))
  const filler = 'The station reports wind, rain and pressure every ten seconds. '.repeat(400)
  let parent = null
  let n = 0
  const entry = async fields => {
    const uuid = `beef0000-0000-4000-9000-${String(n).padStart(12, '0')}`
    const timestamp = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
    n++
    const line = {
      parentUuid: parent,
      isSidechain: false,
      userType: 'external',
      cwd: '/bench',
      sessionId: ID,
      version: '2.1.325',
      gitBranch: 'main',
      ...fields,
      uuid,
      timestamp,
    }
    parent = uuid
    if (!out.write(`${JSON.stringify(line)}\n`)) await new Promise(resolve => out.once('drain', resolve))
  }
  const usage = () => ({
    input_tokens: 10,
    output_tokens: 40,
    cache_read_input_tokens: 20_000 + Math.floor(n / 3),
    cache_creation_input_tokens: 100,
  })
  const answer = content =>
    entry({
      type: 'assistant',
      message: {
        id: `msg_${n}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5-5',
        content,
        stop_reason: content[0].type === 'tool_use' ? 'tool_use' : 'end_turn',
        usage: usage(),
      },
    })
  const size = Math.floor((BYTES / ENTRIES) * 2 - 1100)
  const call = async at => {
    const id = `toolu_${n}`
    await answer([
      {
        type: 'tool_use',
        id,
        name: at % 3 === 0 ? 'Bash' : 'Read',
        input: at % 3 === 0 ? { command: `make part-${at}` } : { file_path: `/bench/src/part-${at}.ts` },
      },
    ])
    await entry({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: filler.slice(0, size) }] },
    })
  }
  let turn = 0
  while (n < ENTRIES) {
    turn++
    await entry({ type: 'user', message: { role: 'user', content: `Prompt number ${turn}: what comes next?` } })
    const calls = turn === 50 ? LONG_TURN : 8
    for (let at = 0; at < calls && n < ENTRIES; at++) await call(at)
    await answer([{ type: 'text', text: `Answer number ${turn}. **Done**, with \`code\` and a list:\n\n- one\n- two` }])
  }
  out.end()
  await finished(out)
}

async function measure({ url, browser, pid }) {
  const origin = new URL(url).origin
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
  await page.goto(url)
  const empty = await timed(async () => {
    await page.goto(`${origin}/s/nothing`)
    await page.getByText('no session has this id').waitFor()
  })
  const still = await scrolled(page, metric)
  await page.goto('about:blank')
  sent = 0
  const cpuBefore = cpuOf(pid)
  const opened = await timed(async () => {
    await page.goto(`${origin}/s/${ID}`)
    await page.locator('.answer').last().waitFor()
  })
  const cpu = cpuOf(pid) - cpuBefore
  const sentForIt = sent
  const renderer = await metric('TaskDuration')
  const rest = await timed(() => page.locator('.turn-place .answer').last().waitFor())
  const [cpuOfAll, sentForAll] = [cpuOf(pid) - cpuBefore, sent]
  const again = await timed(async () => {
    await page.goto(`${origin}/s/${ID}`)
    await page.locator('.turn-place .answer').last().waitFor()
  })
  const scroll = await scrolled(page, metric)
  await devtools.send('HeapProfiler.enable')
  await devtools.send('HeapProfiler.collectGarbage')
  const rows = [
    ['an empty page', `${empty} ms`],
    ['last turn on screen, session read for the first time', `${opened} ms`],
    ['  and all of it read, its map and its turns there', `${opened + rest} ms`],
    ['last turn on screen, session kept open', `${again} ms`],
    [
      'sent until the last turn is on screen / all of it is there',
      `${kilobytes(sentForIt)} / ${kilobytes(sentForAll)}`,
    ],
    ['CPU of the server for it / for all of it', `${cpu} / ${cpuOfAll} ms`],
    ['CPU of the page for it', `${Math.round(renderer * 1000)} ms`],
    ['CPU a wheel step, mean / largest', stepsOf(scroll)],
    ['  the same on the empty page', stepsOf(still)],
    ['longest frame while scrolling / on the empty page', `${scroll.frame.toFixed(0)} / ${still.frame.toFixed(0)} ms`],
    ['heap of the page', `${Math.round((await metric('JSHeapUsedSize')) / 1e6)} MB`],
    ['nodes', `${await page.evaluate(() => document.querySelectorAll('*').length)}`],
    ['memory of the server', `${Math.round(memoryOf(pid) / 1e6)} MB`],
  ]
  for (const [what, value] of rows) console.log(`${what.padEnd(60)} ${value}`)
}

async function scrolled(page, metric) {
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
    await page.mouse.wheel(0, step < 60 ? -400 : 400)
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    steps.push(((await metric('TaskDuration')) - before) * 1000)
  }
  const frames = await page.evaluate(() => window.frames_)
  return {
    mean: steps.reduce((sum, one) => sum + one, 0) / steps.length,
    most: Math.max(...steps),
    frame: Math.max(...frames),
  }
}

function stepsOf({ mean, most }) {
  return `${mean.toFixed(1)} / ${most.toFixed(1)} ms`
}

function kilobytes(bytes) {
  return `${Math.round(bytes / 1000)} KB`
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
