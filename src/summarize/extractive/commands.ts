// Shell commands that mattered: checks, builds, commits, installs, and whatever failed. The same command is told once.

import type { ToolEvent } from '../turn-events.js'
import { oneLine, times } from '../words.js'

export interface RunCommand {
  readonly command: string
  runs: number
  failures: number
  lastTurn: number
  lastFailed: boolean
  /** The line that says how it ended. */
  ending: string
}

export interface CommandLedger {
  add(turn: number, call: ToolEvent): void
  /** In the order of their last run. */
  list(): readonly RunCommand[]
}

const MATTERS =
  /\b(test|tests|build|lint|check|tsc|pytest|vitest|jest|cargo|make|mvn|gradle|npm|pnpm|yarn|bun|pip|uv|poetry|go|docker|kubectl|terraform|deploy|migrate|gh|ruff|mypy|biome|eslint|prettier|install|publish|release)\b|\bgit\s+(commit|push|merge|rebase|checkout|switch|reset|stash|tag|pull|cherry-pick|mv|rm|worktree|clone|revert|init)\b|\b(rm|mv|cp|mkdir|curl|chmod|ln)\s/
const ONLY_LOOKS =
  /^(ls|cat|head|tail|grep|rg|find|pwd|echo|wc|which|tree|file|stat|sed -n|git (status|diff|log|show|branch|blame))\b/

/** Leading changes of directory and settings of variables are not what a command is. */
export function plainCommand(command: string): string {
  return command
    .slice(0, 4000)
    .replace(/^\s*(cd\s+\S+\s*(&&|;)\s*|export\s+\S+\s*(&&|;)\s*|[A-Z_][A-Z0-9_]*=\S*\s+)+/, '')
    .trim()
}

export function commandLedger(): CommandLedger {
  const commands = new Map<string, RunCommand>()
  return {
    add(turn, { name, input, result }) {
      if (name !== 'Bash' || typeof input['command'] !== 'string') return
      const plain = plainCommand(input['command'])
      const isError = result?.isError === true
      if (isError && REFUSED.test(result.text.trim())) return
      if (plain === '' || (!isError && (ONLY_LOOKS.test(plain) || !MATTERS.test(plain.slice(0, 400))))) return
      const key = oneLine(plain, 200)
      const before = commands.get(key)
      const one: RunCommand = before ?? {
        command: key,
        runs: 0,
        failures: 0,
        lastTurn: turn,
        lastFailed: false,
        ending: '',
      }
      commands.delete(key)
      commands.set(key, one)
      one.runs++
      one.lastTurn = turn
      one.lastFailed = isError
      if (isError) one.failures++
      one.ending = result ? endingOf(result.text, isError) : 'no result'
    },
    list: () => [...commands.values()],
  }
}

const TELLING =
  /\b(error|fail|failed|failing|passed|exception|fatal|warning|denied|not found|cannot|ok\b|success|created|done)/i

const NO_WORDS = /^(Exit code \d+|\(Bash completed with no output\)|<\/?[\w-]+>|[$>] .*)$/
/** Behind a pipe a command that fails looks as if it had not: its words tell. */
const SOUNDS_BAD = /\b(error|failed|failure|fatal|exception|exited with code [1-9]|not (ready|found))\b/i
const SOUNDS_GOOD = /\b(0|no) (errors?|fail(ed|ures?)?)\b/i
/** What the client answers for a user who said no. */
export const REFUSED =
  /^(The user doesn't want to (proceed|take this action)|User rejected|Permission to use|\[Request interrupted)/

/** Of an error the first line that says so, of anything else the last. */
export function endingOf(text: string, isError: boolean): string {
  const lines = text
    .replace(/<\/?tool_use_error>/g, '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !NO_WORDS.test(line))
  if (isError) return lines.find(line => TELLING.test(line)) ?? lines[0] ?? text.trim()
  return lines.findLast(line => TELLING.test(line)) ?? lines.at(-1) ?? ''
}

export function commandWords({ runs, failures, lastTurn, lastFailed, ending }: RunCommand, most: number): string {
  const often = runs === 1 ? '' : `, run ${times(runs)}${failures > 0 ? `, ${failures} failed` : ''}`
  const words = oneLine(ending, most)
  const isDoubtful = SOUNDS_BAD.test(ending) && !SOUNDS_GOOD.test(ending)
  const end = lastFailed ? 'failed' : isDoubtful ? 'ended, saying' : 'ok'
  return `turn ${lastTurn}${often}: ${end}${words === '' ? '' : ` (${words})`}`
}
