// Values that can be made again, such as the conversations of thousands of agents: the first are held, and of the others
// those that were asked for last (I5). Mostly all are asked for in turn, again and again: whoever held only the last ones
// would make all of them each time.

export interface Shelf {
  /** `value` is what `make` makes; what is returned gives it, for as often as it is asked. */
  put<Value>(value: Value, make: () => Value): () => Value
}

/** Holds so many values for good, and so many others. */
export function shelf(forGood: number, others: number): Shelf {
  let put = 0
  /** The one that was not asked for the longest stands first. */
  const held = new Map<object, unknown>()
  let last: object | undefined
  const hold = (key: object, value: unknown): void => {
    held.delete(key)
    held.set(key, value)
    last = key
    if (held.size <= others) return
    const [oldest] = held.keys()
    held.delete(oldest!)
  }
  return {
    put<Value>(value: Value, make: () => Value): () => Value {
      if (put++ < forGood) return () => value
      return remade(value, make)
    },
  }

  /** On its own: it must not hold the value. */
  function remade<Value>(first: Value, make: () => Value): () => Value {
    const key = {}
    hold(key, first)
    return asked(key, make)
  }

  function asked<Value>(key: object, make: () => Value): () => Value {
    return () => {
      const known = held.has(key) ? (held.get(key) as Value) : make()
      if (last !== key) hold(key, known)
      return known
    }
  }
}
