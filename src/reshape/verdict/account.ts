// Every edit of a copy is accounted for: it is one of the few things that the plan says it does, at a place where that
// is done. So a line of which nothing is said stays as it is, byte for byte, whether the model gets it or not; ids are
// replaced whole, by the right ones and wherever they stand; and figures of usage stay.

import type { Conversation } from '../../conversation/conversation.js'
import { NONE } from '../../conversation/rows.js'
import type { Edit, Edits } from '../../format/changes.js'
import { decodeText } from '../../format/json/walk.js'
import type { SessionFolder } from '../../format/session-folder.js'
import { inWindows } from '../edits/windows.js'
import type { Named, Plan, ReshapeSource } from '../plan/plan.js'
import { entryAccount, type Fault } from './entry-account.js'
import { idMap } from './id-map.js'

/** What a plan says about the edits of one file. */
export interface Said {
  readonly named: Named
  /** By row of the result: the row of the source that it was, or NONE. */
  readonly sourceRows: ArrayLike<number>
  /** The id that the session gets, where it gets another one. */
  readonly idAfter: string
  /** Lines of which a repair says what it does. */
  readonly mended: ReadonlySet<number> | undefined
  /** Agents that get new names, and whether there are transcripts with ids of their own at all. */
  readonly agentNames: ReadonlySet<string>
  readonly hasAgents: boolean
}

export function saidOf({ named, sourceRows, sessionId, promises }: Plan, folder: SessionFolder | undefined): Said {
  return { named, sourceRows, idAfter: sessionId, mended: promises.mended, ...agentsBeside(named, folder) }
}

function agentsBeside({ idBefore }: Named, folder: SessionFolder | undefined): Pick<Said, 'agentNames' | 'hasAgents'> {
  const agents = folder?.agents ?? []
  const renamed = idBefore === undefined ? [] : agents.filter(agent => agent.layout === 'beside')
  return { agentNames: new Set(renamed.map(agent => agent.agentId)), hasAgents: agents.length > 0 }
}

export interface AccountedFile {
  readonly conversation: Conversation
  readonly size: number
  read(offset: number, length: number, into?: Uint8Array): Uint8Array
}

export interface Account {
  /** The same edits, which are looked at as they are asked for. */
  readonly edits: Edits
  /** What is wrong with them, once all of them were asked for. */
  broken(): readonly string[]
  /** All that were asked for so far put a whole id into the place of a whole id. */
  onlyIds(): boolean
}

/** Edits come in the order of the file. */
export function accountFor(file: AccountedFile, edits: Edits, said: Said): Account {
  // What a repair does to a line, only the reading of the result tells.
  if (said.mended !== undefined) return { edits, broken: () => [], onlyIds: () => false }
  let onlyIds = false
  let broken: readonly string[] = ['the changes were not looked at']
  return {
    edits: {
      *[Symbol.iterator](): Generator<Edit> {
        const account = fileAccount(file, said)
        // Those of one row are given on when it was looked at: a long record is then not held beside that of the result.
        let waiting: Edit[] = []
        onlyIds = true
        for (const edit of Array.isArray(edits) ? inOrder(edits as Edit[]) : edits) {
          const before = account.row()
          account.take(edit)
          onlyIds = account.onlyIds()
          if (account.row() !== before) {
            yield* waiting
            waiting = []
          }
          waiting.push(edit)
        }
        broken = account.finish()
        onlyIds = account.onlyIds()
        yield* waiting
      },
    },
    broken: () => broken,
    onlyIds: () => onlyIds,
  }
}

/** The transcripts of agents that are copied with nothing but other ids in them. */
export function* brokenTranscripts({ named, changes, sessionId }: Plan, source: ReshapeSource): Generator<string> {
  const { folder, agents } = source
  if (!folder || named.idBefore === undefined) return
  const positions = new Map(folder.agents.map(({ path }, position) => [path, position]))
  const nothing = { changed: NOTHING, rehung: NOTHING, figures: new Set<number>(), moved: NOTHING, gaps: false }
  for (const change of changes.sideFiles) {
    const agent = change.kind === 'copy' ? agents[positions.get(change.from) ?? NONE] : undefined
    if (!agent || change.kind !== 'copy' || named.agents.has(change.from)) continue
    const broken = brokenEdits(agent, change.edits ?? [], {
      named: { ...named, ...nothing },
      sourceRows: Int32Array.from({ length: agent.conversation.rows.count }, (_, row) => row),
      idAfter: sessionId,
      mended: undefined,
      ...agentsBeside(named, folder),
    })
    for (const one of broken) yield `${one} of ${change.from}`
  }
}

const NOTHING: ReadonlyMap<number, never> = new Map<number, never>()

/** All at once, where nobody else asks for the edits. */
export function brokenEdits(file: AccountedFile, edits: Edits, said: Said): readonly string[] {
  const account = accountFor(file, edits, said)
  for (const _ of account.edits);
  return account.broken()
}

const inOrder = (edits: readonly Edit[]): readonly Edit[] =>
  edits.toSorted((a, b) => a.offset - b.offset || a.length - b.length)

