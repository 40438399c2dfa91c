// A tool call with its result, wherever that stands, and the agents that it started.

import { heldText } from '../../../conversation/held-text.js'
import type { ToolCall } from '../../../conversation/tool-calls.js'
import type { Limit } from './excerpt.js'
import { object, placeOf, type Reading, type Value } from './reading.js'
import type { ShownTool, ToolForm } from './report.js'
import { formOf } from './tool-form.js'
import { recordOf, shownResult } from './tool-result.js'

/** How much of a result is shown beside its call, by the form of the call. */
const RESULT: Readonly<Record<ToolForm['form'], Limit>> = {
  shell: { lines: 10, characters: 2000 },
  edit: { lines: 0, characters: 0 },
  read: { lines: 0, characters: 0 },
  search: { lines: 5, characters: 800 },
  todos: { lines: 0, characters: 0 },
  agent: { lines: 6, characters: 1200 },
  web: { lines: 5, characters: 1000 },
  question: { lines: 0, characters: 0 },
  plan: { lines: 0, characters: 0 },
  task: { lines: 6, characters: 800 },
  other: { lines: 6, characters: 1000 },
}
const ERROR: Limit = { lines: 10, characters: 2000 }

/** `row` holds the block; the call may be known by a copy of it elsewhere. */
export function toolItem(reading: Reading, call: ToolCall, block: Value, row: number): ShownTool {
  const name = typeof block['name'] === 'string' ? heldText(block['name']) : ''
  const record = call.result ? recordOf(reading.entry(call.result.row)) : {}
  const { form, output, told } = formOf(name, object(block['input']), record, reading.depth === 'all')
  const id = reading.rows.names.text(call.use.id)
  const limit = call.result?.isError ? ERROR : RESULT[form.form]
  const isText = typeof block['input'] === 'string'
  return {
    kind: 'tool',
    ...placeOf(reading, row, ...(call.result ? [call.result.row] : [])),
    id,
    name,
    state: call.state,
    durationMs: call.durationMs,
    form: isText && form.form === 'other' ? { ...form, input: String(block['input']) } : form,
    details: Object.fromEntries(Object.entries(object(block['input'])).filter(([key]) => !told.includes(key))),
    // A failed call has no record of its kind, only the error's text.
    result: call.result && shownResult(reading, call.result, limit, call.result.isError ? undefined : output),
    agents: reading.agentsOf(id),
  }
}
