// The moves of a turn: the model works (text, then tools with their results), and is done.
import { type Answer, type AnswerOptions, answer } from './assistant-rows.js'
import { type Block, text, toolUse } from './content-blocks.js'
import { bashProgress, hookProgress } from './progress-rows.js'
import type { Writer } from './session-writer.js'
import { stopHookSummary, turnDuration } from './system-rows.js'
import type { ToolCall } from './tool-calls.js'
import { toolResult } from './user-rows.js'

export interface MadeCall {
  readonly id: string
  /** The row that holds the tool_use. */
  readonly row: string
  readonly call: ToolCall
}

export interface Work {
  readonly answer: Answer
  readonly calls: readonly MadeCall[]
  readonly results: readonly string[]
}

export type Lead = string | readonly Block[]

const leadBlocks = (lead: Lead): readonly Block[] => {
  if (typeof lead !== 'string') return lead
  return lead === '' ? [] : [text(lead)]
}

/** One message with calls, and all their results in order. */
export function work(writer: Writer, lead: Lead, ...calls: readonly ToolCall[]): Work {
  const asked = ask(writer, lead, calls)
  const results = asked.calls.map(made => reply(writer, made))
  return { ...asked, results }
}

/** One message with calls that nobody has answered yet. */
export function ask(
  writer: Writer,
  lead: Lead,
  calls: readonly ToolCall[],
  options: AnswerOptions = {},
): { readonly answer: Answer; readonly calls: readonly MadeCall[] } {
  const uses = calls.map(call => toolUse(writer.random, call.name, call.input))
  const first = leadBlocks(lead)
  const made = answer(writer, [...first, ...uses], 'tool_use', options)
  return {
    answer: made,
    calls: uses.map((use, index) => ({
      id: use.type === 'tool_use' ? use.id : '',
      row: made.rows[first.length + index] as string,
      call: calls[index] as ToolCall,
    })),
  }
}

/** The result of a call, hung where its generation hangs it. */
export function reply(writer: Writer, made: MadeCall): string {
  const { call } = made
  const early = writer.generation.progress
  if (early) hookProgress(writer, 'PreToolUse', call.name, made.id, { parent: made.row, sideLeaf: true })
  if (early && call.reports) bashProgress(writer, made.id, call.reports, made.row)
  const at = writer.generation.parallel === 'tree' ? { parent: made.row } : {}
  return toolResult(
    writer,
    {
      toolUseId: made.id,
      assistantRow: made.row,
      content: call.content,
      ...(call.toolUseResult === undefined ? {} : { toolUseResult: call.toolUseResult }),
      ...(call.isError === undefined ? {} : { isError: call.isError }),
      ...(call.saysNoError === undefined ? {} : { saysNoError: call.saysNoError }),
      ...(call.seconds === undefined ? {} : { seconds: call.seconds }),
    },
    at,
  )
}

/** The last words of a turn, with the rows that the client writes behind them. */
export function done(writer: Writer, lead: Lead): Answer {
  const made = answer(writer, leadBlocks(lead), 'end_turn')
  const { progress, attachments } = writer.generation
  if (writer.sidechain) return made
  if (progress) {
    hookProgress(writer, 'Stop', 'main', writer.promptId)
    stopHookSummary(writer, '~/.claude/hooks/stop.sh', writer.random.int(90, 900))
  }
  if (progress || attachments) turnDuration(writer, writer.clock.millis() - writer.turnStartedAt, writer.lines.length)
  return made
}
