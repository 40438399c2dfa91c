// A session at a glance, from the beginning and the end of its file: what lists and references need.
//
// The price does not depend on the size of the file. What stands only in the middle is not seen; a title is written
// again and again towards the end by the clients that have one.

import { conversationBuilder } from '../../conversation/conversation.js'
import { promptText } from '../../conversation/prompt-text.js'
import { promptTitle } from '../../conversation/prompt-title.js'
import { contextWindow } from '../../conversation/usage.js'
import { type ListedSession, type Peek, type PeekedEntry, type PeekOptions, peek } from '../../disk/index.js'
import { peekIn } from '../../disk/peek.js'
import type { SessionEntry } from '../../format/entries/index.js'
import { NO_SPANS } from '../../format/json/spans.js'
import { titleInFile } from './title-file.js'

export interface SessionCard {
  readonly id: string
  readonly path: string
  /** The directory that the session worked in, as its entries say; never decoded from the folder's name. */
  readonly project: string | null
  readonly title: string | null
  /** All names that it goes by, the one shown first. */
  readonly titles: readonly string[]
  readonly firstPrompt: string | null
  readonly updatedAt: string
  readonly bytes: number
  /** On all branches, as `stats` counts them; null where they were not counted. */
  readonly turns: number | null
  readonly gitBranch: string | null
  /** Of the last answer. */
  readonly model: string | null
  /** What the last request held and its answer added, as the client recorded it; null where that is not near the end. */
  readonly contextTokens: number | null
  /** The window of that model. */
  readonly contextWindow: number | null
  /** The session that it was made from, where its entries or a receipt say so. */
  readonly madeFrom: string | null
  readonly version: string | null
  readonly entrypoint: string | null
  /** False where the client would refuse it: no uuid as name (R-F8), or nothing that was said (R-F14). */
  readonly resumable: boolean
  /** Nothing but titles or bookkeeping: no prompt and no answer. */
  readonly empty: boolean
  /** Of the team's: the machine that shipped it. */
  readonly machine?: string
  /** Of a list of the archive: since when it is there, and whether it is no longer on disk. */
  readonly archived?: { readonly at: string; readonly deleted: boolean }
}

const HEAD = 32 * 1024
const LARGER_HEAD = 512 * 1024

export function readCard(session: ListedSession): SessionCard {
  const facts = lookAt(options => peek(session.path, { ...options, root: session.configDir }))
  const titles = titlesOf(facts, titleInFile(session.path))
  return {
    id: session.id,
    path: session.path,
    project: facts.cwd ?? null,
    title: titles[0] ?? null,
    titles,
    firstPrompt: facts.firstPrompt ?? null,
    updatedAt: new Date(session.mtimeMs).toISOString(),
    bytes: session.size,
    turns: null,
    gitBranch: facts.gitBranch ?? null,
    model: facts.model ?? null,
    contextTokens: facts.contextTokens ?? null,
    contextWindow: facts.contextTokens === undefined ? null : contextWindow(facts.model ?? '', facts.contextTokens),
    madeFrom: facts.madeFrom ?? null,
    version: facts.version ?? null,
    entrypoint: facts.entrypoint ?? null,
    resumable: session.resumable && facts.hasTalk,
    empty: !facts.hasTalk,
  }
}

export interface TitleCard {
  readonly path: string
  readonly titles: readonly string[]
  readonly version: string | null
}

/** What a session is called, wherever its file lies. */
export function readTitles(path: string, root: string | undefined): TitleCard {
  const facts = lookAt(options => peek(path, { ...options, ...(root === undefined ? {} : { root }) }))
  return { path, titles: titlesOf(facts, titleInFile(path)), version: facts.version ?? null }
}

/** The same of one that came through standard input. */
export function titlesInMemory(bytes: Uint8Array): readonly string[] {
  return titlesOf(lookAt(options => peekIn(bytes, options)))
}

function lookAt(look: (options: PeekOptions) => Peek): CardFacts {
  const seen = look({ headBytes: HEAD, tailBytes: HEAD })
  const facts = gather(seen)
  const hasWords = facts.firstPrompt !== undefined || !isHousekeeping(facts.firstCommand)
  // The first entries of new clients are long (the recorded system prompt): look a little further.
  return seen.whole || (hasWords && facts.cwd !== undefined)
    ? facts
    : gather(look({ headBytes: LARGER_HEAD, tailBytes: HEAD }))
}

interface CardFacts {
  cwd: string | undefined
  gitBranch: string | undefined
  model: string | undefined
  contextTokens: number | undefined
  madeFrom: string | undefined
  version: string | undefined
  entrypoint: string | undefined
  firstPrompt: string | undefined
  firstCommand: string | undefined
  customTitle: string | undefined
  aiTitle: string | undefined
  summaries: { readonly text: string; readonly leaf: unknown }[]
  uuids: Set<unknown>
  hasTalk: boolean
}

