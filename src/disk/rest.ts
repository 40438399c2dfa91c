// Work that is done at once keeps everything else waiting: Ctrl-C, a timer, another request. So it rests now and then.

/** Nobody feels this as waiting, and work that rests so often takes no longer. */
const REST_EVERY_SECONDS = 0.025

// Not `performance` and not `node:timers/promises`: loading them takes as long as what a short command has to read.
let rested = process.uptime()

/** Lets the others go first, where it is time; else it costs no more than a look at the clock. */
export async function rest(): Promise<void> {
  if (process.uptime() - rested < REST_EVERY_SECONDS) return
  await new Promise(resolve => setImmediate(resolve))
  rested = process.uptime()
}
