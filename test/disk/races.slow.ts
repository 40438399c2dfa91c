// A client appends while a change is made: no line is ever lost, and in place is refused whenever it matters (quality.md
// 12). The writer does as the client does: it opens the file anew for each line, and holds no lock. Another one holds it
// open; and one does so where it cannot be seen, as in another container.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { applyChanges, fileState, listReceipts, SessionChanged, SessionOpen } from '../../src/disk/index.js'
import type { LinesWritten } from './appending-worker.js'
import { bundledWorker } from './bundled-worker.js'
import { uuid } from './temp-folder.js'

const RACES = 200
const CLOSE = RACES / 4
const id = uuid(1)

let base = ''
let worker = ''
beforeAll(async () => {
  ;({ folder: base, worker } = await bundledWorker('appending-worker.ts'))
})

interface Race {
  readonly outcome: 'done' | 'refused'
  /** Lines that the writer has written and that no file under the session’s name holds. */
  readonly lost: readonly string[]
  readonly written: number
  readonly leftovers: readonly string[]
  readonly isSameFile: boolean
}

test(`${RACES} changes in place against a writer`, async () => {
  const races: Race[] = []
  // From a line every 2 ms to one every 40 ms: before, between and after the change.
  // On a busy machine the writer comes to write little: then more races, until enough of them were close.
  const refusals = (): number => races.filter(one => one.outcome === 'refused').length
  for (let at = 0; at < RACES || (refusals() <= CLOSE && at < 5 * RACES); at++)
    races.push(await race(at, 2 + (at % 20) * 2))
  const done = races.filter(one => one.outcome === 'done')
  const refused = races.filter(one => one.outcome === 'refused')
  console.log(
    `${races.length} races: ${refused.length} refused, ${done.length} done; ` +
      `${races.reduce((sum, one) => sum + one.written, 0)} lines written, ` +
      `${races.reduce((sum, one) => sum + one.lost.length, 0)} lost`,
  )
  expect(races.filter(one => one.lost.length > 0)).toEqual([])
  expect(races.filter(one => one.leftovers.length > 0)).toEqual([])
  expect(refused.filter(one => !one.isSameFile)).toEqual([])
  expect(refused.length).toBeGreaterThan(CLOSE)
})

test('40 changes in place against a writer that holds the file open: all are refused, in the same file', async () => {
  for (let at = 0; at < 40; at++) {
    const { outcome, lost, leftovers, isSameFile } = await race(at, 2 + (at % 20) * 2, 'held')
    expect({ outcome, lost, leftovers, isSameFile }).toEqual({
      outcome: 'refused',
      lost: [],
      leftovers: [],
      isSameFile: true,
    })
  }
})

test('60 changes in place against a writer that cannot be seen: where one is refused, no line is lost', async () => {
  const races: Race[] = []
  for (let at = 0; at < 60; at++) races.push(await race(at, 2 + (at % 12), 'unseen'))
  const refused = races.filter(one => one.outcome === 'refused')
  console.log(`${races.length} races against a writer that cannot be seen: ${refused.length} refused`)
  expect(refused.length).toBeGreaterThan(30)
  expect(refused.filter(one => one.lost.length > 0 || one.leftovers.length > 0 || !one.isSameFile)).toEqual([])
})

async function race(number: number, everyMs: number, how: 'anew' | 'held' | 'unseen' = 'anew'): Promise<Race> {
  const root = join(base, `race-${number}`)
  const projectFolder = join(root, 'claude', 'projects', '-p')
  const dataDir = join(root, 'data')
  mkdirSync(projectFolder, { recursive: true })
  const path = join(projectFolder, `${id}.jsonl`)
  writeFileSync(path, `{"old":true}\n`.repeat(2000))
  const seen = how === 'unseen' ? join(root, 'another-name') : path
  if (how === 'unseen') linkSync(path, seen)
  const { ino } = statSync(path)
  const words = [worker, seen, String(everyMs), how === 'anew' ? how : 'held']
  const writer = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(writer.stdout!, 'data')
  let outcome: Race['outcome'] = 'done'
  try {
    await applyChanges({
      verb: 'strip',
      call: [],
      source: { id, path, state: fileState(path) },
      changes: { edits: [{ offset: 2, length: 3, content: Buffer.from('new') }], sideFiles: [] },
      target: { kind: 'in-place' },
      dataDir,
    })
  } catch (error) {
    if (!(error instanceof SessionChanged || error instanceof SessionOpen)) throw error
    outcome = 'refused'
  }
  const written = await end(writer)
  const lines = new Set(readFileSync(path, 'utf8').split('\n'))
  const lost = Array.from({ length: written }, (_, at) => `{"line":${at}}`).filter(line => !lines.has(line))
  // Done means done, and refused means that nothing of it is there.
  expect(lines.has('{"new":true}')).toBe(outcome === 'done')
  expect(listReceipts(dataDir).receipts).toHaveLength(outcome === 'done' ? 1 : 0)
  expect(readFileSync(path, 'utf8').match(/"old":true/g)).toHaveLength(outcome === 'done' ? 1999 : 2000)
  expect(statSync(path).isFile()).toBe(true)
  const isSameFile = statSync(path).ino === ino
  const leftovers = readdirSync(projectFolder).filter(name => name !== `${id}.jsonl`)
  rmSync(root, { recursive: true })
  return { outcome, lost, written, leftovers, isSameFile }
}

/** The writer stops after its line and says how many there were. */
async function end(writer: ChildProcess): Promise<LinesWritten> {
  const said: Buffer[] = []
  writer.stdout!.on('data', chunk => said.push(chunk))
  writer.stdin!.end()
  await once(writer, 'close')
  return Number(Buffer.concat(said).toString().trim().split('\n').at(-1))
}
