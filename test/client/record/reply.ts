// The words in which a situation says what the API answers.

import type { ScriptedBlock, ScriptedReply } from '../fake-reply.js'

export const reply = (...blocks: ScriptedBlock[]): ScriptedReply => ({ blocks })
/** An answer to an agent's request; the conversation's own are told apart by the mark in the agent's prompt. */
export const agentReply = (...blocks: ScriptedBlock[]): ScriptedReply => ({ when: { kind: 'sub' }, blocks })
export const failure = (status: number, type: string, message: string, times = 1): ScriptedReply => ({
  error: { status, type, message, retryAfter: 0 },
  times,
})

export const thought = (thinking: string): ScriptedBlock => ({ thinking })
export const redacted = (data: string): ScriptedBlock => ({ redacted: data })
export const use = (tool: string, input: Record<string, unknown>): ScriptedBlock => ({ tool, input })
export const bash = (command: string, more: Record<string, unknown> = {}): ScriptedBlock =>
  use('Bash', { command, description: 'Run it', ...more })
export const read = (file_path: string): ScriptedBlock => use('Read', { file_path })
export const write = (file_path: string, content: string): ScriptedBlock => use('Write', { file_path, content })
export const edit = (file_path: string, old_string: string, new_string: string): ScriptedBlock =>
  use('Edit', { file_path, old_string, new_string })
export const agent = (prompt: string, more: Record<string, unknown> = {}): ScriptedBlock =>
  use('Task', {
    description: 'Look around',
    prompt: `[sub:agent] ${prompt}`,
    subagent_type: 'general-purpose',
    ...more,
  })
