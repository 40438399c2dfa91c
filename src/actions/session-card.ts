// A session at a glance, from the beginning and the end of its file: what lists and references need.
//
// The price does not depend on the size of the file. What stands only in the middle is not seen; a title is written
// again and again towards the end by the clients that have one.

import { basename, dirname, join } from 'node:path'
import { conversationBuilder } from '../conversation/conversation.js'
import { promptText } from '../conversation/prompt-text.js'
import { kindOf } from '../conversation/rows.js'
import { type ListedSession, type Peek, type PeekedEntry, peek } from '../disk/index.js'
import type { SessionEntry } from '../format/entries/index.js'
import { NO_SPANS } from '../format/json/spans.js'
import { SESSION_ENDING, TITLE_FILE } from '../format/session-folder.js'
import { titleIn } from './session-title.js'

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
  readonly gitBranch: string | null
  readonly version: string | null
  readonly entrypoint: string | null
  /** False where the client would refuse it: no uuid as name (R-F8), or nothing that was said (R-F14). */
  readonly resumable: boolean
  /** Nothing but titles or bookkeeping: no prompt and no answer. */
  readonly empty: boolean
}

const HEAD = 32 * 1024
const LARGER_HEAD = 512 * 1024

export function readCard(session: ListedSession): SessionCard {
  let seen = peek(session.path, { headBytes: HEAD, tailBytes: HEAD, root: session.configDir })
  let facts = gather(seen)
  // The first entries of new clients are long (the recorded system prompt): look a little further.
  if (!seen.whole && (facts.firstPrompt === undefined || facts.cwd === undefined)) {
    seen = peek(session.path, { headBytes: LARGER_HEAD, tailBytes: HEAD, root: session.configDir })
    facts = gather(seen)
  }
  const titles = titlesOf(session, facts)
  return {
    id: session.id,
    path: session.path,
    project: facts.cwd ?? null,
    title: titles[0] ?? null,
    titles,
    firstPrompt: facts.firstPrompt ?? null,
    updatedAt: new Date(session.mtimeMs).toISOString(),
    bytes: session.size,
    gitBranch: facts.gitBranch ?? null,
    version: facts.version ?? null,
    entrypoint: facts.entrypoint ?? null,
    resumable: session.resumable && facts.hasTalk,
    empty: !facts.hasTalk,
  }
}

interface CardFacts {
  cwd: string | undefined
  gitBranch: string | undefined
  version: string | undefined
  entrypoint: string | undefined
  firstPrompt: string | undefined
  customTitle: string | undefined
  aiTitle: string | undefined
  summary: string | undefined
  hasTalk: boolean
}

function gather(seen: Peek): CardFacts {
  const facts: CardFacts = {
    cwd: undefined,
    gitBranch: undefined,
    version: undefined,
    entrypoint: undefined,
    firstPrompt: undefined,
    customTitle: undefined,
    aiTitle: undefined,
    summary: undefined,
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
  switch (entry['type']) {
    case 'custom-title':
      facts.customTitle = text('customTitle') ?? facts.customTitle
      return
    case 'ai-title':
      facts.aiTitle = text('aiTitle') ?? facts.aiTitle
      return
    case 'summary':
      facts.summary ??= text('summary')
      return
    case 'assistant':
      facts.hasTalk = true
      return
    case 'user':
      facts.hasTalk = true
      if (inHead && facts.firstPrompt === undefined && isPrompt(peeked)) {
        facts.firstPrompt = promptText(entry as unknown as SessionEntry).trim() || undefined
      }
  }
}

/** The one rule for what a prompt is (D3), asked for one entry. */
function isPrompt(peeked: PeekedEntry): boolean {
  const builder = conversationBuilder()
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
  return kindOf(builder.finish().rows, 0) === 'prompt'
}

/** As the client's own list shows them: the name given, the name found, the first prompt; older clients had summaries. */
function titlesOf(session: ListedSession, facts: CardFacts): readonly string[] {
  const fromFile = titleInFile(session)
  const firstLine = facts.firstPrompt?.split('\n', 1)[0]
  const all = [fromFile, facts.customTitle, facts.aiTitle, facts.summary, firstLine]
  return [...new Set(all.filter(title => title !== undefined && title.trim() !== ''))] as readonly string[]
}

function titleInFile({ path }: ListedSession): string | undefined {
  const folder = dirname(path)
  return titleIn(join(folder, basename(path, SESSION_ENDING), TITLE_FILE), folder)
}
