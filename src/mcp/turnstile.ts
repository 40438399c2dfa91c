// So many at a time, the others in the order in which they came: two hundred questions at once must not open two hundred
// sessions at once.

export interface Turnstile {
  through<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value>
}

export function turnstile(most: number): Turnstile {
  const waiting: (() => void)[] = []
  let inside = 0
  return {
    async through(work, signal) {
      if (inside >= most) await new Promise<void>(resolve => waiting.push(resolve))
      else inside++
      try {
        signal?.throwIfAborted()
        return await work()
      } finally {
        // Whoever waits longest takes the place.
        const next = waiting.shift()
        if (next) next()
        else inside--
      }
    },
  }
}
