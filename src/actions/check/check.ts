// Checks sessions: one, several, a folder of them, or all there are.

import { dirname, resolve } from 'node:path'
import { sessionRules } from '../../check/check.js'
import { dialect004 } from '../../check/dialects/dialect-004.js'
import type { Surroundings } from '../../check/family.js'
import { remedyCall } from '../../check/remedies.js'
import { sentBy } from '../../check/sent.js'
import { contextReader, profileFor } from '../../context/index.js'
import { cleanupDays } from '../../disk/client-settings.js'
import {
  agentsBeside,
  type FileFinding,
  findSessionFolder,
  type ResolvedSession,
  readRecords,
  sessionsIn,
} from '../../disk/index.js'
import { resolveRegular } from '../../disk/regular-file.js'
import { InputError } from '../../format/error.js'
import type { Finding, Severity } from '../../format/finding.js'
import type { RecordSink } from '../../format/found.js'
import { type AgentFile, isSessionId } from '../../format/session-folder.js'
import { inConfigDir, shellWord } from '../../format/shell-word.js'
import { type Action, type EachSession, eachSession, timeAt } from '../action.js'
import { type HistoryOfMany, historyOfMany } from '../redact/secrets-in-history.js'
import { releaseMemory, tellingSize } from '../release-memory.js'
import { agentOrigins } from '../session/agent-origins.js'
import { locate, type Place, sessionsOf } from '../session/place.js'
import { secretSearch } from './secret-findings.js'

export interface CheckedFinding extends Finding {
  /** Id of the session. */
  readonly session: string
}

export interface CheckReport {
  readonly findings: readonly CheckedFinding[]
  readonly summary: {
    readonly sessions: number
    /** Nothing that costs anything: cosmetic findings at most. */
    readonly sound: number
    readonly bySeverity: Readonly<Record<Severity, number>>
    readonly byCode: Readonly<Record<string, number>>
  }
}

export interface CheckRequest extends Pick<CheckOptions, 'client' | 'dialect' | 'secrets'> {
  /** Sessions, and folders of sessions; the latest session where neither this nor `all` is given. */
  readonly sessions?: readonly string[]
  readonly all?: boolean
}

export const check: Action<CheckRequest, CheckReport> = async (
  place,
  { client, dialect, secrets = false, ...which },
  doing = {},
) =>
  checkSessions(await sessionsToCheck(place, which), {
    now: timeAt(place),
    client,
    dialect,
    secrets,
    configDir: place.configDir,
    ...eachSession(doing),
  })

/** Sessions and folders of sessions, as files. */
export async function sessionsToCheck(
  place: Place,
  { sessions = [], all = false }: Pick<CheckRequest, 'sessions' | 'all'>,
): Promise<readonly SessionFile[]> {
  if (all) return sessionsOf(place).sessions.map(one => ({ kind: 'file' as const, ...one }))
  const found: SessionFile[] = []
  for (const reference of sessions.length === 0 ? ['latest'] : sessions) {
    // Where sessions are kept open for others, no path names one.
    const folder = place.kept ? undefined : sessionsIn(reference, place.cwd)
    if (folder) found.push(...folder.sessions.map(one => ({ kind: 'file' as const, ...one })))
    else {
      const session = await locate(reference, place, { allowPoint: true })
      if (session.kind !== 'file')
        throw new InputError('usage', 'check takes session files and folders, not standard input')
      found.push(session)
    }
  }
  return found
}

export interface CheckOptions extends EachSession {
  readonly now: number
  /** The client that is to resume it; the newest that is known where nothing is said. */
  readonly client?: string | undefined
  /** Instead of what the settings in the session's config dir say. */
  readonly cleanupDays?: number
  /** Also the rules of this source document, which the client knows nothing of. */
  readonly dialect?: '004' | undefined
  /** Also secrets, in the session and beside it. */
  readonly secrets?: boolean
  /** `--config-dir`, where it was given: the calls that mend a finding need it too. */
  readonly configDir?: string | undefined
}

export type SessionFile = ResolvedSession & { readonly kind: 'file' }

