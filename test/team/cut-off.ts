// A way to the store that breaks when it is asked for something: cut off, or without an answer from then on.

import { connect, createServer, type Server, type Socket } from 'node:net'

export interface BadWay {
  /** The same address by this way. */
  through(url: string): string
  /** From the `nth` question with these words on. */
  breakAt(words: string, nth: number, how: 'cut' | 'silent'): void
  mend(): void
  close(): Promise<void>
}

export async function badWay(port: number): Promise<BadWay> {
  let rule: { readonly words: string; readonly nth: number; readonly how: 'cut' | 'silent' } | undefined
  let seen = 0
  const open = new Set<Socket>()
  const server: Server = createServer(client => {
    const store = connect(port, '127.0.0.1')
    open.add(client).add(store)
    client.on('data', bytes => {
      if (rule !== undefined && bytes.includes(rule.words)) seen++
      if (rule === undefined || seen < rule.nth) store.write(bytes)
      else if (rule.how === 'cut') {
        client.destroy()
        store.destroy()
      }
    })
    store.on('data', bytes => client.write(bytes))
    for (const [one, other] of [
      [client, store],
      [store, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const own = (server.address() as { readonly port: number }).port
  return {
    through(url) {
      const address = new URL(url)
      address.port = String(own)
      return address.href
    },
    breakAt(words, nth, how) {
      rule = { words, nth, how }
      seen = 0
    },
    mend() {
      rule = undefined
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
