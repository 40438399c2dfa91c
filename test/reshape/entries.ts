// Entries of a session, written out by hand with as little as each needs.

import type { Json } from './in-memory.js'

export const SESSION = '5e551000-0000-4000-8000-000000000001'

let clock = 0

export function restart(): void {
  clock = 0
}

function row(uuid: string, parent: string | null, more: Json): Json {
  return {
    parentUuid: parent,
    isSidechain: false,
    ...more,
    uuid,
    timestamp: new Date(Date.UTC(2026, 0, 1) + 1000 * ++clock).toISOString(),
    sessionId: SESSION,
  }
}

export const prompt = (uuid: string, parent: string | null, content: unknown = `say ${uuid}`, more: Json = {}): Json =>
  row(uuid, parent, { type: 'user', message: { role: 'user', content }, ...more })

export const answer = (uuid: string, parent: string, message: string, blocks: readonly Json[], more: Json = {}): Json =>
  row(uuid, parent, {
    type: 'assistant',
    message: {
      id: message,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: blocks,
      stop_reason: 'end_turn',
      usage: { input_tokens: 10, output_tokens: 5 },
      ...more,
    },
  })

export const text = (words: string): Json => ({ type: 'text', text: words })
export const thinking = (words: string): Json => ({ type: 'thinking', thinking: words, signature: `signed ${words}` })
export const redacted = (data: string): Json => ({ type: 'redacted_thinking', data })
export const use = (id: string, name = 'Bash', input: Json = { command: `run ${id}` }): Json => ({
  type: 'tool_use',
  id,
  name,
  input,
})

export const calls = (uuid: string, parent: string, message: string, blocks: readonly Json[]): Json =>
  answer(uuid, parent, message, blocks, { stop_reason: 'tool_use' })

export const result = (
  uuid: string,
  parent: string,
  id: string,
  content: unknown = `out ${id}`,
  more: Json = {},
): Json =>
  row(uuid, parent, {
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    toolUseResult: { stdout: typeof content === 'string' ? content : 'several', stderr: '' },
    sourceToolAssistantUUID: parent,
    ...more,
  })

export const attachment = (uuid: string, parent: string, body: Json): Json =>
  row(uuid, parent, { attachment: body, type: 'attachment' })

export const system = (uuid: string, parent: string | null, subtype: string, more: Json = {}): Json =>
  row(uuid, parent, { type: 'system', subtype, content: '', ...more })

export const progress = (uuid: string, parent: string, toolUseId: string): Json =>
  row(uuid, parent, { type: 'progress', data: { type: 'bash_progress' }, toolUseID: 'p', parentToolUseID: toolUseId })

export const lastPrompt = (leafUuid: string | null, more: Json = {}): Json => ({
  type: 'last-prompt',
  lastPrompt: 'words',
  leafUuid,
  sessionId: SESSION,
  ...more,
})
