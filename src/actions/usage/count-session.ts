// Counts one session with its agents. Where an earlier tally is there, only what has come since is read: the figures of
// all that was read before are in it, and go through the same ledger.

import { basename } from 'node:path'
import { type Settled, settledBehind } from '../../catalog/ingest/settled.js'
import type { TokenEvent } from '../../catalog/store.js'
import { type CountedUsage, createLedger } from '../../catalog/usage/ledger.js'
import { PRICES_AS_OF } from '../../catalog/usage/price-table.js'
import { pricesOf } from '../../catalog/usage/prices.js'
import { scanTokens } from '../../catalog/usage/scan-file.js'
import { eachToken, packTokens, unpackTokens } from '../../catalog/usage/token-pack.js'
import { type TokenReader, tokenReader } from '../../catalog/usage/token-reader.js'
import { quickPrint } from '../../disk/quick-print.js'
import { SESSION_ENDING } from '../../format/session-folder.js'
import { tokensOf } from './counters.js'
import { messageCost } from './message-cost.js'
import {
  type FileLook,
  isSameFile,
  isSamePlace,
  QUARTER_MS,
  TALLY_VERSION,
  type TalliedFile,
  type Tally,
  type TallySums,
} from './tally.js'

/** More than this takes longer than a status line may. */
const MOST_BYTES = 64 * 1024 * 1024
/** Then they become one. */
const MOST_PACKS = 16

/** Undefined where there is too much to read. `files`: that of the session first, then those of its agents. */
export async function countSession(
  path: string,
  files: readonly FileLook[],
  known: Tally | undefined,
): Promise<Tally | undefined> {
  const begun = files.map(file => ({ file, from: goingOn(file, known) }))
  if (begun.reduce((sum, { file, from }) => sum + file.size - (from?.offset ?? 0), 0) > MOST_BYTES) return undefined
  const ledger = createLedger()
  const reader = tokenReader()
  const session = basename(path, SESSION_ENDING)
  const tallied: TalliedFile[] = []
  for (const { file, from } of begun) {
    const source = ledger.addSource({ path: file.path, session, agentId: file.agentId })
    tallied.push(await tallyOf(file, from, reader, event => ledger.add(source, event)))
  }
  return { version: TALLY_VERSION, pricesAsOf: PRICES_AS_OF, files: tallied, ...sumsOf(ledger.finish()) }
}

/** What is known of the beginning of a file that was only added to. */
function goingOn(file: FileLook, known: Tally | undefined): TalliedFile | undefined {
  const before = known?.files.find(one => isSamePlace(one, file))
  if (before === undefined || before.offset === 0) return undefined
  const isGrown = file.size > before.size || isSameFile(file, before)
  return isGrown && quickPrint(file.path, before.offset) === before.print ? before : undefined
}

async function tallyOf(
  file: FileLook,
  from: TalliedFile | undefined,
  reader: TokenReader,
  take: (event: TokenEvent) => void,
): Promise<TalliedFile> {
  for (const pack of from?.packs ?? []) eachToken(bytesOf(pack), take)
  const events: TokenEvent[] = []
  let settled: Settled | undefined
  const { problem } = await scanTokens(
    file.path,
    reader,
    event => {
      events.push(event)
      take(event)
    },
    {
      ...(from ? { from: { offset: from.offset, line: from.line } } : {}),
      settle(found, bytes, start) {
        settled = settledBehind(found, bytes, start)
      },
    },
  )
  const { path, agentId, dev, ino, size, mtimeMs } = file
  const look: FileLook = { path, agentId, dev, ino, size, mtimeMs }
  const nothing: TalliedFile = { ...look, offset: 0, line: 1, print: '', packs: [] }
  if (problem) return nothing
  if (settled === undefined) return from ? { ...from, ...look } : nothing
  const { offset, line, isClean } = settled
  const print = isClean ? quickPrint(path, offset) : undefined
  if (print === undefined) return nothing
  return {
    ...look,
    offset,
    line,
    print,
    packs: packed(
      from?.packs ?? [],
      events.filter(one => one.offset < offset),
    ),
  }
}

function packed(packs: readonly string[], events: readonly TokenEvent[]): readonly string[] {
  if (events.length === 0) return packs
  if (packs.length < MOST_PACKS) return [...packs, packOf(events)]
  return [packOf([...packs.flatMap(pack => unpackTokens(bytesOf(pack))), ...events])]
}

function bytesOf(pack: string): Uint8Array {
  return Buffer.from(pack, 'base64')
}

function packOf(events: readonly TokenEvent[]): string {
  const { buffer, byteOffset, byteLength } = packTokens(events)
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

function sumsOf(usage: CountedUsage): TallySums {
  const prices = pricesOf()
  const byQuarter = new Map<number, number>()
  let [costUSD, totalTokens] = [0, 0]
  let last: { readonly time: number; readonly tokens: number } | undefined
  for (let at = 0; at < usage.messages; at++) {
    const message = usage.message(at)
    const { time } = message
    const cost = messageCost(message, prices) ?? 0
    costUSD += cost
    for (const one of [message, ...message.others]) totalTokens += tokensOf(one)
    if (time === null) continue
    const quarter = Math.floor(time / QUARTER_MS)
    byQuarter.set(quarter, (byQuarter.get(quarter) ?? 0) + cost)
    if (message.source.agentId === null && !(last && time < last.time)) last = { time, tokens: tokensOf(message) }
  }
  return { costUSD, totalTokens, costByQuarter: [...byQuarter], contextTokens: last?.tokens ?? null }
}
