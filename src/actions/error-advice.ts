// What went wrong, for programs: its kind, which stays the same, the sentence, and what would help.

import { RethreadError } from '../format/error.js'

export interface TypedError {
  /** Stable, for programs. */
  readonly kind: string
  readonly message: string
  /** What would help. */
  readonly advice: string
}

const ADVICE: Readonly<Record<string, string>> = {
  'session-unknown': 'It may have been deleted. List the sessions and take an id from there.',
  'session-ambiguous': 'Give more characters of the id.',
  'point-unknown': 'List the turns of the session and take a number from there.',
  'point-not-taken': 'Give the session alone, without the part behind the colon.',
  'not-allowed': 'Restart rethread with the flag that allows it.',
  'plan-unknown': 'Plan the change again.',
  'session-changed': 'Something is writing to this session. Plan the change again.',
  'session-live': 'Quit the client that uses this session, or write a new session.',
  'budget-too-small': 'Ask with a larger budget.',
  'store-cut-off': 'Try again later. If it stays away, ask whoever runs the team store.',
  usage: 'Check what was asked for.',
}

export function typedError(error: unknown): TypedError {
  const kind = error instanceof RethreadError ? error.code : 'unexpected'
  const message = error instanceof Error ? error.message : String(error)
  return { kind, message, advice: ADVICE[kind] ?? adviceFor(error) }
}

function adviceFor(error: unknown): string {
  const isOurs = error instanceof RethreadError && error.exitCode !== 3
  return isOurs ? 'Check what was asked for.' : 'Try again. The session was not changed.'
}
