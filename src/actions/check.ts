// Checks sessions: one, several, a folder of them, or all there are.

import { sessionChecker } from '../check/check.js'
import { dialect004 } from '../check/dialects/dialect-004.js'
import type { Surroundings } from '../check/family.js'
import { findSessionFolder, type ResolvedSession, readRecords } from '../disk/index.js'
import type { Finding, Severity } from '../format/finding.js'

export interface CheckedFinding extends Finding {
  /** Id of the session. */
  readonly session: string
}

export interface CheckReport {
  readonly findings: readonly CheckedFinding[]
  readonly summary: {
    readonly sessions: number
    readonly sound: number
    readonly bySeverity: Readonly<Record<Severity, number>>
    readonly byCode: Readonly<Record<string, number>>
  }
}

export interface CheckOptions {
  readonly now: number
  readonly cleanupDays: number
  /** Also the rules of this source document, which the client knows nothing of. */
  readonly dialect?: '004' | undefined
  readonly onSession?: (index: number, of: number) => void
  readonly signal?: AbortSignal
}

type SessionFile = ResolvedSession & { readonly kind: 'file' }

/** Reads one session at a time: memory does not grow with their number. */
export async function checkSessions(sessions: readonly SessionFile[], options: CheckOptions): Promise<CheckReport> {
  const findings: CheckedFinding[] = []
  let sound = 0
  for (const [index, session] of sessions.entries()) {
    options.onSession?.(index, sessions.length)
    options.signal?.throwIfAborted()
    const found = await checkSession(session, options)
    if (found.length === 0) sound++
    for (const finding of found) findings.push({ session: session.id, ...finding })
  }
  return { findings, summary: { sessions: sessions.length, sound, ...tallies(findings) } }
}

async function checkSession({ path, configDir }: SessionFile, options: CheckOptions): Promise<readonly Finding[]> {
  const checker = sessionChecker(options.dialect === '004' ? [dialect004] : [])
  const { problem } = await readRecords(path, checker)
  if (problem) return [problem]
  const { folder, findings } = findSessionFolder(path, configDir)
  const surroundings: Surroundings = { folder, now: options.now, cleanupDays: options.cleanupDays }
  return [...checker.finish(surroundings), ...findings]
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
