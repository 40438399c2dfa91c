// What is in a session: counts of everything, for one session or many.

import type { Conversation } from '../../conversation/conversation.js'
import { ABORTED, DELETED, has, kindOf, timeOf } from '../../conversation/rows.js'
import { sumUsage, type UsageTotals } from '../../conversation/usage.js'
import type { ResolvedSession } from '../../disk/index.js'
import { InputError, StorageError } from '../../format/error.js'
import type { Finding } from '../../format/finding.js'
import { type Action, type Doing, openOptions } from '../action.js'
import { tellingSize } from '../release-memory.js'
import { type OpenSession, openSession } from '../session/open-session.js'
import { locate, type Place, sessionsOf } from '../session/place.js'
import { sessionTitle } from '../session/session-title.js'

type Counts = Readonly<Record<string, number>>

export interface SessionStats {
  readonly session: {
    readonly id: string
    readonly path: string | null
    readonly project: string | null
    readonly title: string | null
    readonly slug: string | null
    readonly cwd: string | null
    readonly gitBranch: string | null
    readonly versions: Counts
    readonly models: Counts
    readonly startedAt: string | null
    readonly endedAt: string | null
  }
  readonly lines: number
  readonly bytes: number
  readonly damaged: number
  readonly entries: Counts
  readonly userKinds: Counts
  readonly messages: { readonly assistant: number; readonly user: number; readonly synthetic: number }
  readonly blocks: { readonly assistant: Counts; readonly user: Counts }
  readonly stopReasons: Counts
  readonly turns: number
  readonly marks: { readonly deleted: number; readonly aborted: number; readonly interrupted: number }
  readonly toolCalls: {
    readonly total: number
    readonly paired: number
    readonly pending: number
    readonly lost: number
    readonly orphanResults: number
    readonly duplicateIds: number
    readonly byTool: Counts
  }
  readonly graph: {
    readonly roots: number
    readonly leaves: number
    readonly forks: number
    readonly branches: number
    readonly orphans: number
    readonly orphanRate: number
    readonly linear: number
    readonly jumps: number
    readonly depth: number
    readonly compactions: number
    readonly sidechains: number
  }
  readonly usage: UsageTotals
  readonly unknown: { readonly types: Counts; readonly fields: Counts }
  /** Damage and trouble with files; `check` says more. */
  readonly findings: readonly Finding[]
}

export interface ManySessions {
  /** The latest where neither this nor `all` is given. */
  readonly sessions?: readonly string[]
  readonly all?: boolean
}

/** One of several that cannot be read does not hide the others: it is told, and they are counted. */
export const stats: Action<ManySessions, StatsOfMany> = async (place, request, doing = {}) => {
  const sessions: SessionStats[] = []
  const unread: string[] = []
  const wanted = await sessionsWanted(place, request)
  for (const [index, session] of wanted.entries()) {
    if (wanted.length > 1) doing.progress?.({ kind: 'sessions', done: index, of: wanted.length })
    try {
      sessions.push(await withOne(place, session, doing, sessionStats))
    } catch (error) {
      if (wanted.length === 1 || !(error instanceof StorageError)) throw error
      unread.push(error.message)
    }
  }
  return { sessions, totals: totalStats(sessions), unread }
}

export async function withOne<Value>(
  place: Place,
  session: ResolvedSession,
  doing: Doing,
  use: (open: OpenSession) => Value,
): Promise<Value> {
  doing.signal?.throwIfAborted()
  const options = openOptions(place, doing)
  const open = await openSession(session, { ...options, onProgress: tellingSize(options) })
  try {
    return use(open)
  } finally {
    open.close()
  }
}

export async function sessionsWanted(
  place: Place,
  { sessions = [], all = false }: ManySessions,
): Promise<readonly ResolvedSession[]> {
  if (all && sessions.length > 0)
    throw new InputError('usage', `--all cannot be used with a session (${JSON.stringify(sessions[0])})`)
  if (all)
    return sessionsOf(place).sessions.map(({ id, path, configDir }) => ({ kind: 'file' as const, id, path, configDir }))
  const references = sessions.length === 0 ? ['latest'] : sessions
  return Promise.all(references.map(one => locate(one, place, { allowStandardInput: true, allowPoint: true })))
}

