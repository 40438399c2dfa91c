// Findings by session, and how many of each kind.

import type { CheckedFinding, CheckReport } from '../actions/check.js'
import { layOut } from './columns.js'
import { findingLines } from './finding-lines.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count, grouped } from './units.js'

export function* presentCheck(report: CheckReport, screen: Screen): Generator<string> {
  const { paint } = screen
  const { sessions, sound, bySeverity, byCode } = report.summary
  for (const [session, findings] of bySession(report.findings)) {
    if (sessions > 1) yield paint.bold(visibleLine(session))
    yield* findingLines(findings, screen)
    yield ''
  }
  if (sessions > 1 && Object.keys(byCode).length > 0) {
    yield* layOut(
      [{ align: 'right' }, { paint: paint.yellow, flexible: true }],
      Object.entries(byCode).map(([code, n]) => [grouped(n), code]),
      screen.width,
    )
    yield ''
  }
  const found = report.findings.length
  if (found === 0) yield paint.green(`${count(sessions, 'session')} checked, nothing found.`)
  else {
    const parts = (['refuses', 'loses', 'cosmetic'] as const).filter(one => bySeverity[one] > 0)
    const words = parts.map(one => `${grouped(bySeverity[one])} ${one}`).join(', ')
    yield `${count(found, 'finding')} (${words}) in ${count(sessions, 'session')}, ${sound} sound.`
  }
}

function bySession(findings: readonly CheckedFinding[]): ReadonlyMap<string, readonly CheckedFinding[]> {
  const groups = new Map<string, CheckedFinding[]>()
  for (const finding of findings) {
    const group = groups.get(finding.session)
    if (group) group.push(finding)
    else groups.set(finding.session, [finding])
  }
  return groups
}
