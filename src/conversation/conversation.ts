// From entries to meaning. The builder takes the records of a file one by one, as the reader finds them, and keeps a
// few numbers of each; `finish` derives messages, turns, tool calls, branches and the rest. Nothing here holds text of
// the file: whoever wants it reads it again at the row's place.

import type { Finding } from '../format/finding.js'
import { type FoundEntry, MAX_DEPTH, type RecordSink } from '../format/found.js'
import { NO_SPANS } from '../format/json/spans.js'
import { rangeOf } from '../format/json/walk.js'
import { parseSession, type Session } from '../format/session.js'
import { type AgentProgress, findSidechains, type Sidechain } from './agents.js'
import { type Branches, findBranches } from './branches.js'
import { type Compaction, findCompactions } from './compactions.js'
import { addDetail, isDecoded, newDetails, type Titles, type TrackedFile } from './details.js'
import { type Drift, driftCounter, type UnknownCounts } from './drift.js'
import { factReader } from './fact-reader.js'
import type { BlockFacts, Facts } from './facts.js'
import { pairFlatResults } from './flat-results.js'
import { classifyForks, type Fork } from './forks.js'
import { buildGraph, type Graph } from './graph.js'
import { heldValue } from './held-text.js'
import { entryCounter, type Inventory } from './inventory.js'
import { knownName } from './known-words.js'
import { type Leaf, lastOfFile } from './leaf.js'
import { madeWhenAsked } from './made-when-asked.js'
import type { MessageColumns } from './message-columns.js'
import { type Message, messageAt, messageCollector } from './messages.js'
import { createNames, hashOf, type Name, type Names, pairKey } from './names.js'
import { opening } from './opening.js'
import { pairQueue, type QueuedPrompt } from './queue.js'
import { addRow, NO_KIND, newRows } from './row-columns.js'
import * as rowsModule from './rows.js'
import { kindOf, type Rows } from './rows.js'
import { pairToolCalls, type ToolCalls, type ToolResult, type ToolUse } from './tool-calls.js'
import { findTurns, type Turns } from './turns.js'
import { kindByOpening, USER_KINDS, type UserKind, userKind } from './user-kind.js'

export interface Conversation {
  readonly rows: Rows
  /** Assistant messages in the order of their first entry. */
  readonly messages: readonly Message[]
  /** One after the other, for whoever keeps none: a list of them would be held as long as the conversation. */
  eachMessage(): Iterable<Message>
  readonly graph: Graph
  readonly forks: readonly Fork[]
  readonly leaf: Leaf
  readonly branches: Branches
  readonly turns: Turns
  readonly toolCalls: ToolCalls
  readonly queue: readonly QueuedPrompt[]
  readonly sidechains: readonly Sidechain[]
  readonly agentProgress: AgentProgress
  readonly compactions: readonly Compaction[]
  readonly titles: Readonly<Titles>
  readonly trackedFiles: readonly TrackedFile[]
  readonly inventory: Inventory
  readonly unknown: UnknownCounts
  /** The same one by one, with the client versions that wrote it. */
  readonly drift: readonly Drift[]
  /** Damage that the reader met. */
  readonly findings: readonly Finding[]
  /** First values met: what the session says of itself. */
  readonly about: About
}

export interface About {
  readonly sessionId: string | undefined
  readonly cwd: string | undefined
  readonly gitBranch: string | undefined
  readonly slug: string | undefined
}

export interface ConversationBuilder extends Required<RecordSink> {
  /** Who knows the rules of a client says where the conversation ends; without, it ends with the file. */
  finish(end?: FindEnd): Conversation
}

/** Must not ask for what hangs on the end: leaf, branches, turns, tool calls. */
export type FindEnd = (conversation: Conversation) => Leaf | undefined

/** The conversation of a session that is in memory. */
export function readConversation(session: Session | Uint8Array): Conversation {
  const builder = conversationBuilder()
  const whole = session instanceof Uint8Array ? parseSession(session) : session
  for (const part of whole.parts) {
    if (part.kind === 'entry') builder.entry(part, whole.bytes, part.offset, NO_SPANS)
    else builder.gap(part)
  }
  for (const finding of whole.findings) builder.finding(finding)
  builder.end({ bytes: whole.bytes.length, lines: whole.lines })
  return builder.finish()
}

