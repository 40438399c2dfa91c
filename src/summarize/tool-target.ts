// What a tool call is about, in a few words: the file, the command, the pattern.

import { objectOf, type ToolEvent, type Value } from './turn-events.js'
import { oneLine } from './words.js'

/** Tools that change files, and the field that names the file. */
const EDITORS: Readonly<Record<string, string>> = {
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
  Update: 'file_path',
  str_replace_based_edit_tool: 'path',
}
/** In this order the first that is there. */
const TELLING = ['file_path', 'notebook_path', 'path', 'command', 'pattern', 'query', 'url', 'description', 'subject']
const MORE = ['skill', 'prompt', 'taskId', 'task_id', 'bash_id', 'shell_id', 'name', 'id']

/** The file that a call changes; undefined for calls that change none. */
export function editedFile({ name, input }: Pick<ToolEvent, 'name' | 'input'>): string | undefined {
  const field = EDITORS[name]
  const path = field === undefined ? undefined : input[field]
  if (name === 'str_replace_based_edit_tool' && input['command'] === 'view') return undefined
  return typeof path === 'string' && path !== '' ? path : undefined
}

export function readFile({ name, input }: Pick<ToolEvent, 'name' | 'input'>): string | undefined {
  const path = name === 'Read' ? input['file_path'] : name === 'NotebookRead' ? input['notebook_path'] : undefined
  return typeof path === 'string' && path !== '' ? path : undefined
}

export function targetOf(input: Value, most: number): string {
  for (const key of [...TELLING, ...MORE]) {
    const value = input[key]
    if (typeof value === 'string' && value.trim() !== '') return oneLine(value, most)
  }
  const first = Object.entries(objectOf(input)).find(([key, value]) => key !== 'plan' && typeof value === 'string')?.[1]
  return first === undefined ? '' : oneLine(first as string, most)
}
