// Errors that were met, and how they ended: the same tool on the same thing worked later, or it never did.

import { targetOf } from '../tool-target.js'
import type { ToolEvent } from '../turn-events.js'
import { endingOf, plainCommand, REFUSED } from './commands.js'

export interface MetError {
  readonly tool: string
  readonly target: string
  readonly turn: number
  /** The line that says what was wrong, the last time. */
  text: string
  count: number
  /** The turn in which it worked. */
  solvedIn: number | undefined
  /** The user did not allow it. */
  isRefused: boolean
}

export interface ErrorLedger {
  add(turn: number, call: ToolEvent): void
  /** In the order in which they were met. */
  list(): readonly MetError[]
}

export function errorLedger(): ErrorLedger {
  const errors = new Map<string, MetError>()
  return {
    add(turn, call) {
      if (!call.result) return
      const key = keyOf(call)
      const before = errors.get(key)
      if (!call.result.isError) {
        if (before) before.solvedIn ??= turn
        return
      }
      const text = endingOf(call.result.text, true)
      const isRefused = REFUSED.test(call.result.text.trim())
      if (!before)
        errors.set(key, {
          tool: call.name,
          target: targetOf(call.input, 120),
          turn,
          text,
          count: 1,
          solvedIn: undefined,
          isRefused,
        })
      else {
        before.text = text
        before.count++
        before.solvedIn = undefined
        before.isRefused = isRefused
      }
    },
    list: () => [...errors.values()],
  }
}

/** Commands are the same by their first words: what follows changes from try to try. */
function keyOf({ name, input }: ToolEvent): string {
  if (name !== 'Bash') return `${name} ${targetOf(input, 400)}`
  const words = plainCommand(typeof input['command'] === 'string' ? input['command'] : '').split(/\s+/)
  return `Bash ${words.slice(0, 3).join(' ')}`
}

export function errorEnding({ solvedIn, isRefused, count }: MetError): string {
  const often = count > 1 ? `${count} times; ` : ''
  if (isRefused) return `${often}the user refused it`
  return `${often}${solvedIn === undefined ? 'not seen to work afterwards' : `worked in turn ${solvedIn}`}`
}
