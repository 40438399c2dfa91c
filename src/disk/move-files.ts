// Sessions and what belongs to them moved to other places, in one change: undo brings all of it back.

import type { Edits } from '../format/changes.js'
import type { BackupLimits } from './backups.js'
import { type ChangeDone, changeFiles, type FileChange } from './change-files.js'
import type { FileState } from './file-state.js'
import { refuseLive } from './live-client.js'
import { expectSafeWay } from './safe-way.js'

/** A file that goes from one place to another, or only changes where both are the same. */
export interface MovedFile {
  readonly role: 'session' | 'side'
  readonly from: string
  readonly to: string
  /** Before it was read. */
  readonly state: FileState
  readonly edits: Edits
  /** Clients write to it at any time. */
  readonly shared?: true
}

export interface MoveRequest {
  readonly call: readonly string[]
  readonly configDir: string
  readonly sessions: readonly { readonly id: string; readonly from: string; readonly to: string }[]
  readonly files: readonly MovedFile[]
  /** Folders that go where they are left empty, deepest last. */
  readonly emptied: readonly string[]
  readonly dataDir: string
  readonly limits?: BackupLimits
  readonly signal?: AbortSignal
}

export async function moveFiles(request: MoveRequest): Promise<ChangeDone> {
  const { call, configDir, sessions, files, emptied, dataDir, limits, signal } = request
  const guard = () => {
    for (const { id } of sessions) refuseLive(id, configDir)
  }
  guard()
  for (const { to } of files) expectSafeWay(to, { configDir })
  const [first] = sessions
  return changeFiles({
    dataDir,
    verb: 'move',
    call,
    source: first ? { id: first.id, path: first.from, configDir } : null,
    result: first ? { id: first.id, path: first.to, configDir } : null,
    files: files.flatMap(changesOf),
    emptied,
    guard,
    ...(limits === undefined ? {} : { limits }),
    ...(signal === undefined ? {} : { signal }),
  })
}

function changesOf({ role, from, to, state, edits, shared }: MovedFile): readonly FileChange[] {
  const content = { kind: 'file', path: from, state, edits } as const
  if (from === to) {
    return [{ change: 'replaced', role, path: from, content, state, ...(shared === true ? { shared } : {}) }]
  }
  return [
    { change: 'created', role, path: to, content, keepTime: true },
    { change: 'removed', role, path: from, state },
  ]
}
