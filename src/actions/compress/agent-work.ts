// Files that subagents changed: their entries are not sent, inside the session's file or in files of their own, but what
// they did is done.

import { linkAgents } from '../../conversation/agents.js'
import type { Conversation } from '../../conversation/conversation.js'
import { has, SIDECHAIN } from '../../conversation/rows.js'
import type { ToolCall } from '../../conversation/tool-calls.js'
import { decodeText } from '../../format/json/walk.js'
import type { ReshapeSource } from '../../reshape/plan/index.js'
import { agentFiles } from '../../reshape/side-files/index.js'
import { editedFile } from '../../summarize/tool-target.js'
import { objectOf, type TurnEvent, type Value } from '../../summarize/turn-events.js'

interface Transcript {
  readonly conversation: Conversation
  read(offset: number, length: number): Uint8Array
}

/** Each behind the turn in which the agent was started. `turns`: positions in the conversation's list of turns. */
export function* withAgentWork(
  source: ReshapeSource,
  turns: ReadonlySet<number>,
  events: Iterable<TurnEvent>,
): Generator<TurnEvent> {
  const work = [...agentEdits(source, turns)].sort((a, b) => a.turn - b.turn)
  let next = 0
  for (const event of events) {
    while (next < work.length && work[next]!.turn < event.turn) yield work[next++]!
    yield event
  }
  yield* work.slice(next)
}

function* agentEdits(source: ReshapeSource, turns: ReadonlySet<number>): Generator<TurnEvent> {
  const { conversation } = source
  const { rows, toolCalls, turns: all } = conversation
  for (const call of toolCalls.list) {
    if (has(rows, call.use.row, SIDECHAIN) && turns.has(call.turn))
      yield* edit(source, call, all.list[call.turn]!.index)
  }
  const calls = callsOfAgents(source)
  for (const [position, agent] of source.agents.entries()) {
    const started = calls[position]
    if (!started || !turns.has(started.turn)) continue
    for (const call of agent.conversation.toolCalls.list) yield* edit(agent, call, all.list[started.turn]!.index)
  }
}

/** The calls that started the agents beside the session, in the order of their files (D9). */
function callsOfAgents(source: ReshapeSource): readonly (ToolCall | undefined)[] {
  const { rows, toolCalls, agentProgress } = source.conversation
  return linkAgents(rows, toolCalls.list, agentProgress, agentFiles(source)).map(
    link => link && toolCalls.list[link.call],
  )
}

/** The call as an event, where it changed a file. */
function* edit({ conversation: { rows }, read }: Transcript, call: ToolCall, turn: number): Generator<TurnEvent> {
  const { use, result } = call
  const name = rows.names.text(use.name)
  if (use.index < 0 || !result || result.isError || !MAY_EDIT.test(name)) return
  const bytes = read(rows.offset[use.row]!, rows.length[use.row]!)
  const { message } = objectOf(JSON.parse(decodeText(bytes, 0, bytes.length))) as { readonly message?: Value }
  const content = objectOf(message)['content']
  const input = objectOf(objectOf(Array.isArray(content) ? content[use.index] : undefined)['input'])
  const outcome = { text: '', isError: false }
  const event = { turn, row: use.row, kind: 'tool' as const, id: rows.names.text(use.id), name, input, result: outcome }
  if (editedFile(event) !== undefined) yield event
}

const MAY_EDIT = /^(Edit|MultiEdit|Write|NotebookEdit|Update|str_replace_based_edit_tool)$/
