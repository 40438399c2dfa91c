// Which of these words was probably meant?

export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const beginning = known.filter(one => one.startsWith(word))
  if (beginning.length === 1) return beginning[0]
  const scored = known.map(one => ({ one, distance: distance(word, one) }))
  const best = scored.reduce((a, b) => (b.distance < a.distance ? b : a), { one: '', distance: Infinity })
  return best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.one : undefined
}

/** Letters to insert, remove, replace or swap. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        row[j - 1]! + 1,
        last[j]! + 1,
        last[j - 1]! + (same ? 0 : 1),
        swapped ? beforeLast[j - 2]! + 1 : Infinity,
      )
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
