// What stands where content was taken away: how much it was, and where it still is.

import { NOTE_BEGIN as BEGIN } from '../../context/facts/removed-weight.js'

const SESSION = '; session '

export interface Place {
  readonly sessionId: string
  readonly line: number
}

/** `what` as in "tool result", `bytes` as written in the file. */
export function placeholder(what: string, bytes: number, { sessionId, line }: Place): string {
  return `${BEGIN}${what} of ${bytes} bytes left out${SESSION}${sessionId}, line ${line}]`
}

export function isPlaceholder(text: string): boolean {
  return text.startsWith(BEGIN)
}

/** The text ends in a note that says what was cut off it. */
export function endsInPlaceholder(text: string): boolean {
  const at = text.lastIndexOf(BEGIN)
  return at >= 0 && text.endsWith(']') && text.indexOf(']', at) === text.length - 1
}

const SESSION_BYTES = new TextEncoder().encode(SESSION)

/** Does a session id at this place belong to one of our notes? It names the original, whatever it is copied to. */
export function isPlaceholderBefore(bytes: Uint8Array, at: number): boolean {
  const from = at - SESSION_BYTES.length
  return from >= 0 && SESSION_BYTES.every((byte, index) => bytes[from + index] === byte)
}
