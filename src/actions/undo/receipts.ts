// What rethread has changed: the list of receipts, and where a session came from and what was made of it.

import {
  BACKUP_LIMITS,
  type BackupUse,
  backupUse,
  dataDir,
  isPresent,
  listReceipts,
  type Receipt,
  type ReceiptFile,
  sessionIdsOf,
  undoneReceipts,
} from '../../disk/index.js'
import type { Finding } from '../../format/finding.js'
import { type Action, type OfSession, sessionFile } from '../action.js'
import type { Place } from '../session/place.js'

export interface ReceiptRow {
  readonly id: string
  readonly time: string
  readonly verb: string
  readonly call: readonly string[]
  readonly source: SessionNamed | null
  readonly result: SessionNamed | null
  /** The same session before and after. */
  readonly inPlace: boolean
  readonly files: { readonly created: number; readonly replaced: number; readonly removed: number }
  readonly bytes: { readonly before: number; readonly after: number }
  /** The receipt that this one took back. */
  readonly undoes: string | null
  /** The receipt that took this one back. */
  readonly undoneBy: string | null
}

export interface SessionNamed {
  readonly id: string
  readonly path: string
  /** Is the file there now? */
  readonly exists: boolean
}

export interface LineageRow extends SessionNamed {
  readonly verb: string
  readonly receipt: string
  readonly undone: boolean
  /** The session that it was made from. */
  readonly from: string
  /** Steps away from the session asked for. */
  readonly distance: number
}

export interface Lineage {
  readonly session: string
  /** What it came from, the nearest first. */
  readonly ancestors: readonly LineageRow[]
  /** What was made of it, and of that. */
  readonly descendants: readonly LineageRow[]
}

export interface ReceiptsReport {
  /** Newest first. */
  readonly receipts: readonly ReceiptRow[]
  /** Only where a session was asked for. */
  readonly lineage?: Lineage
  readonly backups: BackupUse & { readonly maxBytes: number; readonly maxChanges: number }
  readonly findings: readonly Finding[]
}

/** All receipts, or those that concern one session: one that is there, or one that only receipts know any more. */
export const receipts: Action<OfSession, ReceiptsReport> = async (place, { session: reference }) => {
  const folder = dataDir(place)
  const { receipts: all, findings } = listReceipts(folder)
  const session = reference === undefined ? undefined : await sessionMeant(reference, all, place)
  const undone = undoneReceipts(all)
  const wanted = session === undefined ? all : all.filter(one => concerns(one, session))
  return {
    receipts: wanted.toReversed().map(one => rowOf(one, undone)),
    ...(session === undefined ? {} : { lineage: lineageOf(session, all, undone) }),
    backups: { ...backupUse(folder), maxBytes: BACKUP_LIMITS.bytes, maxChanges: BACKUP_LIMITS.changes },
    findings,
  }
}

/** A session that was removed, or taken back, is found by the id in its receipts. */
async function sessionMeant(reference: string, receipts: readonly Receipt[], place: Place): Promise<string> {
  const ids = new Set(receipts.flatMap(({ source, result }) => [source?.id ?? [], result?.id ?? []].flat()))
  const fitting = [...ids].filter(id => id === reference || (reference.length >= 4 && id.startsWith(reference)))
  if (fitting.length === 1) return fitting[0]!
  return (await sessionFile(place, reference, 'receipts')).id
}

function concerns(receipt: Receipt, session: string): boolean {
  const { source, result } = receipt
  return source?.id === session || result?.id === session || sessionIdsOf(receipt).includes(session)
}

function rowOf(receipt: Receipt, undone: ReadonlyMap<string, string>): ReceiptRow {
  const { id, time, verb, call, source, result, files, undoes } = receipt
  const how = (change: ReceiptFile['change']) => files.filter(one => one.change === change).length
  return {
    id,
    time,
    verb,
    call,
    source: named(source),
    result: named(result),
    inPlace: source !== null && source.path === result?.path,
    files: { created: how('created'), replaced: how('replaced'), removed: how('removed') },
    bytes: {
      before: files.reduce((sum, one) => sum + (one.before?.size ?? 0), 0),
      after: files.reduce((sum, one) => sum + (one.after?.size ?? 0), 0),
    },
    undoes: undoes ?? null,
    undoneBy: undone.get(id) ?? null,
  }
}

function named(session: Receipt['source']): SessionNamed | null {
  return session && { id: session.id, path: session.path, exists: isPresent(session.path) }
}

function lineageOf(session: string, receipts: readonly Receipt[], undone: ReadonlyMap<string, string>): Lineage {
  // What was taken back is part of the story; the taking back itself makes nothing of anything.
  const makings = receipts.filter(one => one.undoes === undefined && one.result && one.source?.id !== one.result.id)
  const bySource = new Map<string | undefined, Receipt[]>()
  for (const one of makings) bySource.set(one.source?.id, [...(bySource.get(one.source?.id) ?? []), one])
  const byResult = new Map(makings.map(one => [one.result!.id, one]))
  const row = (receipt: Receipt, end: 'source' | 'result', distance: number): LineageRow[] => {
    const one = named(receipt[end])
    if (one === null) return []
    const { verb, id } = receipt
    return [{ ...one, verb, receipt: id, undone: undone.has(id), from: receipt.source?.id ?? '', distance }]
  }
  const ancestors: LineageRow[] = []
  const seen = new Set([session])
  for (let made = byResult.get(session); made?.source; made = byResult.get(made.source.id)) {
    if (seen.has(made.source.id)) break
    seen.add(made.source.id)
    ancestors.push(...row(made, 'source', ancestors.length + 1))
  }
  const descendants: LineageRow[] = []
  const open: [id: string, distance: number][] = [[session, 1]]
  const met = new Set([session])
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const making of bySource.get(next[0]) ?? []) {
      if (met.has(making.result!.id)) continue
      met.add(making.result!.id)
      descendants.push(...row(making, 'result', next[1]))
      open.push([making.result!.id, next[1] + 1])
    }
  }
  return { session, ancestors, descendants }
}
