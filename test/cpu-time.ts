// Time of the processor, not of the clock: other programs run as well. Even so, what else the machine does is in it
// (caches, the memory's speed, the collector's moment), so a suite that must pass anywhere can only tell a line from a
// square. RETHREAD_LIMITS=strict, on a quiet machine, holds every one of these tests to the figure that is promised.

const STRICT = process.env['RETHREAD_LIMITS'] === 'strict'

/** Time grows with the size to this power at most: 1 is a line, 2 a square. */
export const MOST_POWER = STRICT ? 1.15 : 1.5

/** How many times a baseline something may take, where `promised` times are promised. */
export const mostTimes = (promised: number): number => (STRICT ? promised : 2 * promised)

/** Milliseconds, the least of some rounds. */
export function cpuTime(rounds: number, work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** Of the small one, so that a machine that does it in no time is not held against the large one. */
const FLOOR_MS = 2
const ATTEMPTS = 12

/**
 * By which power the time grows from the small one to the large one, which is `times` as large. Measured anew while it is
 * too much: other work on the machine only ever adds, and a square is far above the limit each time.
 */
export function growth(work: { small: () => unknown; large: () => unknown; times: number }): number {
  const factor = timesAsLong({ ...work, most: work.times ** MOST_POWER })
  return Math.log(factor) / Math.log(work.times)
}

/** How many times as long as the small one the large one takes. Measured anew while it is `most` or more. */
export function timesAsLong(work: { small: () => unknown; large: () => unknown; most: number }): number {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least >= work.most; attempt++) {
    const small = Math.max(cpuTime(3, work.small), FLOOR_MS)
    least = Math.min(least, cpuTime(1, work.large) / small)
  }
  return least
}

/** As `growth`, of what is asynchronous, from one size to four times as much. */
export async function growthOfRuns(work: {
  readonly prepare: (size: 1 | 4) => void
  readonly run: () => Promise<unknown>
}): Promise<number> {
  const timeOf = async (size: 1 | 4): Promise<number> => {
    work.prepare(size)
    let least = Number.POSITIVE_INFINITY
    for (let round = 0; round < 2; round++) {
      const start = process.cpuUsage()
      await work.run()
      const { user, system } = process.cpuUsage(start)
      least = Math.min(least, (user + system) / 1000)
    }
    return Math.max(least, FLOOR_MS * 5)
  }
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 6 && least >= MOST_POWER; attempt++) {
    const small = await timeOf(1)
    least = Math.min(least, Math.log2((await timeOf(4)) / small) / 2)
  }
  return least
}