export function sessionStats(open: OpenSession): SessionStats {
  const { conversation } = open
  const { inventory, messages, about, rows, unknown } = conversation
  return {
    session: {
      id: open.id,
      path: open.folder?.path ?? null,
      project: about.cwd ?? null,
      title: sessionTitle(open) ?? null,
      slug: about.slug ?? null,
      cwd: about.cwd ?? null,
      gitBranch: about.gitBranch ?? null,
      versions: inventory.versions,
      models: inventory.models,
      ...span(conversation),
    },
    lines: inventory.lines,
    bytes: inventory.bytes,
    damaged: inventory.damagedLines,
    entries: inventory.entries,
    userKinds: inventory.userKinds,
    messages: {
      assistant: messages.length,
      user: inventory.entries['user'] ?? 0,
      synthetic: messages.filter(message => message.synthetic).length,
    },
    blocks: inventory.blocks,
    stopReasons: inventory.stopReasons,
    turns: conversation.turns.count,
    marks: marks(conversation),
    toolCalls: toolCalls(conversation),
    graph: graph(conversation),
    usage: sumUsage(messages, rows.names),
    unknown,
    findings: [...conversation.findings, ...open.findings],
  }
}

/** In file order: timestamps are shown, never sorted by (D15). */
function span({ rows }: Conversation) {
  let first: string | undefined
  let last: string | undefined
  for (let row = 0; row < rows.count && first === undefined; row++) first = timeOf(rows, row)
  for (let row = rows.count - 1; row >= 0 && last === undefined; row--) last = timeOf(rows, row)
  return { startedAt: first ?? null, endedAt: last ?? null }
}

function marks({ rows }: Conversation) {
  let deleted = 0
  let aborted = 0
  let interrupted = 0
  for (let row = 0; row < rows.count; row++) {
    if (has(rows, row, DELETED)) deleted++
    if (has(rows, row, ABORTED)) aborted++
    if (kindOf(rows, row) === 'interrupt') interrupted++
  }
  return { deleted, aborted, interrupted }
}

function toolCalls({ toolCalls: { list, orphanResults, duplicateIds }, rows }: Conversation) {
  const states = { paired: 0, pending: 0, lost: 0 }
  const byTool = new Map<string, number>()
  for (const call of list) {
    states[call.state]++
    const name = rows.names.text(call.use.name)
    byTool.set(name, (byTool.get(name) ?? 0) + 1)
  }
  return {
    total: list.length,
    ...states,
    orphanResults: orphanResults.length,
    duplicateIds: duplicateIds.length,
    byTool: mostFirst(byTool),
  }
}

function graph({ graph, forks, compactions, sidechains }: Conversation) {
  const entries = graph.order.length
  return {
    roots: graph.roots.length,
    leaves: graph.leaves,
    forks: forks.length,
    branches: forks.filter(fork => fork.reason === 'branch').length,
    orphans: graph.orphans.length,
    orphanRate: entries === 0 ? 0 : graph.orphans.length / entries,
    linear: graph.linear,
    jumps: graph.jumps,
    depth: graph.maxDepth,
    compactions: compactions.length,
    sidechains: sidechains.length,
  }
}

function mostFirst(counts: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries([...counts].toSorted((a, b) => b[1] - a[1]))
}

export interface StatsOfMany {
  readonly sessions: readonly SessionStats[]
  readonly totals: StatsTotals
  /** Why others could not be read. */
  readonly unread: readonly string[]
}

export type StatsTotals = Pick<
  SessionStats,
  | 'lines'
  | 'bytes'
  | 'damaged'
  | 'entries'
  | 'userKinds'
  | 'messages'
  | 'blocks'
  | 'stopReasons'
  | 'turns'
  | 'marks'
  | 'toolCalls'
  | 'usage'
>

export function totalStats(sessions: readonly SessionStats[]): StatsTotals {
  const none: StatsTotals = {
    lines: 0,
    bytes: 0,
    damaged: 0,
    entries: {},
    userKinds: {},
    messages: { assistant: 0, user: 0, synthetic: 0 },
    blocks: { assistant: {}, user: {} },
    stopReasons: {},
    turns: 0,
    marks: { deleted: 0, aborted: 0, interrupted: 0 },
    toolCalls: { total: 0, paired: 0, pending: 0, lost: 0, orphanResults: 0, duplicateIds: 0, byTool: {} },
    usage: sumUsage([], { text: () => '' }),
  }
  return sessions.reduce<StatsTotals>((sum, one) => added(sum, one), none)
}

/** Adds up every number of `to`'s shape; records gain the keys that only the other has. */
function added<Sums extends object>(to: Sums, more: object): Sums {
  const result = new Map<string, unknown>(Object.entries(to))
  const open = Object.keys(to).length === 0
  for (const [key, value] of Object.entries(more)) {
    const before = result.get(key)
    if (typeof value === 'number') {
      if (typeof before === 'number' || before === undefined) result.set(key, ((before as number) ?? 0) + value)
    } else if (typeof before === 'object' && before !== null && typeof value === 'object' && value !== null) {
      result.set(key, added(before, value))
    } else if (open) result.set(key, value)
  }
  return Object.fromEntries(result) as Sums
}
