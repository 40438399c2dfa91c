// Turns as text for a model: what was asked and said in full, tool calls with their target and the ends of their results.

import { editedFile, targetOf } from './tool-target.js'
import { type ToolEvent, type TurnEvent, wordsIn } from './turn-events.js'
import { manyLines } from './words.js'

const RESULT = 700
const FAILED_RESULT = 1500
const EDIT = 900

export function transcriptOf(events: Iterable<TurnEvent>): string {
  const pieces: string[] = []
  let turn = Number.NaN
  for (const event of events) {
    if (event.turn !== turn) {
      turn = event.turn
      pieces.push(`### Turn ${turn}`)
    }
    pieces.push(wordsOf(event))
  }
  return pieces.filter(piece => piece !== '').join('\n\n')
}

function wordsOf(event: TurnEvent): string {
  switch (event.kind) {
    case 'asked':
      return `[user] ${event.text.trim()}`
    case 'said':
      return event.text.trim() === '' ? '' : `[assistant] ${event.text.trim()}`
    case 'earlier-summary':
      return `[summary of what was before] ${event.text.trim()}`
    case 'interrupted':
      return '[the user interrupted the assistant]'
    case 'tool':
      return toolWords(event)
  }
}

function toolWords(event: ToolEvent): string {
  const { name, input, result } = event
  const target = targetOf(input, 400)
  const todos = name === 'TodoWrite' || name.startsWith('Task') ? `\n${manyLines(JSON.stringify(input), EDIT)}` : ''
  const edit = editedFile(event) === undefined ? todos : `\n${manyLines(editWords(event), EDIT)}`
  const end = !result
    ? 'no result'
    : `${result.isError ? 'failed' : 'ok'}:\n${manyLines(result.text, result.isError ? FAILED_RESULT : RESULT)}`
  return `[tool ${name}] ${target}${edit}\n[result] ${end}`
}

function editWords({ input }: ToolEvent): string {
  const { content, file_text, old_string, new_string, edits } = input
  if (typeof content === 'string') return content
  if (typeof file_text === 'string') return file_text
  if (Array.isArray(edits)) return JSON.stringify(edits)
  return `- ${wordsIn(old_string)}\n+ ${wordsIn(new_string)}`
}
