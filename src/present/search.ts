// What a search has found: sessions with the best places in each, and the calls that lead there.

import type { FoundSession, SearchHit, SearchReport } from '../actions/search/index.js'
import type { Screen } from './screen.js'
import { suggested } from './suggested.js'
import { visible, visibleLine } from './terminal-text.js'
import { ago, bytes, count } from './units.js'
import { wrap } from './width.js'

export function* presentSearch(report: SearchReport, screen: Screen): Generator<string> {
  for (const [at, session] of report.sessions.entries()) {
    if (at > 0) yield ''
    yield* sessionLines(session, screen)
  }
  if (report.sessions.length === 0) yield* nothing(report, screen)
  const said = rest(report)
  if (said.length > 0 && report.sessions.length > 0) yield ''
  for (const line of said) for (const part of wrap(line, screen.width, '  ')) yield screen.paint.dim(part)
}

function* sessionLines(session: FoundSession, screen: Screen): Generator<string> {
  const { paint, now } = screen
  const about = [
    ago(session.updatedAt, now),
    ...(session.machine === undefined ? [] : [visibleLine(session.machine)]),
    ...(session.project === null ? [] : [visibleLine(session.project)]),
    ...(session.gitBranch === null ? [] : [visibleLine(session.gitBranch)]),
    count(session.matches, 'match'),
  ]
  yield `${paint.yellow(shortId(session.id))}  ${paint.bold(visibleLine(session.title ?? '(no title)'))}`
  yield `  ${paint.dim(about.join(' · '))}`
  for (const hit of session.hits) yield* hitLines(hit, screen)
  const lead = session.hits.find(hit => hit.turn !== null) ?? session.hits[0]
  const calls = [lead?.show, session.resume, lead?.clone].filter(call => call != null)
  for (const call of calls) yield `  ${paint.cyan(suggested(call, screen))}`
}

function* hitLines(hit: SearchHit, screen: Screen): Generator<string> {
  const { paint } = screen
  const where = [
    ...(hit.turn === null ? [] : [`turn ${hit.turn}`]),
    hit.tool === null ? hit.field : `${hit.field} of ${visibleLine(hit.tool)}`,
    ...(hit.isError ? ['failed'] : []),
    ...(hit.agent === null ? [] : [`agent ${visibleLine(hit.agent.id)}`]),
    ...(hit.abandoned ? [`abandoned branch ${hit.branch}`] : []),
    `line ${hit.line}`,
  ]
  yield `  ${paint.dim(where.join(', '))}`
  if (hit.snippet === null) yield paint.dim('    (the file has changed since it was indexed)')
  else yield* marked(hit, screen)
}

/** Broken into lines first, then marked: paint has no width. */
function* marked({ snippet, marks }: SearchHit, { paint, width }: Screen): Generator<string> {
  let text = ''
  let at = 0
  const places = marks.map(([start, end]) => {
    text += visible(snippet!.slice(at, start))
    const from = text.length
    text += visible(snippet!.slice(start, end))
    at = end
    return [from, text.length] as const
  })
  text += visible(snippet!.slice(at))
  let behind = 0
  for (const line of wrap(text, width - 4)) {
    const from = Math.max(behind, text.indexOf(line, behind))
    behind = from + line.length
    let shown = ''
    let done = from
    for (const [start, end] of places) {
      const [first, last] = [Math.max(start, done), Math.min(end, behind)]
      if (first >= last) continue
      shown += text.slice(done, first) + paint.bold(paint.red(text.slice(first, last)))
      done = last
    }
    yield `    ${shown}${text.slice(done, behind)}`
  }
}

function* nothing({ searched, nearest, query }: SearchReport, screen: Screen): Generator<string> {
  const { sessions, agents } = searched
  const where = [count(sessions, 'session'), ...(agents === 0 ? [] : [count(agents, 'agent transcript')])].join(' and ')
  yield* wrap(`No matches for ${visibleLine(query)} in ${where} (${bytes(searched.bytes)}).`, screen.width)
  for (const { word, instead } of nearest) {
    const hint = instead === null ? '' : ` Did you mean: ${visibleLine(instead)}`
    yield* wrap(`No session contains “${visibleLine(word)}”.${hint}`, screen.width)
  }
}

function rest({ more, skipped, unread, notes, searched }: SearchReport): readonly string[] {
  const said: string[] = []
  if (more > 0) said.push(`${count(more, 'more session')} not listed (--limit)`)
  if (searched.gone > 0) said.push(`${count(searched.gone, 'deleted session')} also matched`)
  if (unread > 0) said.push(`the pattern took too long: ${count(unread, 'text')} not searched`)
  for (const note of notes) said.push(visibleLine(note))
  for (const { reason } of skipped.slice(0, 5)) said.push(`skipped ${visibleLine(reason)}`)
  if (skipped.length > 5) said.push(`${count(skipped.length - 5, 'more file')} skipped`)
  if (!searched.index && searched.reason !== null)
    said.push(`searched without an index: ${visibleLine(searched.reason)}`)
  return said
}

function shortId(id: string): string {
  return /^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : visibleLine(id)
}
