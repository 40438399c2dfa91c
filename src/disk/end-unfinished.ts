// What crashed changes have left behind is ended by the next one: what had not happened yet is taken back, what had
// happened is finished. By one process only; and what cannot be ended now stands in nobody's way but of who wants the
// same files.

import { join } from 'node:path'
import { StorageError } from '../format/error.js'
import { codeOf, removeIfThere, writeError } from './atomic-replace.js'
import { writeReceipt } from './receipts.js'
import { inoOf, keptName, removeEmptyFolders, takeBack } from './take-back.js'
import {
  ceaseWork,
  forgetUnfinished,
  isLeft,
  isMarked,
  notePath,
  notesIn,
  sweepOwnFolders,
  takeOver,
  type Unfinished,
  type UnfinishedFile,
} from './unfinished.js'

export type Swept =
  | { readonly receipt: string; readonly outcome: 'taken-back' | 'finished' }
  /** It is tried again with the next change. Until then nobody else gets at its files. */
  | { readonly receipt: string; readonly outcome: 'stuck'; readonly why: string }

/** Ends what crashed processes have left behind; what others are still at is left alone. */
export async function endUnfinished(dataDir: string): Promise<readonly Swept[]> {
  const swept: Swept[] = []
  for (const { id } of notesIn(dataDir).filter(isLeft)) {
    const note = await takeOver(dataDir, id)
    if (note === undefined) continue // somebody else was faster
    try {
      swept.push({ receipt: id, outcome: await end(dataDir, note) })
    } catch (error) {
      const { message } = toldError(error, dataDir)
      swept.push({ receipt: id, outcome: 'stuck', why: message })
    } finally {
      ceaseWork(id)
    }
  }
  await sweepOwnFolders(dataDir)
  return swept
}

/** One of its files is wanted, and it cannot be ended. Nothing was written. */
export class ChangeStuck extends StorageError {
  constructor({ id, verb, receipt }: Unfinished, why: string, dataDir: string) {
    const what = verb ?? receipt?.verb ?? 'change'
    super(
      'change-unfinished',
      `an earlier ${what} of the same files (${id}) was interrupted and can be neither rolled back nor finished: ${why}. ` +
        `Nothing was changed. For details, see ${notePath(dataDir, id)}`,
    )
  }
}

async function end(dataDir: string, note: Unfinished): Promise<'taken-back' | 'finished'> {
  if (note.receipt !== undefined && !isMarked(dataDir, note.id) && hasHappened(note)) {
    await finish(dataDir, note, note.receipt)
    return 'finished'
  }
  await takeBack(dataDir, note)
  return 'taken-back'
}

/** The change has happened when the session files are in their places; everything before that can be taken back. */
function hasHappened({ files }: Unfinished): boolean {
  const sessions = files.filter(one => one.role === 'session')
  if (sessions.length === 0) return files.every(one => one.change === 'removed' || inoOf(one.path) === one.newIno)
  const coming = sessions.filter(one => one.change !== 'removed')
  return coming.length > 0 ? coming.every(isInPlace) : sessions.every(one => inoOf(one.path) !== one.oldIno)
}

function isInPlace(file: UnfinishedFile): boolean {
  const now = inoOf(file.path)
  if (now === undefined) return false
  // Or it was in its place, and a client has put another one there since (B1).
  return now === file.newIno || (inoOf(file.temporary) === undefined && now !== file.oldIno)
}

async function finish(dataDir: string, note: Unfinished, receipt: NonNullable<Unfinished['receipt']>): Promise<void> {
  for (const file of note.files) {
    removeIfThere(file.temporary)
    if (file.change === 'removed' && inoOf(file.path) === file.oldIno) removeIfThere(file.path)
    removeIfThere(keptName(file))
  }
  removeEmptyFolders(note.emptied)
  await writeReceipt(dataDir, receipt)
  forgetUnfinished(dataDir, note.id)
}

/** What the file system refused, or an error of ours; anything else is a mistake in the program. */
function toldError(error: unknown, dataDir: string): Error {
  const told = writeError(error, join(dataDir))
  if (told instanceof StorageError || codeOf(told) !== undefined) return told
  throw error
}
