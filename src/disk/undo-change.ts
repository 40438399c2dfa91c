// A change taken back by its receipt: what it made goes, what it replaced or removed comes back. Only where everything
// still is as the change left it; what somebody has changed since is theirs.

import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { RethreadError } from '../format/error.js'
import type { Content } from './atomic-replace.js'
import { type BackupLimits, backupPath } from './backups.js'
import { type ChangeDone, changeFiles, type FileChange } from './change-files.js'
import { cleanupDays } from './client-settings.js'
import { contentState, type FileState, fileState } from './file-state.js'
import { refuseLive } from './live-client.js'
import { openSource } from './read-session.js'
import { type Receipt, type ReceiptFile, type SessionOfReceipt, sessionIdsOf } from './receipts.js'
import { isPresent } from './regular-file.js'
import { expectSafeWay } from './safe-way.js'

export interface UndoStep {
  /** Left: a file that all sessions share, and that a client has written again since. */
  readonly action: 'remove' | 'restore' | 'leave'
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
    super('undo-refused', 1, `cannot undo ${receipt.verb} (${receipt.id}): ${reasons.join('; ')}`)
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
  const ids = new Set([...(session ? [session.id] : []), ...sessionIdsOf(receipt)])
  const guard = () => {
    for (const id of ids) refuseLive(id, session?.configDir)
  }
  guard()
  const looked = receipt.files.map(file => look(file, receipt, dataDir))
  const reasons = looked.flatMap(one => one.reason ?? [])
  if (reasons.length > 0) throw new UndoRefused(receipt, reasons)
  const files = looked.flatMap(one => one.inverse ?? [])
  const whereabouts = { configDir: session?.configDir, projectFolder: session ? dirname(session.path) : undefined }
  for (const { path } of files) expectSafeWay(path, whereabouts)
  return changeFiles({
    dataDir,
    verb: 'undo',
    call,
    source: named(session),
    // What stands afterwards: the session as it was, where the change was in place or removed it.
    result: files.some(file => file.role === 'session' && file.change !== 'removed') ? named(receipt.source) : null,
    undoes: receipt.id,
    files,
    emptied: receipt.madeFolders,
    guard,
    ...(limits === undefined ? {} : { limits }),
  })
}

function named(session: SessionOfReceipt | null): Omit<SessionOfReceipt, 'size' | 'sha256'> | null {
  if (session === null) return null
  const { id, path, configDir } = session
  return { id, path, ...(configDir === undefined ? {} : { configDir }) }
}

interface Looked {
  readonly step?: UndoStep
  readonly inverse?: FileChange
  readonly reason?: string
}

function look(file: ReceiptFile, receipt: Receipt, dataDir: string): Looked {
  const { change, role, path, before, after, shared } = file
  if (change === 'removed') {
    if (isPresent(path)) return { reason: `${path} exists again` }
    const kept = keptOf(file, receipt, dataDir)
    if (kept.reason !== undefined) return kept
    const inverse: FileChange = {
      change: 'created',
      role,
      path,
      content: kept.content,
      mode: before!.mode,
      keepTime: isOfOldTime(kept, receipt),
    }
    return { inverse, step: { action: 'restore', role, path, bytes: kept.size } }
  }
  if (!isPresent(path)) {
    // The client's cleanup takes side files one by one, and nobody misses them then (B5).
    const isMissed = !(change === 'created' && role === 'side') && shared !== true
    return isMissed ? { reason: `${path} no longer exists` } : {}
  }
  const state = fileState(path) // before it is read: whatever comes later is noticed
  if (contentState(path)?.sha256 !== after?.sha256) {
    return shared === true ? lookAtShared(file, receipt, dataDir, state) : { reason: `${path} has changed since` }
  }
  if (change === 'created') {
    return {
      inverse: { change: 'removed', role, path, state },
      step: { action: 'remove', role, path, bytes: state.size },
    }
  }
  const kept = keptOf(file, receipt, dataDir)
  if (kept.reason !== undefined) return kept
  return {
    inverse: { change: 'replaced', role, path, content: kept.content, state, keepTime: isOfOldTime(kept, receipt) },
    step: { action: 'restore', role, path, bytes: kept.size },
  }
}

/**
 * What is given back is as old as it was. But what is so old that the client's cleanup would take it at once is new:
 * whoever asks for it wants to have it (B5). What moved was never away.
 */
function isOfOldTime({ mtimeMs }: { readonly mtimeMs: number }, { verb, result, source }: Receipt): boolean {
  const days = cleanupDays((result ?? source)?.configDir)
  return verb === 'move' || mtimeMs > Date.now() - (days - 1) * 86_400_000
}

/** What was appended since stays, behind what is put back; a file that was written anew stays as it is. */
function lookAtShared(file: ReceiptFile, receipt: Receipt, dataDir: string, state: FileState): Looked {
  const { role, path, after } = file
  const leave: Looked = { step: { action: 'leave', role, path, bytes: state.size } }
  if (after === undefined || state.size <= after.size || contentState(path, after.size)?.sha256 !== after.sha256)
    return leave
  const kept = keptOf(file, receipt, dataDir)
  if (kept.reason !== undefined || kept.content.kind !== 'file') return leave
  const tail = new Uint8Array(state.size - after.size)
  const source = openSource(path)
  try {
    tail.set(source.read(after.size, tail.length))
  } finally {
    source.close()
  }
  const content: Content = { ...kept.content, edits: [{ offset: kept.size, length: 0, content: tail }] }
  return {
    inverse: { change: 'replaced', role, path, content, state },
    step: { action: 'restore', role, path, bytes: kept.size + tail.length },
  }
}

type Kept =
  | { readonly reason: string }
  | { readonly reason?: undefined; readonly content: Content; readonly size: number; readonly mtimeMs: number }

function keptOf({ path, before }: ReceiptFile, receipt: Receipt, dataDir: string): Kept {
  const backup = before && backupPath(dataDir, receipt.id, before.backup)
  const kept = backup && contentState(backup)
  if (!kept) return { reason: `the backup of ${path} is gone (old backups are deleted)` }
  // It may hold more: a line that a client wrote in the last moment.
  const isDamaged = kept.size < before.size || (kept.size === before.size && kept.sha256 !== before.sha256)
  if (isDamaged) return { reason: `the backup of ${path} is damaged` }
  return { content: { kind: 'file', path: backup }, size: kept.size, mtimeMs: statSync(backup).mtimeMs }
}
