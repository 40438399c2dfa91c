// What a message means: who says it and why, the places in the file, and what mends it.

import type { Explanation } from '../actions/explain.js'
import type { ExplainedPlace } from '../actions/explain-places.js'
import type { Finding } from '../format/finding.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count } from './units.js'
import { wrap } from './width.js'

/** The likeliest are enough for a person; `--json` has them all. */
const SHOWN = 10

export function* presentExplanation(explanation: Explanation, screen: Screen): Generator<string> {
  const { paint, width } = screen
  const { error, places, findings, fix, advice, explained } = explanation
  if (error) {
    yield paint.bold(`The ${error.by} says this where rule ${error.rule} is broken.`)
    yield* wrap(error.cause, width)
  } else yield paint.bold('This message is not known.')
  if (places.length > 0) yield ''
  for (const place of places.slice(0, SHOWN)) yield* placeLines(place, explanation, screen)
  if (places.length > SHOWN) yield paint.dim(`and ${count(places.length - SHOWN, 'more place')}: --json has them all`)
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
    ? 'Nothing in this session makes it say that now.'
    : 'It names no tool call and no place of this session.'
  return findings.length === 0 ? `${what} check finds nothing wrong.` : `${what} What check finds:`
}

function* placeLines(place: ExplainedPlace, { request }: Explanation, screen: Screen): Generator<string> {
  const { paint, width } = screen
  const entry = [place.type, place.uuid].filter(word => word !== null).map(visibleLine)
  const words = [paint.yellow(`line ${place.line}`), ...entry, paint.dim(inRequest(place, request.client))]
  yield words.filter(word => word !== '').join('  ')
  if (place.finding)
    yield* wrap(`${place.finding.code}: ${visibleLine(place.finding.message)}`, width - 2).map(indented)
}

function inRequest({ message, block, knownBy }: ExplainedPlace, client: string): string {
  if (message === null) return 'not sent'
  const place = block === null ? `messages.${message}` : `messages.${message}.content.${block}`
  return knownBy === 'index' ? `${place}, as client ${client} sends it now, without its own reminders` : place
}

function* findingLines(finding: Finding, { paint, width }: Screen): Generator<string> {
  const head = finding.line === undefined ? finding.code : `line ${finding.line}  ${finding.code}`
  yield paint.yellow(head)
  yield* wrap(visibleLine(finding.message), width - 2).map(indented)
}

function indented(line: string): string {
  return `  ${line}`
}
