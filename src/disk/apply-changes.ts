// Planned changes become files: a new session beside the old one, the same session in place, or a file anywhere.

import { realpathSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { Changes, SideFileChange } from '../format/changes.js'
import { SESSION_ENDING } from '../format/session-folder.js'
import type { BackupLimits } from './backups.js'
import { type ChangeDone, changeFiles, type FileChange } from './change-files.js'
import { type FileState, fileState, SessionChanged } from './file-state.js'
import { refuseLiveAt } from './live-client.js'
import type { TokenPrice } from './receipts.js'
import { isPresent } from './regular-file.js'
import { expectSafeWay } from './safe-way.js'
import { type SessionPlace, sideFilePath } from './side-file-path.js'

export interface ApplyRequest {
  /** The command, for the receipt, and the words of its call. */
  readonly verb: string
  readonly call: readonly string[]
  /** The state is that before it was read. */
  readonly source: {
    readonly id: string
    readonly path: string
    readonly configDir?: string
    readonly state: FileState
  }
  readonly changes: Changes
  /** Of side files, before they were read; of others it is what they are when the change begins. */
  readonly states?: ReadonlyMap<string, FileState>
  readonly target: ApplyTarget
  readonly dataDir: string
  /** For the receipt. */
  readonly tokens?: TokenPrice
  readonly limits?: BackupLimits
  readonly signal?: AbortSignal
}

export type ApplyTarget =
  | ({ readonly kind: 'new-session' } & SessionPlace)
  /** Refused where the file has changed since it was read, or a client is running on it. */
  | { readonly kind: 'in-place' }
  /** Side files come to lie as for a session outside any config dir. */
  | { readonly kind: 'file'; readonly path: string }

export interface Applied extends ChangeDone {
  readonly id: string
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

export async function applyChanges(request: ApplyRequest): Promise<Applied> {
  const { source, changes, target, dataDir, verb, call } = request
  const isInPlace = target.kind === 'in-place'
  const place = placeOf(request)
  // A link to a session file stays one. What is gone is refused below.
  const path = isInPlace && isPresent(source.path) ? realpathSync.native(source.path) : place.path
  const content = { kind: 'file', path: source.path, state: source.state, edits: changes.edits } as const
  const guard = () => refuseLiveAt(source.path, source.id, source.configDir)
  if (isInPlace) guard()
  else expectSafeWay(path, place)
  const session: FileChange = isInPlace
    ? { change: 'replaced', role: 'session', path, content, state: source.state }
    : { change: 'created', role: 'session', path, content }
  const done = await changeFiles({
    dataDir,
    verb,
    call,
    source: { id: source.id, path: source.path, ...inConfig(source) },
    result: { id: place.id, path, ...inConfig(place) },
    files: [session, ...changes.sideFiles.map(one => sideFileChange(one, place, request.states))],
    ...(isInPlace ? { guard } : {}),
    ...(request.tokens === undefined ? {} : { tokens: request.tokens }),
    ...(request.limits === undefined ? {} : { limits: request.limits }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  })
  const { size, sha256 } = done.receipt.result!
  return { ...done, id: place.id, path, bytes: size, sha256 }
}

function placeOf({ source, target }: ApplyRequest): SessionPlace & { readonly path: string } {
  switch (target.kind) {
    case 'new-session':
      return { ...target, path: resolve(target.projectFolder, target.id + SESSION_ENDING) }
    case 'in-place':
      return { id: source.id, path: source.path, projectFolder: dirname(source.path), ...inConfig(source) }
    case 'file': {
      const path = resolve(target.path)
      return { id: basename(path, SESSION_ENDING), path, projectFolder: dirname(path) }
    }
  }
}

function inConfig({ configDir }: { readonly configDir?: string }): { readonly configDir?: string } {
  return configDir === undefined ? {} : { configDir }
}

/** What is there already is replaced, and kept as a backup: only a change in place meets such files. */
function sideFileChange(
  change: SideFileChange,
  place: SessionPlace,
  states: ReadonlyMap<string, FileState> = new Map(),
): FileChange {
  if (change.kind === 'remove') {
    if (!isPresent(change.path)) throw new SessionChanged(change.path, 'gone')
    return { change: 'removed', role: 'side', path: change.path, state: fileState(change.path) }
  }
  if (change.kind === 'shared') {
    const { path } = change
    const state = states.get(path) ?? fileState(path)
    const content = { kind: 'file', path, state, edits: change.edits } as const
    return { change: 'replaced', role: 'side', path, content, state, shared: true }
  }
  const path = sideFilePath(change.to, place)
  const known = change.kind === 'copy' ? states.get(change.from) : undefined
  const content =
    change.kind === 'write'
      ? ({ kind: 'bytes', bytes: change.content } as const)
      : ({ kind: 'file', path: change.from, edits: change.edits ?? [], ...(known ? { state: known } : {}) } as const)
  return isPresent(path)
    ? {
        change: 'replaced',
        role: 'side',
        path,
        content,
        state: known && change.kind === 'copy' && path === change.from ? known : fileState(path),
      }
    : { change: 'created', role: 'side', path, content }
}
