// Findings by session, what costs something first; what is common and harmless is folded, and counted at the end.

import type { CheckedFinding, CheckReport } from '../actions/check/index.js'
import type { Finding, Severity } from '../format/finding.js'
import { type Column, layOut } from './columns.js'
import { findingLines } from './finding-lines.js'
import { lineRanges } from './line-ranges.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count, grouped } from './units.js'
import { withoutRules } from './without-rules.js'

export function* presentCheck(report: CheckReport, screen: Screen): Generator<string> {
  const { sessions } = report.summary
  if (sessions > 1) yield* several(report, screen)
  else if (report.findings.length > 0) {
    yield* findingLines(folded(bySeverity(report.findings)), screen)
    yield ''
  }
  yield* verdict(report, screen)
}

/** Sessions with what costs something, the worst first; everything else in a line a code. */
function* several({ findings }: CheckReport, screen: Screen): Generator<string> {
  const costly = findings.filter(one => !isHarmless(one))
  const groups = [...grouping(costly, one => one.session)].map(([session, own]) => [session, bySeverity(own)] as const)
  for (const [session, own] of groups.toSorted((a, b) => RANK[a[1][0]!.severity] - RANK[b[1][0]!.severity])) {
    yield screen.paint.bold(visibleLine(session))
    yield* findingLines(folded(own), screen)
    yield ''
  }
  const harmless = grouping(findings.filter(isHarmless), one => one.code)
  if (harmless.size === 0) return
  yield screen.paint.bold('Common and harmless')
  yield* foldedLines(harmless, screen)
  yield screen.paint.dim('To see them for one session, run rethread check <session>.')
  yield ''
}

/** It resumes as it is. A file that cannot be rewound any more is missed by nobody who does not rewind. */
function isHarmless({ severity, code }: Finding): boolean {
  return severity === 'cosmetic' || code === 'backup-missing'
}

function foldedLines(
  byCode: ReadonlyMap<string, readonly CheckedFinding[]>,
  { paint, width }: Screen,
): readonly string[] {
  const columns: readonly Column[] = [
    { align: 'right' },
    { paint: paint.dim },
    { paint: paint.yellow },
    { paint: paint.dim, flexible: true },
  ]
  const rows = [...byCode].toSorted((a, b) => b[1].length - a[1].length)
  return layOut(
    columns,
    rows.map(([code, findings]) => [
      grouped(findings.length),
      `in ${count(new Set(findings.map(one => one.session)).size, 'session')}`,
      code,
      `such as: ${visibleLine(withoutRules(findings[0]!.message))}`,
    ]),
    width,
  )
}

/** From this many on, cosmetic findings of one code are one. */
const FOLDED = 3

/** Expects them by severity, and keeps that order. */
function folded(findings: readonly Finding[]): readonly Finding[] {
  const byCode = grouping(findings, one => `${one.severity} ${one.code}`)
  return [...byCode.values()].flatMap(group => {
    const [first, ...others] = group
    if (first!.severity !== 'cosmetic' || group.length < FOLDED) return group
    const lines = others.flatMap(one => one.line ?? [])
    const where = lines.length === 0 ? '' : `, ${lines.length === 1 ? 'line' : 'lines'} ${lineRanges(lines)}`
    return [{ ...first!, message: `${first!.message} (and ${grouped(others.length)} more${where})` }]
  })
}

const RANK: Readonly<Record<Severity, number>> = { refuses: 0, loses: 1, cosmetic: 2 }

/** Each severity in the order of lines. */
function bySeverity<One extends Finding>(findings: readonly One[]): readonly One[] {
  return findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity])
}

function* verdict({ findings, summary }: CheckReport, { paint }: Screen): Generator<string> {
  const { sessions, sound, bySeverity: numbers } = summary
  const parts = (['refuses', 'loses', 'cosmetic'] as const).filter(one => numbers[one] > 0)
  const words = parts.map(one => `${grouped(numbers[one])} ${one}`).join(', ')
  if (findings.length === 0) yield paint.green(`${count(sessions, 'session')} checked, no problems found.`)
  else if (sound === sessions)
    yield paint.green(
      `${sessions === 1 ? 'OK' : `${count(sessions, 'session')} checked, all OK`}: only ${count(numbers.cosmetic, 'cosmetic finding')}.`,
    )
  else if (sessions === 1) yield `${count(findings.length, 'finding')}: ${words}.`
  else yield `${count(findings.length, 'finding')} (${words}) in ${count(sessions, 'session')}, ${sound} OK.`
}

function grouping<One>(items: readonly One[], keyOf: (one: One) => string): ReadonlyMap<string, readonly One[]> {
  const groups = new Map<string, One[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
