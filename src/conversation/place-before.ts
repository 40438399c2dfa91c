/** Of rising numbers: the place of the last one below the limit; -1 where there is none. */
export function placeBefore(rising: ArrayLike<number>, limit: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rising[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
