// Which entries name the session's own id in the words that the model gets, and where does changing it cost nothing?

import { SYSTEM } from '../../conversation/rows.js'
import { eachMember, isKey, valueEnd } from '../../format/json/walk.js'
import { findBytes } from '../edits/find-bytes.js'
import { inWindows } from '../edits/windows.js'
import type { AgentTranscript } from '../plan/plan.js'
import { prefixes, thinkingRows } from '../tree/thinking.js'
import type { Read } from '../tree/way-up.js'

export interface Mentions {
  /** Rows that name the id anywhere but in the field that says whose entry it is. */
  readonly all: ReadonlySet<number>
  /** Rows whose words name the id. */
  readonly inWords: readonly number[]
  /** Those of them behind which there is thinking: changing them would make it invalid (A0). */
  readonly beforeThinking: ReadonlySet<number>
}

type Source = AgentTranscript & { readonly facts?: Read['facts'] }

/** A verb may plan several times for one source; looking for them takes a reading of the file. */
const found = new WeakMap<Source, { readonly ownId: string; readonly mentions: Mentions }>()

export function findMentions(source: Source, ownId: string): Mentions {
  const known = found.get(source)
  if (known?.ownId === ownId) return known.mentions
  const mentions = readMentions(source, ownId)
  found.set(source, { ownId, mentions })
  return mentions
}

function readMentions(source: Source, ownId: string): Mentions {
  const id = new TextEncoder().encode(ownId)
  const { conversation, size, read } = source
  const { rows } = conversation
  const own = rows.names.find(ownId)
  const entryAt = inWindows(read, size)
  const all = new Set<number>()
  const inWords: number[] = []
  for (let row = 0; row < rows.count; row++) {
    const bytes = entryAt(rows.offset[row]!, rows.length[row]!)
    const places = findBytes(bytes, id)
    // One is the field that says whose entry it is.
    if (places.length === (rows.sessionId[row] === own ? 1 : 0)) continue
    all.add(row)
    if (isInWords(bytes, places, rows.role[row] === SYSTEM)) inWords.push(row)
  }
  if (inWords.length === 0) return { all, inWords, beforeThinking: new Set() }
  const before = prefixes({ conversation, facts: source.facts ?? { unread: NO_ROWS } }).before(
    thinkingRows(conversation),
  )
  return { all, inWords, beforeThinking: new Set(inWords.filter(row => before[row] === 1)) }
}

const NO_ROWS: ReadonlySet<number> = new Set()

function isInWords(bytes: Uint8Array, places: readonly number[], isSystem: boolean): boolean {
  let is = false
  eachMember(bytes, 0, (keyStart, keyEnd, start) => {
    const words =
      isKey(bytes, keyStart, keyEnd, 'message') ||
      isKey(bytes, keyStart, keyEnd, 'attachment') ||
      (isSystem && isKey(bytes, keyStart, keyEnd, 'content'))
    if (!words) return 0
    const end = valueEnd(bytes, start)
    is ||= places.some(at => at >= start && at < end)
    return end
  })
  return is
}
