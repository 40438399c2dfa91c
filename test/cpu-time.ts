// Time of the processor, not of the clock: other programs run as well.

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
 * How many times as long the large one takes. Measured anew while it is `most` or more, at most twelve times: other work
 * on the machine only ever adds, and a square is far above `most` each time.
 */
export function growth(work: { small: () => unknown; large: () => unknown; most: number }): number {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least >= work.most; attempt++) {
    const small = Math.max(cpuTime(3, work.small), FLOOR_MS)
    least = Math.min(least, cpuTime(1, work.large) / small)
  }
  return least
}

/**
 * By which power the time grows with the size, from one size to four times as much. Measured anew while it is `most` or
 * more, at most six times.
 */
export async function exponent(work: {
  readonly prepare: (size: 1 | 4) => void
  readonly run: () => Promise<unknown>
  readonly most: number
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
  for (let attempt = 0; attempt < 6 && least >= work.most; attempt++) {
    const small = await timeOf(1)
    least = Math.min(least, Math.log2((await timeOf(4)) / small) / 2)
  }
  return least
}
