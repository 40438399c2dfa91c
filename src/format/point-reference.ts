// A reference to a place in a session, short enough for a line of text: `91a14000:t7`, `:t7..t9`, `:m31`, `:L212`. What
// stands before the colon is the session, as people name it.

export type SessionPoint =
  /** Turns, by their numbers in `turns`. */
  | { readonly kind: 'turns'; readonly from: number; readonly to: number }
  /** The message with this number: all entries of one answer, or one prompt or result, in file order. */
  | { readonly kind: 'message'; readonly number: number }
  /** Lines of the session's file. */
  | { readonly kind: 'lines'; readonly from: number; readonly to: number }

export interface PointReference {
  readonly session: string
  readonly point: SessionPoint | undefined
}

const POINT = /^(?:t(\d{1,9})(?:\.\.t?(\d{1,9}))?|m(\d{1,9})|L(\d{1,9})(?:\.\.L?(\d{1,9}))?)$/

/** The point alone; undefined where it is none. A range that ends before it begins is none. */
export function sessionPoint(text: string): SessionPoint | undefined {
  const [, turn, lastTurn = turn, message, line, lastLine = line] = POINT.exec(text) ?? []
  if (message !== undefined) return { kind: 'message', number: Number(message) }
  const [kind, from, to] =
    turn === undefined
      ? (['lines', Number(line), Number(lastLine)] as const)
      : (['turns', Number(turn), Number(lastTurn)] as const)
  return from <= to ? { kind, from, to } : undefined
}

export function pointReference(text: string): PointReference {
  const colon = text.lastIndexOf(':')
  const point = colon > 0 ? sessionPoint(text.slice(colon + 1)) : undefined
  return point ? { session: text.slice(0, colon), point } : { session: text, point: undefined }
}

export function pointWord(point: SessionPoint): string {
  if (point.kind === 'message') return `m${point.number}`
  const letter = point.kind === 'turns' ? 't' : 'L'
  return point.from === point.to ? `${letter}${point.from}` : `${letter}${point.from}..${letter}${point.to}`
}
