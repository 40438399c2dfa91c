// Any program: the question on standard input, the summary on standard output.

import type { Summarizer } from '../summarizer.js'
import { programFailure, runProgram } from './program.js'

export interface CommandOptions {
  /** A command line, read by the shell. */
  readonly command: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly concurrency: number
}

export function commandSummarizer({ command, env, timeoutMs, concurrency }: CommandOptions): Summarizer {
  return {
    name: 'command',
    key: `command ${command}`,
    concurrency,
    async ask({ instructions, data }, signal) {
      const program = { file: command, args: [], shell: true, env, timeoutMs }
      const end = await runProgram(program, `${instructions}\n\n${data}`, signal)
      if (end.code !== 0) throw programFailure('the command', end)
      return end.output
    },
  }
}
