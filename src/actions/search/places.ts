// Where in a session a line is: its turn and its branch.

import { outlineOf, placeInOutline } from '../../catalog/ingest/outline.js'
import type { Outline, Source, Store } from '../../catalog/store.js'
import { readRecords } from '../../disk/read-session.js'

/** As it was when the file was read whole; of one that has grown since, or was too large, it is made now, and kept. */
export async function outlineFor(session: Source, store: Store | undefined): Promise<Outline | undefined> {
  const known = await store?.outline(session.path)
  if (known) return known
  // However many entries it has: this is one session, and somebody wants to see it.
  const { conversationBuilder } = await import('../../conversation/conversation.js')
  const builder = conversationBuilder()
  const { problem } = await readRecords(session.path, builder)
  if (problem) return undefined
  const outline = outlineOf(builder.finish())
  await store?.keepOutline(session.path, session.edition, outline)
  return outline
}

export interface PlaceOfLine {
  /** Of an agent's line that of the call that started it; null where it is in none. */
  readonly turn: number | null
  /** 1 is the active one. */
  readonly branch: number
}

export function turnAt(outline: Outline | undefined, line: number, agentId: string | null): PlaceOfLine {
  if (!outline) return { turn: null, branch: 1 }
  if (agentId !== null)
    return { turn: (Object.hasOwn(outline.agents, agentId) && outline.agents[agentId]) || null, branch: 1 }
  const { turn, branch } = placeInOutline(outline, line)
  return { turn: turn || null, branch }
}
