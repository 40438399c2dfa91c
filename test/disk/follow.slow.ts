// Quality row 6: a writer appends 100,000 records in random pieces, is killed 50 times in the middle of it, and its
// file is cut 30 times and replaced 30 times. The follower must tell exactly what the model below says: each record
// once, and again only behind a difference that it has announced.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  closeSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { follow } from '../../src/disk/index.js'
import { put, tempFolder } from './temp-folder.js'

const RECORDS = 100_000
const KILLS = 50
const CUTS = 30
const REPLACEMENTS = 30
const SEED = Number(process.env.RETHREAD_SEED ?? 20_261)

/** One record: its number, and the version of history to which it belongs. */
interface Key {
  readonly n: number
  readonly version: number
}

// The same text is the writer's source and, evaluated, the test's own: both must write the same bytes.
const RECORD_SOURCE = `(n, version) => {
  const texts = ['plain', 'ümläut', '\u{1f600}\u{1f680}', '}{', 'quote \\\\" and \\\\\\\\', '漢字'.repeat(n % 40)]
  return JSON.stringify({ parentUuid: null, type: 'user', message: { role: 'user', content: texts[n % 6] },
    sessionId: 's', uuid: 'u-' + n + '-' + version, n, version })
}`
const recordText: (n: number, version: number) => string = new Function(`return ${RECORD_SOURCE}`)()

/** Appends records `from` to `to` in pieces that end anywhere, first the rest of `unfinished`. */
const WRITER = `
import { openSync, writeSync } from 'node:fs'
const recordText = ${RECORD_SOURCE}
const [path, from, to, version, unfinished, pause] = process.argv.slice(2)
const fd = openSync(path, 'a')
const sleeper = new Int32Array(new SharedArrayBuffer(4))
let rest = Buffer.alloc(0)
const flush = least => {
  while (rest.length > least) {
    const size = 1 + Math.floor(Math.random() ** 3 * 4000)
    writeSync(fd, rest.subarray(0, size))
    rest = rest.subarray(size)
    if (pause === 'yes' && Math.random() < 0.3) Atomics.wait(sleeper, 0, 0, 1)
  }
}
for (let n = Number(from); n < Number(to); n++) {
  const line = Buffer.from(recordText(n, Number(version)) + '\\n')
  rest = Buffer.concat([rest, n === Number(from) ? line.subarray(Number(unfinished)) : line])
  if (rest.length > 8000) flush(4000)
}
flush(0)
`

