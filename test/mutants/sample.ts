// A source of which every fate of a mutant can be told beforehand (runner.slow.ts).

const LIMITS = { most: 9 }

/** The sum of the numbers from 1 to this one, or to the most. */
export function sumTo(last: number): number {
  let end = last
  if (last > LIMITS.most) end = LIMITS.most
  let sum = 0
  for (let at = 1; at <= end; at++) sum += at
  return sum
}

export function neverCalled(): boolean {
  return true
}

/** Down to nothing; with the step the wrong way it would never end. */
export function steps(from: number): number {
  let [left, count] = [from, 0]
  while (left > 0) {
    left -= 1
    count++
  }
  return count
}
