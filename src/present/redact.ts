// The secrets of a session for review, and what was done about them.

import { basename } from 'node:path'
import type { RedactReport } from '../actions/redact/redact.js'
import { presentPlan } from './plan.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count } from './units.js'
import { wrap } from './width.js'

export function* presentRedact(report: RedactReport, screen: Screen): Generator<string> {
  const { paint, width } = screen
  if (report.secrets.length === 0) {
    yield 'No secrets found. Nothing was written.'
    yield* unscannedLines(report)
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
  if (personal > 0) yield `${count(personal, 'place')} with a home directory or user name`
  yield* unscannedLines(report)
  yield ''
  yield* presentPlan(report, screen)
}

/** "3 images and 1 PDF were not scanned." */
function* unscannedLines({ unscanned: { image, pdf, archive, data } }: RedactReport): Generator<string> {
  const parts = [
    ...(image > 0 ? [count(image, 'image')] : []),
    ...(pdf > 0 ? [count(pdf, 'PDF')] : []),
    ...(archive > 0 ? [count(archive, 'archive')] : []),
    ...(data > 0 ? [count(data, 'piece of base64', 'pieces of base64')] : []),
  ]
  if (parts.length === 0) return
  const last = parts.at(-1)!
  const all = parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
  yield `${all} ${image + pdf + archive + data === 1 ? 'was' : 'were'} not scanned.`
}
