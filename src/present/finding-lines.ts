// Findings, one below the other. What is wrong must be read whole: a message that does not fit goes on below its beginning.

import type { Finding, Severity } from '../format/finding.js'
import { type Column, layOut } from './columns.js'
import { paintedWidth } from './paint.js'
import type { Screen } from './screen.js'
import { suggested } from './suggested.js'
import { visibleLine } from './terminal-text.js'
import { wrap } from './width.js'
import { withoutRules } from './without-rules.js'

export function* findingLines(findings: readonly Finding[], screen: Screen): Generator<string> {
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
  const indent = heads.reduce((widest, head) => Math.max(widest, paintedWidth(head)), 0) + 2
  // On a narrow terminal the message stands below.
  const beside = screen.width - indent >= MIN_MESSAGE
  for (const [index, one] of findings.entries()) {
    const head = heads[index]!
    const [first, ...rest] = wrap(
      visibleLine(withoutRules(one.message)),
      beside ? screen.width - indent : screen.width - 4,
    )
    if (beside) yield `${head}${' '.repeat(indent - paintedWidth(head))}${first ?? ''}`.trimEnd()
    else yield* [head, `    ${first ?? ''}`]
    for (const line of rest) yield ' '.repeat(beside ? indent : 4) + line
  }
  const fixes = new Set(findings.flatMap(one => (one.fix === undefined ? [] : [one.fix])))
  for (const fix of fixes) yield paint.cyan(`  ${suggested(fix, screen)}`)
}

const MIN_MESSAGE = 30
