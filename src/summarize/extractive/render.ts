// The summary as text, as large as there is room for. With less room texts are cut shorter and lists lose their older
// items, and say so; every file that was changed and every open todo is always named.

import { manyLines, oneLine, turnRange } from '../words.js'
import { type AskedTurn, FIRST_ASKED, MOST_ASKED } from './asked.js'
import type { Collected, Said } from './collect.js'
import { commandWords } from './commands.js'
import { errorEnding } from './errors.js'
import { fileWords, type TouchedFile } from './files.js'

export interface SummaryAbout {
  readonly sessionId: string
  readonly cwd: string | undefined
  /** Numbers of the turns, as they are shown. */
  readonly firstTurn: number
  readonly lastTurn: number
  readonly turns: number
  /** Only so many requests at the beginning of a turn; what came after them follows. */
  readonly requests?: number
}

/** From the most generous to the shortest: every room is a part of the first. */
const ROOMS = [1, 0.7, 0.5, 0.36, 0.26, 0.18, 0.12, 0.08, 0.05, 0.03, 0.015, 0] as const

/** The largest form of at most `most` bytes, written as JSON; the shortest one where none is. */
export function renderWithin(collected: Collected, about: SummaryAbout, most: number): string {
  let text = ''
  for (const room of ROOMS) {
    text = render(collected, about, room)
    if (writtenBytes(text) <= most) return text
  }
  return text
}

export function writtenBytes(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length - 2
}

function render(collected: Collected, about: SummaryAbout, room: number): string {
  const sections = [
    opening(about, room),
    earlier(collected, room),
    turnLines(collected, room),
    listed('Decisions and findings', decisions(collected, room)),
    files(collected, about, room),
    listed('Commands that mattered', commands(collected, room)),
    listed('Errors and how they ended', errors(collected, room)),
    listed(
      'Other agents',
      newest(
        collected.agents,
        part(20, room, 0),
        ({ turn, text }) => `turn ${turn}: ${oneLine(text, part(240, room, 60))}`,
      ),
    ),
    traces(collected),
    plan(collected, room),
    todos(collected, room),
    whereItStood(collected, room),
  ]
  return sections.filter(section => section !== '').join(room < 0.05 ? '\n' : '\n\n')
}

/** A part of a number, and at least so much. */
function part(most: number, room: number, least: number): number {
  return Math.max(least, Math.round(most * room))
}

function opening(about: SummaryAbout, room: number): string {
  const { sessionId, firstTurn, lastTurn, turns, requests } = about
  if (requests !== undefined) return openingWithin(about, requests, room)
  const which = turnRange(firstTurn, lastTurn)
  if (room < 0.05)
    return `Summary of ${which} of this conversation, extracted without a model; in full in session ${sessionId}.`
  return (
    `This conversation goes on from an earlier part of it: ${which}${lastTurn - firstTurn + 1 === turns ? '' : ` (${turns} turns)`}, of which ` +
    'this summary takes the place. It was extracted from the record without a model, so quotes are literal and cut ' +
    `where they end in an ellipsis. The part in full is in session ${sessionId}. The conversation goes on below.`
  )
}

function openingWithin({ sessionId, firstTurn }: SummaryAbout, requests: number, room: number): string {
  const which = `the ${requests === 1 ? 'first request' : `first ${requests} requests`} of turn ${firstTurn}`
  if (room < 0.05) return `Summary of ${which}, extracted without a model; in full in session ${sessionId}.`
  return (
    `The early work on the prompt above, ${which}, of which this summary takes the place. It was extracted from the ` +
    'record without a model, so quotes are literal and cut where they end in an ellipsis. It is in full in session ' +
    `${sessionId}. The work goes on below.`
  )
}

function earlier({ earlier: text }: Collected, room: number): string {
  if (text === undefined) return ''
  return `## Summary of what was before\n${manyLines(text, part(5000, room, 200))}`
}

/** What was asked in each turn and how the turn ended: the first two, and the last ones. */
function turnLines({ asked }: Collected, room: number): string {
  const [question, answer] = [part(600, room, 40), part(420, room, 0)]
  const line = ({ turn, text, ending, isInterrupted }: AskedTurn): string => {
    const stopped = isInterrupted ? ' [interrupted by the user]' : ''
    const ended = ending === undefined || answer < 20 ? '' : `\n  → ${oneLine(ending, answer)}`
    return `- turn ${turn}: ${oneLine(text, question)}${stopped}${ended}`
  }
  const all = asked.list()
  const most = part(MOST_ASKED, room, 3)
  const left = asked.count() - most
  const head = Math.min(FIRST_ASKED, most - 1)
  const lines =
    left <= 0
      ? all.map(line)
      : [...all.slice(0, head).map(line), `- … ${left} more prompts …`, ...all.slice(head - most).map(line)]
  return titled(room, 'What was asked, and how each turn ended', lines)
}

function decisions({ decisions: all }: Collected, room: number): readonly string[] {
  const most = part(60, room, 0)
  const chosen = new Set([...all.filter(one => one.isStrong).slice(-most)])
  for (const one of all.toReversed()) if (chosen.size < most) chosen.add(one)
  const seen = new Set<string>()
  return all.flatMap(one => {
    if (!chosen.has(one) || seen.has(one.text)) return []
    seen.add(one.text)
    return [`turn ${one.turn}: ${oneLine(one.text, part(260, room, 80))}`]
  })
}

