// One pass over the entries of a transcript: its texts, what it took, the files it touched, and its figures.

import { CONTEXT_ATTACHMENTS } from '../../conversation/attachment-kinds.js'
import type { SeenEntry } from '../../conversation/conversation.js'
import type { BlockFacts } from '../../conversation/facts.js'
import type { Names } from '../../conversation/names.js'
import { API_ERROR, ASSISTANT, ATTACHMENT, PROGRESS, SYNTHETIC } from '../../conversation/rows.js'
import { editedFile, mayTouchFiles, readFile } from '../../conversation/tool-files.js'
import type { UserKind } from '../../conversation/user-kind.js'
import { MAX_DEPTH } from '../../format/found.js'
import type { Spans } from '../../format/json/spans.js'
import { decodeString } from '../../format/json/walk.js'
import { type Searchable, searchable } from '../query/words.js'
import type { Figures, FileTouch, Text, TextField, TokenEvent } from '../store.js'
import { tokenReader } from '../usage/token-reader.js'
import { BESIDE_TYPES, besideText } from './beside-text.js'
import { imagesIn, resultText, stringsIn } from './block-text.js'
import type { SeeEntry } from './bounded-reading.js'
import { type Counting, countingFrom, noteTime, oneMore } from './figures.js'
import { LONG, type LongText, shortened } from './long-text.js'

/** A call whose result has not come yet. */
interface OpenCall {
  readonly tool: string
  readonly touch?: Omit<FileTouch, 'resultOffset'>
}

/** More than this many calls wait for no result: the oldest are given up. */
const MOST_OPEN = 1000

/** Whose text it is. */
type AboutText = Pick<Text, 'field' | 'tool' | 'isError'>

/** What was read since it was last taken away, but for the long texts. */
export interface Gathered {
  readonly texts: readonly Text[]
  readonly tokens: readonly TokenEvent[]
  readonly touches: readonly FileTouch[]
}

export interface EntryReader {
  readonly counting: Counting
  readonly see: SeeEntry
  /** How much text waits to be taken. */
  readonly waiting: number
  take(): Gathered
  takeTexts(): readonly Text[]
  /** Long texts are not held: whoever takes them reads them again, piece by piece. */
  takeLong(): readonly LongText[]
  figures(): Figures
  open(): string
}

/** What the user has said; all else that stands under that name was written by the client or a tool. */
const SAID: ReadonlySet<UserKind> = new Set(['prompt', 'command', 'bash', 'queued', 'agent-prompt'])

