// Who touched a file, and who wrote its lines.

import type { BlameReport, FilesAcrossReport } from '../actions/search/index.js'
import { type Column, layOut } from './columns.js'
import { lineRanges } from './line-ranges.js'
import type { Screen } from './screen.js'
import { diffLines } from './show/diff-lines.js'
import { suggested } from './suggested.js'
import { visibleLine } from './terminal-text.js'
import { ago, count, grouped } from './units.js'

export function* presentFilesAcross({ file, sessions }: FilesAcrossReport, screen: Screen): Generator<string> {
  const { paint, now } = screen
  if (sessions.length === 0) {
    yield `No session read or changed ${visibleLine(file)}.`
    return
  }
  for (const [at, session] of sessions.entries()) {
    if (at > 0) yield ''
    const did = [
      ...(session.edits > 0 ? [count(session.edits, 'edit')] : []),
      ...(session.reads > 0 ? [count(session.reads, 'read')] : []),
      ...(session.turns.length > 0
        ? [`turn${session.turns.length === 1 ? '' : 's'} ${lineRanges(session.turns)}`]
        : []),
      ...(session.lastAt === null ? [] : [ago(session.lastAt, now)]),
    ]
    yield `${paint.yellow(shortId(session.id))}  ${paint.bold(visibleLine(session.title ?? '(no title)'))}`
    yield `  ${paint.dim(did.join(' · '))}`
    for (const path of session.files) yield `  ${visibleLine(path)}`
    for (const call of session.calls) {
      if (!call.hunks) continue
      const where = [
        ...(call.turn === null ? [] : [`turn ${call.turn}`]),
        ...(call.agent === null ? [] : [`agent ${visibleLine(call.agent)}`]),
        `line ${call.line}`,
        ...(call.abandoned ? ['abandoned branch'] : []),
      ]
      yield `  ${paint.dim(`${visibleLine(call.tool)} (${where.join(', ')})`)}`
      yield* diffLines(call.hunks, { ...screen, project: session.project ?? undefined, whole: true })
    }
    yield `  ${paint.cyan(suggested(session.show, screen))}`
  }
}

export function* presentBlame({ lines, edits, unknown }: BlameReport, screen: Screen): Generator<string> {
  const { paint, width, now } = screen
  const right: Column = { align: 'right' }
  yield* layOut(
    [
      { paint: paint.yellow },
      { paint: paint.dim },
      { paint: paint.dim, align: 'right' },
      { ...right, paint: paint.dim },
      { flexible: true },
    ],
    lines.map(({ line, text, by, candidates }) => [
      by ? shortId(by.id) : candidates > 0 ? '(several)' : '(unknown)',
      by?.turn ? `turn ${by.turn}` : '',
      by?.time ? ago(by.time, now) : '',
      grouped(line),
      visibleLine(text),
    ]),
    width,
  )
  const [only] = lines
  if (lines.length === 1 && only?.by) {
    yield ''
    yield `${visibleLine(only.by.title ?? '(no title)')}`
    yield paint.cyan(suggested(only.by.show, screen))
  }
  if (unknown > 0) yield paint.dim(`${count(unknown, 'line')} of unknown origin; compared with ${count(edits, 'edit')}`)
}

function shortId(id: string): string {
  return /^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : visibleLine(id)
}