function gather(seen: Peek): CardFacts {
  const facts: CardFacts = {
    cwd: undefined,
    gitBranch: undefined,
    model: undefined,
    contextTokens: undefined,
    madeFrom: undefined,
    version: undefined,
    entrypoint: undefined,
    firstPrompt: undefined,
    firstCommand: undefined,
    customTitle: undefined,
    aiTitle: undefined,
    summaries: [],
    uuids: new Set(),
    hasTalk: !seen.whole,
  }
  for (const entry of seen.head) note(facts, entry, true)
  for (const entry of seen.tail) note(facts, entry, false)
  return facts
}

function note(facts: CardFacts, peeked: PeekedEntry, inHead: boolean): void {
  const entry = peeked.value() as Readonly<Record<string, unknown>> | undefined
  if (!entry) return
  const text = (key: string): string | undefined => {
    const value = entry[key]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  facts.cwd ??= text('cwd')
  facts.gitBranch = text('gitBranch') ?? facts.gitBranch
  facts.version = text('version') ?? facts.version
  facts.entrypoint ??= text('entrypoint')
  facts.uuids.add(entry['uuid'])
  const forked = entry['forkedFrom'] as { readonly sessionId?: unknown } | null | undefined
  if (typeof forked?.sessionId === 'string') facts.madeFrom ??= forked.sessionId
  switch (entry['type']) {
    case 'custom-title':
      facts.customTitle = text('customTitle') ?? text('title') ?? facts.customTitle
      return
    case 'ai-title':
      facts.aiTitle = text('aiTitle') ?? facts.aiTitle
      return
    case 'summary':
      facts.summaries.push({ text: text('summary') ?? '', leaf: entry['leafUuid'] })
      return
    case 'assistant':
      facts.hasTalk = true
      if (entry['isSidechain'] !== true) noteAnswer(facts, entry['message'])
      return
    case 'system':
      // What was sent before is not what will be sent.
      if (entry['subtype'] === 'compact_boundary') facts.contextTokens = undefined
      return
    case 'user':
      facts.hasTalk = true
      if (inHead && facts.firstPrompt === undefined) noteWords(facts, peeked, entry as unknown as SessionEntry)
  }
}

function noteWords(facts: CardFacts, peeked: PeekedEntry, entry: SessionEntry): void {
  const kind = userKindOf(peeked)
  if (kind === 'prompt') facts.firstPrompt = promptText(entry).trim() || undefined
  if (kind !== 'command') return
  const command = promptText(entry).trim() || undefined
  if (facts.firstCommand === undefined || (isHousekeeping(facts.firstCommand) && !isHousekeeping(command)))
    facts.firstCommand = command
}

/** The client's own words, in the name of no model, tell nothing of either. */
function noteAnswer(facts: CardFacts, message: unknown): void {
  const { model, usage } = (message ?? {}) as { readonly model?: unknown; readonly usage?: unknown }
  if (typeof model !== 'string' || model === '<synthetic>') return
  facts.model = model
  const figures = (usage ?? {}) as Readonly<Record<string, unknown>>
  const tokens = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens', 'output_tokens']
    .map(name => figures[name])
    .filter(figure => typeof figure === 'number')
    .reduce((sum, figure) => sum + figure, 0)
  if (tokens > 0) facts.contextTokens = tokens
}

/** Commands of the client about itself, which say nothing of what a session is about. */
const HOUSEKEEPING =
  /^\/(add-dir|clear|compact|config|context|cost|doctor|effort|exit|fast|help|hooks|ide|login|logout|mcp|memory|model|permissions|plugin|rename|resume|status|statusline|terminal-setup|theme|usage|vim)(\s|$)/

function isHousekeeping(command: string | undefined): boolean {
  return command === undefined || HOUSEKEEPING.test(command)
}

/** The one rule for what a prompt is (D3), asked for one entry. */
export function userKindOf(peeked: PeekedEntry): string | undefined {
  let kind: string | undefined
  const builder = conversationBuilder(seen => {
    kind = seen.kind
  })
  const length = peeked.bytes.length
  const whole = {
    kind: 'entry',
    line: 1,
    offset: 0,
    length,
    ending: '',
    before: 'nothing',
    afterDamage: false,
  } as const
  builder.entry({ ...whole, depth: 1 }, peeked.bytes, 0, NO_SPANS)
  return kind
}

/**
 * As the client's own list shows them: the name given, the name found, the first prompt; older clients had summaries.
 * A session that was begun by a command and never prompted is called after the command.
 */
function titlesOf(facts: CardFacts, fromFile?: string): readonly string[] {
  const { firstPrompt, firstCommand, summaries, uuids } = facts
  // Most summaries name a leaf of another session (D6).
  const summary = summaries.findLast(one => uuids.has(one.leaf))?.text
  const words = (firstPrompt === undefined ? undefined : promptTitle(firstPrompt)) ?? firstCommand
  const all = [fromFile, facts.customTitle, facts.aiTitle, summary, words]
  return [...new Set(all.filter(title => title !== undefined && title.trim() !== ''))] as readonly string[]
}
