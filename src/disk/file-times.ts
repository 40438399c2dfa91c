// File times between nanoseconds, in which they are kept, and the numbers that Node gives and takes.

/** For setting a time: Node hands on whole microseconds, cut off, of a number that may be a little less than was meant. */
export function secondsOf(nanoseconds: bigint): number {
  return (Number(nanoseconds / 1000n) + 0.5) / 1e6
}

/**
 * `stats.mtimeMs` of a file with this time, to the bit: a time that was kept shows the same date as the file itself. A
 * division of the whole would cut off where Node rounds, and 0.999999 ms would be another millisecond.
 */
export function millisecondsOf(nanoseconds: bigint): number {
  return Number(nanoseconds / 1_000_000_000n) * 1000 + Number(nanoseconds % 1_000_000_000n) / 1e6
}
