// What a reading held is given back before the next one begins. V8 would let it wait, 64 MB of buffers and more of the
// heap: with a session of some size that is most of what a command takes (I5).

import type { ReadOptions } from '../disk/index.js'

/** Of a smaller session nothing is left that would count. */
const LARGE = 24_000_000
/** As long as a process takes less, there is room for what comes; collecting takes some 20 ms. */
const ROOM = 100_000_000
const LITTLE_ROOM = 130_000_000
/** Where a process takes more, something large is held that may be given back. */
const MOST_ROOM = 230_000_000
/** Less is not worth collecting again. */
const WORTH = 6_000_000
/** V8 frees buffers after it has collected, so what was left then does not tell whether one of these is still there. */
const LONG_RECORD = 100_000_000

/** How memory is given back is for the process to say that runs the actions; where it says nothing, V8 decides. */
export interface Collector {
  collect(): void
  /** A file of this size is read from now on. */
  reads(bytes: number): void
  /** Much is read from now on and next to nothing of it kept: new objects get more room, and are collected less often. */
  makeRoom(): void
}

let collector: Collector | undefined
/** What the process took when it had last collected. */
let left = 0

export function useCollector(one: Collector): void {
  collector = one
}

/** So much is worth it: a reading of less is over before the room is used. */
const MUCH = 8_000_000

/** To be called before so many bytes are read of which nothing is held but what is at hand. */
export function makeRoomFor(bytes: number): void {
  if (bytes >= MUCH) collector?.makeRoom()
}

/** To be called when nothing refers to the reading any more. `bytes` is the size of what was read. */
export function releaseMemory(bytes: number): void {
  if (!collector || bytes < LARGE || process.memoryUsage.rss() < ROOM) return
  if (process.memoryUsage.rss() < left + WORTH && process.memoryUsage().arrayBuffers < LONG_RECORD) return
  collector.collect()
  left = process.memoryUsage.rss()
}

/** While a session is read that may be one of many: whoever collects is told how large it is. */
export function tellingSize({ onProgress }: Pick<ReadOptions, 'onProgress'>): NonNullable<ReadOptions['onProgress']> {
  let isTold = false
  return (bytes, size) => {
    if (!isTold) collector?.reads(size)
    isTold = true
    onProgress?.(bytes, size)
  }
}

/** While something is read: columns that have become too short are left behind, and add up where much is held already. */
export function releasingMemory({
  onProgress,
}: Pick<ReadOptions, 'onProgress'>): NonNullable<ReadOptions['onProgress']> {
  let last = 0
  let leftOver = 0
  return (bytes, size) => {
    onProgress?.(bytes, size)
    if (!collector) return
    const rss = process.memoryUsage.rss()
    const isTime = bytes - last >= LARGE
    if (isTime) last = bytes
    // A long record of what was read before is given back before that of the result is there beside it.
    if (!(isTime ? rss >= LITTLE_ROOM : rss >= MOST_ROOM && rss >= leftOver + LARGE)) return
    collector.collect()
    leftOver = process.memoryUsage.rss()
  }
}

/** So many small files leave behind what is worth collecting. */
const FILES = 500

/** To be called after each of many files: what the reading of each leaves behind adds up. */
export function releasingAmongFiles(): () => void {
  let count = 0
  return () => {
    if (++count % FILES === 0 && collector && process.memoryUsage.rss() >= LITTLE_ROOM) collector.collect()
  }
}
