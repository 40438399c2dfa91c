// From which message on is recorded thinking invalid, after something before it changed? (A0)
//
// A thinking block is signed together with everything before it. Once anything there differs, a thinking block left out
// or moved included, that block and every later one is void: the API refuses it, or drops it.

/** A history as a sequence of blocks, each with what tells it from others. */
export interface PrintedBlock {
  readonly message: number
  readonly isThinking: boolean
  /** Equal for equal blocks: role, type and content as sent. */
  readonly print: string
}

export interface InvalidThinking {
  /** The message, in the changed history, at which it first differs from the recorded one. */
  readonly from: number
  /** Thinking blocks there or later that were in the recorded history too: those that a request would carry in vain. */
  readonly blocks: number
  /** The first message that has such a block; undefined where there is none. */
  readonly firstMessage: number | undefined
}

/** Undefined where the changed history goes on exactly as the recorded one did. */
export function invalidThinking(
  recorded: readonly PrintedBlock[],
  changed: readonly PrintedBlock[],
): InvalidThinking | undefined {
  let same = 0
  while (same < recorded.length && same < changed.length && recorded[same]!.print === changed[same]!.print) same++
  if (same === recorded.length || same === changed.length) return undefined
  const known = new Set(recorded.slice(same).flatMap(block => (block.isThinking ? [block.print] : [])))
  const invalid = changed.slice(same).filter(block => block.isThinking && known.has(block.print))
  return { from: changed[same]!.message, blocks: invalid.length, firstMessage: invalid[0]?.message }
}

/** Models that check the binding (A0, page header of the documentation); others are not known to. */
const BOUND = /(?:fable|mythos)-5-[12]|(?:opus|sonnet|haiku)-5-5/

export function bindsThinking(model: string): boolean {
  return BOUND.test(model)
}
