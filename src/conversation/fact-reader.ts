// Reads the facts of a record off its bytes, in one walk and without decoding it.
//
// Keys are interned like every other word, so what to do with a field is found by a number in a table: keep its name,
// keep its count, set a mark, or look into it. The tables are data; one loop serves them all, which matters more than
// it seems: a function for each field would have to be compiled for each field.

import { type Spans, spanCursor } from '../format/json/spans.js'
import { decodeText, eachElement, firstItem, nextItem, stringEnd, valueAfterKey } from '../format/json/walk.js'
import { type ClientFigures, clearedTokens, countedTokens, lastIteration, NO_FIGURES } from './counted-tokens.js'
import { type BlockFacts, type Facts, newBlock, newFacts, type UsageFacts } from './facts.js'
import { type Fields, fields, KEEP_COUNT, KEEP_WORD, KNOWN_KEYS, LOOK, MARK, PASS } from './field-tables.js'
import { COUNT, COUNTS, USAGE_COUNTS, WORD, WORDS } from './kept-fields.js'
import { knownName } from './known-words.js'
import { hashOf, type Name, type Names } from './names.js'
import { numberAt, whole } from './read-number.js'
import * as flag from './rows.js'
import { timestampAt } from './timestamp.js'

/** Where a field stands: the entry itself, its message, its usage, or a content block of the type with this name. */
export type FieldContext = 'entry' | 'message' | 'usage' | Name

export interface FactReader {
  /** The facts of the record (an object) that starts at `at`. The result is overwritten by the next call. */
  read(bytes: Uint8Array, at: number, spans: Spans): Facts
}

/** By the name of a key the one that came behind it last: a guess, whosever names they are. */
const follows = new Int32Array(4096)

/** What to do with a field of a block. */
const BLOCK_KEYS = ['type', 'id', 'tool_use_id', 'name', 'is_error', 'text', 'thinking', 'input', 'content'] as const
const [TYPE, ID, TOOL_USE_ID, NAME, IS_ERROR, BLOCK_TEXT, THINKING, INPUT, CONTENT] = BLOCK_KEYS.map((_, i) => i + 1)

const BLOCK_FIELD = new Uint8Array(KNOWN_KEYS)
BLOCK_KEYS.forEach((key, index) => {
  BLOCK_FIELD[knownName(key)] = index + 1
})

const TEXT = knownName('text')
const TOOL_USE = knownName('tool_use')
const TOOL_RESULT = knownName('tool_result')
const IMAGE = knownName('image')
const DOCUMENT = knownName('document')
const SYNTHETIC = knownName('<synthetic>')

