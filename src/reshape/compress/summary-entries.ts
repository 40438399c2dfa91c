// The two entries of a compaction, as the client writes them: the boundary, on which nothing is above, and the summary,
// which is a prompt to the model (D8, R-C1). Both old and new clients take them, since nothing is preserved by lists
// (resume-rules §6, variant B). Keys in the client's order, and the uuid right before the time (B1).

import { surroundingsOf } from '../edits/surroundings.js'
import type { ReshapeSource } from '../plan/plan.js'

export interface SummaryFields {
  readonly text: string
  readonly uuid: string
  /** Of the boundary; undefined for a summary in the middle of the conversation, where turns before it stay. */
  readonly boundary: string | undefined
  /** Tokens of the context before. */
  readonly tokens: number
  /** ISO 8601, for the case that the entry behind the summary has none. */
  readonly now: string
}

/** `before` is the entry that follows: its surroundings are taken over. */
export function summaryEntries(
  { conversation: { rows }, read }: ReshapeSource,
  before: number,
  { text, uuid, boundary, tokens, now }: SummaryFields,
  above: string | null,
  sessionId: string,
): readonly string[] {
  const entry = read(rows.offset[before]!, rows.length[before]!)
  const { userType, entrypoint, cwd, version, gitBranch, slug } = surroundingsOf(entry)
  // Not later than what follows: clients look at times where a chain is broken (N1).
  const timestamp = Number.isNaN(rows.time[before]!) ? now : new Date(rows.time[before]!).toISOString()
  const around = { userType, entrypoint, cwd, sessionId, version, gitBranch, slug }
  const summary = {
    parentUuid: boundary ?? above,
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content: wellFormed(text) },
    isVisibleInTranscriptOnly: true,
    isCompactSummary: true,
    uuid,
    timestamp,
    ...around,
  }
  if (boundary === undefined) return [JSON.stringify(summary)]
  return [
    JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      isMeta: false,
      level: 'info',
      compactMetadata: { trigger: 'manual', preTokens: tokens },
      uuid: boundary,
      timestamp,
      ...around,
    }),
    JSON.stringify(summary),
  ]
}

/** Halves of surrogate pairs are no text that can be sent (N31). */
function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))
}