function random(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** What the file holds, and what a faultless follower has told of it. */
function model() {
  const held: Key[] = []
  const ends: number[] = [] // byte offset behind each record's line
  const sequence: string[] = []
  const told: string[] = []
  return {
    held,
    ends,
    told,
    append(key: Key, end: number) {
      const name = `${key.n}/${key.version}`
      const at = held.length
      held.push(key)
      ends.push(end)
      if (sequence[at] === name) return
      if (at < sequence.length) {
        told.push(`cut ${at}`)
        sequence.length = at
      }
      sequence.push(name)
      told.push(name)
    },
    cut(length: number) {
      held.length = length
      ends.length = length
    },
  }
}

it('tells every record once', { timeout: 170_000 }, async () => {
  const pick = random(SEED)
  const folder = tempFolder()
  const path = put(join(folder, 'session.jsonl'))
  const script = put(join(folder, 'writer.mjs'), WRITER)
  const expected = model()
  const told: string[] = []
  const wrong: string[] = []
  let slowest = 0
  const stop = new AbortController()
  const sink = {
    entry(entry: { readonly length: number }, bytes: Uint8Array, start: number) {
      const text = Buffer.from(bytes.subarray(start, start + entry.length)).toString()
      const { n, version } = JSON.parse(text) as Key
      if (text !== recordText(n, version)) wrong.push(text)
      told.push(`${n}/${version}`)
    },
    gap() {},
    finding() {},
    rewritten: (kept: number) => void told.push(`cut ${kept}`),
  }
  const running = follow(path, sink, { signal: stop.signal })

  let next = 0 // the number of the next record
  let version = 0
  let written = 0 // records by the writer; what cuts and replacements bring back does not count
  let halves = 0
  let unfinished = 0 // so many bytes of it stand in the file already

  const write = (to: number, pause: boolean): ChildProcess => {
    const args = [script, path, next, to, version, unfinished, pause ? 'yes' : 'no'].map(String)
    return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }

  /** Takes over what the writer has left in the file; returns the bytes of its unfinished line. */
  const takeOver = (from: number): Buffer => {
    const bytes = readFrom(path, from - unfinished)
    let at = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, at)) {
      if (bytes.toString('utf8', at, end) !== recordText(next, version)) throw new Error(`the writer wrote no ${next}`)
      at = end + 1
      written++
      expected.append({ n: next++, version }, from - unfinished + at)
    }
    unfinished = 0
    return bytes.subarray(at)
  }

  const appendAll = async (count: number) => {
    const from = statSync(path).size
    await once(write(next + count, false), 'exit')
    expect(takeOver(from).length).toBe(0)
  }

  const caughtUp = async (count = expected.told.length) => {
    const began = Date.now()
    while (told.length < count && Date.now() - began < 20_000) await sleep(2)
    slowest = Math.max(slowest, Date.now() - began)
    expect(told.length).toBeGreaterThanOrEqual(count)
  }

  const kill = async () => {
    const from = statSync(path).size
    const writer = write(next + 100_000, true)
    while (statSync(path).size === from) await sleep(1)
    await sleep(20 + pick(60))
    writer.kill('SIGKILL')
    await once(writer, 'exit')
    mend(takeOver(from))
  }

  /** What the next writer does about the half line that it finds: the four ways seen in real files. */
  const mend = (half: Buffer) => {
    if (half.length === 0) return
    halves++
    const isWhole = half.toString() === recordText(next, version)
    const way = pick(4)
    if (way === 0) truncateSync(path, statSync(path).size - half.length)
    else if (way === 1) unfinished = half.length
    else {
      if (way === 2) appendFileSync(path, '\n')
      // Way 3: the next record is glued to it.
      if (isWhole) expected.append({ n: next++, version }, statSync(path).size)
    }
  }

  const cut = async () => {
    const { held, ends } = expected
    const kept = held.length - pick(Math.min(held.length, 2_000))
    const differs = pick(2) === 0
    // What is cut off for good must have been seen; what comes back need not.
    if (differs) await caughtUp()
    const again = held.slice(kept)
    truncateSync(path, kept === 0 ? 0 : ends[kept - 1])
    if (pick(2) === 0) await sleep(150)
    expected.cut(kept)
    if (differs) version++
    else appendKeys(again)
  }

  const appendKeys = (keys: readonly Key[]) => {
    let end = statSync(path).size
    for (let at = 0; at < keys.length; at += 300) {
      const lines = keys.slice(at, at + 300).map(key => {
        const line = `${recordText(key.n, key.version)}\n`
        end += Buffer.byteLength(line)
        expected.append(key, end)
        return line
      })
      appendFileSync(path, lines.join(''))
    }
  }

  const replace = async (toldBefore: number) => {
    await caughtUp(toldBefore + 1) // then it has the present file open, and will read that to its end
    const all = [...expected.held]
    const way = pick(10)
    // The same again; another history from some point on; or, as the client's own cleaning does, only the last part.
    const kept = way < 4 ? all : way < 8 ? all.slice(0, all.length - pick(1_000)) : all.slice(-200)
    const added = way < 4 ? [] : Array.from({ length: 50 }, (_, i) => ({ n: next + i, version: version + 1 }))
    const lines = [...kept, ...added].map(key => `${recordText(key.n, key.version)}\n`)
    writeFileSync(`${path}.new`, lines.join(''))
    renameSync(`${path}.new`, path)
    expected.cut(0)
    let end = 0
    for (const [i, key] of [...kept, ...added].entries()) expected.append(key, (end += Buffer.byteLength(lines[i]!)))
    if (added.length > 0) version++
    next += added.length
  }

  const steps = shuffled(pick, [
    ...Array<'kill'>(KILLS).fill('kill'),
    ...Array<'cut'>(CUTS).fill('cut'),
    ...Array<'replace'>(REPLACEMENTS).fill('replace'),
  ])
  for (const step of steps) {
    const toldBefore = expected.told.length
    if (unfinished > 0 || step !== 'kill') await appendAll(200 + pick(700))
    if (step === 'kill') await kill()
    else if (step === 'cut') await cut()
    else await replace(toldBefore)
  }
  await appendAll(Math.max(1_000, RECORDS - written))
  await caughtUp()
  await sleep(300) // and nothing more
  stop.abort()
  await running

  expect(wrong).toEqual([])
  expect(firstDifference(told, expected.told)).toBeUndefined()
  expect(written).toBeGreaterThanOrEqual(RECORDS)
  expect(halves).toBeGreaterThan(KILLS / 4) // the kills did hit
  const cuts = told.filter(name => name.startsWith('cut')).length
  console.log(`seed ${SEED}: ${written} written, ${halves} half lines, ${told.length - cuts} told, ${cuts} rewritten`)
  console.log(`longest wait ${slowest} ms`)
})

function readFrom(path: string, offset: number): Buffer {
  const fd = openSync(path, 'r')
  const bytes = Buffer.alloc(fstatSync(fd).size - offset)
  readSync(fd, bytes, 0, bytes.length, offset)
  closeSync(fd)
  return bytes
}

/** Comparing lists this long by `toEqual` would print them. */
function firstDifference(told: readonly string[], expected: readonly string[]): unknown {
  const at = expected.findIndex((name, i) => told[i] !== name)
  if (at < 0 && told.length === expected.length) return undefined
  const from = Math.max(0, (at < 0 ? expected.length : at) - 3)
  return { at, told: told.slice(from, from + 8), expected: expected.slice(from, from + 8) }
}

function shuffled<T>(pick: (below: number) => number, items: readonly T[]): readonly T[] {
  const order = items.map(item => ({ item, place: pick(1_000_000) }))
  return order.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