/** `onField` is told of every field of the entry, its message, its usage and its blocks. */
export function factReader(names: Names, onField: (context: FieldContext, key: Name) => void): FactReader {
  let facts = newFacts()
  let flags = 0
  let entryStart = 0
  const words = new Int32Array(WORDS.length)
  // What the entry before said: most of it is said again, and one comparison is cheaper than a look-up.
  const before = new Int32Array(WORDS.length)
  const counts = new Float64Array(COUNTS.length)
  let recorded: UsageFacts | undefined
  let figures: ClientFigures = NO_FIGURES
  /** The attempts that were read last, as they were written, and the figure of the one that counts. */
  let attempts: Uint8Array = new Uint8Array(0)
  let attempt: number | undefined
  const cursor = spanCursor()
  const { endOf } = cursor

  const origin = fields('origin', { words: { kind: 'originKind' } })
  const cacheCreation = fields('cacheCreation', {
    counts: { ephemeral_5m_input_tokens: 'cacheWrite5mTokens', ephemeral_1h_input_tokens: 'cacheWrite1hTokens' },
  })
  const serverTools = fields('serverTools', {
    counts: { web_search_requests: 'webSearches', web_fetch_requests: 'webFetches' },
  })
  const usage = fields('usage', {
    words: { service_tier: 'serviceTier' },
    counts: {
      input_tokens: 'inputTokens',
      output_tokens: 'outputTokens',
      cache_read_input_tokens: 'cacheReadTokens',
      cache_creation_input_tokens: 'cacheCreationTokens',
    },
    looks: {
      cache_creation: (bytes, at) => walk(bytes, at, cacheCreation),
      server_tool_use: (bytes, at) => walk(bytes, at, serverTools),
      iterations: readIterations,
    },
  })
  const message = fields('message', {
    words: { id: 'messageId', model: 'model', stop_reason: 'stopReason' },
    looks: { usage: readUsage, content: readContent, context_management: readCleared },
  })
  const toolUseResult = fields('toolUseResult', {
    words: { agentId: 'resultAgentId', persistedOutputPath: 'resultFile', outputFile: 'outputFile' },
    counts: { durationMs: 'resultDurationMs', totalDurationMs: 'resultDurationMs' },
    marks: { backgroundedByTurnAbort: flag.BACKGROUNDED },
  })
  const mcpMarks = fields('mcpMarks', { marks: { 'claude/endTurn': flag.TOOL_ENDS_TURN } })
  const mcpMeta = fields('mcpMeta', { looks: { _meta: (bytes, at) => walk(bytes, at, mcpMarks) } })
  const attachment = fields('attachment', {
    words: { type: 'subtype', commandMode: 'commandMode' },
    looks: {
      prompt: (bytes, at) => (bytes[at] === 0x22 ? readText(bytes, at) : readBlocks(bytes, at)),
      origin: (bytes, at) => walk(bytes, at, origin),
    },
  })
  const own = fields('own', { looks: { usage: readRecorded } })
  const progress = fields('progress', { words: { type: 'subtype', agentId: 'progressAgentId' } })
  const thinking = fields('thinking', { looks: { triggers: readTriggers } })
  const entry = fields('entry', {
    words: {
      type: 'type',
      subtype: 'subtype',
      operation: 'subtype',
      uuid: 'uuid',
      parentUuid: 'parent',
      logicalParentUuid: 'logicalParent',
      sessionId: 'sessionId',
      agentId: 'agentId',
      version: 'version',
      cwd: 'cwd',
      gitBranch: 'gitBranch',
      slug: 'slug',
      sourceToolUseID: 'sourceToolUse',
      parentToolUseID: 'parentToolUse',
      toolName: 'toolName',
    },
    counts: { apiBlockIndex: 'apiBlockIndex' },
    marks: {
      isMeta: flag.META,
      isApiErrorMessage: flag.API_ERROR,
      isDeleted: flag.DELETED,
      isAborted: flag.ABORTED,
      isVirtual: flag.VIRTUAL,
      isDisplayOnly: flag.DISPLAY_ONLY,
      isCompactSummary: flag.COMPACT_SUMMARY,
      turnCompanion: flag.COMPANION,
      interruptedByShutdown: flag.BY_SHUTDOWN,
      queueTranscriptOnly: flag.SHOWN_ONLY,
      toolDenialEndsTurn: flag.ENDS_TURN,
      toolEndsTurn: flag.TOOL_ENDS_TURN,
    },
    looks: {
      isSidechain: readSidechain,
      promptSource: readPromptSource,
      timestamp: readTimestamp,
      message: readMessage,
      toolUseResult: readToolUseResult,
      mcpMeta: (bytes, at) => walk(bytes, at, mcpMeta),
      retractedMessageUuids: readRetracted,
      toolArguments: readToolArguments,
      attachment: (bytes, at) => walk(bytes, at, attachment),
      data: (bytes, at) => walk(bytes, at, progress),
      origin: (bytes, at) => walk(bytes, at, origin),
      thinkingMetadata: (bytes, at) => walk(bytes, at, thinking),
      isUnmetered: readUnmetered,
      rethread: (bytes, at) => walk(bytes, at, own),
    },
  })
  return {
    read(bytes, at, spans) {
      cursor.start(spans)
      before.set(words)
      before[WORD.parent] = words[WORD.uuid]!
      words.fill(0)
      counts.fill(0)
      counts[COUNT.apiBlockIndex] = -1
      flags = 0
      recorded = undefined
      figures = NO_FIGURES
      facts = newFacts()
      entryStart = at
      walk(bytes, at, entry, 'entry')
      tell()
      return facts
    },
  }

  /** From the places to the facts. */
  function tell(): void {
    facts.type = words[WORD.type]!
    facts.subtype = words[WORD.subtype]!
    facts.uuid = words[WORD.uuid]!
    facts.parent = words[WORD.parent]!
    facts.logicalParent = words[WORD.logicalParent]!
    facts.sessionId = words[WORD.sessionId]!
    facts.agentId = words[WORD.agentId]!
    facts.version = words[WORD.version]!
    facts.cwd = words[WORD.cwd]!
    facts.gitBranch = words[WORD.gitBranch]!
    facts.slug = words[WORD.slug]!
    facts.sourceToolUse = words[WORD.sourceToolUse]!
    facts.parentToolUse = words[WORD.parentToolUse]!
    facts.toolName = words[WORD.toolName]!
    facts.messageId = words[WORD.messageId]!
    facts.model = words[WORD.model]!
    facts.stopReason = words[WORD.stopReason]!
    facts.resultAgentId = words[WORD.resultAgentId]!
    facts.progressAgentId = words[WORD.progressAgentId]!
    facts.resultFile = words[WORD.resultFile]! || words[WORD.outputFile]!
    facts.origin = originOf(words[WORD.originKind]!, words[WORD.commandMode]!)
    facts.apiBlockIndex = whole(counts[COUNT.apiBlockIndex]!)
    facts.resultDurationMs = whole(counts[COUNT.resultDurationMs]!)
    if (facts.hasUsage) {
      facts.usage = usageOf(words[WORD.serviceTier]!)
      facts.countedTokens = countedTokens(facts.usage, figures)
      facts.usage = recorded ?? facts.usage
    }
    if (facts.sourceToolUse !== 0) flags |= flag.COMPANION
    facts.flags = facts.model === SYNTHETIC ? flags | flag.SYNTHETIC : flags
  }

  /** What sent it: said, or told by the mode of a queued command that is no prompt. */
  function originOf(kind: Name, mode: Name): string {
    if (kind !== 0) return names.text(kind)
    const word = mode === 0 ? '' : names.text(mode)
    return word === 'prompt' || word === 'bash' ? '' : word
  }

  function usageOf(serviceTier: Name): UsageFacts {
    return {
      inputTokens: whole(counts[COUNT.inputTokens]!),
      outputTokens: whole(counts[COUNT.outputTokens]!),
      cacheReadTokens: whole(counts[COUNT.cacheReadTokens]!),
      cacheCreationTokens: whole(counts[COUNT.cacheCreationTokens]!),
      cacheWrite5mTokens: whole(counts[COUNT.cacheWrite5mTokens]!),
      cacheWrite1hTokens: whole(counts[COUNT.cacheWrite1hTokens]!),
      webSearches: whole(counts[COUNT.webSearches]!),
      webFetches: whole(counts[COUNT.webFetches]!),
      serviceTier,
    }
  }

  function walk(bytes: Uint8Array, at: number, of: Fields, context?: FieldContext): number {
    if (bytes[at] !== 0x7b) return 0
    let position = firstItem(bytes, at)
    let last = 0
    while (bytes[position] === 0x22) {
      const keyEnd = stringEnd(bytes, position) - 1
      const key = keyAt(bytes, position + 1, keyEnd, last)
      if (context !== undefined) onField(context, key)
      const start = valueAfterKey(bytes, keyEnd)
      const action = key < KNOWN_KEYS ? of.action[key]! : PASS
      let end = action === LOOK ? of.looks[key]!(bytes, start) : 0
      if (end === 0) end = endOf(bytes, start)
      if (action === KEEP_WORD) {
        const place = of.place[key]!
        words[place] = bytes[start] === 0x22 ? wordAt(bytes, start + 1, end - 1, before[place]!) : 0
      } else if (action === KEEP_COUNT) counts[of.place[key]!] = numberAt(bytes, start)
      else if (action === MARK && bytes[start] === 0x74) flags |= of.place[key]!
      position = nextItem(bytes, end)
      last = key
    }
    return position + 1
  }

  /** The client writes its fields in a fixed order, so the key behind `last` is mostly the one that was there before. */
  function keyAt(bytes: Uint8Array, start: number, end: number, last: Name): Name {
    const guess = follows[last]!
    if (guess !== 0 && names.is(guess, bytes, start, end)) return guess
    const key = names.intern(bytes, start, end)
    if (last < follows.length) follows[last] = key
    return key
  }

  function wordAt(bytes: Uint8Array, start: number, end: number, guess: Name): Name {
    return guess !== 0 && names.is(guess, bytes, start, end) ? guess : names.intern(bytes, start, end)
  }

  function readToolArguments(bytes: Uint8Array, at: number): number {
    const end = endOf(bytes, at)
    facts.toolArgumentsBytes = end - at
    return end
  }

  /** Anything that JavaScript takes for true, as the client does. */
  function readSidechain(bytes: Uint8Array, at: number): number {
    const first = bytes[at]
    const isFalse = first === 0x66 || first === 0x6e || first === 0x30 || (first === 0x22 && bytes[at + 1] === 0x22)
    flags |= isFalse ? flag.STATES_SIDE : flag.STATES_SIDE | flag.SIDECHAIN
    return 0
  }

  function readPromptSource(): number {
    flags |= flag.PROMPT_SOURCE
    return 0
  }

  function readRetracted(bytes: Uint8Array, at: number): number {
    if (bytes[at] === 0x5b) flags |= flag.RETRACTS
    return 0
  }

  function readTimestamp(bytes: Uint8Array, at: number): number {
    facts.time = timestampAt(bytes, at)
    flags &= ~(flag.BAD_TIME | flag.TIME_NUMBER) // the last of equal keys counts
    if (Number.isNaN(facts.time)) flags |= flag.BAD_TIME
    if (bytes[at] !== 0x22) flags |= flag.TIME_NUMBER
    return 0
  }

  function readTriggers(bytes: Uint8Array, at: number): number {
    if (bytes[at] === 0x5b && bytes[at + 1] !== 0x5d) flags |= flag.THINKING_TRIGGER
    return 0
  }

  function readToolUseResult(bytes: Uint8Array, at: number): number {
    facts.hasToolUseResult = bytes[at] !== 0x6e
    const isEmpty = bytes[at] === 0x22 && bytes[at + 1] === 0x22
    if (facts.hasToolUseResult && !isEmpty) flags |= flag.TOOL_USE_RESULT
    return walk(bytes, at, toolUseResult)
  }

  function readMessage(bytes: Uint8Array, at: number): number {
    flags |= flag.HAS_MESSAGE
    // Source documents 003 and 004: the message is a plain text (D14).
    const end = bytes[at] === 0x22 ? readContent(bytes, at) : walk(bytes, at, message, 'message')
    facts.messageEnd = facts.messageEnd === 0 && end > 0 ? end - entryStart : -1
    return end
  }

  function readUsage(bytes: Uint8Array, at: number): number {
    facts.hasUsage = bytes[at] === 0x7b
    return walk(bytes, at, usage, 'usage')
  }

  /** Of several attempts at one answer the last counts. */
  function readIterations(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== 0x5b) return 0
    const end = endOf(bytes, at)
    // Parts of one answer say it again.
    if (!isAgain(attempts, bytes, at, end)) {
      attempts = end - at > MOST_DECODED ? new Uint8Array(0) : new Uint8Array(bytes.subarray(at, end))
      attempt = lastIteration(smallValue(bytes, at, end))
    }
    figures = { ...figures, iteration: attempt }
    return end
  }

  function readCleared(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== 0x7b) return 0
    const end = endOf(bytes, at)
    figures = { ...figures, cleared: clearedTokens(smallValue(bytes, at, end)) }
    return end
  }

  function readUnmetered(bytes: Uint8Array, at: number): number {
    if (bytes[at] === 0x74) figures = { ...figures, isUnmetered: true }
    return 0
  }

  /** The figures as they were before a change gave the client smaller ones. */
  function readRecorded(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== 0x7b) return 0
    const [others, tier, kept] = [counts.slice(), words[WORD.serviceTier]!, figures]
    counts.fill(0, 0, USAGE_COUNTS)
    words[WORD.serviceTier] = 0
    const end = walk(bytes, at, usage)
    recorded = usageOf(words[WORD.serviceTier]!)
    counts.set(others)
    words[WORD.serviceTier] = tier
    figures = kept
    return end
  }

  function readContent(bytes: Uint8Array, at: number): number {
    facts.blocks = []
    facts.texts = []
    facts.contentHash = 0
    facts.content = bytes[at] === 0x22 ? 'string' : bytes[at] === 0x5b ? 'blocks' : 'none'
    return facts.content === 'string' ? readText(bytes, at) : readBlocks(bytes, at)
  }

  /** A text as written: its beginning is kept, the rest only hashed. */
  function readText(bytes: Uint8Array, at: number): number {
    const end = endOf(bytes, at)
    facts.contentHash ||= hashOf(bytes, at + 1, end - 1)
    facts.texts.push({ start: at + 1, end: end - 1 })
    flags |= flag.HAS_TEXT
    return end
  }

  function readBlocks(bytes: Uint8Array, at: number): number {
    return bytes[at] === 0x5b ? eachElement(bytes, at, start => readBlock(bytes, start)) : 0
  }

  function readBlock(bytes: Uint8Array, start: number): number {
    const found = newBlock(start)
    found.end = bytes[start] === 0x7b ? walkBlock(bytes, start, found) : endOf(bytes, start)
    if (found.type === TEXT && found.textEnd > 0) {
      facts.texts.push({ start: found.textStart, end: found.textEnd })
      flags |= flag.HAS_TEXT
    } else if (found.type === TOOL_USE) flags |= flag.HAS_TOOL_USE
    else if (found.type === TOOL_RESULT) flags |= flag.HAS_TOOL_RESULT
    else if (found.type === IMAGE || found.type === DOCUMENT) facts.hasMedia = true
    facts.contentHash ||= blockHash(bytes, found)
    facts.blocks.push(found)
    return found.end
  }

  function walkBlock(bytes: Uint8Array, at: number, found: BlockFacts): number {
    const keys: Name[] = []
    let position = firstItem(bytes, at)
    let last = 0
    while (bytes[position] === 0x22) {
      const keyEnd = stringEnd(bytes, position) - 1
      const key = keyAt(bytes, position + 1, keyEnd, last)
      const start = valueAfterKey(bytes, keyEnd)
      const end = endOf(bytes, start)
      if (key < KNOWN_KEYS && BLOCK_FIELD[key] !== 0) keepBlockField(found, BLOCK_FIELD[key]!, bytes, start, end)
      keys.push(key)
      position = nextItem(bytes, end)
      last = key
    }
    // The block's type may stand behind its other fields.
    for (const key of keys) onField(found.type, key)
    return position + 1
  }

  function keepBlockField(found: BlockFacts, field: number, bytes: Uint8Array, start: number, end: number): void {
    const isText = bytes[start] === 0x22
    const word = isText && field <= NAME! ? names.intern(bytes, start + 1, end - 1) : 0
    if (field === TYPE) found.type = word
    else if (field === ID) found.id ||= word
    else if (field === TOOL_USE_ID) found.id = word
    else if (field === NAME) found.toolName = word
    else if (field === IS_ERROR) found.isError = bytes[start] === 0x74
    else if (field === INPUT || field === CONTENT) {
      found.bodyStart = start
      found.bodyEnd = end
    } else if (isText && (field === BLOCK_TEXT || field === THINKING)) {
      found.textStart = start + 1
      found.textEnd = end - 1
    }
  }
}

/** Equal blocks have equal hashes: the text of a text block, the id of a tool block, else all of it. */
export function blockHash(bytes: Uint8Array, block: BlockFacts): number {
  if (block.textEnd > 0) return hashOf(bytes, block.textStart, block.textEnd)
  // Images are long; their beginning and their length tell them apart.
  return block.id !== 0
    ? block.id
    : hashOf(bytes, block.start, Math.min(block.end, block.start + 4096)) ^ (block.end - block.start)
}

function isAgain(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false
  return true
}

/** A value that is short where the client wrote it; of a longer one nothing is known. */
function smallValue(bytes: Uint8Array, start: number, end: number): unknown {
  return end - start > MOST_DECODED ? undefined : JSON.parse(decodeText(bytes, start, end))
}

const MOST_DECODED = 20_000
