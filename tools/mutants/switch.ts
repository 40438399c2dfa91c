// Which mutant is on, and which places are reached. Asked at every place that has a mutant, so it does no more than that.

let on = 0
let wasReached = false
let reached: Uint8Array | undefined

export function $isOn(id: number): boolean {
  if (reached !== undefined) reached[id] = 1
  if (id !== on) return false
  wasReached = true
  return true
}

/** 0: none. */
export function turnOn(id: number): void {
  on = id
  wasReached = false
}

/** The mutant that is on has been asked for since it is. */
export const isReached = (): boolean => wasReached

/** From now on every place that is reached is noted in it; undefined: no more. */
export function noteReached(into: Uint8Array | undefined): void {
  reached = into
}
