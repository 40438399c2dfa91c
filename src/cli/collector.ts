// The memory of a process that runs one command and ends: collected when asked, and in small steps.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Collector } from '../actions/release-memory.js'

/**
 * New objects stay within a megabyte. V8 would let them have 32: a fifth of what is promised (I5), and no faster. And the
 * heap is collected when it has grown by a quarter. V8 would let it grow to four times what is held: where that is 40 MB,
 * it is all that is promised, and collecting earlier takes no measurable time. A megabyte is collected by one thread:
 * waking others for it takes longer than the work, a tenth of the CPU time of `check`.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=25')
  setFlagsFromString('--no-parallel-scavenge')
}

export function processCollector(): Collector {
  let gc: (() => void) | undefined
  return {
    collect() {
      if (!gc) {
        setFlagsFromString('--expose-gc') // seen by new contexts only
        gc = runInNewContext('gc') as () => void
      }
      gc()
    },
  }
}
