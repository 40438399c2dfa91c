// The secrets of a session for review, and what was done about them.

import { basename } from 'node:path'
import type { FoundSecret, RedactReport } from '../actions/redact/index.js'
import { presentPlan } from './plan.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count } from './units.js'
import { wrap } from './width.js'

export function* presentRedact(report: RedactReport, screen: Screen): Generator<string> {
  if (report.secrets.length === 0) {
    yield 'No secrets found. Nothing was written.'
    yield* unscannedLines(report)
    return
  }
  yield* secretLines(report.secrets, screen)
  yield* unscannedLines(report)
  yield ''
  yield* presentPlan(report, screen)
}

/** For a review: each with what stands around it. */
export function* secretLines(secrets: readonly FoundSecret[], { paint, width }: Screen): Generator<string> {
  const isPersonal = (kind: string): boolean => kind === 'home' || kind === 'user'
  for (const { kind, path, line, field, context } of secrets) {
    if (isPersonal(kind)) continue
    const where = [basename(path), ...(line === null ? [] : [`line ${line}`]), ...(field === null ? [] : [field])]
    yield `${paint.yellow(visibleLine(kind))} ${paint.dim(visibleLine(where.join(', ')))}`
    yield* wrap(`  ${visibleLine(context)}`, width, '  ')
  }
  // They stand in nearly every entry.
  const personal = secrets.filter(one => isPersonal(one.kind)).length
  if (personal > 0) yield `${count(personal, 'place')} with a home directory or user name`
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