function fileAccount(file: AccountedFile, said: Said) {
  const { conversation, size, read } = file
  const { rows } = conversation
  const entryAt = inWindows(read, size)
  const stays = staying(rows.count, said.sourceRows)
  const ids = idMap(conversation)
  const entry = entryAccount({ conversation, said, ids, stays })
  const isCopy = isOnlyCopied(said)
  const faults = new Map<Fault, { readonly line: number; count: number }>()
  let row = 0
  let own: Edit[] = []
  let added = 0
  let closed = 0 // edits of rows that are behind us
  const addedIds = new Set<string>()
  let last = 0

  function fault(what: Fault, line: number): void {
    const known = faults.get(what)
    if (known) known.count++
    else faults.set(what, { line, count: 1 })
  }

  /** The row is behind us, with all its edits. */
  function close(): void {
    const edits = own
    own = []
    closed += edits.length
    const at = row++
    // A line that another one stands in for is written anew, and judged by what the model gets of it.
    if (said.named.moved.has(at)) {
      for (const { content } of edits) addIds(content, ANY_ID)
      return
    }
    const line = rows.line[at]!
    if (stays[at] === 0) {
      const whole = edits.length === 1 ? wholeOf(edits[0]!, at) : undefined
      if (whole?.content.length !== 0) fault('entries', line)
    } else if (edits.length > 0 || said.named.idBefore !== undefined || said.named.rehung.has(at)) {
      const what = entry.check(at, entryAt(rows.offset[at]!, rows.length[at]!), edits)
      if (what !== undefined) fault(what, line)
    }
  }

  function wholeOf(edit: Edit, at: number): Edit | undefined {
    const more = edit.length - rows.length[at]!
    return edit.offset === rows.offset[at] && more >= 0 && more <= LONGEST_ENDING ? edit : undefined
  }

  /** Entries of their own. */
  function add(lines: Uint8Array): void {
    added += lineCount(lines)
    addIds(lines, OWN_ID)
  }

  function addIds(content: Uint8Array, form: RegExp): void {
    const text = decodeText(content, 0, content.length)
    for (const [all, id = all] of text.matchAll(form)) addedIds.add(id)
  }

  return {
    take(edit: Edit): void {
      const { offset, length, content } = edit
      if (offset < last) fault('overlap', rows.line[Math.min(row, rows.count - 1)] ?? 1)
      last = offset + length
      while (row < rows.count && offset >= rows.offset[row]! + rows.length[row]!) close()
      const start = row < rows.count ? rows.offset[row]! : size
      if (length === 0 && offset === start) {
        closed++
        add(content)
      } else if (offset >= start && row < rows.count) own.push(edit)
      else if (said.named.gaps) closed++
      else fault('bytes', rows.line[Math.min(row, rows.count - 1)] ?? 1)
    },
    /** The one that is at hand. */
    row: () => row,
    onlyIds: () => closed === entry.idEdits() && faults.size === 0,
    finish(): readonly string[] {
      while (row < rows.count) close()
      const lost = entry.unknown(addedIds)
      if (lost !== undefined) fault('id', rows.line[lost]!)
      const news = count(said.sourceRows, NONE)
      if (isCopy && added !== news) fault('entries', rows.line[rows.count - 1] ?? 1)
      return [...faults].map(([what, { line, count: times }]) => {
        const more = times > 1 ? `, and ${times - 1} more` : ''
        return reason(what, `line ${line}${more}`)
      })
    },
  }
}

/** Nothing but ids and figures is changed, and entries left out: then every edit is known beforehand. */
function isOnlyCopied({ named: { changed, moved, gaps, replaces } }: Said): boolean {
  return changed.size === 0 && moved.size === 0 && !gaps && replaces === undefined
}

function reason(fault: Fault, where: string): string {
  switch (fault) {
    case 'bytes':
      return `bytes would change that the plan does not name: ${where}`
    case 'entries':
      return `entries would be lost or added that the plan does not name: ${where}`
    case 'overlap':
      return `two changes would overlap: ${where}`
    case 'id':
      return `an id would be wrong: ${where}`
    case 'parent':
      return `an entry would hang on the wrong entry: ${where}`
  }
}

const OWN_ID = /"uuid":"([^"\\]+)"/g
const ANY_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** `\r\n` goes with the entry before it. */
const LONGEST_ENDING = 2

function staying(length: number, sourceRows: ArrayLike<number>): Uint8Array {
  const stays = new Uint8Array(length)
  for (let at = 0; at < sourceRows.length; at++) if (sourceRows[at]! >= 0) stays[sourceRows[at]!] = 1
  return stays
}

function count(list: ArrayLike<number>, wanted: number): number {
  let found = 0
  for (let at = 0; at < list.length; at++) if (list[at] === wanted) found++
  return found
}

function lineCount(bytes: Uint8Array): number {
  let lines = 0
  let from = 0
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && bytes[at] !== 0x0a) continue
    if (at > from) lines++
    from = at + 1
  }
  return lines
}
