// Prototypes that nobody can overwrite while something runs. Not `Object.freeze`, which is for ever: test files share
// their process, and libraries assign names that Object.prototype has.

/** Puts all back as it was. Names that were added stay, for the test to find. */
export async function withReadOnly<T>(prototypes: readonly object[], work: () => T | Promise<T>): Promise<T> {
  const undo = prototypes.flatMap(prototype =>
    Reflect.ownKeys(prototype).flatMap(name => {
      const was = Object.getOwnPropertyDescriptor(prototype, name)!
      if (!was.writable || !was.configurable) return []
      Object.defineProperty(prototype, name, { ...was, writable: false })
      return [() => Object.defineProperty(prototype, name, was)]
    }),
  )
  try {
    return await work()
  } finally {
    for (const one of undo) one()
  }
}
