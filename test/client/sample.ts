// A sample that changes from run to run and can be had again: the seed is printed, RETHREAD_SEED repeats it.

export const seed = Number(process.env['RETHREAD_SEED'] ?? Date.now() % 1_000_000)

/** Whether this run covers everything. */
export const ALL = process.env['RETHREAD_CLIENT_ALL'] === '1'
/** Whether this run writes the stored answers anew. */
export const RECORD = process.env['RETHREAD_CLIENT_RECORD'] === '1'

/** … but only those that are missing. */
export const MISSING = process.env['RETHREAD_CLIENT_MISSING'] === '1'

/** Whether a run of everything takes up what earlier ones have asked already. */
export const CARRY_ON = process.env['RETHREAD_CLIENT_CARRY_ON'] === '1'

/** `count` of the items, in their order; all of them where this run covers everything. */
export function sample<T>(items: readonly T[], count: number, salt = ''): readonly T[] {
  if (ALL || RECORD || count >= items.length) return items
  const next = random(`${seed}${salt}`)
  const drawn = items.map((item, place) => ({ item, place, lot: next() })).sort((a, b) => a.lot - b.lot)
  return drawn
    .slice(0, count)
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Numbers in [0, 1) that follow from a text (mulberry32). */
export function random(text: string): () => number {
  let state = [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
