// A source document's figures beside ours, and what its rules lose.

import type { SourceFigure, SourceRulesReport } from '../actions/source-rules/index.js'
import { layOut } from './columns.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { grouped } from './units.js'
import { wrap } from './width.js'

export function* presentSourceRules(report: SourceRulesReport, screen: Screen): Generator<string> {
  const { paint } = screen
  const { session, rules, figures, losses } = report
  const document = rules.replace('seed-', 'source document ')
  const defined = figures.filter(one => one.document !== null)
  yield paint.bold(visibleLine(session.title ?? '(no title)'))
  yield paint.dim(`${visibleLine(session.id)} · by the rules of ${document}`)
  yield ''
  yield* layOut(
    [{ paint: paint.dim, flexible: true }, { align: 'right' }, { align: 'right' }, { align: 'right' }],
    [['', rules, 'ours', ''].map(text => ({ text, paint: paint.dim })), ...defined.map(one => row(one, screen))],
    screen.width,
  )
  const silent = figures.filter(one => one.document === null).map(one => one.name)
  if (silent.length > 0) yield* wrap(`Not defined there: ${silent.join(', ')}.`, screen.width).map(paint.dim)
  yield ''
  if (losses.length === 0) {
    yield paint.green('Its rules lose nothing in this session.')
    return
  }
  yield paint.bold('What its rules lose here')
  for (const loss of losses) {
    const where = loss.lines.length === 0 ? '' : ` (${lineWords(loss.lines, loss.count)})`
    yield* wrap(`  ${visibleLine(loss.sentence)}${where}`, screen.width, '    ')
  }
}

function row({ name, document, ours, difference }: SourceFigure, { paint }: Screen) {
  return [
    name,
    grouped(document ?? 0),
    grouped(ours),
    difference === null || difference === 0
      ? ''
      : { text: `${difference > 0 ? '+' : ''}${difference}`, paint: paint.yellow },
  ]
}

function lineWords(lines: readonly number[], count: number): string {
  const more = count > lines.length ? ', …' : ''
  return `${lines.length === 1 && more === '' ? 'line' : 'lines'} ${lines.join(', ')}${more}`
}
