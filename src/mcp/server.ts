// The server of the protocol: tools, resources and prompts, by the official library.

import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Doing, Progress } from '../actions/action.js'
import { plans } from '../actions/planned/index.js'
import type { Place } from '../actions/session/index.js'
import { InputError } from '../format/error.js'
import { answerOf, failure } from './answering.js'
import { CAPABILITIES, INSTRUCTIONS, type ServerInfo } from './greeting.js'
import { promptList, promptNamed } from './prompts.js'
import { listedSessions, readSession, TEMPLATES } from './resources.js'
import type { Tool } from './tool.js'
import { apply, plan } from './tools/changing.js'
import { files, outline, search, sessions } from './tools/finding.js'
import { calls, check, compactions, context, read, usage } from './tools/reading.js'
import { turnstile } from './turnstile.js'

export const TOOLS: readonly Tool[] = [
  ...[search, sessions, outline, read, calls, files, context, compactions, check, usage],
  ...[plan, apply],
]

/** Each may hold a session of its own. */
const AT_ONCE = 4

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

export function createServer(place: Place, canWrite: boolean, info: ServerInfo): Server {
  const server = new Server(info, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS })
  const offered = TOOLS.filter(one => canWrite || !one.writes)
  const kept = plans()
  const entrance = turnstile(AT_ONCE)
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: offered.map(described) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const one = offered.find(({ name }) => name === params.name)
    if (!one)
      return failure(new InputError('tool-unknown', `there is no tool ${JSON.stringify(params.name.slice(0, 60))}`))
    const asking = { place, doing: doingOf(extra), plans: kept, canWrite }
    return entrance.through(() => answerOf(one, params.arguments, asking), extra.signal)
  })
  server.setRequestHandler(ListResourcesRequestSchema, async (_, extra) => ({
    resources: [...(await entrance.through(() => listedSessions(place, doingOf(extra)), extra.signal))],
  }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({ resourceTemplates: TEMPLATES }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
    entrance.through(() => readSession(place, params.uri, doingOf(extra)), extra.signal),
  )
  server.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: [...promptList()] }))
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => promptNamed(params.name, params.arguments))
  return server
}

function described({ name, title, description, input, writes = false }: Tool): ListToolsResult['tools'][number] {
  const { $schema: _, ...schema } = z.toJSONSchema(input.strict(), { io: 'input' })
  return {
    name,
    title,
    description,
    inputSchema: schema as ListToolsResult['tools'][number]['inputSchema'],
    annotations: { readOnlyHint: !writes, destructiveHint: false, openWorldHint: false },
  }
}

const BETWEEN_TELLS_MS = 200

/** Ends when the call is cancelled; tells how far it is, where the client asked for that. */
function doingOf({ signal, _meta, sendNotification }: Extra): Doing {
  const token = _meta?.progressToken
  if (token === undefined) return { signal }
  let told = 0
  let last = -1
  return {
    signal,
    progress: step => {
      const { done, of } = figures(step)
      // The protocol wants figures that grow.
      if (done <= last || Date.now() - told < BETWEEN_TELLS_MS) return
      told = Date.now()
      last = done
      void sendNotification({
        method: 'notifications/progress',
        params: { progressToken: token, progress: done, total: of, message: step.kind },
      })
    },
  }
}

function figures(step: Progress): { readonly done: number; readonly of: number } {
  return step.kind === 'reading' || step.kind === 'indexing'
    ? { done: step.bytes, of: step.of }
    : { done: step.done, of: step.of }
}