/** Damage that makes a line something else than one good record. */
const DAMAGED = new Set([
  'line-nul',
  'line-glued',
  'line-cut',
  'line-half',
  'line-garbage',
  'line-not-object',
  'line-comment',
  'line-too-long',
])

const TOOL_RESULT_KIND = USER_KINDS.indexOf('tool-result')

/** An entry as it is read, for whoever wants to look at more than the conversation keeps. Valid during the call. */
export interface SeenEntry {
  readonly facts: Readonly<Facts>
  readonly row: number
  /** USER, ASSISTANT and so on (rows.ts), and which kind of user entry it is. */
  readonly role: number
  readonly kind: UserKind | undefined
  readonly found: FoundEntry
  readonly bytes: Uint8Array
  /** Where the record begins in `bytes`. */
  readonly start: number
  /** Nothing in it is unknown, and its blocks have only fields that the client writes. */
  readonly familiar: boolean
}

const ROLES: ReadonlyMap<Name, number> = new Map([
  [knownName('user'), rowsModule.USER],
  [knownName('assistant'), rowsModule.ASSISTANT],
  [knownName('system'), rowsModule.SYSTEM],
  [knownName('attachment'), rowsModule.ATTACHMENT],
  [knownName('progress'), rowsModule.PROGRESS],
])
const STARTS_AGENTS = [knownName('Task'), knownName('Agent')]
const TOOL_USE = knownName('tool_use')
const TOOL_RESULT = knownName('tool_result')
const QUEUED_COMMAND = knownName('queued_command')

