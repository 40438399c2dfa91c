// Reads the facts of a record off its bytes, in one walk and without decoding it.
//
// Keys are interned like every other word, so a field is found by a number in a table of handlers. A handler returns
// the end of the value when it has walked it, else nothing: then the value is passed over.

import { type Spans, spanCursor } from '../format/json/spans.js'
import {
  decodeString,
  decodeText,
  eachElement,
  firstItem,
  nextItem,
  type Range,
  stringEnd,
  valueAfterKey,
  valueEnd,
} from '../format/json/walk.js'
import { type BlockFacts, type Facts, newBlock, newFacts, newUsage } from './facts.js'
import { hashOf, type Name, type Names } from './names.js'
import * as flag from './rows.js'
import { timestampAt } from './timestamp.js'
import { OPENING_LENGTH } from './user-kind.js'

/** Where a field stands: the entry itself, its message, its usage, or a content block of the type with this name. */
export type FieldContext = 'entry' | 'message' | 'usage' | Name

type Handler = (bytes: Uint8Array, at: number) => number | undefined
type BlockHandler = (bytes: Uint8Array, at: number, block: BlockFacts) => number | undefined

export interface FactReader {
  /** The facts of the record (an object) that starts at `at`. The result is overwritten by the next call. */
  read(bytes: Uint8Array, at: number, spans: Spans): Facts
}

