// What was not shown, summed up over turns.

import type { LeftOut } from '../../actions/read/index.js'

export function add(sum: Map<string, number>, { what }: LeftOut): void {
  for (const [name, n] of Object.entries(what)) sum.set(name, (sum.get(name) ?? 0) + n)
}

/** "3 progress", the most first; not escaped yet. */
export function leftOutWords(sum: ReadonlyMap<string, number>): readonly string[] {
  return [...sum].toSorted((a, b) => b[1] - a[1]).map(([what, n]) => (n === 1 ? what : `${n}\u00a0${what}`))
}
