// What the model will see, message by message, and what it will not see.

import type { ContextReport, MessageAsSent, OmittedLines } from '../actions/context/index.js'
import { blockLines } from './context-blocks.js'
import { findingLines } from './finding-lines.js'
import { lineRanges } from './line-ranges.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count, grouped, percent } from './units.js'
import { fitTo, ruleWidth, width as widthOf, wrap } from './width.js'
import { withoutRules } from './without-rules.js'

export interface ContextView {
  /** Long texts whole. */
  readonly full: boolean
  /** Only the account: no messages. */
  readonly brief: boolean
}

export function* presentContext(report: ContextReport, screen: Screen, view: ContextView): Generator<string> {
  yield* headLines(report, screen)
  if (!view.brief) {
    let number = 0
    for (const message of view.full ? report.messages : report.messages.shown()) {
      yield ''
      yield messageHead(message, number++, screen)
      for (const block of message.content) yield* blockLines(block, screen, view.full)
    }
  }
  yield* omittedLines(report.omitted, screen)
  if (report.findings.length > 0) {
    yield ''
    yield screen.paint.bold('API problems')
    yield* findingLines(report.findings, screen)
  }
}

function* headLines(report: ContextReport, { paint, width }: Screen): Generator<string> {
  const { client, asked, model, outcome, reason, messages, tokens } = report
  const words = { resumes: 'resumes', compacts: 'is compacted first', refuses: 'does not resume', unknown: 'unknown' }
  const color = { resumes: paint.green, compacts: paint.yellow, refuses: paint.red, unknown: paint.yellow }[outcome]
  const from = asked === undefined ? '' : ` (newest known version up to ${visibleLine(asked)})`
  yield `client ${client}${from} · ${visibleLine(model)} · ${color(words[outcome])}`
  if (reason !== undefined) yield* wrap(visibleLine(withoutRules(reason)), width).map(color)
  if (outcome === 'refuses') return
  const error = percent(tokens.error, 1)
  yield `${count(messages.length, 'message')}, about ${grouped(tokens.estimate)} tokens (± ${error})`
  yield* wrap(tokens.method, width).map(paint.dim)
}

/** Counted from 0, as the API counts them in its complaints. */
function messageHead({ role, lines, rule }: MessageAsSent, number: number, { paint, width }: Screen): string {
  const left = `── ${number} ${role}${rule === undefined ? '' : ' · added by the client'} `
  const right = lines.length === 0 ? '' : ` ${lines.length === 1 ? 'line' : 'lines'} ${lineRanges(lines)} ──`
  const gap = ruleWidth(width) - widthOf(left) - widthOf(right)
  const color = role === 'assistant' ? paint.blue : paint.yellow
  return color(gap < 1 ? fitTo(left, width) : left + '─'.repeat(gap) + right)
}

function* omittedLines(omitted: readonly OmittedLines[], screen: Screen): Generator<string> {
  const { paint, width } = screen
  yield ''
  if (omitted.length === 0) {
    yield paint.green('Everything in the file is sent.')
    return
  }
  const all = omitted.reduce((sum, one) => sum + one.entries, 0)
  yield paint.bold(`Not sent: ${count(all, 'entry')}`)
  for (const [why, stretches] of byReason(omitted)) {
    const entries = stretches.reduce((sum, one) => sum + one.entries, 0)
    const places = lineRanges(stretches.flatMap(one => one.lines))
    const account = `${visibleLine(withoutRules(why))}, ${count(entries, 'entry')}, lines ${places}`
    yield* wrap(account, width - 2, '  ').map(line => `  ${line}`)
  }
}

function byReason(omitted: readonly OmittedLines[]): ReadonlyMap<string, readonly OmittedLines[]> {
  const groups = new Map<string, OmittedLines[]>()
  for (const one of omitted) {
    const group = groups.get(one.why)
    if (group) group.push(one)
    else groups.set(one.why, [one])
  }
  return groups
}
