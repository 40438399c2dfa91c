// A change taken back by its receipt; without one, the last change that still stands.

import {
  ChangeBusy,
  dataDir,
  listReceipts,
  planUndo,
  type Receipt,
  SessionChanged,
  SessionIsLink,
  SessionLive,
  SessionOpen,
  UndoRefused,
  type UndoStep,
  undoChange,
  undoneReceipts,
} from '../../disk/index.js'
import { InputError, type RethreadError } from '../../format/error.js'
import type { Place } from '../session/place.js'
import { tellSwept } from './tell-swept.js'

export interface UndoReport {
  /** The receipt that is taken back; null where there is nothing to take back. */
  readonly undoes: { readonly id: string; readonly verb: string; readonly time: string } | null
  readonly sessionId: string | null
  readonly path: string | null
  readonly dryRun: boolean
  readonly steps: readonly UndoStep[]
  /** Why not; empty where it was done, or can be. */
  readonly refused: readonly string[]
  /** Of the taking back, with which it can be taken back itself. */
  readonly receipt: string | null
}

export interface UndoCall {
  /** Of the receipt, or its beginning; the last change that still stands where not given. */
  readonly id?: string | undefined
  readonly dryRun?: boolean
}

export async function undo(place: Place, { id, dryRun = false }: UndoCall): Promise<UndoReport> {
  const folder = dataDir(place)
  const { receipts } = listReceipts(folder)
  const undone = undoneReceipts(receipts)
  const meant =
    id === undefined
      ? receipts.findLast(one => one.undoes === undefined && !undone.has(one.id))
      : receiptNamed(id, receipts)
  if (meant === undefined) return nothing(dryRun)
  const session = meant.result ?? meant.source
  const plan = planUndo(meant, folder)
  const taken = undone.get(meant.id)
  const report: UndoReport = {
    undoes: { id: meant.id, verb: meant.verb, time: meant.time },
    sessionId: session?.id ?? null,
    path: session?.path ?? null,
    dryRun,
    steps: plan.steps,
    refused: taken === undefined ? plan.reasons : [`already undone (${taken})`],
    receipt: null,
  }
  if (dryRun || report.refused.length > 0) return report
  try {
    const { receipt, swept } = await undoChange(meant, { dataDir: folder, call: ['undo', meant.id] })
    tellSwept(place, swept)
    return { ...report, receipt: receipt.id }
  } catch (error) {
    return { ...report, refused: [refusal(error).message] }
  }
}

export interface ManyUndone {
  /** In the order in which they are taken back: the newest first. It ends with the first that is refused. */
  readonly changes: readonly UndoReport[]
}

/** The last so many changes that still stand, one after the other; each is a change of its own. */
export async function undoLast(place: Place, most: number, dryRun: boolean): Promise<ManyUndone> {
  const changes: UndoReport[] = []
  const { receipts } = listReceipts(dataDir(place))
  const undone = undoneReceipts(receipts)
  const standing = receipts.filter(one => one.undoes === undefined && !undone.has(one.id)).toReversed()
  const touched = new Set<string>()
  for (const { id, files } of standing.slice(0, most)) {
    const report = await undo(place, { id, dryRun })
    // What a later change has left would be gone by then: whether it can be taken back is known when it is.
    const isOpen = dryRun && files.some(({ path }) => touched.has(path))
    changes.push(isOpen ? { ...report, refused: [] } : report)
    for (const { path } of files) touched.add(path)
    if (report.refused.length > 0 && !isOpen) break
  }
  return { changes }
}

/** What a running client or a change in the last moment refuses; anything else is thrown on. */
export function refusal(error: unknown): RethreadError {
  const refusals = [ChangeBusy, SessionIsLink, SessionLive, SessionChanged, SessionOpen, UndoRefused]
  if (refusals.some(kind => error instanceof kind)) return error as RethreadError
  throw error
}

function receiptNamed(id: string, receipts: readonly Receipt[]): Receipt {
  const fitting = receipts.filter(one => one.id === id || (id.length >= 4 && one.id.startsWith(id.toLowerCase())))
  if (fitting.length === 1) return fitting[0]!
  const what = fitting.length === 0 ? 'no receipt matches' : 'several receipts match'
  throw new InputError('receipt-unknown', `${what} ${JSON.stringify(id)}. To list them, run rethread receipts`)
}

function nothing(dryRun: boolean): UndoReport {
  return {
    undoes: null,
    sessionId: null,
    path: null,
    dryRun,
    steps: [],
    refused: ['there are no changes'],
    receipt: null,
  }
}
