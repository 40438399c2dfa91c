// What a tool call is about, in a few words: the file, the command, the pattern.

import { objectOf, type Value } from './turn-events.js'
import { oneLine } from './words.js'

export { editedFile, readFile } from '../conversation/tool-files.js'

/** In this order the first that is there. */
const TELLING = ['file_path', 'notebook_path', 'path', 'command', 'pattern', 'query', 'url', 'description', 'subject']
const MORE = ['skill', 'prompt', 'taskId', 'task_id', 'bash_id', 'shell_id', 'name', 'id']

export function targetOf(input: Value, most: number): string {
  for (const key of [...TELLING, ...MORE]) {
    const value = input[key]
    if (typeof value === 'string' && value.trim() !== '') return oneLine(value, most)
  }
  const first = Object.entries(objectOf(input)).find(([key, value]) => key !== 'plan' && typeof value === 'string')?.[1]
  return first === undefined ? '' : oneLine(first as string, most)
}
