// Reading with a second thread: it finds what one alone finds, and where it fails, everything is read all the same.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { CountedMessage } from '../../../src/catalog/usage/ledger.js'
import { type LoadDoing, type LoadRequest, loadUsage } from '../../../src/catalog/usage/load.js'
import { type ReaderFor, type SecondReader, secondReader } from '../../../src/catalog/usage/second-reader.js'
import { ROOT } from '../../cli/rethread.js'
import { put, tempFolder } from '../../disk/temp-folder.js'
import { answer, type Files, usageHome } from './logged.js'

const PROGRAM = pathToFileURL(join(ROOT, 'dist', 'cli', 'usage-reader.js'))

/** Sessions with copies, models and manners of asking, agents, web searches, torn lines. */
function manyFiles(count: number): Files {
  const session = (at: number) => [
    answer({ id: `a${at}`, session: `s${at}`, cwd: `/w/${at % 3}`, out: at + 1, model: `claude-model-${at % 5}` }),
    answer({ id: `b${at}`, session: `s${at}`, usage: { service_tier: at % 2 ? 'batch' : 'standard' }, out: 7 }),
    answer({
      id: `c${at}`,
      session: `s${at}`,
      usage: { server_tool_use: { web_search_requests: at } },
      more: { costUSD: at },
    }),
    answer({ id: 'the same everywhere', session: `s${at}`, out: 5 }),
  ]
  return Object.fromEntries(
    Array.from(
      { length: count },
      (_, at) =>
        [
          [
            `-p${at % 4}/s${at}.jsonl`,
            at % 7 === 0 ? `${JSON.stringify(answer({ id: `t${at}` })).slice(0, -20)}\n` : session(at),
          ],
          [`-p${at % 4}/s${at}/subagents/agent-x${at}.jsonl`, [answer({ id: `agent ${at}`, session: `s${at}` })]],
        ] as const,
    ).flat(),
  )
}

async function counted(config: string, request: Partial<LoadRequest> = {}, doing: LoadDoing = {}) {
  const loaded = await loadUsage({ configDirs: [config], ...request }, doing)
  const messages: (Omit<CountedMessage, 'source'> & { readonly source: string })[] = []
  loaded.counted.each(message => messages.push({ ...message, source: message.source.path }))
  return {
    ...loaded,
    counted: loaded.counted.entries,
    messages: messages.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  }
}

/** As it would be if the thread began at once: it is waited for. */
const inThread: ReaderFor = async files => {
  const second = secondReader(PROGRAM, files)
  await second.share()
  return second
}

test('the thread finds what one finds alone, and the book of both is the same', async () => {
  const { config } = usageHome(manyFiles(40))
  const alone = await counted(config)
  expect(alone.messages.length).toBeGreaterThan(100)
  expect(alone.damaged).toBeGreaterThan(0)
  expect(await counted(config, { readerFor: inThread })).toEqual(alone)
  let book: Uint8Array | undefined
  const place = {
    read: () => book,
    write: (pieces: readonly Uint8Array[]) => void (book = Uint8Array.from(Buffer.concat(pieces))),
  }
  await counted(config, { readerFor: inThread, book: place })
  expect(book).toBeDefined()
  const again = await counted(config, { book: place })
  expect(again).toEqual({ ...alone, bytesRead: 0 })
})

test('both read at the same time', async () => {
  const { config } = usageHome(manyFiles(60))
  const told: number[] = []
  const shared = await counted(
    config,
    { readerFor: async files => secondReader(PROGRAM, files) },
    { progress: bytes => void told.push(bytes) },
  )
  expect(shared).toEqual(await counted(config))
  expect(told.every(bytes => bytes <= shared.bytes)).toBe(true)
})

test.each([
  ['is not there', undefined],
  ['fails', 'throw new Error("no")'],
  ['ends and says nothing', ''],
  [
    'takes some and fails',
    'const { workerData: { shared } } = require("node:worker_threads"); Atomics.add(shared, 0, 5); throw 1',
  ],
])('a thread that %s', async (_, code) => {
  const { config } = usageHome(manyFiles(20))
  const path = join(tempFolder(), 'thread.cjs')
  if (code !== undefined) put(path, code)
  const readerFor: ReaderFor = async files => {
    const second = secondReader(pathToFileURL(path), files)
    await second.share()
    return second
  }
  const { skipped, messages, damaged } = await counted(config, { readerFor })
  const alone = await counted(config)
  expect({ skipped, messages, damaged }).toEqual({
    skipped: alone.skipped,
    messages: alone.messages,
    damaged: alone.damaged,
  })
})

test('a signal ends the thread as well', async () => {
  const { config } = usageHome(manyFiles(20))
  const stop = new AbortController()
  let ended = 0
  const readerFor: ReaderFor = async files => {
    const second = secondReader(PROGRAM, files)
    stop.abort()
    const watched: SecondReader = {
      next: second.next,
      kilobytes: 0,
      share: second.share,
      end: async () => {
        await second.end()
        ended++
      },
    }
    return watched
  }
  await expect(counted(config, { readerFor }, { signal: stop.signal })).rejects.toThrow()
  expect(ended).toBe(1)
})
