// What was changed, when, from what and into what: one small file a change, so that it can be taken back and so that a
// session knows where it came from. Written atomically and never changed afterwards.

import { basename, join } from 'node:path'
import { SESSION_ENDING } from '../format/session-folder.js'
import {
  isLeftover,
  makeFolder,
  removeIfThere,
  syncFolder,
  takePlace,
  temporaryName,
  writeTemporary,
} from './atomic-replace.js'
import { crypto } from './crypto.js'
import { contentState } from './file-state.js'
import { namesIn } from './list-sessions.js'
import { peekText } from './peek.js'
import { type FileFinding, problem } from './regular-file.js'

export interface Receipt {
  readonly version: 1
  /** Eight hexadecimal digits. */
  readonly id: string
  readonly time: string
  /** The command: `clone`, `strip`, `rm`, `undo`. */
  readonly verb: string
  /** The words of the call. */
  readonly call: readonly string[]
  /** The session that was read. For `rm` and `undo` the one that was touched. */
  readonly source: SessionOfReceipt | null
  /** The session that was written; null where one was only removed. The same as the source where it was in place. */
  readonly result: SessionOfReceipt | null
  readonly files: readonly ReceiptFile[]
  /** Folders that were made for them, deepest last. */
  readonly madeFolders: readonly string[]
  /** The receipt that this one took back. */
  readonly undoes?: string
  /** What tokens cost in the source: the figures that the result inherits tell of a history that it no longer has. */
  readonly tokens?: TokenPrice
}

export interface TokenPrice {
  /** What is sent besides the history. */
  readonly base: number
  readonly rate: number
}

export interface SessionOfReceipt {
  readonly id: string
  readonly path: string
  /** The config dir that it lay in. */
  readonly configDir?: string
  readonly size: number
  readonly sha256: string
}

export interface ReceiptFile {
  readonly change: 'created' | 'replaced' | 'removed'
  readonly role: 'session' | 'side'
  readonly path: string
  /** What stood there, with the name of its backup. */
  readonly before?: { readonly size: number; readonly sha256: string; readonly mode: number; readonly backup: string }
  /** What stands there since. */
  readonly after?: { readonly size: number; readonly sha256: string }
  /** A file of all sessions, to which clients write at any time: its prompt history, its settings. */
  readonly shared?: true
}

/** The sessions whose files it changed: several where they moved together. */
export function sessionIdsOf({ files }: Receipt): readonly string[] {
  const ids = files.flatMap(({ role, path }) => (role === 'session' ? [basename(path, SESSION_ENDING)] : []))
  return [...new Set(ids)]
}

export interface ReceiptList {
  /** Oldest first. */
  readonly receipts: readonly Receipt[]
  /** Files that are no receipts, or cannot be read. */
  readonly findings: readonly FileFinding[]
}

export const RECEIPTS = 'receipts'
const MAX_RECEIPT = 64 * 1024 * 1024

export function listReceipts(dataDir: string): ReceiptList {
  const folder = join(dataDir, RECEIPTS)
  const findings: FileFinding[] = []
  const receipts = namesIn(folder, findings, true).flatMap(({ name }) => {
    if (isLeftover(name) || !name.endsWith('.json')) return []
    const receipt = parsed(peekText(join(folder, name), MAX_RECEIPT, dataDir))
    if (receipt === undefined) findings.push(problem('file-unreadable', join(folder, name), 'not a receipt').finding)
    return receipt ?? []
  })
  return { receipts: receipts.toSorted((a, b) => compare(a.time, b.time) || compare(a.id, b.id)), findings }
}

/** The receipts that were taken back, each with the id of what did it. Taking back the taking back counts. */
export function undoneReceipts(receipts: readonly Receipt[]): ReadonlyMap<string, string> {
  const undone = new Map<string, string>()
  // From the newest on: whether an undo still holds is known before what it took back is asked for.
  for (const { id, undoes } of receipts.toReversed()) {
    if (undoes !== undefined && !undone.has(id) && !undone.has(undoes)) undone.set(undoes, id)
  }
  return undone
}

/** The last change that made or changed this session and still holds, of those that say what tokens cost. */
export function pricedReceipt(dataDir: string, sessionId: string): Priced | undefined {
  const { receipts } = listReceipts(dataDir)
  const undone = undoneReceipts(receipts)
  return receipts.findLast(
    (one): one is Priced => one.result?.id === sessionId && isPrice(one.tokens) && !undone.has(one.id),
  )
}

type Priced = Receipt & Required<Pick<Receipt, 'tokens'>> & { readonly result: SessionOfReceipt }

function isPrice(price: Receipt['tokens']): boolean {
  return Number.isFinite(price?.base) && Number.isFinite(price?.rate)
}

/** Whole and on the disk, but not yet there for anybody: publishing it needs no room. */
export async function prepareReceipt(dataDir: string, receipt: Receipt): Promise<void> {
  makeFolder(join(dataDir, RECEIPTS))
  removeIfThere(preparedPath(dataDir, receipt)) // half of it, from an attempt that crashed
  await writeTemporary(preparedPath(dataDir, receipt), { kind: 'bytes', bytes: textOf(receipt) })
}

export function publishReceipt(dataDir: string, receipt: Receipt): void {
  takePlace(preparedPath(dataDir, receipt), receiptPath(dataDir, receipt))
  syncFolder(join(dataDir, RECEIPTS))
}

/** For a change that had happened when it was cut off. */
export async function writeReceipt(dataDir: string, receipt: Receipt): Promise<void> {
  const prepared = contentState(preparedPath(dataDir, receipt))
  const isWhole = prepared?.sha256 === crypto().hash('sha256', textOf(receipt), 'hex')
  if (!isWhole) await prepareReceipt(dataDir, receipt)
  publishReceipt(dataDir, receipt)
}

/** For a change that was taken back before it was done; only prepared where it did not come as far. */
export function removeReceipt(dataDir: string, id: string, receipt: Receipt | undefined): void {
  removeIfThere(preparedPath(dataDir, { id }))
  if (receipt !== undefined) removeIfThere(receiptPath(dataDir, receipt))
}

function textOf(receipt: Receipt): Uint8Array {
  return Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`)
}

function preparedPath(dataDir: string, { id }: Pick<Receipt, 'id'>): string {
  return join(dataDir, RECEIPTS, temporaryName(id, 0))
}

/** The time comes first in the name: a folder that is sorted by name is sorted by time. */
function receiptPath(dataDir: string, { time, id }: Receipt): string {
  return join(dataDir, RECEIPTS, `${time.replace(/[^0-9T]/g, '')}-${id}.json`)
}

/** Anybody may have put a file there; what is relied on is checked. */
function parsed(text: string | undefined): Receipt | undefined {
  let value: Partial<Receipt> | null | undefined
  try {
    value = text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
  const { version, id, time, verb, call, files } = value ?? {}
  const isOne =
    version === 1 &&
    /^[0-9a-f]{8}$/.test(String(id)) &&
    [time, verb].every(one => typeof one === 'string') &&
    Array.isArray(call) &&
    Array.isArray(files) &&
    files.every(isFile)
  return isOne ? (value as Receipt) : undefined
}

function isFile(file: Partial<ReceiptFile> | null): boolean {
  return (
    typeof file?.path === 'string' &&
    ['created', 'replaced', 'removed'].includes(file.change ?? '') &&
    (file.before === undefined || /^\d+\.bak$/.test(String(file.before.backup)))
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