/** `onField` is told of every field of the entry, its message, its usage and its blocks. */
export function factReader(names: Names, onField: (context: FieldContext, key: Name) => void): FactReader {
  let facts = newFacts()
  const follows = new Int32Array(4096)
  const cursor = spanCursor()
  const { endOf } = cursor

  const text = (bytes: Uint8Array, at: number): Name =>
    bytes[at] === 0x22 ? names.intern(bytes, at + 1, endOf(bytes, at) - 1) : 0

  /** For fields that mostly repeat what the entry before said: one comparison instead of a look-up. */
  const repeated =
    (guess: () => Name) =>
    (bytes: Uint8Array, at: number): Name => {
      if (bytes[at] !== 0x22) return 0
      const end = endOf(bytes, at) - 1
      return names.is(guess(), bytes, at + 1, end) ? guess() : names.intern(bytes, at + 1, end)
    }
  // What the entry before said.
  let last = newFacts()
  const parentOf = repeated(() => last.uuid)
  const sessionOf = repeated(() => last.sessionId)
  const versionOf = repeated(() => last.version)
  const cwdOf = repeated(() => last.cwd)
  const branchOf = repeated(() => last.gitBranch)
  const slugOf = repeated(() => last.slug)

  const mark =
    (bit: number): Handler =>
    (bytes, at) => {
      if (isTrue(bytes, at)) facts.flags |= bit
      return undefined
    }

  const origin = table<Handler>({
    kind(bytes, at) {
      facts.origin = names.text(text(bytes, at))
    },
  })

  const cacheCreation = table<Handler>({
    ephemeral_5m_input_tokens(bytes, at) {
      facts.usage.cacheWrite5mTokens = numberAt(bytes, at)
    },
    ephemeral_1h_input_tokens(bytes, at) {
      facts.usage.cacheWrite1hTokens = numberAt(bytes, at)
    },
  })

  const serverTools = table<Handler>({
    web_search_requests(bytes, at) {
      facts.usage.webSearches = numberAt(bytes, at)
    },
    web_fetch_requests(bytes, at) {
      facts.usage.webFetches = numberAt(bytes, at)
    },
  })

  const usage = table<Handler>({
    input_tokens(bytes, at) {
      facts.usage.inputTokens = numberAt(bytes, at)
    },
    output_tokens(bytes, at) {
      facts.usage.outputTokens = numberAt(bytes, at)
    },
    cache_read_input_tokens(bytes, at) {
      facts.usage.cacheReadTokens = numberAt(bytes, at)
    },
    cache_creation_input_tokens(bytes, at) {
      facts.usage.cacheCreationTokens = numberAt(bytes, at)
    },
    service_tier(bytes, at) {
      facts.usage.serviceTier = text(bytes, at)
    },
    cache_creation: (bytes, at) => walk(bytes, at, cacheCreation),
    server_tool_use: (bytes, at) => walk(bytes, at, serverTools),
  })

  const message = table<Handler>({
    id(bytes, at) {
      facts.messageId = text(bytes, at)
    },
    model(bytes, at) {
      facts.model = text(bytes, at)
    },
    stop_reason(bytes, at) {
      facts.stopReason = text(bytes, at)
    },
    usage(bytes, at) {
      facts.hasUsage = bytes[at] === 0x7b
      facts.usage = newUsage()
      return walk(bytes, at, usage, 'usage')
    },
    content: readContent,
  })

  const toolUseResult = table<Handler>({
    agentId(bytes, at) {
      facts.resultAgentId = text(bytes, at)
    },
    persistedOutputPath(bytes, at) {
      facts.resultFile = text(bytes, at)
    },
    outputFile(bytes, at) {
      facts.resultFile ||= text(bytes, at)
    },
    durationMs(bytes, at) {
      facts.resultDurationMs = numberAt(bytes, at)
    },
    totalDurationMs(bytes, at) {
      facts.resultDurationMs = numberAt(bytes, at)
    },
  })

  const attachment = table<Handler>({
    type(bytes, at) {
      facts.subtype = text(bytes, at)
    },
    prompt: (bytes, at) => (bytes[at] === 0x22 ? readText(bytes, at) : readBlocks(bytes, at)),
    commandMode(bytes, at) {
      const mode = names.text(text(bytes, at))
      if (mode !== 'prompt' && mode !== 'bash') facts.origin ||= mode
    },
    origin: (bytes, at) => walk(bytes, at, origin),
  })

  const progress = table<Handler>({
    type(bytes, at) {
      facts.subtype = text(bytes, at)
    },
    agentId(bytes, at) {
      facts.progressAgentId = text(bytes, at)
    },
  })

  const thinking = table<Handler>({
    triggers(bytes, at) {
      if (bytes[at] === 0x5b && bytes[at + 1] !== 0x5d) facts.flags |= flag.THINKING_TRIGGER
    },
  })

  const entry = table<Handler>({
    type(bytes, at) {
      facts.type = text(bytes, at)
    },
    subtype(bytes, at) {
      facts.subtype = text(bytes, at)
    },
    operation(bytes, at) {
      facts.subtype = text(bytes, at)
    },
    uuid(bytes, at) {
      facts.uuid = text(bytes, at)
    },
    parentUuid(bytes, at) {
      facts.parent = parentOf(bytes, at)
    },
    logicalParentUuid(bytes, at) {
      facts.logicalParent = text(bytes, at)
    },
    sessionId(bytes, at) {
      facts.sessionId = sessionOf(bytes, at)
    },
    agentId(bytes, at) {
      facts.agentId = text(bytes, at)
    },
    version(bytes, at) {
      facts.version = versionOf(bytes, at)
    },
    cwd(bytes, at) {
      facts.cwd = cwdOf(bytes, at)
    },
    gitBranch(bytes, at) {
      facts.gitBranch = branchOf(bytes, at)
    },
    slug(bytes, at) {
      facts.slug = slugOf(bytes, at)
    },
    sourceToolUseID(bytes, at) {
      facts.sourceToolUse = text(bytes, at)
    },
    parentToolUseID(bytes, at) {
      facts.parentToolUse = text(bytes, at)
    },
    toolName(bytes, at) {
      facts.toolName = text(bytes, at)
    },
    apiBlockIndex(bytes, at) {
      facts.apiBlockIndex = numberAt(bytes, at)
    },
    isCompactSummary(bytes, at) {
      facts.isCompactSummary = isTrue(bytes, at)
    },
    timestamp(bytes, at) {
      facts.time = timestampAt(bytes, at)
      if (Number.isNaN(facts.time)) facts.flags |= flag.BAD_TIME
    },
    isSidechain: mark(flag.SIDECHAIN),
    isMeta: mark(flag.META),
    isApiErrorMessage: mark(flag.API_ERROR),
    isDeleted: mark(flag.DELETED),
    isAborted: mark(flag.ABORTED),
    isVirtual: mark(flag.VIRTUAL),
    message: readMessage,
    toolUseResult(bytes, at) {
      facts.hasToolUseResult = bytes[at] !== 0x6e
      return walk(bytes, at, toolUseResult)
    },
    attachment: (bytes, at) => walk(bytes, at, attachment),
    data: (bytes, at) => walk(bytes, at, progress),
    origin: (bytes, at) => walk(bytes, at, origin),
    thinkingMetadata: (bytes, at) => walk(bytes, at, thinking),
  })

  const block = table<BlockHandler>({
    type(bytes, at, block) {
      block.type = text(bytes, at)
    },
    id(bytes, at, block) {
      block.id ||= text(bytes, at)
    },
    tool_use_id(bytes, at, block) {
      block.id = text(bytes, at)
    },
    name(bytes, at, block) {
      block.toolName = text(bytes, at)
    },
    is_error(bytes, at, block) {
      block.isError = isTrue(bytes, at)
    },
    text: readBlockText,
    thinking: readBlockText,
    input: readBody,
    content: readBody,
  })

  const TEXT = names.of('text')
  const TOOL_USE = names.of('tool_use')
  const TOOL_RESULT = names.of('tool_result')
  const MEDIA = [names.of('image'), names.of('document')]
  const SYNTHETIC = names.of('<synthetic>')

  return {
    read(bytes, at, spans) {
      cursor.start(spans)
      last = facts
      facts = newFacts()
      walk(bytes, at, entry, 'entry')
      if (facts.model === SYNTHETIC) facts.flags |= flag.SYNTHETIC
      return facts
    },
  }

  function table<H>(handlers: Readonly<Record<string, H>>): readonly H[] {
    const result: H[] = []
    for (const [key, handler] of Object.entries(handlers)) result[names.of(key)] = handler
    return result
  }

  // Not eachMember: this is the hottest loop of all, and a call for each member costs a quarter of its time.
  function walk(bytes: Uint8Array, at: number, handlers: readonly Handler[], context?: FieldContext): number {
    if (bytes[at] !== 0x7b) return 0
    let position = firstItem(bytes, at)
    let before = 0
    while (bytes[position] === 0x22) {
      const keyEnd = stringEnd(bytes, position) - 1
      const key = keyAt(bytes, position + 1, keyEnd, before)
      if (context !== undefined) onField(context, key)
      const valueStart = valueAfterKey(bytes, keyEnd)
      position = nextItem(bytes, handlers[key]?.(bytes, valueStart) || endOf(bytes, valueStart))
      before = key
    }
    return position + 1
  }

  /** The client writes its fields in a fixed order, so the key behind `before` is mostly the one that was there last. */
  function keyAt(bytes: Uint8Array, start: number, end: number, before: Name): Name {
    const guess = follows[before]!
    if (guess !== 0 && names.is(guess, bytes, start, end)) return guess
    const key = names.intern(bytes, start, end)
    if (before < follows.length) follows[before] = key
    return key
  }

  function readMessage(bytes: Uint8Array, at: number): number {
    facts.flags |= flag.HAS_MESSAGE
    // Source documents 003 and 004: the message is a plain text (D14).
    if (bytes[at] === 0x22) return readContent(bytes, at)
    return walk(bytes, at, message, 'message')
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
    facts.flags |= flag.HAS_TEXT
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
      facts.flags |= flag.HAS_TEXT
    } else if (found.type === TOOL_USE) facts.flags |= flag.HAS_TOOL_USE
    else if (found.type === TOOL_RESULT) facts.flags |= flag.HAS_TOOL_RESULT
    else if (MEDIA.includes(found.type)) facts.hasMedia = true
    facts.contentHash ||= blockHash(bytes, found)
    facts.blocks.push(found)
    return found.end
  }

  function walkBlock(bytes: Uint8Array, at: number, found: BlockFacts): number {
    const keys: Name[] = []
    let position = firstItem(bytes, at)
    let before = 0
    while (bytes[position] === 0x22) {
      const keyEnd = stringEnd(bytes, position) - 1
      const key = keyAt(bytes, position + 1, keyEnd, before)
      keys.push(key)
      const valueStart = valueAfterKey(bytes, keyEnd)
      position = nextItem(bytes, block[key]?.(bytes, valueStart, found) || endOf(bytes, valueStart))
      before = key
    }
    // The block's type may stand behind its other fields.
    for (const key of keys) onField(found.type, key)
    return position + 1
  }

  function readBlockText(bytes: Uint8Array, at: number, block: BlockFacts): number {
    const end = endOf(bytes, at)
    if (bytes[at] === 0x22) {
      block.textStart = at + 1
      block.textEnd = end - 1
    }
    return end
  }

  function readBody(bytes: Uint8Array, at: number, block: BlockFacts): number {
    block.bodyStart = at
    block.bodyEnd = endOf(bytes, at)
    return block.bodyEnd
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

/**
 * The beginning of a text, cut neither inside an escape nor inside a character. White space before it is passed over;
 * a text that begins with an editor's note is taken whole, since the words stand behind the note.
 */
export function opening(bytes: Uint8Array, range: Range): string {
  const start = afterBlank(bytes, range.start, range.end)
  const { end } = range
  if (end - start <= OPENING_LENGTH || isEditorNote(bytes, start)) return decodeString(bytes, start, end)
  const limit = start + OPENING_LENGTH
  let cut = start
  while (cut < limit) {
    const byte = bytes[cut]!
    if (byte === 0x5c) cut += bytes[cut + 1] === 0x75 ? 6 : 2
    else cut += byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
  }
  return decodeString(bytes, start, Math.min(cut, end))
}

function afterBlank(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end) {
    const escaped = bytes[at] === 0x5c && (bytes[at + 1] === 0x6e || bytes[at + 1] === 0x72 || bytes[at + 1] === 0x74)
    if (bytes[at] !== 0x20 && !escaped) break
    at += escaped ? 2 : 1
  }
  return at
}

/** `<ide_` */
function isEditorNote(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at] === 0x3c &&
    bytes[at + 1] === 0x69 &&
    bytes[at + 2] === 0x64 &&
    bytes[at + 3] === 0x65 &&
    bytes[at + 4] === 0x5f
  )
}

function isTrue(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x74
}

/** A count; anything that is not a number is 0. */
function numberAt(bytes: Uint8Array, at: number): number {
  let value = 0
  for (let i = at; ; i++) {
    const digit = bytes[i]! - 0x30
    if (digit >= 0 && digit <= 9) value = value * 10 + digit
    else if (i === at || bytes[i] === 0x2e || (bytes[i]! | 0x20) === 0x65) return slowNumberAt(bytes, at)
    else return value
  }
}

function slowNumberAt(bytes: Uint8Array, at: number): number {
  const value = Number(decodeText(bytes, at, valueEnd(bytes, at)))
  return Number.isFinite(value) ? value : 0
}
