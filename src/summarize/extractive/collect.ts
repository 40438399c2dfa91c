// Everything that the extractive summary is made from, gathered in one pass over the events.

import { targetOf } from '../tool-target.js'
import type { ToolEvent, TurnEvent } from '../turn-events.js'
import { oneLine } from '../words.js'
import { type AskedLedger, askedLedger } from './asked.js'
import { type CommandLedger, commandLedger, endingOf } from './commands.js'
import { type Decision, decisionsIn } from './decisions.js'
import { type ErrorLedger, errorLedger } from './errors.js'
import { type FileLedger, fileLedger } from './files.js'
import { type TodoLedger, todoLedger } from './todos.js'

export interface Said {
  readonly turn: number
  readonly text: string
}

export interface Collected {
  readonly asked: AskedLedger
  readonly decisions: readonly Decision[]
  readonly files: FileLedger
  readonly commands: CommandLedger
  readonly errors: ErrorLedger
  readonly todos: TodoLedger
  /** What other agents were asked to do. */
  readonly agents: readonly Said[]
  readonly plan: Said | undefined
  readonly earlier: string | undefined
  readonly calls: number
  /** One line a call; only where they are wanted. */
  readonly traces: readonly Said[]
}

/** So much of a text is held. */
const HELD = 6000
/** Answers that the client writes where nothing was asked of the model. */
const OF_THE_CLIENT = new Set(['No response requested.', '(no content)'])
const AGENTS = new Set(['Task', 'Agent'])

export function collect(events: Iterable<TurnEvent>, wantsTraces: boolean): Collected {
  const asked = askedLedger()
  const decisions: Decision[] = []
  const agents: Said[] = []
  const traces: Said[] = []
  const files = fileLedger()
  const commands = commandLedger()
  const errors = errorLedger()
  const todos = todoLedger()
  let plan: Said | undefined
  let earlier: string | undefined
  let calls = 0
  for (const event of events) {
    const { turn } = event
    switch (event.kind) {
      case 'asked':
        if (event.text.trim() !== '') asked.ask(turn, event.text.slice(0, HELD))
        break
      case 'said':
        if (event.text.trim() === '' || OF_THE_CLIENT.has(event.text)) break
        asked.say(turn, event.text.slice(0, HELD))
        for (const one of decisionsIn(turn, event.text)) decisions.push(one)
        break
      case 'interrupted':
        asked.interrupt(turn)
        break
      case 'earlier-summary':
        earlier = event.text
        break
      case 'tool':
        calls++
        files.add(turn, event)
        commands.add(turn, event)
        errors.add(turn, event)
        todos.add(event)
        if (wantsTraces) traces.push({ turn, text: traceOf(event) })
        if (event.name === 'ExitPlanMode' && typeof event.input['plan'] === 'string')
          plan = { turn, text: event.input['plan'].slice(0, HELD) }
        else if (event.name === 'AskUserQuestion' && event.result && !event.result.isError)
          decisions.push({ turn, text: oneLine(event.result.text, 320), isStrong: true })
        else if (AGENTS.has(event.name)) agents.push({ turn, text: agentWords(event) })
    }
  }
  return {
    asked,
    decisions,
    files,
    commands,
    errors,
    todos,
    agents,
    plan,
    earlier,
    calls,
    traces,
  }
}

function agentWords({ input, result }: ToolEvent): string {
  const asked = targetOf({ description: input['description'], prompt: input['prompt'] }, 160)
  const end = result ? (result.isError ? 'failed' : oneLine(result.text, 160)) : 'no answer'
  return `${asked} → ${end}`
}

/** Tool, target, outcome. */
export function traceOf({ name, input, result }: ToolEvent): string {
  const target = targetOf(input, 120)
  const end = !result ? 'no result' : result.isError ? `failed: ${oneLine(endingOf(result.text, true), 80)}` : 'ok'
  return `${name}${target === '' ? '' : ` ${target}`} → ${end}`
}
