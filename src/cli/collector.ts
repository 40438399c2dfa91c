// The memory of a process that runs one command and ends: collected when asked, and in small steps.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Collector } from '../actions/release-memory.js'

const V8 = Number.parseInt(process.versions.v8, 10)

/**
 * New objects stay within a megabyte. V8 would let them have 32: a fifth of what is promised (I5), and no faster. A
 * megabyte is collected by one thread: waking others for it takes longer than the work, a tenth of the CPU time of `check`.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--no-parallel-scavenge')
  growBy(GROWS_BY)
  if (COMPILES_EAGERLY) compileLess()
}

/** A heap is collected when it has grown by a quarter. V8 would let it grow to four times what is held: of 40 MB, too much. */
const GROWS_BY = 25
/** Where a session of little size is read, what is held is small: a heap that is three times as large is small as well. */
const GROWS_BY_FOR_LITTLE = 200
const LITTLE = 8_000_000

/**
 * Up to V8 12, a collection drops the compiled code of functions that nobody holds just then: most of those that a session
 * is read with. Where many sessions are read, compiling them again took a third of the time.
 */
const DROPS_CODE = V8 < 13

function growBy(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}

/** V8 before 12 has one optimizing compiler, which takes its time; later ones have a quick one before it. */
const COMPILES_EAGERLY = V8 < 12

/** Later, and with less of what is called compiled into its callers: a third of a command's CPU time was compiling. */
function compileLess(): void {
  setFlagsFromString('--interrupt-budget=200000')
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
}

/** Nearly as V8 has it by itself: indexing takes a fifth less CPU time with it, and stays below 250 MB. */
function letHeapGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--heap-growing-percent=50')
  setFlagsFromString('--parallel-scavenge')
}

export function processCollector(): Collector {
  let gc: (() => void) | undefined
  let grows = GROWS_BY
  let isRoomy = false
  return {
    reads(bytes) {
      if (isRoomy) return
      const wanted = DROPS_CODE && bytes <= LITTLE ? GROWS_BY_FOR_LITTLE : GROWS_BY
      if (wanted !== grows) growBy((grows = wanted))
    },
    makeRoom() {
      isRoomy = true
      letHeapGrow()
    },
    collect() {
      if (!gc) {
        setFlagsFromString('--expose-gc') // seen by new contexts only
        gc = runInNewContext('gc') as () => void
      }
      gc()
    },
  }
}
