// The secrets of a session for review, and what was done about them.

import { basename } from 'node:path'
import type { RedactReport } from '../actions/redact.js'
import { presentPlan } from './plan.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count } from './units.js'
import { wrap } from './width.js'

export function* presentRedact(report: RedactReport, screen: Screen): Generator<string> {
  const { paint, width } = screen
  if (report.secrets.length === 0) {
    yield 'No secret was found. Nothing was written.'
    return
  }
  const isPersonal = (kind: string): boolean => kind === 'home' || kind === 'user'
  for (const { kind, path, line, field, context } of report.secrets) {
    if (isPersonal(kind)) continue
    const where = [basename(path), ...(line === null ? [] : [`line ${line}`]), ...(field === null ? [] : [field])]
    yield `${paint.yellow(visibleLine(kind))} ${paint.dim(visibleLine(where.join(', ')))}`
    yield* wrap(`  ${visibleLine(context)}`, width, '  ')
  }
  // They stand in nearly every entry.
  const personal = report.secrets.filter(one => isPersonal(one.kind)).length
  if (personal > 0) yield `${count(personal, 'place')} with a home directory or the name of a user`
  yield ''
  yield* presentPlan(report, screen)
}
