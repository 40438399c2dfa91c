// Work that is done at once keeps everything else waiting: Ctrl-C, a timer, another request. So it rests now and then.

import { setImmediate } from 'node:timers/promises'

/** Nobody feels this as waiting, and work that rests so often takes no longer. */
const REST_EVERY_MS = 25

let rested = performance.now()

/** Lets the others go first, where it is time; else it costs no more than a look at the clock. */
export async function rest(): Promise<void> {
  if (performance.now() - rested < REST_EVERY_MS) return
  await setImmediate()
  rested = performance.now()
}
