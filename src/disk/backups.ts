// What a change replaces or removes is kept, so that it can be taken back: one folder a change, in the data dir, under
// names that no client takes for a session or cleans up (B5). There is a bound, and the oldest go first.

import { linkSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  codeOf,
  makeFolder,
  NO_LINKS,
  syncFolder,
  takeEmptyPlace,
  temporaryName,
  writeTemporary,
} from './atomic-replace.js'
import { namesIn } from './list-sessions.js'

export interface BackupLimits {
  readonly bytes: number
  readonly changes: number
}

export const BACKUP_LIMITS: BackupLimits = { bytes: 2_000_000_000, changes: 100 }

export interface BackupUse {
  readonly folder: string
  readonly bytes: number
  /** How many changes have one. */
  readonly changes: number
}

const FOLDER = 'backups'

export function backupPath(dataDir: string, receiptId: string, name: string): string {
  return join(dataDir, FOLDER, receiptId, name)
}

export function backupName(number: number): string {
  return `${number}.bak`
}

/**
 * Keeps a file as it is. Where it can, the very same file gets a second name: that costs nothing however large it is,
 * and what a client appends to it in the last moment is in the backup too.
 */
export async function keepBackup(path: string, backup: string): Promise<void> {
  makeFolder(dirname(backup))
  try {
    linkSync(path, backup)
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error) ?? '')) throw error
    const temporary = join(dirname(backup), temporaryName('0', 0))
    await writeTemporary(temporary, { kind: 'file', path }, { keepTime: true })
    takeEmptyPlace(temporary, backup)
  }
  syncFolder(dirname(backup))
}

export function removeBackups(dataDir: string, receiptId: string): void {
  rmSync(join(dataDir, FOLDER, receiptId), { recursive: true, force: true })
}

export function backupUse(dataDir: string): BackupUse {
  const changes = changesWithBackup(dataDir)
  return {
    folder: join(dataDir, FOLDER),
    bytes: changes.reduce((sum, change) => sum + change.bytes, 0),
    changes: changes.length,
  }
}

/**
 * Removes the oldest until the rest keeps the limits. The newest stays, however large it is. Returns what went. `kept`
 * is asked when the backups are listed: a change that begins meanwhile is not among them.
 */
export function boundBackups(
  dataDir: string,
  limits: BackupLimits,
  kept: () => ReadonlySet<string>,
): readonly string[] {
  const newestFirst = changesWithBackup(dataDir).toSorted((a, b) => b.madeAt - a.madeAt)
  const keep = kept()
  let bytes = 0
  const gone = newestFirst.filter((change, index) => {
    bytes += change.bytes
    return index > 0 && !keep.has(change.id) && (bytes > limits.bytes || index >= limits.changes)
  })
  for (const { id } of gone) removeBackups(dataDir, id)
  return gone.map(change => change.id)
}

interface BackupOfChange {
  readonly id: string
  readonly bytes: number
  readonly madeAt: number
}

function changesWithBackup(dataDir: string): readonly BackupOfChange[] {
  const folder = join(dataDir, FOLDER)
  return namesIn(folder, [], true).flatMap(({ name: id }) => {
    const own = join(folder, id)
    const made = statSync(own, { throwIfNoEntry: false })
    if (!made?.isDirectory()) return []
    const sizes = namesIn(own, [], true).map(
      ({ name }) => statSync(join(own, name), { throwIfNoEntry: false })?.size ?? 0,
    )
    return [{ id, bytes: sizes.reduce((sum, size) => sum + size, 0), madeAt: made.mtimeMs }]
  })
}
