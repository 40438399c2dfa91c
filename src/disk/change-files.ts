// Several files changed together: all or nothing, also over a crash, with a backup of whatever goes and a receipt.
//
// First everything is made ready under temporary names and noted in the data dir. Then it takes its place: new and
// changed side files first, then the session file, or all of them where several move (from then on the change has
// happened), then what is removed goes.
// A failure on the way takes everything back. After a crash the next change does that, or finishes what had happened.

import { randomBytes } from 'node:crypto'
import { closeSync, statSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { InputError, StorageError } from '../format/error.js'
import {
  type Content,
  closeQuietly,
  codeOf,
  makeFolder,
  syncFolder,
  takeEmptyPlace,
  takePlace,
  temporaryName,
  writeError,
  writeTemporary,
} from './atomic-replace.js'
import { BACKUP_LIMITS, type BackupLimits, backupName, backupPath, boundBackups, keepBackup } from './backups.js'
import { openState } from './edited-file.js'
import {
  type ContentState,
  compareFileState,
  compareState,
  contentState,
  type FileState,
  SessionChanged,
} from './file-state.js'
import { ownIdentity } from './live-client.js'
import { type Receipt, type ReceiptFile, type SessionOfReceipt, type TokenPrice, writeReceipt } from './receipts.js'
import { isPresent } from './regular-file.js'
import {
  endUnfinished,
  forgetUnfinished,
  noteUnfinished,
  removeEmptyFolders,
  type Swept,
  takeBack,
  type Unfinished,
  type UnfinishedFile,
  unfinishedIds,
} from './unfinished.js'

interface OfSession {
  /** One file is the session's own; where sessions move, one that comes and one that goes for each. */
  readonly role: ReceiptFile['role']
  /** Absolute, without links. */
  readonly path: string
  readonly shared?: true
}

export type FileChange = OfSession &
  (
    | { readonly change: 'created'; readonly content: Content; readonly mode?: number; readonly keepTime?: boolean }
    | { readonly change: 'replaced'; readonly content: Content; readonly state: FileState }
    | { readonly change: 'removed'; readonly state: FileState }
  )

export interface ChangeRequest {
  readonly dataDir: string
  readonly verb: string
  readonly call: readonly string[]
  /** The session that was read; what it held is known when it has been read. */
  readonly source: Omit<SessionOfReceipt, 'size' | 'sha256'> | null
  /** The session that is written, if one is. */
  readonly result: Omit<SessionOfReceipt, 'size' | 'sha256'> | null
  readonly undoes?: string
  readonly tokens?: TokenPrice
  readonly files: readonly FileChange[]
  /** Folders that go where the change leaves them empty, deepest last. */
  readonly emptied?: readonly string[]
  /** Asked right before the session file is touched; throws where it must not be. */
  readonly guard?: () => void
  readonly limits?: BackupLimits
  readonly signal?: AbortSignal
}

export interface ChangeDone {
  readonly receipt: Receipt
  /** What crashed changes had left behind, and was ended first. */
  readonly swept: readonly Swept[]
}

/** A client that had opened the file before it was replaced has written to it by then. */
const LAST_MOMENT = 20

export async function changeFiles(request: ChangeRequest): Promise<ChangeDone> {
  try {
    const swept = await endUnfinished(request.dataDir)
    return { receipt: await change(request), swept }
  } catch (error) {
    throw writeError(error, request.dataDir)
  }
}

async function change(request: ChangeRequest): Promise<Receipt> {
  const { dataDir } = request
  const files = inOrder(request.files)
  for (const file of files) expectUntouched(file)
  const id = randomBytes(4).toString('hex')
  let note: Unfinished = {
    version: 1,
    id,
    owner: ownIdentity(),
    files: files.map((file, number) => noted(file, dataDir, id, number)),
    madeFolders: missingFolders(files),
    emptied: request.emptied ?? [],
  }
  const held: HeldFiles = new Map()
  let receipt: Receipt
  try {
    await noteUnfinished(dataDir, note)
    for (const folder of note.madeFolders) makeFolder(folder)
    const ready: ReadyChange[] = []
    for (const [index, file] of files.entries()) ready.push(await makeReady(file, note.files[index]!, request.signal))
    receipt = receiptOf(request, note, ready)
    note = { ...note, receipt, files: ready.map(one => one.noted) }
    await noteUnfinished(dataDir, note)
    await takePlaces(request, files, note, held)
    await writeReceipt(dataDir, receipt)
  } catch (error) {
    await takeBackAfter(error, dataDir, note, held)
    throw error
  } finally {
    for (const fd of held.values()) closeQuietly(fd) // nothing was written through them
  }
  tidyUp(request, receipt.id)
  return receipt
}

/** Side files that come, sessions that come, sessions that go, side files that go. */
function inOrder(files: readonly FileChange[]): readonly FileChange[] {
  const step = ({ role, change }: FileChange) =>
    change === 'removed' ? (role === 'session' ? 2 : 3) : role === 'session' ? 1 : 0
  return files.toSorted((a, b) => step(a) - step(b))
}

function expectUntouched(file: FileChange): void {
  if (file.change === 'created') {
    if (isPresent(file.path)) throw new InputError('file-exists', `${file.path} exists already`)
    return
  }
  const now = compareFileState(file.path, file.state)
  if (now !== 'same') throw new SessionChanged(file.path, now)
}

function noted(file: FileChange, dataDir: string, id: string, number: number): UnfinishedFile {
  const { change, role, path } = file
  const temporary = join(dirname(path), temporaryName(id, number))
  if (change === 'created') return { change, role, path, temporary }
  const backup = backupPath(dataDir, id, backupName(number))
  return { change, role, path, temporary, backup, oldIno: file.state.ino, mode: statSync(path).mode & 0o777 }
}

function missingFolders(files: readonly FileChange[]): readonly string[] {
  const missing = new Set<string>()
  for (const { change, path } of files) {
    if (change !== 'created') continue
    for (let folder = dirname(path); !missing.has(folder) && !isPresent(folder); folder = dirname(folder)) {
      missing.add(folder)
    }
  }
  return [...missing].toSorted((a, b) => a.length - b.length)
}

interface ReadyChange {
  readonly noted: UnfinishedFile
  readonly inReceipt: ReceiptFile
  /** What the file held that the content comes from. */
  readonly source?: ContentState
}

/** Under a temporary name, with a backup: whatever fails here, fails before anything has changed. */
async function makeReady(
  file: FileChange,
  plain: UnfinishedFile,
  signal: AbortSignal | undefined,
): Promise<ReadyChange> {
  const { change, role, path } = file
  let inReceipt: ReceiptFile = { change, role, path, ...(file.shared === true ? { shared: true } : {}) }
  let source: ContentState | undefined
  if (change !== 'created') {
    await keepBackup(path, plain.backup!)
    source = contentState(plain.backup!)!
    inReceipt = { ...inReceipt, before: { ...source, mode: plain.mode!, backup: basename(plain.backup!) } }
  }
  if (change === 'removed') return { noted: plain, inReceipt, source: source! }
  const like = change === 'replaced' ? statSync(path) : file.mode === undefined ? undefined : { mode: file.mode }
  const written = await writeTemporary(plain.temporary, file.content, {
    ...(like === undefined ? {} : { like }),
    ...(change === 'created' && file.keepTime === true ? { keepTime: true } : {}),
    ...(signal === undefined ? {} : { signal }),
  })
  source ??= written.source
  return {
    noted: { ...plain, newIno: written.ino, newSize: written.size },
    inReceipt: { ...inReceipt, after: { size: written.size, sha256: written.sha256 } },
    ...(source === undefined ? {} : { source }),
  }
}

function receiptOf(request: ChangeRequest, note: Unfinished, ready: readonly ReadyChange[]): Receipt {
  const { verb, call, source, result, undoes, tokens } = request
  const session = ready.find(one => one.inReceipt.role === 'session')
  const after = session?.inReceipt.after
  return {
    version: 1,
    id: note.id,
    time: new Date().toISOString(),
    verb,
    call,
    source: source && session?.source ? { ...source, ...session.source } : null,
    result: result && after ? { ...result, ...after } : null,
    files: ready.map(one => one.inReceipt),
    madeFolders: note.madeFolders,
    ...(undoes === undefined ? {} : { undoes }),
    ...(tokens === undefined ? {} : { tokens }),
  }
}

type HeldFiles = Map<string, number>

async function takePlaces(
  request: ChangeRequest,
  files: readonly FileChange[],
  note: Unfinished,
  held: HeldFiles,
): Promise<void> {
  const touched = new Set<string>()
  const sync = (): void => {
    for (const folder of touched) syncFolder(folder)
    touched.clear()
  }
  for (const [index, file] of files.entries()) {
    if (file.role === 'session') {
      sync() // what belongs to it is there before it is
      request.guard?.()
      if (file.change !== 'created') held.set(file.path, openUntouched(file.path, file.state))
    } else expectUntouched(file)
    takeOnePlace(file, note.files[index]!)
    touched.add(dirname(file.path))
  }
  sync()
  if (held.size > 0) await setTimeout(LAST_MOMENT)
  for (const file of files) {
    const fd = held.get(file.path)
    if (fd === undefined || file.change === 'created') continue
    const late = compareState(fd, file.state)
    if (late !== 'same') throw new SessionChanged(file.path, late)
  }
}

function takeOnePlace({ change, path }: FileChange, { temporary }: UnfinishedFile): void {
  if (change === 'created') takeEmptyPlace(temporary, path)
  else if (change === 'replaced') takePlace(temporary, path)
  else unlinkSync(path)
}

/** Stays open: whoever writes to it although it has lost its name is noticed. */
function openUntouched(path: string, state: FileState): number {
  const fd = openState(path, state)
  const now = compareState(fd, state)
  if (now === 'same') return fd
  closeSync(fd)
  throw new SessionChanged(path, now)
}

async function takeBackAfter(error: unknown, dataDir: string, note: Unfinished, held: HeldFiles): Promise<void> {
  try {
    await takeBack(dataDir, note, held)
  } catch (second) {
    const [first, then] = [error, second].map(one => writeError(one, dataDir).message)
    throw new StorageError(
      'write-failed',
      `${first}. Taking it back failed too (${then}): the next change tries again`,
      error,
    )
  }
}

/** The change is made. Each of these is tried, whatever becomes of the others. */
function tidyUp({ dataDir, emptied = [], limits = BACKUP_LIMITS }: ChangeRequest, id: string): void {
  const failures: unknown[] = []
  const steps = [
    () => removeEmptyFolders(emptied),
    () => forgetUnfinished(dataDir, id),
    () => boundBackups(dataDir, limits, unfinishedIds(dataDir)),
  ]
  for (const step of steps) {
    try {
      step()
    } catch (error) {
      if (codeOf(error) === undefined) throw error
      failures.push(error)
    }
  }
  if (failures.length === 0) return
  const [why] = failures.map(error => writeError(error, dataDir).message)
  throw new StorageError(
    'write-failed',
    `the change was made (receipt ${id}), but clearing up failed: ${why}`,
    failures[0],
  )
}
