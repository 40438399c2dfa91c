// What a person reads beside the messages: what the client and hooks have said, files that were attached, prompts that
// waited. What the client only hands the model anew (lists of tools, the environment, memory files) is not searched.

import { CONTEXT_ATTACHMENTS, FILE_ATTACHMENTS } from '../../conversation/attachment-kinds.js'
import { kindByOpening } from '../../conversation/user-kind.js'
import type { TextField } from '../store.js'
import { resultText, stringsIn } from './block-text.js'

type Value = Readonly<Record<string, unknown>>

export interface BesideText {
  readonly field: TextField
  readonly text: string
  readonly isError: boolean
}

/** Types of entries that may have such a text. */
export const BESIDE_TYPES: ReadonlySet<string> = new Set(['system', 'attachment', 'summary', 'queue-operation'])

/** Of an entry that is no message; undefined where it has none. */
export function besideText(entry: Value): BesideText | undefined {
  switch (entry['type']) {
    case 'system':
      return systemText(entry)
    case 'attachment':
      return attachmentText(object(entry['attachment']))
    case 'summary':
      return output(stringsIn([entry['summary']]))
    case 'queue-operation':
      return entry['operation'] === 'enqueue' ? queuedText(stringsIn([entry['content']])) : undefined
    default:
      return undefined
  }
}

function systemText(entry: Value): BesideText {
  const { content, message, stopReason, hookErrors, hookAdditionalContext, error, cause } = entry
  const { headers: _, ...failure } = typeof error === 'string' ? { error } : object(error)
  const text = stringsIn([content, message, stopReason, hookErrors, hookAdditionalContext, failure, cause])
  const isError = entry['level'] === 'error' || entry['subtype'] === 'api_error'
  // A slash command is what the user typed.
  const isCommand = entry['subtype'] === 'local_command' && kindByOpening(text) === 'command'
  return { field: isCommand ? 'prompt' : 'output', text, isError }
}

function attachmentText(attachment: Value): BesideText | undefined {
  const type = String(attachment['type'])
  if (CONTEXT_ATTACHMENTS.has(type)) return undefined
  if (FILE_ATTACHMENTS.has(type)) return output(fileText(attachment))
  const { type: _, ...rest } = attachment
  if (!type.startsWith('hook_')) return output(stringsIn(rest))
  const { hookName, command, content, stdout, stderr, blockingError } = attachment
  const isError = type === 'hook_blocking_error' || type === 'hook_non_blocking_error'
  return { field: 'output', text: stringsIn([hookName, command, content, stdout, stderr, blockingError]), isError }
}

/** Its name, and its content: a text, blocks, or the record that `Read` leaves. */
function fileText({ displayPath, filename, path, content, snippet }: Value): string {
  const said = content ?? snippet
  const file = object(object(said)['file'])
  const text = typeof said === 'string' || Array.isArray(said) ? resultText(said) : file['content']
  return stringsIn([displayPath, filename, path, text])
}

function queuedText(text: string): BesideText {
  return { field: kindByOpening(text) === 'notification' ? 'output' : 'prompt', text, isError: false }
}

function output(text: string): BesideText {
  return { field: 'output', text, isError: false }
}

function object(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : {}
}
