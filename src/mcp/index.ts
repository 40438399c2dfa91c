// rethread for coding agents: a server of the Model Context Protocol over standard input and output (command `mcp`).

import { keptSessions, type Place, sessionsOf } from '../actions/session/index.js'
import type { Greeting } from './greeting.js'
import { lineOver } from './line.js'
import { createServer } from './server.js'

export interface McpOptions {
  readonly place: Place
  readonly canWrite: boolean
  readonly greeting: Greeting
  readonly signal: AbortSignal | undefined
}

/** Until the client closes the line, or until it is asked to end. */
export async function serveMcp({ place, canWrite, greeting, signal }: McpOptions): Promise<void> {
  const kept = keptSessions(() => sessionsOf(place).sessions, 'reference')
  const server = createServer({ ...place, kept }, canWrite, greeting.info)
  const line = lineOver(greeting)
  signal?.addEventListener('abort', () => void server.close(), { once: true })
  try {
    await server.connect(line)
    await line.closed
  } finally {
    kept.close()
    greeting.end()
  }
}
