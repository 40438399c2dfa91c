// An agent's end of the line: the SDK's own client, in this process or over a real one.

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { keptSessions, type Place, sessionsOf } from '../../src/actions/session/index.js'
import { createServer } from '../../src/mcp/server.js'
import { ROOT } from '../cli/rethread.js'

export interface Agent {
  readonly client: Client
  call(name: string, words?: Readonly<Record<string, unknown>>): Promise<CallToolResult>
  close(): Promise<void>
}

export async function agentOf(place: Place, { canWrite = false } = {}): Promise<Agent> {
  const kept = keptSessions(() => sessionsOf(place).sessions, 'reference')
  const server = createServer({ ...place, kept }, canWrite, { name: 'rethread', title: 'rethread', version: '0' })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await server.connect(there)
  const agent = await connected(here)
  return {
    ...agent,
    async close() {
      await agent.close()
      await server.close()
      kept.close()
    },
  }
}

export interface RunningAgent extends Agent {
  readonly pid: number
}

/** The built program, as a client starts it. */
export async function agentOfProgram(home: string, ...flags: readonly string[]): Promise<RunningAgent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [`${ROOT}/dist/cli/rethread.js`, 'mcp', ...flags],
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    cwd: home,
  })
  const agent = await connected(transport)
  return { ...agent, pid: transport.pid! }
}

async function connected(transport: ConstructorParameters<typeof Object>[0]): Promise<Agent> {
  const client = new Client({ name: 'a-test', version: '1' })
  await client.connect(transport as Parameters<Client['connect']>[0])
  return {
    client,
    call: (name, words = {}) => client.callTool({ name, arguments: { ...words } }) as Promise<CallToolResult>,
    close: () => client.close(),
  }
}

export function textOf({ content }: CallToolResult): string {
  return content.map(block => (block.type === 'text' ? block.text : '')).join('\n')
}

export interface Structured {
  readonly question?: string
  readonly notice?: string
  readonly data?: unknown
  readonly cut?: readonly { readonly what: string; readonly count: number }[]
  readonly next?: readonly { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }[]
  readonly error?: { readonly kind: string; readonly message: string; readonly advice: string }
}

export function structureOf({ structuredContent }: CallToolResult): Structured {
  return structuredContent as Structured
}
