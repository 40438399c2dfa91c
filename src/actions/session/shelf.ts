// Values that can be made again, such as the conversations of thousands of agents: those that were asked for last are
// held, and the others are made when they are asked for (I5).

export interface Shelf {
  /** `value` is what `make` makes; what is returned gives it, for as often as it is asked. */
  put<Value>(value: Value, make: () => Value): () => Value
}

/** Holds so many values at most. */
export function shelf(most: number): Shelf {
  /** The one that was not asked for the longest stands first. */
  const held = new Map<object, unknown>()
  let last: object | undefined
  const hold = (key: object, value: unknown): void => {
    held.delete(key)
    held.set(key, value)
    last = key
    if (held.size <= most) return
    const [oldest] = held.keys()
    held.delete(oldest!)
  }
  return {
    put<Value>(value: Value, make: () => Value): () => Value {
      const key = {}
      hold(key, value)
      return () => {
        const known = held.has(key) ? (held.get(key) as Value) : make()
        if (last !== key) hold(key, known)
        return known
      }
    },
  }
}
