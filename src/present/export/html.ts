// A session as one page that needs nothing besides itself: no network, and no script to be read. With script one can
// search it, choose how much is shown, fold, copy and move by keys. Its policy allows just this style and this script.

import { createHash } from 'node:crypto'
import type { ExportedPage, PageAbout } from '../../actions/export/index.js'
import type { ShownItem, ShownTurn, ShowReport } from '../../actions/read/index.js'
import { add, leftOutWords } from '../show/left-out.js'
import { count, duration } from '../units.js'
import { itemHtml, type PageContext } from './html-items.js'
import { escaped, oneLine } from './html-text.js'
import { forkHtml, type LaneAt, lanesAt, lanesHtml } from './lanes.js'
import { SCRIPT } from './page-script.js'
import { STYLE } from './page-style.js'
import { secretsSaid } from './report.js'

export function* htmlPage(report: ShowReport, about: PageAbout): Generator<string> {
  const { session } = report
  const page: PageContext = { project: session.project, whole: report.depth === 'all' }
  yield* head(about.title)
  yield `<body>\n<header class="top">\n`
  if (about.index !== undefined) yield `<p class="up"><a href="${escaped(about.index)}">All sessions</a></p>\n`
  yield `<h1>${oneLine(about.title)}</h1>\n<p class="facts">${facts(report)}</p>\n<p class="facts id">${oneLine(session.id)}</p>\n`
  yield `<p class="note">${redactionNote(about)}</p>\n${CONTROLS}</header>\n<main id="turns"${about.lanes.length > 0 ? ' class="laned"' : ''}>\n`
  const leftOut = new Map<string, number>()
  if (report.opening) {
    add(leftOut, report.opening.leftOut)
    if (report.opening.items.length > 0)
      yield `<section class="turn">\n${items(report.opening.items, page)}</section>\n`
  }
  for (const turn of report.turns) {
    add(leftOut, turn.leftOut)
    if (turn.items.length === 0 && turn.kind === 'implicit') continue
    yield turnHtml(turn, page, about.lanes.length === 0 ? undefined : lanesAt(turn.number, about.lanes))
  }
  yield `</main>\n<footer>\n${notes(report, leftOut)
    .map(note => `<p>${note}</p>\n`)
    .join('')}</footer>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`
}

export function htmlIndex(pages: readonly ExportedPage[]): Iterable<string> {
  const rows = pages.map(({ title, startedAt, turns, path }) => {
    const file = path?.split(/[\\/]/).at(-1) ?? ''
    const time = startedAt === null ? '' : `<time datetime="${escaped(startedAt)}">${clock(startedAt)}</time>`
    return `<tr><td><a href="${escaped(encodeURIComponent(file))}">${oneLine(title)}</a></td><td>${turns}</td><td>${time}</td></tr>\n`
  })
  return [
    ...head('Sessions'),
    `<body>\n<header class="top"><h1>Sessions</h1><p class="facts">${count(pages.length, 'session')}</p></header>\n<main>\n`,
    `<table class="index"><thead><tr><th scope="col">Session</th><th scope="col">Turns</th><th scope="col">Started</th></tr></thead>\n<tbody>\n`,
    ...rows,
    `</tbody></table>\n</main>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`,
  ]
}

function head(title: string): readonly string[] {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = [
    "default-src 'none'",
    `style-src ${hash(STYLE)}`,
    `script-src ${hash(SCRIPT)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`,
    '<meta name="referrer" content="no-referrer">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    `<title>${oneLine(title)}</title>\n<style>${STYLE}</style>\n</head>\n`,
  ]
}

/** Of no use without the script, which shows them. */
const CONTROLS = `<div class="controls" role="toolbar" aria-label="View" hidden>
<label>Find <input type="search" id="find" autocomplete="off" spellcheck="false"></label><output id="hits" aria-live="polite"></output>
<label>Show <select id="depth"><option value="1">prompts</option><option value="2">answers</option><option value="3">tools</option><option value="4" selected>everything</option></select></label>
<button type="button" id="fold" aria-pressed="false">Open all</button>
<button type="button" id="theme">Theme</button>
<details class="keys"><summary>Keys</summary><p><kbd>j</kbd> <kbd>k</kbd> next and previous turn · <kbd>/</kbd> find · <kbd>n</kbd> <kbd>N</kbd> next and previous hit · <kbd>1</kbd>–<kbd>4</kbd> how much is shown · <kbd>o</kbd> open or close all</p></details>
</div>
`

function facts({ session }: ShowReport): string {
  const { startedAt, endedAt, turns, branch, branches, project, gitBranch } = session
  const parts = [
    startedAt === undefined ? undefined : `${time(startedAt)}${endedAt === undefined ? '' : ` – ${time(endedAt)}`}`,
    count(turns, 'turn'),
    branches > 1 ? `branch ${branch} of ${branches}` : undefined,
    project === undefined ? undefined : `<code>${oneLine(project)}</code>`,
    gitBranch ? oneLine(gitBranch) : undefined,
  ]
  return parts.filter(part => part !== undefined).join(' · ')
}

function redactionNote({ secrets, withImages }: PageAbout): string {
  const images = withImages ? ' Images cannot be searched.' : ' Images are left out: they cannot be searched.'
  return secretsSaid(secrets) + (secrets.state === 'replaced' ? images : '')
}

function turnHtml(turn: ShownTurn, page: PageContext, lanes: readonly LaneAt[] | undefined): string {
  const name = turn.kind === 'implicit' ? 'Work without a prompt' : `Turn ${turn.number}`
  const state = turn.state === 'finished' ? '' : turn.state === 'open' ? 'not finished' : 'interrupted'
  const about = [
    turn.startedAt === undefined ? '' : time(turn.startedAt),
    turn.durationMs === undefined ? '' : escaped(duration(turn.durationMs)),
    ...turn.models.map(oneLine),
    state,
  ]
  const id = turn.kind === 'implicit' && turn.number === 0 ? 't0' : `t${turn.number}`
  return `<section class="turn" id="${id}">\n${lanes ? lanesHtml(lanes) : ''}<h2><a href="#${id}">${name}</a> <span class="facts">${about
    .filter(part => part !== '')
    .join(' · ')}</span></h2>\n${items(turn.items, page)}${lanes?.map(forkHtml).join('') ?? ''}</section>\n`
}

/** What is said before the last call is narration; what follows it is the answer. */
function items(list: readonly ShownItem[], page: PageContext): string {
  const lastCall = list.findLastIndex(item => item.kind === 'tool')
  return list.map((item, at) => itemHtml(item, page, at > lastCall)).join('')
}

function notes({ elsewhere, depth }: ShowReport, leftOut: ReadonlyMap<string, number>): readonly string[] {
  const { turns, branches, agents, damagedLines } = elsewhere
  const parts = leftOutWords(leftOut).map(oneLine)
  return [
    ...(parts.length > 0 ? [`Not included at depth ${depth}: ${parts.join(', ')}.`] : []),
    ...(turns > 0 ? [`${count(turns, 'other turn')} on this branch.`] : []),
    ...branches.map(
      one => `Branch ${one.number} (${one.state}): ${count(one.turns, 'turn')}, ${count(one.entries, 'entry')}.`,
    ),
    ...(agents.length > 0 ? [`${count(agents.length, 'subagent')} without a matching tool call.`] : []),
    ...(damagedLines > 0 ? [`${count(damagedLines, 'damaged line')} in the file.`] : []),
    'Exported with rethread.',
  ]
}

function time(iso: string): string {
  return `<time datetime="${escaped(iso)}">${clock(iso)}</time>`
}

/** The same wherever it is read. */
function clock(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}
