// Files of a session given back, as one change: all or nothing, with a receipt that undo takes.

import { type ChangeDone, changeFiles, type FileChange } from './change-files.js'
import { refuseLive } from './live-client.js'

export type { FileChange }

export interface RestoreFilesRequest {
  readonly dataDir: string
  readonly call: readonly string[]
  readonly session: { readonly id: string; readonly path: string; readonly configDir?: string }
  readonly files: readonly FileChange[]
  readonly signal?: AbortSignal
}

export async function restoreFiles({
  dataDir,
  call,
  session,
  files,
  signal,
}: RestoreFilesRequest): Promise<ChangeDone> {
  const guard = () => refuseLive(session.id, session.configDir)
  guard()
  return changeFiles({
    dataDir,
    verb: 'restore',
    call,
    source: null,
    result: session,
    files,
    guard,
    ...(signal ? { signal } : {}),
  })
}