/** Reads one session at a time: memory does not grow with their number. */
export async function checkSessions(sessions: readonly SessionFile[], options: CheckOptions): Promise<CheckReport> {
  const findings: CheckedFinding[] = []
  const besideOf = besideFinder()
  const history = historyOfMany()
  let sound = 0
  for (const [index, session] of sessions.entries()) {
    options.onSession?.(index, sessions.length)
    options.signal?.throwIfAborted()
    const found = await checkSession(session, options, besideOf, history)
    if (found.every(one => one.severity === 'cosmetic')) sound++
    for (const finding of found)
      findings.push({ session: session.id, ...finding, ...fixOf(finding, session, options.configDir) })
  }
  return { findings, summary: { sessions: sessions.length, sound, ...tallies(findings) } }
}

/** The command that mends it, with the session as one would name it. */
function fixOf({ code }: Finding, { id, path, configDir }: SessionFile, given?: string): Pick<Finding, 'fix'> {
  const fix = remedyCall(code, configDir === undefined || !isSessionId(id) ? shellWord(path) : id)
  return fix === undefined ? {} : { fix: inConfigDir(fix, given) }
}

interface Beside {
  readonly agents: ReadonlyMap<string, readonly AgentFile[]>
  readonly findings: readonly FileFinding[]
}

/** The agents beside the sessions of a project (2.0), found and complained about once, however many sessions it has. */
function besideFinder(): (path: string) => Beside {
  const found = new Map<string, Beside['agents']>()
  return path => {
    const folder = dirname(resolve(path))
    const findings: FileFinding[] = []
    const agents = found.get(folder) ?? agentsBeside(folder, findings)
    found.set(folder, agents)
    return { agents, findings }
  }
}

async function checkSession(
  { path, configDir }: SessionFile,
  options: CheckOptions,
  besideOf: (path: string) => Beside,
  history: HistoryOfMany,
): Promise<readonly Finding[]> {
  const rules = sessionRules(options.dialect === '004' ? [dialect004] : [])
  const reader = contextReader(rules.entry)
  const search = options.secrets === true ? secretSearch(history) : undefined
  const sink = search ? seenByBoth(reader, search.sink) : reader
  const { problem } = await readRecords(path, sink, { onProgress: tellingSize({}) })
  if (problem) return [problem]
  const beside = besideOf(path)
  const { folder, findings } = findSessionFolder(path, configDir, { beside: beside.agents })
  const file = resolveRegular(path)
  const surroundings: Surroundings = {
    folder,
    now: options.now,
    cleanupDays: options.cleanupDays ?? cleanupDays(configDir),
    agentOrigins: agentOrigins(folder.agents),
    ...(file.kind === 'resolved' ? { mtimeMs: file.stats.mtimeMs } : {}),
  }
  const reading = reader.finish()
  releaseMemory(reading.conversation.inventory.bytes)
  const secrets = search ? await search.findings(folder, reading.conversation.about.cwd) : []
  const sent = sentBy(reading, profileFor(options.client))
  const all = [...rules.findings(sent, surroundings), ...secrets, ...findings, ...beside.findings]
  return search ? all.toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity)) : all
}

function seenByBoth(checker: RecordSink, search: Pick<RecordSink, 'entry' | 'gap'>): RecordSink {
  return {
    ...checker,
    entry(entry, bytes, start, spans) {
      checker.entry(entry, bytes, start, spans)
      search.entry(entry, bytes, start, spans)
    },
    gap(gap, bytes, start) {
      checker.gap(gap, bytes, start)
      search.gap(gap, bytes, start)
    },
  }
}

function tallies(findings: readonly Finding[]) {
  const bySeverity = { refuses: 0, loses: 0, cosmetic: 0 }
  const byCode = new Map<string, number>()
  for (const { severity, code } of findings) {
    bySeverity[severity]++
    byCode.set(code, (byCode.get(code) ?? 0) + 1)
  }
  return { bySeverity, byCode: Object.fromEntries([...byCode].toSorted((a, b) => b[1] - a[1])) }
}

const RANK: Readonly<Record<Severity, number>> = { cosmetic: 0, loses: 1, refuses: 2 }

/** Is any finding at or above this severity? */
export function fails({ summary }: CheckReport, failOn: Severity): boolean {
  return (Object.keys(RANK) as Severity[]).some(one => RANK[one] >= RANK[failOn] && summary.bySeverity[one] > 0)
}