export function conversationBuilder(observe?: (seen: SeenEntry, names: Names) => void): ConversationBuilder {
  const names = createNames()
  const rows = newRows(names)
  const drift = driftCounter(names)
  const reader = factReader(names, drift.field)
  const counter = entryCounter(names)
  const details = newDetails()
  const findings: Finding[] = []
  const answers = messageCollector()
  const uses: ToolUse[] = []
  const results: ToolResult[] = []
  const progress = new Map<number, number>()
  const decodedTypes = new Map<number, boolean>()
  const about = { sessionId: 0, cwd: 0, gitBranch: 0, slug: 0 }
  const damagedLines = new Set<number>()
  let size = { bytes: 0, lines: 0 }

  return {
    entry(found, bytes, start, spans) {
      const facts = reader.read(bytes, start, spans)
      const role = ROLES.get(facts.type) ?? rowsModule.OTHER
      const familiar = drift.entry(facts.type, facts.subtype, facts.version, rows.count)
      counter.add(facts, role)
      const row = addFacts(found, facts, role, bytes)
      note(about, facts)
      if (role === rowsModule.ASSISTANT) addAnswer(facts, row, bytes)
      facts.blocks.forEach((block, index) => {
        addToolBlock(facts, block, row, index, bytes)
      })
      if (facts.progressAgentId !== 0 && facts.parentToolUse !== 0)
        progress.set(facts.progressAgentId, facts.parentToolUse)
      decode(found, facts, row, bytes, start)
      observe?.({ facts, row, role, kind: kindOf(rows, row), found, bytes, start, familiar }, names)
    },
    gap() {},
    end(totals) {
      size = totals
    },
    finding(finding) {
      findings.push(finding)
      if (DAMAGED.has(finding.code) && finding.line !== undefined) damagedLines.add(finding.line)
    },
    finish,
  }

  function addFacts(found: FoundEntry, facts: Facts, role: number, bytes: Uint8Array): number {
    const row = addRow(rows)
    rows.offset[row] = found.offset
    rows.length[row] = found.length
    rows.line[row] = found.line
    rows.type[row] = facts.type
    rows.role[row] = role
    rows.uuid[row] = facts.uuid
    rows.parentName[row] = facts.parent
    rows.sessionId[row] = facts.sessionId
    rows.flags[row] = facts.flags
    rows.time[row] = facts.time
    rows.contentHash[row] = facts.contentHash
    rows.messageEnd[row] = facts.messageEnd
    // Most are 0, and there already: what is never written takes no memory (columns.ts).
    if (facts.subtype !== 0) rows.subtype[row] = facts.subtype
    if (facts.logicalParent !== 0) rows.logicalParentName[row] = facts.logicalParent
    if (facts.messageId !== 0) rows.messageId[row] = facts.messageId
    if (facts.agentId !== 0) rows.agentId[row] = facts.agentId
    rows.kind[row] = kindNumber(facts, role, bytes)
    return row
  }

  function kindNumber(facts: Facts, role: number, bytes: Uint8Array): number {
    if (role === rowsModule.ATTACHMENT && facts.subtype === QUEUED_COMMAND) {
      const words = facts.texts[0]
      const isNotice =
        facts.origin === ''
          ? words !== undefined && kindByOpening(opening(bytes, words)) === 'notification'
          : facts.origin !== 'human'
      return USER_KINDS.indexOf(isNotice ? 'notification' : 'queued')
    }
    if (role !== rowsModule.USER) return NO_KIND
    if ((facts.flags & rowsModule.HAS_TOOL_RESULT) !== 0) return TOOL_RESULT_KIND
    const kind = userKind({
      texts: facts.texts.map(range => opening(bytes, range)),
      hasMedia: facts.hasMedia,
      hasToolResult: false,
      hasToolUseResult: facts.hasToolUseResult,
      isSidechain: (facts.flags & rowsModule.SIDECHAIN) !== 0,
      isMeta: (facts.flags & rowsModule.META) !== 0,
      isCompactSummary: (facts.flags & rowsModule.COMPACT_SUMMARY) !== 0,
      fromToolUse: facts.sourceToolUse !== 0,
      origin: facts.origin,
      subtype: facts.subtype === 0 ? '' : names.text(facts.subtype),
    })
    return USER_KINDS.indexOf(kind)
  }

  function addAnswer(facts: Facts, row: number, bytes: Uint8Array): void {
    answers.add(facts, row, bytes)
    // Source document 004: a flat entry is the call, its uuid the id (D14).
    if (facts.toolName !== 0 && facts.content !== 'blocks') {
      const { toolName: name, uuid: id, messageId, toolArgumentsBytes: inputBytes } = facts
      uses.push({ row, index: rowsModule.NONE, id, name, messageId, inputBytes, promptHash: 0 })
    }
  }

  function addToolBlock(facts: Facts, block: BlockFacts, row: number, index: number, bytes: Uint8Array): void {
    if (block.type === TOOL_USE) {
      const prompt = STARTS_AGENTS.includes(block.toolName) && rangeOf(bytes, block.bodyStart, ['prompt'])
      uses.push({
        row,
        index,
        id: block.id,
        name: block.toolName,
        messageId: facts.messageId,
        inputBytes: block.bodyEnd - block.bodyStart,
        promptHash: prompt && bytes[prompt.start] === 0x22 ? hashOf(bytes, prompt.start + 1, prompt.end - 1) : 0,
      })
    } else if (block.type === TOOL_RESULT) {
      results.push({
        row,
        index,
        id: block.id,
        isError: block.isError,
        contentBytes: block.bodyEnd - block.bodyStart,
        agentId: facts.resultAgentId,
        file: facts.resultFile,
        durationMs: facts.resultDurationMs,
      })
    }
  }

  function decode(found: FoundEntry, facts: Facts, row: number, bytes: Uint8Array, start: number): void {
    if (found.depth > MAX_DEPTH || !wantsDecoding(facts)) return
    const type = names.text(facts.type)
    const value = heldValue(bytes, start, found.length)
    const content = type === 'queue-operation' ? rangeOf(bytes, start, ['content']) : undefined
    const hash = content && bytes[content.start] === 0x22 ? hashOf(bytes, content.start + 1, content.end - 1) : 0
    addDetail(details, type, row, value, hash)
  }

  function wantsDecoding(facts: Facts): boolean {
    const key = pairKey(facts.type, facts.subtype)
    let known = decodedTypes.get(key)
    if (known === undefined) {
      known = isDecoded(names.text(facts.type), names.text(facts.subtype))
      decodedTypes.set(key, known)
    }
    return known
  }

  function finish(end?: FindEnd): Conversation {
    const messages = answers.finish()
    const graph = buildGraph(rows)
    const forks = classifyForks(rows, graph)
    const sidechains = findSidechains(rows, graph)
    const agentProgress = new Map([...progress].map(([agent, use]) => [names.text(agent), names.text(use)]))
    const whole = {
      rows,
      graph,
      forks,
      queue: pairQueue(rows, details.queue),
      sidechains,
      agentProgress,
      compactions: findCompactions(rows, graph, details.boundaries, messages),
      titles: details.titles,
      trackedFiles: [...details.trackedFiles.values()],
      inventory: inventory(),
      unknown: drift.counts(),
      drift: drift.list(),
      findings,
      about: {
        sessionId: rowsModule.textOf(rows, about.sessionId),
        cwd: rowsModule.textOf(rows, about.cwd),
        gitBranch: rowsModule.textOf(rows, about.gitBranch),
        slug: rowsModule.textOf(rows, about.slug),
      },
    }
    return conversationOf(whole, { messages, uses, results }, end)
  }

  function inventory(): Inventory {
    const kinds = new Int32Array(NO_KIND + 1)
    for (let row = 0; row < rows.count; row++) kinds[rows.kind[row]!]!++
    const userKinds = USER_KINDS.flatMap((kind, number) => (kinds[number] ? [[kind, kinds[number]] as const] : []))
    return {
      ...counter.counts(),
      userKinds: Object.fromEntries(userKinds),
      lines: size.lines,
      bytes: size.bytes,
      damagedLines: damagedLines.size,
    }
  }
}