/** `prepare`: what becomes of a text; whoever looks at it at once takes it as it is. */
export function entryReader(
  from: Figures,
  openCalls: string,
  prepare: (text: string) => Searchable = searchable,
): EntryReader {
  const counting = countingFrom(from)
  const open = new Map<string, OpenCall>(JSON.parse(openCalls) as [string, OpenCall][])
  const figuresOf = tokenReader()
  let texts: Text[] = []
  let tokens: TokenEvent[] = []
  let touches: FileTouch[] = []
  let long: LongText[] = []
  let waiting = 0
  const word = knownWords()

  return {
    counting,
    see(seen, names, spans) {
      note(seen, names)
      // The progress of an agent may be the only trace of what it took.
      if (seen.facts.hasUsage || seen.role === PROGRESS) seeTokens(seen, spans)
      if (seen.role === ASSISTANT) seeAnswer(seen, names)
      else if (seen.kind !== undefined) seeUser(seen, seen.kind, names)
      else seeBeside(seen, names)
    },
    get waiting() {
      return waiting
    },
    take() {
      const gathered = { texts: takeTexts(), tokens, touches }
      tokens = []
      touches = []
      return gathered
    },
    takeTexts,
    takeLong() {
      const taken = long
      long = []
      return taken
    },
    figures: () => countingFrom(counting),
    open: () => JSON.stringify([...open]),
  }

  function takeTexts(): readonly Text[] {
    const taken = texts
    texts = []
    waiting = 0
    return taken
  }

  function note({ facts, kind }: SeenEntry, names: Names): void {
    counting.entries++
    noteTime(counting, facts.time)
    if (facts.gitBranch !== 0) oneMore(counting.branches, word(names, facts.gitBranch))
    if (facts.cwd !== 0) counting.cwd ??= names.text(facts.cwd)
    if (facts.model !== 0 && (facts.flags & SYNTHETIC) === 0) oneMore(counting.models, word(names, facts.model))
    if (facts.subtype !== 0 && word(names, facts.subtype) === 'compact_boundary') counting.compactions++
    if (kind === 'prompt' || kind === 'queued') counting.prompts++
    for (const { type } of facts.blocks) {
      if (type !== 0 && isMedia(word(names, type))) counting.images++
    }
  }

  function seeTokens({ bytes, start, found }: SeenEntry, spans: Spans): void {
    const event = figuresOf.read(bytes, start, spans, found.line, found.offset)
    if (event) tokens.push(event)
  }

  function seeAnswer(seen: SeenEntry, names: Names): void {
    const { facts } = seen
    counting.answers++
    const isError = (facts.flags & API_ERROR) !== 0
    if (facts.content === 'string') addRanges(seen, 'answer', isError)
    for (const block of facts.blocks) seeAnswerBlock(seen, block, names, isError)
  }

  function seeAnswerBlock(seen: SeenEntry, block: BlockFacts, names: Names, isError: boolean): void {
    const type = word(names, block.type)
    if (block.textEnd > 0) addWords(seen, block, type === 'thinking' ? 'thinking' : 'answer', isError)
    else if (block.toolName !== 0 && block.bodyEnd > 0) {
      const tool = word(names, block.toolName)
      counting.toolCalls++
      const input = decoded(seen, block, { field: 'input', tool, isError: false })
      addBlock(seen, block, 'input', stringsIn(input), tool, false)
      if (block.id !== 0) wait(names.text(block.id), { tool, ...touchOf(seen, block, tool, input) })
    } else if (block.bodyEnd > 0 && /_tool_result$/.test(type)) seeResult(seen, block, names)
  }

  function touchOf(seen: SeenEntry, block: BlockFacts, tool: string, input: unknown): Pick<OpenCall, 'touch'> {
    if (!mayTouchFiles(tool) || typeof input !== 'object' || input === null) return {}
    const call = { name: tool, input: input as Readonly<Record<string, unknown>> }
    const edited = editedFile(call)
    const path = edited ?? readFile(call)
    if (path === undefined) return {}
    const did = edited === undefined ? 'read' : 'changed'
    return { touch: { path, did, tool, line: seen.found.line, ...placeOf(seen, block), time: timeOf(seen) } }
  }

  function wait(id: string, call: OpenCall): void {
    open.set(id, call)
    if (open.size > MOST_OPEN) open.delete(open.keys().next().value!)
  }

  function seeUser(seen: SeenEntry, kind: UserKind, names: Names): void {
    const { facts } = seen
    const field: TextField = SAID.has(kind) ? 'prompt' : 'output'
    if (facts.content === 'string' || (facts.blocks.length === 0 && facts.texts.length > 0))
      addRanges(seen, field, false)
    for (const block of facts.blocks) {
      if (block.textEnd > 0) addWords(seen, block, field, false)
      else if (block.bodyEnd > 0 && /(^|_)tool_result$/.test(word(names, block.type))) seeResult(seen, block, names)
    }
  }

  /** What stands there is found and shown again by its whole entry. */
  function seeBeside(seen: SeenEntry, names: Names): void {
    const { facts, found, bytes, start } = seen
    if (!BESIDE_TYPES.has(word(names, facts.type)) || found.depth > MAX_DEPTH) return
    if (seen.role === ATTACHMENT && CONTEXT_ATTACHMENTS.has(word(names, facts.subtype))) return
    const { json, long: cut } = shortened(bytes, start, start + found.length)
    const beside = besideText(JSON.parse(json))
    const place = { offset: found.offset, length: found.length }
    if (beside) add(seen, beside.field, beside.text, place, null, beside.isError)
    for (const { start, end } of cut)
      addLong(seen, { start: start + 1, end: end - 1 }, { field: 'output', tool: null, isError: false, ...beside })
  }

  function seeResult(seen: SeenEntry, block: BlockFacts, names: Names): void {
    const id = names.text(block.id)
    const call = open.get(id)
    open.delete(id)
    if (block.isError) counting.failedCalls++
    const about: AboutText = { field: 'output', tool: call?.tool ?? null, isError: block.isError }
    const content = decoded(seen, block, about)
    counting.images += imagesIn(content)
    addBlock(seen, block, about.field, resultText(content), about.tool, about.isError)
    // What failed has changed nothing.
    if (call?.touch && !block.isError) touches.push({ ...call.touch, resultOffset: seen.found.offset })
  }

  /** The text of a block that says something. */
  function addWords(seen: SeenEntry, block: BlockFacts, field: TextField, isError: boolean): void {
    const { textStart: start, textEnd: end } = block
    if (end - start > LONG) addLong(seen, { start, end }, { field, tool: null, isError })
    else addBlock(seen, block, field, decodeString(seen.bytes, start, end), null, isError)
  }

  /** Input or content, without its long texts; what is nested too deep to be handled safely counts as nothing. */
  function decoded(seen: SeenEntry, { bodyStart, bodyEnd }: BlockFacts, about: AboutText): unknown {
    const isText = seen.bytes[bodyStart] === 0x22
    if (isText && bodyEnd - bodyStart <= LONG) return decodeString(seen.bytes, bodyStart + 1, bodyEnd - 1)
    if (!isText && seen.found.depth > MAX_DEPTH) return undefined
    const { json, long: cut } = shortened(seen.bytes, bodyStart, bodyEnd)
    for (const { start, end } of cut) addLong(seen, { start: start + 1, end: end - 1 }, about)
    return JSON.parse(json)
  }

  /** Content that is a plain text. */
  function addRanges(seen: SeenEntry, field: TextField, isError: boolean): void {
    for (const { start, end } of seen.facts.texts) {
      if (end - start > LONG) {
        addLong(seen, { start, end }, { field, tool: null, isError })
        continue
      }
      const offset = seen.found.offset + start - 1 - seen.start
      add(seen, field, decodeString(seen.bytes, start, end), { offset, length: end - start + 2 }, null, isError)
    }
  }

  /** The range is the inside of a string. */
  function addLong(
    seen: SeenEntry,
    { start, end }: { readonly start: number; readonly end: number },
    { field, tool, isError }: AboutText,
  ): void {
    const offset = seen.found.offset + start - 1 - seen.start
    long.push({ field, tool, isError, line: seen.found.line, offset, length: end - start + 2, time: timeOf(seen) })
  }

  function addBlock(
    seen: SeenEntry,
    block: BlockFacts,
    field: TextField,
    text: string,
    tool: string | null,
    isError: boolean,
  ): void {
    add(seen, field, text, placeOf(seen, block), tool, isError)
  }

  function add(
    seen: SeenEntry,
    field: TextField,
    text: string,
    place: { readonly offset: number; readonly length: number },
    tool: string | null,
    isError: boolean,
  ): void {
    // A result that says nothing can still have failed.
    if (text === '' && !isError && tool === null) return
    const { words, parts } = prepare(text)
    waiting += words.length + 200
    texts.push({ field, words, parts, line: seen.found.line, ...place, tool, isError, time: timeOf(seen) })
  }
}

/** Types, models and tools are the same over and over: each is decoded once. */
export type KnownWords = (names: Names, name: number) => string

function knownWords(): KnownWords {
  let of: Names | undefined
  let known = new Map<number, string>()
  return (names, name) => {
    if (of !== names || known.size > 10_000) {
      of = names
      known = new Map()
    }
    let text = known.get(name)
    if (text === undefined) {
      text = names.text(name)
      known.set(name, text)
    }
    return text
  }
}

function placeOf({ found, start }: SeenEntry, block: BlockFacts) {
  return { offset: found.offset + block.start - start, length: block.end - block.start }
}

function timeOf({ facts }: SeenEntry): number | null {
  return Number.isNaN(facts.time) ? null : facts.time
}

function isMedia(type: string): boolean {
  return type === 'image' || type === 'document'
}
