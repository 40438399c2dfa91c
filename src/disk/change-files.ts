// Several files changed together: all or nothing, also over a crash, with a backup of whatever goes and a receipt.
//
// First everything is made ready under temporary names and noted in the data dir. Then it takes its place: new and
// changed side files first, then the session file, or all of them where several move (from then on the change has
// happened), then what is removed goes.
// A failure on the way takes everything back. After a crash the next change does that, or finishes what had happened.

import { closeSync, lstatSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { InputError, RethreadError, StorageError } from '../format/error.js'
import {
  type Content,
  closeQuietly,
  codeOf,
  makeFolder,
  removeIfThere,
  syncFolder,
  takeEmptyPlace,
  takePlace,
  temporaryName,
  writeError,
  writeTemporary,
} from './atomic-replace.js'
import { BACKUP_LIMITS, type BackupLimits, backupName, backupPath, boundBackups, keepBackup } from './backups.js'
import { crypto } from './crypto.js'
import { openState } from './edited-file.js'
import { ChangeStuck, endUnfinished, type Swept } from './end-unfinished.js'
import {
  type ContentState,
  compareFileState,
  compareState,
  contentState,
  type FileState,
  SessionChanged,
} from './file-state.js'
import { ChangeBusy } from './lock.js'
import { refuseWriters } from './open-writers.js'
import { ownIdentity } from './process-identity.js'
import {
  prepareReceipt,
  publishReceipt,
  type Receipt,
  type ReceiptFile,
  type SessionOfReceipt,
  type TokenPrice,
} from './receipts.js'
import { isPresent, notRegular, storageError } from './regular-file.js'
import { foreignName, keepBeside, keptName, LAST_MOMENT, putAside, removeEmptyFolders, takeBack } from './take-back.js'
import { changeBegins, changeEnds } from './under-way.js'
import {
  beginChange,
  ceaseWork,
  forgetUnfinished,
  notePath,
  noteUnfinished,
  prepareMark,
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
    | {
        readonly change: 'replaced'
        readonly content: Content
        readonly state: FileState
        readonly keepTime?: boolean
      }
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

/** Whoever is at the same files is soon done, or it is told. */
const PATIENCE = 3000
const POLL = 50

export async function changeFiles(request: ChangeRequest): Promise<ChangeDone> {
  changeBegins()
  const files = inOrder(request.files)
  try {
    const swept = await endUnfinished(request.dataDir) // first: what it takes back may be one of these files
    expectAllUntouched(files)
    const id = crypto().randomBytes(4).toString('hex')
    const note: Unfinished = {
      version: 1,
      id,
      owner: ownIdentity(),
      verb: request.verb,
      files: files.map((file, number) => noted(file, request.dataDir, id, number)),
      madeFolders: missingFolders(files),
      emptied: request.emptied ?? [],
    }
    try {
      const later = await begin(request.dataDir, note)
      const receipt = await change(request, files, note)
      return { receipt, swept: [...swept.filter(one => one.outcome !== 'stuck'), ...later] }
    } finally {
      ceaseWork(id)
    }
  } catch (error) {
    throw writeError(orTaken(error, files), request.dataDir)
  } finally {
    changeEnds()
  }
}

/** Nobody else is at these files from then on. Where it fails, nothing is noted. */
async function begin(dataDir: string, note: Unfinished): Promise<readonly Swept[]> {
  try {
    return await claim(dataDir, note)
  } catch (error) {
    if (isPresent(notePath(dataDir, note.id))) await takeBackAfter(error, dataDir, note, new Map())
    throw error
  }
}

async function claim(dataDir: string, note: Unfinished): Promise<readonly Swept[]> {
  const swept: Swept[] = []
  for (const deadline = Date.now() + PATIENCE; ; await setTimeout(POLL)) {
    const ended = await endUnfinished(dataDir)
    swept.push(...ended.filter(one => one.outcome !== 'stuck'))
    const other = await beginChange(dataDir, note)
    const stuck = ended.filter(one => one.outcome === 'stuck')
    if (other === undefined) return [...swept, ...stuck]
    const [why] = stuck.filter(one => one.receipt === other.id)
    if (why) throw new ChangeStuck(other, why.why, dataDir)
    if (Date.now() > deadline) {
      const what = `changing the same files (${other.verb ?? 'a change'})`
      throw new ChangeBusy(what, other.owner, notePath(dataDir, other.id))
    }
  }
}

async function change(request: ChangeRequest, files: readonly FileChange[], begun: Unfinished): Promise<Receipt> {
  const { dataDir } = request
  let note = begun
  const held: HeldFiles = new Map()
  let receipt: Receipt
  try {
    expectAllUntouched(files) // somebody may have been at them until now
    for (const folder of note.madeFolders) makeFolder(folder)
    const ready: ReadyChange[] = []
    for (const [index, file] of files.entries()) ready.push(await makeReady(file, note.files[index]!, request.signal))
    receipt = receiptOf(request, note, ready)
    // From here on no room is needed any more, neither to go on nor to take it back.
    await prepareReceipt(dataDir, receipt)
    prepareMark(dataDir, note.id)
    const whole = { ...note, receipt, files: ready.map(one => one.noted) }
    await noteUnfinished(dataDir, whole)
    note = whole
    await takePlaces(request, files, note, held)
    publishReceipt(dataDir, receipt)
  } catch (error) {
    await takeBackAfter(error, dataDir, note, held)
    throw error
  } finally {
    for (const fd of held.values()) closeQuietly(fd) // nothing was written through them
  }
  tidyUp(request, note)
  return receipt
}

/** Side files that come, sessions that come, sessions that go, side files that go. */
function inOrder(files: readonly FileChange[]): readonly FileChange[] {
  const step = ({ role, change }: FileChange) =>
    change === 'removed' ? (role === 'session' ? 2 : 3) : role === 'session' ? 1 : 0
  return files.toSorted((a, b) => step(a) - step(b))
}

/** What was read comes first: where that has changed, the rest is told of something that is no longer so. */
function expectAllUntouched(files: readonly FileChange[]): void {
  for (const file of files) if (file.change !== 'created') expectUntouched(file)
  for (const file of files) if (file.change === 'created') expectUntouched(file)
}

function expectUntouched(file: FileChange): void {
  if (file.change === 'created') {
    if (isPresent(file.path)) throw alreadyThere(file)
    return
  }
  const stats = lstatSync(file.path, { throwIfNoEntry: false })
  // It would be replaced by a file, and no undo could make a link of it again.
  if (stats?.isSymbolicLink()) throw storageError(notRegular(file.path, stats).finding)
  const now = compareFileState(file.path, file.state)
  if (now !== 'same') throw new SessionChanged(file.path, now)
}

/** The name of a new session may be the caller's mistake. A side file was not there a moment ago: somebody made it. */
function alreadyThere({ role, path }: FileChange): RethreadError {
  return role === 'side' ? new SessionChanged(path, 'made') : new InputError('file-exists', `${path} already exists`)
}

/** What another process has taken away under our hands is told as that, not as the system call that missed it. */
function orTaken(error: unknown, files: readonly FileChange[]): unknown {
  if (codeOf(error) !== 'ENOENT') return error
  const gone = files.find(({ change, path }) => change !== 'created' && !isPresent(path))
  return gone === undefined ? error : new SessionChanged(gone.path, 'gone')
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
    keepBeside(plain)
    const foreign = role === 'session' ? foreignName(plain) : undefined
    if (foreign !== undefined) throw new ChangeBusy(`changing ${path} from another data dir`, undefined, foreign)
    await keepBackup(path, plain.backup!)
    source = contentState(plain.backup!)!
    inReceipt = { ...inReceipt, before: { ...source, mode: plain.mode!, backup: basename(plain.backup!) } }
  }
  if (change === 'removed') return { noted: plain, inReceipt, source: source! }
  const like = change === 'replaced' ? statSync(path) : file.mode === undefined ? undefined : { mode: file.mode }
  const written = await writeTemporary(plain.temporary, file.content, {
    ...(like === undefined ? {} : { like }),
    ...(file.keepTime === true ? { keepTime: true } : {}),
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
  const watched = files.filter(
    (file): file is Exclude<FileChange, { readonly change: 'created' }> =>
      file.change !== 'created' && file.shared !== true,
  )
  await refuseWriters(watched)
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
  await refuseWriters(watched) // who has opened one in the last moment, and has not written yet
  for (const file of files) {
    const fd = held.get(file.path)
    if (fd === undefined || file.change === 'created') continue
    const late = compareState(fd, file.state)
    if (late !== 'same') throw new SessionChanged(file.path, late)
  }
}

function takeOnePlace(file: FileChange, noted: UnfinishedFile): void {
  const { change, path } = file
  if (change === 'created') takeNewPlace(file, noted.temporary)
  else if (change === 'replaced') takePlace(noted.temporary, path)
  else putAside(noted)
}

function takeNewPlace(file: FileChange, temporary: string): void {
  try {
    takeEmptyPlace(temporary, file.path)
  } catch (error) {
    throw error instanceof RethreadError && error.code === 'file-exists' ? alreadyThere(file) : error
  }
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
      `${first}. Rolling back failed too (${then}); the next change will retry`,
      error,
    )
  }
}

/** The change is made. Each of these is tried, whatever becomes of the others. */
function tidyUp({ dataDir, limits = BACKUP_LIMITS }: ChangeRequest, { id, files, emptied }: Unfinished): void {
  const failures: unknown[] = []
  const steps = [
    ...files.map(file => () => removeIfThere(keptName(file))),
    () => removeEmptyFolders(emptied),
    // What is still there then is cleared up by the next change.
    () => failures.length > 0 || forgetUnfinished(dataDir, id),
    () => boundBackups(dataDir, limits, () => unfinishedIds(dataDir)),
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
    `the change was made (receipt ${id}), but cleaning up failed: ${why}`,
    failures[0],
  )
}
