// What a reading held is given back before the next one begins. V8 would let it wait, 64 MB of buffers and more of the
// heap: with a session of some size that is most of what a command takes (I5).

import type { ReadOptions } from '../disk/index.js'

/** Of a smaller session nothing is left that would count. */
const LARGE = 24_000_000
/** As long as a process takes less, there is room for what comes; collecting takes some 20 ms. */
const ROOM = 100_000_000
const LITTLE_ROOM = 130_000_000

/** How memory is given back is for the process to say that runs the actions; where it says nothing, V8 decides. */
export interface Collector {
  collect(): void
}

let collector: Collector | undefined

export function useCollector(one: Collector): void {
  collector = one
}

/** To be called when nothing refers to the reading any more. `bytes` is the size of what was read. */
export function releaseMemory(bytes: number): void {
  if (!collector || bytes < LARGE || process.memoryUsage.rss() < ROOM) return
  collector.collect()
}

/** While something is read: columns that have become too short are left behind, and add up where much is held already. */
export function releasingMemory({
  onProgress,
}: Pick<ReadOptions, 'onProgress'>): NonNullable<ReadOptions['onProgress']> {
  let last = 0
  return (bytes, size) => {
    onProgress?.(bytes, size)
    if (bytes - last < LARGE) return
    last = bytes
    if (collector && process.memoryUsage.rss() >= LITTLE_ROOM) collector.collect()
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
