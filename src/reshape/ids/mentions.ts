// Which entries name the session's own id in the words that the model gets, and where does changing it cost nothing?

import type { Conversation, SeenEntry } from '../../conversation/conversation.js'
import type { Name, Names } from '../../conversation/names.js'
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

/** What was met while a file was read. */
interface Met {
  readonly search: MentionSearch
  /** Rows before this one were not looked at. */
  readonly from: number
}

const met = new WeakMap<Conversation, Met>()

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
  const { conversation, size, read } = source
  const { rows } = conversation
  const watched = met.get(conversation)
  const known = watched?.search.id === ownId ? watched : undefined
  const search = mentionSearch(ownId)
  const entryAt = inWindows(read, size)
  for (let row = 0; row < (known?.from ?? rows.count); row++)
    search.entry(row, entryAt(rows.offset[row]!, rows.length[row]!), rows.role[row]!, rows.sessionId[row]!, rows.names)
  const all = new Set([...search.all, ...(known?.search.all ?? [])])
  const inWords = [...search.inWords, ...(known?.search.inWords ?? [])]
  if (inWords.length === 0) return { all, inWords, beforeThinking: new Set() }
  const before = prefixes({ conversation, facts: source.facts ?? { unread: NO_ROWS } }).before(
    thinkingRows(conversation),
  )
  return { all, inWords, beforeThinking: new Set(inWords.filter(row => before[row] === 1)) }
}

export interface MentionWatch {
  entry(seen: SeenEntry, names: Names): void
  /** What was read is this conversation. */
  end(conversation: Conversation): void
}

/**
 * Looks for the session's own id while its file is read, so that it is not read again for that. Without an id, the first
 * one that an entry names is the session's.
 */
export function mentionWatch(ownId: string | undefined): MentionWatch {
  let search: MentionSearch | undefined = ownId === undefined ? undefined : mentionSearch(ownId)
  let from = 0
  return {
    entry({ row, role, facts, bytes, start, found: { length } }, names) {
      if (!search) {
        from = row
        if (facts.sessionId === 0) return
        search = mentionSearch(names.text(facts.sessionId))
      }
      search.entry(row, bytes.subarray(start, start + length), role, facts.sessionId, names)
    },
    end(conversation) {
      if (search) met.set(conversation, { search, from })
    },
  }
}

interface MentionSearch {
  readonly id: string
  readonly all: ReadonlySet<number>
  readonly inWords: readonly number[]
  entry(row: number, bytes: Uint8Array, role: number, sessionId: Name, names: Names): void
}

function mentionSearch(id: string): MentionSearch {
  const wanted = new TextEncoder().encode(id)
  const all = new Set<number>()
  const inWords: number[] = []
  let own = 0
  return {
    id,
    all,
    inWords,
    entry(row, bytes, role, sessionId, names) {
      const places = findBytes(bytes, wanted)
      own ||= names.find(id)
      // One is the field that says whose entry it is.
      if (places.length === (sessionId !== 0 && sessionId === own ? 1 : 0)) return
      all.add(row)
      if (isInWords(bytes, places, role === SYSTEM)) inWords.push(row)
    },
  }
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
