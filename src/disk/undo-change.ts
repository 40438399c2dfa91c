// A change taken back by its receipt: what it made goes, what it replaced or removed comes back. Only where everything
// still is as the change left it; what somebody has changed since is theirs.

import { RethreadError } from '../format/error.js'
import { isThere } from './atomic-replace.js'
import { type BackupLimits, backupPath } from './backups.js'
import { type ChangeDone, changeFiles, type FileChange } from './change-files.js'
import { contentState, fileState } from './file-state.js'
import { refuseLive } from './live-client.js'
import type { Receipt, ReceiptFile } from './receipts.js'

export interface UndoStep {
  readonly action: 'remove' | 'restore'
  readonly role: ReceiptFile['role']
  readonly path: string
  readonly bytes: number
}

export interface UndoPlan {
  readonly steps: readonly UndoStep[]
  /** Why it cannot be taken back; empty where it can. */
  readonly reasons: readonly string[]
}

/** The change cannot be taken back. Nothing was written. */
export class UndoRefused extends RethreadError {
  constructor(receipt: Receipt, reasons: readonly string[]) {
    super('undo-refused', 1, `${receipt.verb} (${receipt.id}) is not taken back: ${reasons.join('; ')}`)
  }
}

export interface UndoOptions {
  readonly dataDir: string
  readonly call: readonly string[]
  readonly limits?: BackupLimits
}

/** Reads every file that it would touch; writes nothing. */
export function planUndo(receipt: Receipt, dataDir: string): UndoPlan {
  const looked = receipt.files.map(file => look(file, receipt, dataDir))
  return {
    steps: looked.flatMap(one => one.step ?? []),
    reasons: looked.flatMap(one => one.reason ?? []),
  }
}

export async function undoChange(receipt: Receipt, { dataDir, call, limits }: UndoOptions): Promise<ChangeDone> {
  const session = receipt.result ?? receipt.source
  const guard = () => {
    if (session) refuseLive(session.id, session.configDir)
  }
  guard()
  const { steps, reasons } = planUndo(receipt, dataDir)
  if (reasons.length > 0) throw new UndoRefused(receipt, reasons)
  const touched = new Set(steps.map(step => step.path))
  const files = receipt.files.filter(file => touched.has(file.path))
  const named = (one: Receipt['source']) =>
    one && { id: one.id, path: one.path, ...(one.configDir === undefined ? {} : { configDir: one.configDir }) }
  return changeFiles({
    dataDir,
    verb: 'undo',
    call,
    source: named(session),
    // What stands afterwards: the session as it was, where the change was in place or removed it.
    result: files.some(file => file.role === 'session' && file.change !== 'created') ? named(receipt.source) : null,
    undoes: receipt.id,
    files: files.map(file => inverse(file, receipt, dataDir)),
    emptied: receipt.madeFolders,
    guard,
    ...(limits === undefined ? {} : { limits }),
  })
}

interface Looked {
  readonly step?: UndoStep
  readonly reason?: string
}

function look(file: ReceiptFile, receipt: Receipt, dataDir: string): Looked {
  const { change, role, path, before, after } = file
  const now = change === 'removed' ? undefined : contentState(path)
  if (change === 'removed' && isThere(path)) return { reason: `${path} is there again` }
  if (change !== 'removed') {
    if (now === undefined) {
      // The client's cleanup takes side files one by one, and nobody misses them then (B5).
      return change === 'created' && role === 'side' ? {} : { reason: `${path} is no longer there` }
    }
    if (now.sha256 !== after?.sha256) return { reason: `${path} has changed since` }
  }
  if (change === 'created') return { step: { action: 'remove', role, path, bytes: now!.size } }
  const kept = before && contentState(backupPath(dataDir, receipt.id, before.backup))
  if (kept === undefined) return { reason: `the backup of ${path} is gone: backups are bounded` }
  // More than was there: a line that a client wrote in the last moment.
  if (kept.size < before!.size || (kept.size === before!.size && kept.sha256 !== before!.sha256)) {
    return { reason: `the backup of ${path} is damaged` }
  }
  return { step: { action: 'restore', role, path, bytes: kept.size } }
}

function inverse({ change, role, path, before }: ReceiptFile, receipt: Receipt, dataDir: string): FileChange {
  if (change === 'created') return { change: 'removed', role, path, state: fileState(path) }
  const content = { kind: 'file', path: backupPath(dataDir, receipt.id, before!.backup) } as const
  return change === 'removed'
    ? { change: 'created', role, path, content, mode: before!.mode }
    : { change: 'replaced', role, path, content, state: fileState(path) }
}
