// The line to the client, as the protocol's library wants it: messages in, messages out, over the streams that the greeting
// holds already.

import { isDeepStrictEqual } from 'node:util'
import { deserializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { Greeting } from './greeting.js'

export function lineOver(greeting: Greeting): Transport & { readonly closed: Promise<void> } {
  let close = (): void => {}
  const closed = new Promise<void>(resolve => {
    close = resolve
  })
  /** Answered by the greeting: the library's own answer to it is not said again. */
  let answered = greeting.answered()
  const line: Transport & { readonly closed: Promise<void> } = {
    closed,
    async start() {
      greeting.listen({
        line(text) {
          const message = messageIn(text)
          if (message) line.onmessage?.(message)
          else
            greeting.say({
              jsonrpc: '2.0',
              id: null,
              error: { code: -32700, message: 'this is no message of JSON-RPC' },
            })
        },
        closed() {
          line.onclose?.()
          close()
        },
      })
    },
    async send(message) {
      if (answered !== undefined && isAnswerTo(message, answered)) answered = undefined
      else greeting.say(message)
    },
    async close() {
      greeting.end()
      line.onclose?.()
      close()
    },
  }
  return line
}

function messageIn(text: string): JSONRPCMessage | undefined {
  try {
    return deserializeMessage(text)
  } catch {
    return undefined
  }
}

function isAnswerTo(message: JSONRPCMessage, id: string | number): boolean {
  return 'id' in message && 'result' in message && isDeepStrictEqual(message.id, id)
}
