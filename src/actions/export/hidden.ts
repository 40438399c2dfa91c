// A session to read, without its secrets: each entry is read with placeholders in their places, found as `redact` finds
// them; and every text of what is shown is looked at once more, since a title or a name may come from elsewhere.

import { withCutResults } from '../../conversation/cut-results.js'
import { openSource, type ResolvedSession } from '../../disk/index.js'
import type { SessionEntry } from '../../format/entries/index.js'
import { decodeText } from '../../format/json/walk.js'
import type { SecretStretch } from '../../reshape/redact/index.js'
import { SECRET_RULES, type SecretScanner } from '../../secrets/index.js'
import { type Doing, openOptions, timeAt } from '../action.js'
import type { ShowReport } from '../read/show/report.js'
import { contentFor, type Mark } from '../redact/content-for.js'
import { type FoundSecret, findSecrets } from '../redact/find-secrets.js'
import { marker, personalRules } from '../redact/redact.js'
import { releaseMemory } from '../release-memory.js'
import { openForChange } from '../reshape/reshape-source.js'
import type { OpenAgent } from '../session/agents.js'
import type { OpenConversation, OpenSession } from '../session/open-session.js'
import type { Place } from '../session/place.js'

export interface Hidden {
  /** For a review. */
  readonly list: readonly FoundSecret[]
  /** By the path of a transcript and its row. */
  readonly stretches: ReadonlyMap<string, ReadonlyMap<number, readonly SecretStretch[]>>
  agents(agents: readonly OpenAgent[]): readonly OpenAgent[]
  report(report: ShowReport): ShowReport
}

export interface HiddenOptions {
  readonly redact?: boolean
  readonly paths?: boolean
  readonly names?: boolean
}

const NOTHING: Hidden = { list: [], stretches: new Map(), agents: all => all, report: one => one }

export async function hiddenIn(
  place: Place,
  session: ResolvedSession & { readonly kind: 'file' },
  options: HiddenOptions,
  doing: Doing,
): Promise<Hidden> {
  if (options.redact === false) return NOTHING
  const open = await openForChange(session, timeAt(place), { ...openOptions(place, doing), agentFacts: true })
  try {
    releaseMemory(open.state.size)
    const mark = marker()
    const rules = [...SECRET_RULES, ...personalRules(place, options, open)]
    const { found, list, scanner, hideParts } = await findSecrets(open, rules, mark)
    const { folder } = open.source
    const stretches = new Map([[folder.path, found.main.rows]])
    for (const [position, { rows }] of found.agents) stretches.set(folder.agents[position]!.path, rows)
    const text = textHider(scanner, mark)
    return {
      list,
      stretches,
      agents: agents => hiddenAgents(agents, stretches),
      report: report => hiddenReport(withTitle(report, hideParts), text),
    }
  } finally {
    open.close()
    // Records of hundreds of megabytes may be left behind, and the next reading comes to hold them as well (I5).
    releaseMemory(open.state.size)
  }
}

export function withHidden(open: OpenSession, { stretches }: Hidden): OpenSession {
  const path = open.folder?.path
  return path === undefined ? open : { ...open, ...withStretches(open, path, stretches.get(path)) }
}

/** Agents are told to be another's by his conversation: all are taken for their new ones. */
function hiddenAgents(agents: readonly OpenAgent[], stretches: Hidden['stretches']): readonly OpenAgent[] {
  const made = new Map<OpenConversation, OpenConversation>()
  for (const { open, file } of agents)
    if (file) made.set(open, withStretches(open, file.path, stretches.get(file.path)))
  const now = (open: OpenConversation): OpenConversation => made.get(open) ?? open
  return agents.map(agent => ({
    ...agent,
    open: now(agent.open),
    link: agent.link && { ...agent.link, owner: now(agent.link.owner) },
  }))
}

function withStretches(
  open: OpenConversation,
  path: string,
  stretches: ReadonlyMap<number, readonly SecretStretch[]> | undefined,
): OpenConversation {
  if (!stretches || stretches.size === 0) return open
  const hiddenBytes = (row: number, own: readonly SecretStretch[]): Uint8Array => {
    const { rows } = open.conversation
    const source = openSource(path)
    try {
      return spliced(source.read(rows.offset[row]!, rows.length[row]!), own)
    } finally {
      source.close()
    }
  }
  const json = (row: number): string => {
    const own = stretches.get(row)
    if (!own) return open.json(row)
    const bytes = hiddenBytes(row, own)
    return decodeText(bytes, 0, bytes.length)
  }
  return {
    get conversation() {
      return open.conversation
    },
    json,
    entry(row) {
      const entry = open.entry(row)
      return entry && stretches.has(row) ? (JSON.parse(json(row)) as SessionEntry) : entry
    },
    entryCut(row) {
      const own = stretches.get(row)
      const entry = open.entryCut(row)
      return entry && own ? (withCutResults(hiddenBytes(row, own)) as SessionEntry) : entry
    },
    close: () => open.close(),
  }
}

interface Stretch {
  readonly start: number
  readonly end: number
  readonly content: Uint8Array
}

function spliced(bytes: Uint8Array, stretches: readonly Stretch[]): Uint8Array {
  const parts: Uint8Array[] = []
  let place = 0
  for (const { start, end, content } of stretches.toSorted((a, b) => a.start - b.start)) {
    parts.push(bytes.subarray(place, start), content)
    place = end
  }
  return Buffer.concat([...parts, bytes.subarray(place)])
}

/** Shorter than this is no secret. */
const SHORTEST = 4

function textHider(scanner: SecretScanner, mark: Mark): (text: string) => string {
  return text => {
    if (text.length < SHORTEST) return text
    const bytes = new TextEncoder().encode(text)
    const hits = scanner.scan(bytes, 'text')
    if (hits.length === 0) return text
    const stretches = hits.map(hit => ({
      start: hit.start,
      end: hit.end,
      content: contentFor(hit, mark),
    }))
    return new TextDecoder().decode(spliced(bytes, stretches))
  }
}

/** A title is the beginning of a text: a secret in it may be cut. */
function withTitle(report: ShowReport, hide: (text: string) => string): ShowReport {
  const { title } = report.session
  return title === undefined ? report : { ...report, session: { ...report.session, title: hide(title) } }
}

/** Turn by turn, as they are read. */
function hiddenReport(report: ShowReport, text: (text: string) => string): ShowReport {
  const { turns, ...rest } = report
  return {
    ...(hiddenValue(rest, text) as Omit<ShowReport, 'turns'>),
    turns: {
      *[Symbol.iterator]() {
        for (const turn of turns) yield hiddenValue(turn, text) as typeof turn
      },
    },
  }
}

function hiddenValue(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map(one => hiddenValue(one, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [text(key), hiddenValue(one, text)]))
}
