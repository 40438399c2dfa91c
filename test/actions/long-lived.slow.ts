// A process that stays: any action again and again, several at once, stopped in the middle. Memory does not grow, and no
// file is left open.

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import type { Doing } from '../../src/actions/action.js'
import { check } from '../../src/actions/check/check.js'
import { drift } from '../../src/actions/check/drift.js'
import { explain } from '../../src/actions/check/explain.js'
import { context } from '../../src/actions/context/context.js'
import { contextShares } from '../../src/actions/context/context-by.js'
import { diff } from '../../src/actions/context/diff.js'
import { ls } from '../../src/actions/list/ls.js'
import { compactions } from '../../src/actions/read/compactions.js'
import { files } from '../../src/actions/read/files.js'
import { graph } from '../../src/actions/read/graph.js'
import { show } from '../../src/actions/read/show.js'
import { stats } from '../../src/actions/read/stats.js'
import { tools } from '../../src/actions/read/tools.js'
import { turns } from '../../src/actions/read/turns.js'
import { clone } from '../../src/actions/reshape/clone.js'
import { strip } from '../../src/actions/reshape/strip.js'
import { trim } from '../../src/actions/reshape/trim.js'
import { resume } from '../../src/actions/resume/resume.js'
import type { Place } from '../../src/actions/session/place.js'
import { receipts } from '../../src/actions/undo/receipts.js'
import { ROOT, temporary } from '../cli/rethread.js'
import { openFilesIn } from '../open-files.js'

/** `RETHREAD_CALLS=10000` for as many. */
const CALLS = Number(process.env['RETHREAD_CALLS'] ?? 500)
const AT_ONCE = 8

const home = temporary()
cpSync(join(ROOT, 'samples'), join(home, '.claude'), { recursive: true })
const place: Place = { env: {}, home, cwd: home }
const { sessions } = await ls(place)
const ids = sessions.map(one => one.path)
const dryRun = { dryRun: true }

const ACTIONS: Readonly<Record<string, (session: string, doing: Doing) => Promise<unknown>>> = {
  ls: (_, doing) => ls(place, {}, doing),
  show: (session, doing) => show(place, { session, depth: 'all', agents: true }, doing),
  stats: (session, doing) => stats(place, { sessions: [session] }, doing),
  turns: (session, doing) => turns(place, { session, all: true, requests: true }, doing),
  tools: (session, doing) => tools(place, { session }, doing),
  files: (session, doing) => files(place, { session }, doing),
  graph: (session, doing) => graph(place, { session, all: true }, doing),
  compactions: (session, doing) => compactions(place, { session }, doing),
  context: (session, doing) => context(place, { session }, doing),
  'context by': (session, doing) => contextShares(place, { session, by: 'tool' }, doing),
  diff: (session, doing) => diff(place, { first: session, second: ids[1]! }, doing).catch(nothingToCompare),
  explain: (session, doing) => explain(place, { session, message: 'toolu_01' }, doing),
  resume: (session, doing) => resume(place, { session }, doing),
  check: (session, doing) => check(place, { sessions: [session] }, doing),
  drift: (session, doing) => drift(place, { sessions: [session] }, doing),
  receipts: () => receipts(place, {}),
  clone: (reference, doing) => clone(place, { reference, ...dryRun }, doing),
  strip: (reference, doing) => strip(place, { reference, tools: true, ...dryRun }, doing),
  trim: (reference, doing) => trim(place, { reference, budget: 15_000, ...dryRun }, doing),
}

function nothingToCompare(error: Error): void {
  if (!/needs two sessions/.test(error.message)) throw error
}

const openFiles = (): number => openFilesIn(home)

async function callAll(count: number): Promise<void> {
  const names = Object.keys(ACTIONS)
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) await ACTIONS[names[at % names.length]!]!(ids[at % ids.length]!, {})
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

describe.runIf(process.platform === 'linux')('a process that stays', () => {
  test(`${CALLS} calls, ${AT_ONCE} at once: no file is left open, and memory stays`, async () => {
    setFlagsFromString('--expose-gc') // seen by new contexts only
    const collect = runInNewContext('gc') as () => void
    await callAll(200)
    collect()
    const [files, heap] = [openFiles(), process.memoryUsage().heapUsed]
    await callAll(CALLS)
    collect()
    expect(openFiles()).toBeLessThanOrEqual(files)
    const grown = (process.memoryUsage().heapUsed - heap) / 1e6
    console.log(`${CALLS} calls: the heap has grown by ${grown.toFixed(1)} MB`)
    expect(grown).toBeLessThan(8)
  }, 600_000)

  test.each(Object.keys(ACTIONS).filter(name => !['receipts'].includes(name)))(
    '%s ends with its signal, and leaves no file open',
    async name => {
      const before = openFiles()
      const stop = new AbortController()
      stop.abort(new Error('stopped by the test'))
      await expect(ACTIONS[name]!(ids[0]!, { signal: stop.signal })).rejects.toThrow('stopped by the test')
      expect(openFiles()).toBeLessThanOrEqual(before)
    },
  )
})
