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
