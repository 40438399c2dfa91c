// The client itself, as a program that prints one answer: without tools, and without a session of its own where it can.

import { PASSING_WORDS, type Summarizer, SummaryFailed } from '../summarizer.js'
import { type ProgramEnd, programFailure, runProgram } from './program.js'

export interface ClaudeOptions {
  /** The program; `claude` where absent. */
  readonly program?: string | undefined
  readonly model: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where it runs: in no project, so that no project's instructions are read. */
  readonly cwd: string
  readonly timeoutMs: number
  readonly concurrency: number
}

/** 2.0 clients do not know it. */
const NO_SESSION = '--no-session-persistence'

export function claudeSummarizer(options: ClaudeOptions): Summarizer {
  const { program = 'claude', model, env, cwd, timeoutMs, concurrency } = options
  let newer = true
  return {
    name: model === undefined ? 'claude' : `claude (${model})`,
    key: `claude ${model ?? ''}`,
    concurrency,
    async ask({ instructions, data }, signal) {
      const run = (): Promise<ProgramEnd> => {
        const args = ['-p', '--output-format', 'json', '--tools', '', '--system-prompt', instructions]
        const all = [...args, ...(newer ? [NO_SESSION] : []), ...(model === undefined ? [] : ['--model', model])]
        return runProgram({ file: program, args: all, env, cwd, timeoutMs }, data, signal)
      }
      let end = await run()
      if (newer && end.code !== 0 && end.errors.includes('unknown option')) {
        newer = false
        end = await run()
      }
      return answerIn(end)
    },
  }
}

/** One JSON document; an answer that is an error says so in it, whatever the exit code is. */
function answerIn(end: ProgramEnd): string {
  let said: { readonly is_error?: unknown; readonly result?: unknown; readonly stop_reason?: unknown } | undefined
  try {
    said = JSON.parse(end.output) as typeof said
  } catch {
    throw end.code === 0 ? new SummaryFailed('claude answered in an unknown format') : programFailure('claude', end)
  }
  const text = typeof said?.result === 'string' ? said.result : ''
  if (said?.stop_reason === 'refusal') throw new SummaryFailed('the model refused to answer')
  if (said?.is_error === true || end.code !== 0)
    throw new SummaryFailed(text === '' ? 'claude failed' : text.slice(0, 300), { isPassing: PASSING_WORDS.test(text) })
  return text
}
