import { randomFrom } from '../generator/random.js'

/** So many of them, the same for the same seed, in their order. */
export function sample<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const random = randomFrom(seed)
  const left = all.map((_, at) => at)
  const chosen: number[] = []
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(random.int(0, left.length - 1), 1))
  return chosen.toSorted((a, b) => a - b).map(at => all[at]!)
}
