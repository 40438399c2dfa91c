// The end of a long session, before all of it has been read: its last prompts and answers, from the last bytes of the file.
// Where the session goes on elsewhere than at the end of its file, only the whole reading knows; so this is shown until then.

import { openSource } from '../../disk/index.js'
import { type Action, type OfSession, sessionFile } from '../action.js'
import { inMemory } from '../session/open-session.js'
import type { Limit } from './show/excerpt.js'
import { type ShownTurn, showSession } from './show.js'

export interface SessionEndRequest extends OfSession {
  readonly atMost?: Limit | undefined
}

export interface SessionEndReport {
  /** The last ones, as far as they stand wholly in what was read; their numbers are not those of the session. */
  readonly turns: readonly Omit<ShownTurn, 'number' | 'lines'>[]
  readonly bytes: number
}

/** Null where there is nothing to wait for: it is short, or it is open already. */
export const sessionEnd: Action<SessionEndRequest, SessionEndReport | null> = async (place, { session, atMost }) => {
  const file = await sessionFile(place, session, 'reading the end')
  if (place.kept?.isOpen(file)) return null
  const source = openSource(file.path)
  try {
    if (source.size < WORTH_IT) return null
    for (const length of PARTS) {
      const turns = turnsIn(source.read(source.size - length, length), atMost)
      if (turns.length > 0) return { turns, bytes: source.size }
    }
    return null
  } finally {
    source.close()
  }
}

/** Shorter ones are read while one would ask. */
const WORTH_IT = 4 * 1024 * 1024
/** A turn with much work is long: then a larger part is looked at, but not the whole. */
const PARTS = [128 * 1024, 2 * 1024 * 1024]
const MOST_TURNS = 3
const NEWLINE = 0x0a

function turnsIn(part: Uint8Array, atMost: Limit | undefined): SessionEndReport['turns'] {
  // The first line begins before what was read.
  const open = inMemory(part.subarray(part.indexOf(NEWLINE) + 1))
  const { turns } = showSession(open, [], { depth: 'answers', atMost, withMedia: false, withoutFiles: true })
  return [...turns]
    .filter(({ kind }) => kind !== 'implicit')
    .slice(-MOST_TURNS)
    .map(({ number: _, lines: __, ...turn }) => turn)
}
