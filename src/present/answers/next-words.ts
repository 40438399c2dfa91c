// The next call in the words of a face: a command to type, or a tool with its arguments.

import type { NextCall, Question } from '../../actions/answers/index.js'
import { inConfigDir, shellWord } from '../../format/shell-word.js'

export interface ToolCallWords {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

const COMMANDS: Readonly<Partial<Record<Question, string>>> = { sessions: 'ls' }

/** The names that agents know the questions by. */
export const TOOL_NAMES: Readonly<Record<Question, string>> = {
  search: 'search',
  sessions: 'sessions',
  turns: 'outline',
  show: 'read',
  tools: 'calls',
  files: 'files',
  context: 'context',
  compactions: 'compactions',
  check: 'check',
  usage: 'usage',
  plan: 'plan',
}

/** As it is typed; with the budget of the call that it follows. */
export function commandOf(next: NextCall, budget: string, configDir?: string): string {
  const { question, about, file, options = {} } = next
  const named = file ?? about
  const words = [
    'rethread',
    COMMANDS[question] ?? question,
    ...(named === undefined ? [] : [shellWord(named)]),
    ...Object.entries(options).flatMap(([name, value]) =>
      value === true ? [`--${name}`] : value === false ? [] : [`--${name}`, shellWord(String(value))],
    ),
    // `ls` has no budget: it lists so many.
    ...(question === 'sessions' || question === 'check' || question === 'usage' ? [] : ['--budget', budget]),
  ]
  return inConfigDir(words.join(' '), configDir)
}

export function toolCallOf({ question, about, file, options = {} }: NextCall): ToolCallWords {
  const { exact, regex, ...others } = options
  const mode = exact === true ? { mode: 'exact' } : regex === true ? { mode: 'regex' } : {}
  const named = file === undefined ? (about === undefined ? {} : { [subjectOf(question)]: about }) : { file }
  return { tool: TOOL_NAMES[question], arguments: { ...named, ...mode, ...others } }
}

function subjectOf(question: Question): string {
  return question === 'search' ? 'query' : question === 'usage' ? 'report' : 'session'
}