function files({ files: ledger }: Collected, { cwd }: SummaryAbout, room: number): string {
  const [edited, read] = [ledger.edited(), ledger.read()]
  const shown = (path: string): string => inside(path, cwd)
  const lines =
    room >= 0.05 ? edited.map(file => `- ${shown(file.path)}: ${fileWords(file)}`) : byFolder(edited, shown, room)
  const mostRead = part(60, room, 0)
  if (mostRead > 0 && read.length > 0) {
    const names = read.slice(-mostRead).map(file => shown(file.path))
    const more = read.length > names.length ? ` and ${read.length - names.length} more` : ''
    lines.push(`- only read: ${names.join(', ')}${more}`)
  } else if (read.length > 0 && room > 0) lines.push(`- only read: ${read.length} files`)
  const from = cwd === undefined ? '' : room < 0.05 ? '' : `, from ${cwd}`
  return titled(room, `Files${from}`, lines)
}

/** The shortest form: names under their folder, with the number of changes. */
function byFolder(edited: readonly TouchedFile[], shown: (path: string) => string, room: number): string[] {
  const folders = new Map<string, string[]>()
  for (const file of edited) {
    const path = shown(file.path)
    const cut = path.lastIndexOf('/') + 1
    const state =
      room === 0
        ? ''
        : file.edits === 0
          ? ' (edit failed)'
          : / deleted|moved to/.test(` ${file.state}`)
            ? ' (gone)'
            : ` (${file.edits}x)`
    const names = folders.get(path.slice(0, cut)) ?? []
    names.push(`${path.slice(cut)}${state}`)
    folders.set(path.slice(0, cut), names)
  }
  return [...folders].map(
    ([folder, names]) => `- changed: ${folder}${names.length > 1 && folder !== '' ? ': ' : ''}${names.join(', ')}`,
  )
}

function inside(path: string, cwd: string | undefined): string {
  return cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
}

function commands({ commands: ledger }: Collected, room: number): readonly string[] {
  const [most, words] = [part(40, room, 0), part(160, room, 40)]
  return newest(
    ledger.list(),
    most,
    one => `\`${oneLine(one.command, part(160, room, 50))}\`: ${commandWords(one, words)}`,
  )
}

/** Those that were not solved stay longest. */
function errors({ errors: ledger }: Collected, room: number): readonly string[] {
  const all = ledger.list()
  const most = part(40, room, 1)
  const unsolved = all.filter(one => one.solvedIn === undefined).slice(-most)
  const solved = all.filter(one => one.solvedIn !== undefined).slice(-Math.max(0, most - unsolved.length) || all.length)
  const shown = new Set([...unsolved, ...(most > unsolved.length ? solved : [])])
  const left = all.length - shown.size
  return [
    ...all.flatMap(one => {
      if (!shown.has(one)) return []
      const target = one.target === '' ? '' : ` ${oneLine(one.target, part(100, room, 40))}`
      return [`turn ${one.turn}, ${one.tool}${target}: ${oneLine(one.text, part(200, room, 40))} → ${errorEnding(one)}`]
    }),
    ...(left > 0 && room > 0 ? [`… ${left} more`] : []),
  ]
}

function newest<Item>(items: readonly Item[], most: number, words: (item: Item) => string): readonly string[] {
  const left = items.length - Math.min(items.length, most)
  return most === 0 ? [] : [...(left > 0 ? [`… ${left} earlier ones`] : []), ...items.slice(-most).map(words)]
}

function plan({ plan: last }: Collected, room: number): string {
  const most = part(3000, room, 0)
  return last && most >= 60 ? `## The last plan (turn ${last.turn})\n${manyLines(last.text, most)}` : ''
}

function todos({ todos: ledger }: Collected, room: number): string {
  const open = ledger.open()
  const done = ledger.done()
  const lines = open.map(
    ({ text, status }) => `- [${status.replaceAll('_', ' ')}] ${oneLine(text, room >= 0.03 ? 300 : 160)}`,
  )
  return titled(room, `Open todos${done > 0 ? ` (${done} done)` : ''}`, lines)
}

function whereItStood({ asked }: Collected, room: number): string {
  const last = asked.lastSaid()
  const most = part(3000, room, 120)
  if (!last) return ''
  const { turn, text } = last
  return room < 0.05 ? `Last said: ${oneLine(text, most)}` : `## Last words of turn ${turn}\n${manyLines(text, most)}`
}

/** All of them: they were asked for. */
function traces({ traces: all }: Collected): string {
  return listed(
    'Tool calls',
    all.map(({ turn, text }: Said) => `turn ${turn}: ${text}`),
  )
}

function listed(title: string, items: readonly string[]): string {
  return titled(
    1,
    title,
    items.map(item => `- ${item}`),
  )
}

function titled(room: number, title: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  return room < 0.05 ? `${title}:\n${lines.join('\n')}` : `## ${title}\n${lines.join('\n')}`
}
