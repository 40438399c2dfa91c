// What a reading held is given back before the next one begins. V8 would let it wait, 64 MB of buffers and more of the
// heap: with a session of some size that is most of what a command takes (I5).

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ReadOptions } from '../disk/index.js'

/** Of a smaller session nothing is left that would count. */
const LARGE = 24_000_000
/** As long as a process takes less, there is room for what comes; collecting takes some 20 ms. */
const ROOM = 100_000_000
const LITTLE_ROOM = 130_000_000

/** So much is held after a collection: what V8 lets wait on top of it would be as much again, and more. */
const MUCH = 170_000_000

let collect: (() => void) | undefined
let isEarly = false

/** From then on it collects when the heap has grown by a quarter, not by twice: it takes a half more time. */
function collectEarlier(): void {
  if (isEarly) return
  isEarly = true
  setFlagsFromString('--heap-growing-percent=25')
}

/** To be called when nothing refers to the reading any more. `bytes` is the size of what was read. */
export function releaseMemory(bytes: number): void {
  if (bytes < LARGE || process.memoryUsage.rss() < ROOM) return
  collectNow()
  if (process.memoryUsage.rss() >= MUCH) collectEarlier()
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
    if (process.memoryUsage.rss() >= LITTLE_ROOM) collectNow()
  }
}

/** So many small files leave behind what is worth collecting. */
const FILES = 500

/** To be called after each of many files: what the reading of each leaves behind adds up. */
export function releasingAmongFiles(): () => void {
  let count = 0
  return () => {
    if (++count % FILES === 0 && process.memoryUsage.rss() >= LITTLE_ROOM) collectNow()
  }
}

function collectNow(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc') // seen by new contexts only
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
