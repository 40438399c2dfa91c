// What a message means: who says it and why, the places in the file, and what mends it.

import type { ExplainedPlace, Explanation } from '../actions/check/index.js'
import type { Finding } from '../format/finding.js'
import { paintedWidth } from './paint.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count } from './units.js'
import { wrap } from './width.js'
import { withoutRules } from './without-rules.js'

/** The likeliest are enough for a person; `--json` has them all. */
const SHOWN = 10

export function* presentExplanation(explanation: Explanation, screen: Screen): Generator<string> {
  const { paint, width } = screen
  const { error, places, findings, fix, advice, explained, request } = explanation
  if (error) {
    yield paint.bold(`Known ${error.by === 'API' ? 'API' : 'client'} error`)
    yield* wrap(error.cause, width)
  } else yield paint.bold('Unknown error message')
  if (places.length > 0) yield ''
  for (const place of places.slice(0, SHOWN)) yield* placeLines(place, screen)
  if (places.length > SHOWN) yield paint.dim(`and ${count(places.length - SHOWN, 'more place')} (--json lists all)`)
  if (places.some(place => place.message !== null))
    yield* wrap(
      `Positions count the messages that client ${request.client} would send now, without its own reminders.`,
      width,
    ).map(paint.dim)
  if (!explained) {
    yield ''
    yield* wrap(notExplained(explanation), width)
  }
  if (findings.length > 0) {
    yield ''
    for (const one of findings) yield* findingLines(one, screen)
  }
  if (fix !== null) yield* ['', paint.cyan(visibleLine(fix))]
  else if (explained && advice !== null) yield* ['', ...wrap(advice, width)]
}

function notExplained({ error, findings }: Explanation): string {
  const what = error
    ? 'Nothing in this session causes it now.'
    : 'It does not name a tool call or position in this session.'
  return findings.length === 0 ? `${what} check finds no problems.` : `${what} check finds:`
}

function* placeLines(place: ExplainedPlace, screen: Screen): Generator<string> {
  const { paint, width } = screen
  const entry = [place.type, place.uuid].filter(word => word !== null).map(visibleLine)
  const head = [paint.yellow(`line ${place.line}`), ...entry].join('  ')
  const where = paint.dim(inRequest(place))
  if (paintedWidth(head) + 2 + paintedWidth(where) <= width) yield `${head}  ${where}`
  else yield* [head, indented(where)]
  if (place.finding)
    yield* wrap(`${place.finding.code}: ${visibleLine(withoutRules(place.finding.message))}`, width - 2).map(indented)
}

function inRequest({ message, block }: ExplainedPlace): string {
  if (message === null) return 'not sent'
  return block === null ? `messages.${message}` : `messages.${message}.content.${block}`
}

function* findingLines(finding: Finding, { paint, width }: Screen): Generator<string> {
  const head = finding.line === undefined ? finding.code : `line ${finding.line}  ${finding.code}`
  yield paint.yellow(head)
  yield* wrap(visibleLine(withoutRules(finding.message)), width - 2).map(indented)
}

function indented(line: string): string {
  return `  ${line}`
}