interface Blocks {
  readonly messages: MessageColumns
  readonly uses: readonly ToolUse[]
  readonly results: readonly ToolResult[]
}

type Tree = Omit<Conversation, 'messages' | 'eachMessage' | keyof Ended>

interface Ended extends Pick<Conversation, 'leaf' | 'branches' | 'turns' | 'toolCalls'> {}

function* messagesIn(columns: MessageColumns): Generator<Message> {
  for (let at = 0; at < columns.count; at++) yield messageAt(columns, at)
}

/** Apart from the builder: what makes the lists would keep all of it otherwise. */
function conversationOf(tree: Tree, blocks: Blocks, end: FindEnd | undefined): Conversation {
  const { messages } = blocks
  const list = madeWhenAsked(() => Array.from({ length: messages.count }, (_, at) => messageAt(messages, at)))
  let found: Ended | undefined
  const ended = (): Ended => (found ??= endedAt(end?.(conversation) ?? lastOfFile(tree.rows, tree.graph), tree, blocks))
  const conversation: Conversation = {
    ...tree,
    get messages() {
      return list()
    },
    eachMessage: () => messagesIn(messages),
    get leaf() {
      return ended().leaf
    },
    get branches() {
      return ended().branches
    },
    get turns() {
      return ended().turns
    },
    get toolCalls() {
      return ended().toolCalls
    },
  }
  return conversation
}

/** What hangs on where the conversation ends. */
function endedAt(leaf: Leaf, { rows, graph, forks }: Tree, { messages, uses, results }: Blocks): Ended {
  const branches = findBranches(rows, graph, forks, leaf, uses)
  const turns = findTurns(rows, graph, branches, messages)
  const flatResults = pairFlatResults(rows, graph, uses)
  const toolCalls = pairToolCalls({
    rows,
    graph,
    branches,
    turns,
    messages,
    uses,
    results: flatResults.length > 0 ? [...results, ...flatResults] : results,
  })
  return { leaf, branches, turns, toolCalls }
}

function note(about: { sessionId: number; cwd: number; gitBranch: number; slug: number }, facts: Facts): void {
  about.sessionId ||= facts.sessionId
  about.cwd ||= facts.cwd
  about.gitBranch ||= facts.gitBranch
  about.slug ||= facts.slug
}
