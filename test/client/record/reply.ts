// The words in which a situation says what the API answers.

import type { ScriptedBlock, ScriptedReply } from '../fake-reply.js'

/** Client 2.0 starts agents of its own to warm up; what is scripted is not for them. */
const conversation = { last: /^(?![\s\S]*\bWarmup\b)/ }

export const reply = (...blocks: ScriptedBlock[]): ScriptedReply => ({ when: conversation, blocks })
/** An answer to an agent's request; the conversation's own are told apart by the mark in the agent's prompt. */
export const agentReply = (...blocks: ScriptedBlock[]): ScriptedReply => ({ when: { kind: 'sub' }, blocks })
export const failure = (status: number, type: string, message: string, times = 1): ScriptedReply => ({
  when: conversation,
  error: { status, type, message, retryAfter: 0 },
  times,
})
/** An error that stays, however often the client tries: until the user says this word. */
export const failureUntil = (word: string, status: number, type: string, message: string): ScriptedReply => ({
  ...failure(status, type, message, 99),
  when: { last: new RegExp(`^(?![\\s\\S]*\\b(?:Warmup|${word})\\b)`) },
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
