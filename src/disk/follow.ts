// Tells the records of a file as they are written, for as long as one likes.
//
// What "none lost, none repeated" means. The follower remembers the sequence of records that it has told (16 bytes of
// hash each). Whenever it has to read the file anew, because it shrank, was rewritten or was replaced, the records
// are compared with that sequence by position: equal ones are passed over, and from the first that differs, or goes
// beyond, everything is told. So a consumer that cuts its list at `rewritten(kept)` and adds what it is told always
// holds the records of the file. Nothing is told twice without a difference before it; nothing that the file held
// when it was looked at is left out. What is written and removed again between two looks was never seen.
//
// How a change is noticed: another file under the name (replaced), fewer bytes or other bytes just before our position
// (truncated, rewritten and perhaps longer again), a new time with the same size (rewritten in place). Only a rewrite
// that grows the file and leaves the last 4 KB before our position as they were would pass for an append.

import { closeSync, fstatSync, read, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { StorageError } from '../format/error.js'
import { type RecordReader, recordReader } from '../format/records.js'
import { changeAlarm } from './change-alarm.js'
import { openRegular, problemOf, resolveRegular, storageError } from './regular-file.js'
import { type FollowSink, type ToldRecords, toldRecords } from './told-records.js'

const readAsync = promisify(read)

export interface FollowOptions {
  /** Ends the following. */
  readonly signal: AbortSignal
  /**
   * Records that end before this offset are taken as told already. 'end' is the end of the file when the following
   * begins; a consumer that has read the file itself gives the number of bytes that it has read.
   */
  readonly from?: 'start' | 'end' | number
  readonly pollMs?: number
  readonly root?: string
}

/**
 * Resolves when the signal ends it. Rejects where the file cannot be read at the beginning, and with whatever the
 * sink throws. A half line at the end waits for its rest; a whole record without its line break is told after a poll
 * without growth.
 */
export async function follow(path: string, sink: FollowSink, options: FollowOptions): Promise<void> {
  const { signal, pollMs = 100, root } = options
  if (signal.aborted) return
  const first = openRegular(path, root)
  if (first.kind === 'problem') throw storageError(first.finding)
  const from = options.from ?? 'start'
  const told = toldRecords(sink, from === 'end' ? first.size : from === 'start' ? 0 : from)
  const alarm = changeAlarm(path, signal)
  let file: FollowedFile | undefined = followedFile(first.fd, told, signal)
  let trouble: string | undefined
  try {
    while (!signal.aborted) {
      if (file) await file.readOn()
      if (file && !isStillAt(path, file.fd)) {
        await file.readOut() // what was appended before it was replaced
        file.close()
        file = undefined
      }
      if (!file) {
        const opened = openRegular(path, root)
        if (opened.kind === 'opened') {
          file = followedFile(opened.fd, told, signal)
          trouble = undefined
          continue
        }
        // Between the removal of the old and the coming of the new file it is not there: told once, then waited for.
        if (opened.finding.code !== trouble) sink.trouble?.(opened.finding)
        trouble = opened.finding.code
      }
      await alarm.sleep(pollMs)
    }
  } finally {
    alarm.close()
    file?.close()
  }
}

/** Where a file ends now: to follow from here on what somebody else has read up to here. */
export function tailPosition(path: string, root?: string): number {
  const resolved = resolveRegular(path, root)
  if (resolved.kind === 'problem') throw storageError(resolved.finding)
  return resolved.stats.size
}

interface FollowedFile {
  readonly fd: number
  /** Reads what has come since. */
  readOn(): Promise<void>
  /** The same, and nothing will come any more. */
  readOut(): Promise<void>
  close(): void
}

const CHUNK_SIZE = 256 * 1024
/** So many bytes before our position are compared at each read: rows of one kind may end alike, but not this far. */
const GUARD_SIZE = 4096
/** A line longer than this waits for its line break, whatever it holds. */
const MAX_UNENDED = 16 * 1024 * 1024

function followedFile(fd: number, told: ToldRecords, signal: AbortSignal): FollowedFile {
  const buffer = new Uint8Array(CHUNK_SIZE)
  const guardNow = new Uint8Array(GUARD_SIZE)
  let guard = new Uint8Array(0) // the bytes that stood before `position` when they were read
  let position = 0
  let lineBreaks = 0 // before `position`
  let modified = 0n // when the file was last changed, as of the moment when we had read all of it
  let quietAt = -1 // where we stood at the last poll
  let reader: RecordReader = recordReader(told.readAnew())

  return {
    fd,
    async readOn() {
      await readToEnd()
      if (position === quietAt) await tellUnended()
      quietAt = position
    },
    async readOut() {
      await readToEnd()
      await tellUnended()
    },
    close: () => closeSync(fd),
  }

  async function readToEnd(): Promise<void> {
    while (!signal.aborted) {
      const bytesRead = await readAt(fd, buffer, position)
      if (signal.aborted) return
      // In this order: if the bytes before our position still stand now, then what was just read stood behind them.
      const stats = fstatSync(fd, { bigint: true })
      if (!(await isGuardIntact())) {
        beginAnew()
        continue
      }
      if (bytesRead > 0) {
        const bytes = buffer.subarray(0, bytesRead)
        reader.push(bytes)
        position += bytesRead
        lineBreaks += countLineBreaks(bytes)
        guard = lastBytes(guard, bytes)
        modified = 0n
      } else if (stats.size > position) {
        // Appended to since the read: read again.
      } else if (modified !== 0n && modified !== stats.mtimeNs) {
        beginAnew() // changed, but not longer: rewritten in place
      } else {
        modified = stats.mtimeNs
        return
      }
    }
  }

  function beginAnew(): void {
    reader = recordReader(told.readAnew())
    position = 0
    lineBreaks = 0
    guard = new Uint8Array(0)
    modified = 0n
    quietAt = -1
  }

  async function isGuardIntact(): Promise<boolean> {
    const bytesRead = await readAt(fd, guardNow.subarray(0, guard.length), position - guard.length)
    return bytesRead === guard.length && Buffer.compare(guardNow.subarray(0, bytesRead), guard) === 0
  }

  /** A record that is whole stays whole whatever is appended, so it need not wait for a line break that may never come. */
  async function tellUnended(): Promise<void> {
    const { pending } = reader
    if (pending === 0 || pending > MAX_UNENDED || guard.at(-1) !== 0x7d) return
    const bytes = new Uint8Array(pending)
    const bytesRead = await readAt(fd, bytes, position - pending)
    if (bytesRead < pending || !(await isGuardIntact())) return
    told.unended(bytes, position - pending, 1 + lineBreaks - countLineBreaks(bytes))
  }
}

async function readAt(fd: number, bytes: Uint8Array, position: number): Promise<number> {
  try {
    return (await readAsync(fd, bytes, 0, bytes.length, position)).bytesRead
  } catch (error) {
    throw new StorageError('file-unreadable', `read failed at byte ${position}`, error)
  }
}

function countLineBreaks(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count++
  return count
}

function lastBytes(before: Uint8Array, added: Uint8Array): Uint8Array<ArrayBuffer> {
  if (added.length >= GUARD_SIZE) return new Uint8Array(added.subarray(added.length - GUARD_SIZE))
  const kept = before.subarray(Math.max(0, before.length + added.length - GUARD_SIZE))
  const result = new Uint8Array(kept.length + added.length)
  result.set(kept)
  result.set(added, kept.length)
  return result
}

/** Has the path been given to another file, or to none? */
function isStillAt(path: string, fd: number): boolean {
  try {
    const there = statSync(path, { bigint: true })
    const ours = fstatSync(fd, { bigint: true })
    return there.ino === ours.ino && there.dev === ours.dev
  } catch (error) {
    problemOf(path, error) // throws what is no trouble of the file system
    return false
  }
}
