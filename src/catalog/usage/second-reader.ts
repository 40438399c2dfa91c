// A thread that reads part of the transcripts: whichever of the two is ready takes the next one from the list.

import { Worker } from 'node:worker_threads'
import type { LedgerState } from './ledger.js'
import type { FileRead, FileToRead } from './read-files.js'

export interface SecondReader {
  /** The place of the next transcript that nobody has taken. */
  next(): number
  /** How many kilobytes it has read so far. */
  readonly kilobytes: number
  /** All that it has read. Undefined where something went wrong: then none of it was read. */
  share(): Promise<Share | undefined>
  end(): Promise<void>
}

/** Asked before so many bytes are read; undefined where that is not worth a thread. */
export type ReaderFor = (files: readonly FileToRead[], bytes: number) => Promise<SecondReader | undefined>

export interface Share {
  readonly state: LedgerState
  /** In the order of the sources. */
  readonly read: readonly FileRead[]
}

export interface ReaderTask {
  readonly files: readonly FileToRead[]
  /** What both look at: which transcript is the next, and the kilobytes that the thread has read. */
  readonly shared: Int32Array
}

export const NEXT = 0
export const KILOBYTES = 1

/** `program` is reader-thread.ts as it was built. */
export function secondReader(program: URL, files: readonly FileToRead[]): SecondReader {
  const shared = new Int32Array(new SharedArrayBuffer(8))
  const task: ReaderTask = { files, shared }
  const thread = new Worker(program, { workerData: task })
  const share = new Promise<Share | undefined>(resolve => {
    thread.once('message', resolve)
    // Whatever it was: what the thread should have read is read here, which tells more.
    thread.once('error', () => resolve(undefined))
    thread.once('exit', () => resolve(undefined))
  })
  return {
    next: () => Atomics.add(shared, NEXT, 1),
    get kilobytes() {
      return Atomics.load(shared, KILOBYTES)
    },
    share: () => share,
    async end() {
      await thread.terminate()
    },
  }
}
