// A directory has another path: every entry that names it follows. Words that the model gets are only changed where
// that costs no thinking (A0), unless that is asked for; thinking itself is never edited.

import type { Edit, Edits } from '../../format/changes.js'
import { decodeString, rangeOf } from '../../format/json/walk.js'
import { inWindows } from '../edits/windows.js'
import { addStep, type Draft, type TextRewrite } from '../plan/draft.js'
import type { AgentTranscript } from '../plan/plan.js'
import type { DraftVerb } from '../plan/reshape.js'
import { entryParts, isWithin } from '../redact/entry-parts.js'
import { prefixes, thinkingRows } from '../tree/thinking.js'
import type { Read } from '../tree/way-up.js'
import type { PathFinder, PathPlace, Rename } from './path-places.js'

export interface RenameOptions {
  /** The directory and the folders that `find` looks for. */
  readonly renames: readonly Rename[]
  readonly find: PathFinder
  /** Change the words also where thinking is lost by it. */
  readonly allTexts: boolean
}

/** How many places there are, and what becomes of them. */
export interface RenameCounts {
  readonly inFields: number
  readonly inWords: number
  /** They stay as they are: thinking, and words that thinking depends on. */
  readonly left: number
}

export interface RenamePaths extends DraftVerb {
  /** Known once it was applied. */
  counts(): RenameCounts
}

export function renamePaths({ find, allTexts, renames: asked }: RenameOptions): RenamePaths {
  let counts: RenameCounts = { inFields: 0, inWords: 0, left: 0 }
  return {
    name: 'move',
    context: 'same',
    counts: () => counts,
    apply(draft) {
      const renames = renamesIn(draft.source, find, allTexts)
      counts = renames.counts
      tell(draft, renames, allTexts)
      draft.rewrites.push(renames.rewrite)
      draft.replaces.push((before, after) => asked.some(one => isRenamed(one, before, after)))
      for (const row of renames.changed) draft.rewritten.add(row)
      if (allTexts) for (const row of renames.costly) draft.touched.add(row)
    },
  }
}

/** Is it the same path, in whatever form it is written: with slashes of either kind, escaped, or as the name of a folder? */
function isRenamed({ from, to }: Rename, before: string, after: string): boolean {
  return letters(before) === letters(from) && letters(after) === letters(to)
}

/** Of a path: what no form of it changes. */
function letters(path: string): string {
  return path.replace(/\\+u[0-9a-f]{4}|[^\0-\x7f]|[^A-Za-z0-9]/gi, '')
}

/** The edits of a transcript that is no session of its own; words stay where thinking depends on them. */
export function renamedTranscript(
  agent: AgentTranscript,
  find: PathFinder,
): { readonly edits: Edits; readonly counts: RenameCounts } {
  const { rewrite, counts } = renamesIn(agent, find, false)
  const { rows } = agent.conversation
  return {
    counts,
    edits: {
      *[Symbol.iterator](): Generator<Edit> {
        const entryAt = inWindows(agent.read, agent.size)
        for (let row = 0; row < rows.count; row++) {
          const offset = rows.offset[row]!
          for (const { start, end, content } of rewrite(row, entryAt(offset, rows.length[row]!)))
            yield { offset: offset + start, length: end - start, content }
        }
      },
    },
  }
}

/** A field of a record, where it is this directory and none below it. */
export function fieldFinder(field: string, { from, to }: Rename): PathFinder {
  const content = new TextEncoder().encode(JSON.stringify(to))
  return bytes => {
    const range = rangeOf(bytes, 0, [field])
    const isIt = range && bytes[range.start] === 0x22 && decodeString(bytes, range.start + 1, range.end - 1) === from
    return isIt ? [{ ...range, content }] : []
  }
}

export function findersTogether(finders: readonly PathFinder[]): PathFinder {
  return bytes => finders.flatMap(find => find(bytes)).sort((a, b) => a.start - b.start)
}

interface Renames {
  readonly rewrite: TextRewrite
  readonly counts: RenameCounts
  /** Rows of which fields change. */
  readonly inFields: readonly number[]
  /** Rows of which words change. */
  readonly changed: readonly number[]
  /** Rows of which words stay. */
  readonly kept: readonly number[]
  /** Rows whose words name the path and have thinking behind them. */
  readonly costly: ReadonlySet<number>
}

function renamesIn(
  source: AgentTranscript & { readonly facts?: Read['facts'] },
  find: PathFinder,
  allTexts: boolean,
): Renames {
  const { conversation, size, read } = source
  const { rows } = conversation
  const entryAt = inWindows(read, size)
  const inFields: number[] = []
  const inWords = new Map<number, number>()
  const places = { inFields: 0, inWords: 0, left: 0 }
  for (let row = 0; row < rows.count; row++) {
    const { fields, words, sealed } = sorted(entryAt(rows.offset[row]!, rows.length[row]!), row)
    places.inFields += fields.length
    places.left += sealed
    if (fields.length > 0) inFields.push(row)
    if (words.length > 0) inWords.set(row, words.length)
  }
  const costly = costlyRows([...inWords.keys()])
  const isKept = (row: number): boolean => !allTexts && costly.has(row)
  for (const [row, count] of inWords) places[isKept(row) ? 'left' : 'inWords'] += count

  function sorted(bytes: Uint8Array, row: number) {
    const found = find(bytes)
    const parts = found.length === 0 ? undefined : entryParts(bytes, rows.role[row]!)
    const free = parts ? found.filter(({ start }) => !isWithin(parts.sealed, start)) : found
    const isWord = ({ start }: PathPlace): boolean => parts !== undefined && isWithin(parts.words, start)
    return {
      fields: free.filter(place => !isWord(place)),
      words: free.filter(isWord),
      sealed: found.length - free.length,
    }
  }

  function costlyRows(list: readonly number[]): ReadonlySet<number> {
    if (list.length === 0) return NO_ROWS
    // What a compaction keeps stands before the thinking behind it, and only the details tell (N32).
    const read: Read = { conversation, facts: source.facts ?? { unread: NO_ROWS } }
    const before = prefixes(read).before(thinkingRows(conversation))
    return new Set(list.filter(row => before[row] === 1))
  }

  return {
    counts: places,
    inFields,
    changed: [...inWords.keys()].filter(row => !isKept(row)),
    kept: [...inWords.keys()].filter(isKept),
    costly,
    rewrite(row, bytes) {
      const { fields, words } = sorted(bytes, row)
      return isKept(row) ? fields : [...fields, ...words].sort((a, b) => a.start - b.start)
    },
  }
}

const NO_ROWS: ReadonlySet<number> = new Set()

function tell(draft: Draft, { inFields, changed, kept, costly }: Renames, allTexts: boolean): void {
  addStep(draft, 'rename in fields', inFields, 'the working directory and other path fields')
  addStep(draft, 'rename in text', changed, 'the model sees the new path')
  addStep(
    draft,
    'keep the old path in text',
    kept,
    'thinking follows it, and would become invalid if the text changed (A0)',
  )
  if (allTexts && costly.size > 0)
    addStep(draft, 'remove thinking', [...costly], 'the text before it changes, as requested (--rewrite-words)')
}
