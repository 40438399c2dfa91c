// A small seeded source of randomness (mulberry32): the same seed gives the same bytes on every machine.
export interface Random {
  /** A number in [0, 1). */
  readonly next: () => number
  /** A whole number from `low` to `high`, both included. */
  readonly int: (low: number, high: number) => number
  readonly pick: <T>(values: readonly T[]) => T
  readonly chance: (probability: number) => boolean
  readonly letters: (alphabet: string, length: number) => string
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(values: readonly T[]): T => values[int(0, values.length - 1)] as T
  const letters = (alphabet: string, length: number): string => {
    let text = ''
    for (let index = 0; index < length; index += 1) text += alphabet[int(0, alphabet.length - 1)]
    return text
  }
  return { next, int, pick, chance: probability => next() < probability, letters }
}

/** A seed from a name, so that every sample has its own stream of ids. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
