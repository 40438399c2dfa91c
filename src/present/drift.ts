// What this version does not know, as a table in Markdown: ready to paste into an issue.

import type { DriftReport } from '../actions/check/index.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count, grouped } from './units.js'

export function* presentDrift({ sessions, unread, rows }: DriftReport, { paint }: Screen): Generator<string> {
  const read = `${count(sessions - unread, 'session')} read${unread > 0 ? `, ${unread} unreadable` : ''}`
  if (rows.length === 0) {
    yield paint.green(`${read}, nothing unknown.`)
    return
  }
  yield '| | unknown | times | sessions | client versions |'
  yield '|---|---|---:|---:|---|'
  for (const { kind, name, count: times, sessions: holding, versions } of rows) {
    const list = Object.entries(versions).map(([version, n]) => `${cell(version)} (${grouped(n)})`)
    yield `| ${kind} | ${code(name)} | ${grouped(times)} | ${grouped(holding)} | ${list.join(', ')} |`
  }
  yield ''
  yield `${read}. The table contains names only, no text from any session.`
}

/** Names come from files: nothing in them may end the cell or the code. */
function code(name: string): string {
  return `\`${cell(name).replaceAll('`', "'")}\``
}

function cell(text: string): string {
  return visibleLine(text).replaceAll('|', '\\|')
}
