// Where the tokens go, as a table.

import type { ContextByReport } from '../actions/context/index.js'
import { type Column, layOut } from './columns.js'
import type { Screen } from './screen.js'
import { fromHere } from './short-path.js'
import { suggested } from './suggested.js'
import { visibleLine } from './terminal-text.js'
import { grouped, percent, tokens } from './units.js'

const BAR = 20

export function* presentContextBy(report: ContextByReport, screen: Screen): Generator<string> {
  const { paint, width } = screen
  const right: Column = { align: 'right' }
  const files = report.by === 'file'
  yield* layOut(
    [{ paint: paint.cyan, flexible: true, isPath: files }, right, right, right, ...(files ? [right] : []), {}],
    [
      [report.by, 'tokens', 'share', 'calls', ...(files ? ['reads'] : []), ''],
      ...report.parts.map(part => [
        visibleLine(files ? fromHere(part.key, report.cwd) : part.key),
        tokens(part.tokens),
        percent(part.share, 1),
        part.calls === 0 ? '' : grouped(part.calls),
        ...(files ? [part.reads ? grouped(part.reads) : ''] : []),
        '█'.repeat(Math.round(part.share * BAR)),
      ]),
      ['all', tokens(report.tokens), '', '', ...(files ? [''] : []), ''],
    ],
    width,
  )
  if (report.largest.length > 0) {
    yield ''
    yield paint.bold('Largest results')
    yield* layOut(
      [right, {}, { flexible: true, isPath: true }, right],
      report.largest.map(one => [
        `line ${one.line}`,
        visibleLine(one.tool),
        visibleLine(fromHere(one.target, report.cwd)),
        tokens(one.tokens),
      ]),
      width,
    )
  }
  const frees = report.parts.filter(({ frees: call, share }) => call !== null && share >= 0.05).slice(0, 5)
  if (frees.length === 0) return
  yield ''
  yield paint.bold('To free tokens')
  for (const { key, frees: call } of frees) {
    yield paint.dim(`  ${visibleLine(files ? fromHere(key, report.cwd) : key)}`)
    yield `  ${suggested(call!, screen)}`
  }
}
