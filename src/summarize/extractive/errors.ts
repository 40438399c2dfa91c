// Errors that were met, and how they ended: the same tool on the same thing worked later, or it never did.

import { editedFile, targetOf } from '../tool-target.js'
import type { ToolEvent } from '../turn-events.js'
import { oneLine } from '../words.js'
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
        for (const solved of solvedBy(call, key)) {
          const error = errors.get(solved)
          if (error) error.solvedIn ??= turn
        }
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

/** A file that was written is there to be read and changed; one that was read could be read. */
function solvedBy(call: ToolEvent, key: string): readonly string[] {
  const path = editedFile(call)
  if (path === undefined) return [key]
  return ['Read', 'Edit', 'MultiEdit', 'Write'].map(tool => `${tool} ${oneLine(path, 400)}`)
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
