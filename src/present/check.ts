// Findings by session, and how many of each kind.

import type { CheckedFinding, CheckReport } from '../actions/check.js'
import type { Severity } from '../format/finding.js'
import { type Column, layOut } from './columns.js'
import { paintedWidth } from './paint.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count, grouped } from './units.js'
import { wrap } from './width.js'

export function* presentCheck(report: CheckReport, screen: Screen): Generator<string> {
  const { paint } = screen
  const { sessions, sound, bySeverity, byCode } = report.summary
  for (const [session, findings] of bySession(report.findings)) {
    if (sessions > 1) yield paint.bold(visibleLine(session))
    yield* lines(findings, screen)
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

/** What is wrong must be read whole: a message that does not fit goes on below its beginning. */
function* lines(findings: readonly CheckedFinding[], screen: Screen): Generator<string> {
  const { paint } = screen
  const color: Readonly<Record<Severity, (text: string) => string>> = {
    refuses: paint.red,
    loses: paint.yellow,
    cosmetic: paint.dim,
  }
  const columns: readonly Column[] = [{ align: 'right', paint: paint.dim }, {}, {}]
  const heads = layOut(
    columns,
    findings.map(one => [
      one.line === undefined ? '' : `line ${one.line}`,
      { text: one.severity, paint: color[one.severity] },
      one.code,
    ]),
    screen.width,
  )
  const indent = Math.max(...heads.map(paintedWidth)) + 2
  // On a narrow terminal the message stands below.
  const beside = screen.width - indent >= MIN_MESSAGE
  for (const [index, one] of findings.entries()) {
    const head = heads[index]!
    const [first, ...rest] = wrap(visibleLine(one.message), beside ? screen.width - indent : screen.width - 4)
    if (beside) yield `${head}${' '.repeat(indent - paintedWidth(head))}${first ?? ''}`.trimEnd()
    else yield* [head, `    ${first ?? ''}`]
    for (const line of rest) yield ' '.repeat(beside ? indent : 4) + line
  }
  const fixes = new Set(findings.flatMap(one => (one.fix === undefined ? [] : [one.fix])))
  for (const fix of fixes) yield paint.cyan(`  ${visibleLine(fix)}`)
}

const MIN_MESSAGE = 30

function bySession(findings: readonly CheckedFinding[]): ReadonlyMap<string, readonly CheckedFinding[]> {
  const groups = new Map<string, CheckedFinding[]>()
  for (const finding of findings) {
    const group = groups.get(finding.session)
    if (group) group.push(finding)
    else groups.set(finding.session, [finding])
  }
  return groups
}
