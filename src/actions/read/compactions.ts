// The compactions of a session: what each kept, and what it dropped that the model cannot know any more.

import type { Compaction } from '../../conversation/compactions.js'
import { textOf } from '../../conversation/prompt-text.js'
import { NONE, timeOf } from '../../conversation/rows.js'
import { InputError } from '../../format/error.js'
import { inConfigDir, sessionWord } from '../../format/shell-word.js'
import { traceOf } from '../../summarize/extractive/collect.js'
import { decisionsIn } from '../../summarize/extractive/decisions.js'
import { fileLedger, fileWords } from '../../summarize/extractive/files.js'
import { type History, historyBefore } from '../../summarize/history.js'
import { type Names, namesFiles, namesSentences } from '../../summarize/named.js'
import { objectOf, type TurnEvent } from '../../summarize/turn-events.js'
import { oneLine } from '../../summarize/words.js'
import { type Action, type OfSession, withSession } from '../action.js'
import type { OpenSession } from '../session/open-session.js'

export interface CompactionsReport {
  readonly session: string
  /** Where the session worked. */
  readonly cwd: string | null
  readonly compactions: readonly CompactionRow[]
  /** Of the one that was asked for: what the model had and what it has since. */
  readonly diff?: CompactionDiff
}

export interface CompactionRow {
  readonly number: number
  readonly line: number
  readonly at: string | null
  readonly dialect: Compaction['dialect']
  readonly trigger: string | null
  readonly tokensBefore: number | null
  readonly tokensAfter: number | null
  /** The summary's line and length in characters; null where there is none. */
  readonly summary: { readonly line: number; readonly length: number } | null
  readonly kept: Named & { readonly entries: number }
  readonly dropped: Dropped
  /** The way back. */
  readonly restore: string
}

/** What is still there by name, in the summary or in entries that were kept. */
export interface Named {
  readonly prompts: number
  readonly files: number
  readonly decisions: number
}

export interface Dropped {
  readonly entries: number
  readonly prompts: readonly SaidInTurn[]
  /** Calls that are gone, by tool. */
  readonly tools: Readonly<Record<string, number>>
  /** Files that were touched and are not named any more. */
  readonly files: readonly { readonly path: string; readonly state: string }[]
  readonly decisions: readonly SaidInTurn[]
}

export interface SaidInTurn {
  readonly turn: number
  readonly text: string
}

export interface CompactionDiff {
  readonly number: number
  /** `-` was there and is gone, ` ` is still there, `+` came with the compaction. */
  readonly lines: readonly { readonly sign: '-' | ' ' | '+'; readonly turn: number | null; readonly text: string }[]
}

const SHOWN = 240

export interface CompactionsRequest extends OfSession {
  /** The number of the compaction that a diff is wanted of. */
  readonly diff?: number | undefined
}

export const compactions: Action<CompactionsRequest, CompactionsReport> = (place, request, doing = {}) =>
  withSession(place, request, doing, open => {
    const report = sessionCompactions(open, request.diff, place.configDir)
    if (request.diff === undefined || report.diff) return report
    const count = report.compactions.length
    throw new InputError(
      'usage',
      count === 0
        ? 'the session was never compacted'
        : `--diff must be the number of a compaction with a summary, 1 to ${count}`,
    )
  })

/** `diffOf`: the number of the compaction that a diff is wanted of. */
export function sessionCompactions(open: OpenSession, diffOf?: number, configDir?: string): CompactionsReport {
  const whole = open.conversation.compactions.filter(one => one.dialect !== 'microcompact')
  const beforeOf = (one: Compaction): Compaction | undefined => whole[whole.indexOf(one) - 1]
  const asked = whole.find(one => one.number === diffOf)
  const diff = asked && diffFor(open, asked, historyBefore(open, asked, beforeOf(asked)))
  const there = (row: CompactionRow): CompactionRow => ({ ...row, restore: inConfigDir(row.restore, configDir) })
  return {
    session: open.id,
    cwd: open.conversation.about.cwd ?? null,
    compactions: open.conversation.compactions.map(one =>
      there(
        one.dialect === 'microcompact'
          ? microcompaction(open, one)
          : compactionRow(open, one, historyBefore(open, one, beforeOf(one))),
      ),
    ),
    ...(diff ? { diff } : {}),
  }
}

function compactionRow(open: OpenSession, compaction: Compaction, history: History): CompactionRow {
  const summary = summaryText(open, compaction)
  const keptRows = new Set(compaction.keptRows)
  const texts = [summary ?? '', ...compaction.keptRows.map(row => open.json(row))]
  const [fileIsNamed, sentenceIsNamed] = [namesFiles(texts), namesSentences(texts)]
  const files = fileLedger()
  const tools = new Map<string, number>()
  const prompts: SaidInTurn[] = []
  const decisions: SaidInTurn[] = []
  const kept = { prompts: 0, decisions: 0 }
  for (const event of history.events()) {
    const isKept = keptRows.has(event.row)
    if (event.kind === 'tool') {
      files.add(event.turn, event)
      if (!isKept) tools.set(event.name, (tools.get(event.name) ?? 0) + 1)
    } else if (event.kind === 'asked') {
      if (isKept || sentenceIsNamed(event.text.slice(0, 1000))) kept.prompts++
      else prompts.push(said(event.turn, event.text))
    } else if (event.kind === 'said') {
      for (const { turn, text } of decisionsIn(event.turn, event.text)) {
        if (isKept || sentenceIsNamed(text)) kept.decisions++
        else decisions.push(said(turn, text))
      }
    }
  }
  const { named, lost } = sorted(files, fileIsNamed)
  return {
    ...head(open, compaction),
    summary: summary === undefined ? null : { line: lineOf(open, compaction.summaryRow), length: summary.length },
    kept: { entries: compaction.keptRows.length, ...kept, files: named },
    dropped: { entries: compaction.leftOut, prompts, tools: Object.fromEntries(tools), files: lost, decisions },
  }
}

function sorted(files: ReturnType<typeof fileLedger>, isNamed: Names) {
  const lost: Dropped['files'][number][] = []
  let named = 0
  for (const file of files.edited()) {
    if (isNamed(file.path)) named++
    else lost.push({ path: file.path, state: fileWords(file) })
  }
  for (const { path } of files.read()) {
    if (isNamed(path)) named++
    else lost.push({ path, state: 'only read' })
  }
  return { named, lost }
}

/** Results that were blanked; the conversation itself stays. */
function microcompaction(open: OpenSession, compaction: Compaction): CompactionRow {
  const { rows, toolCalls } = open.conversation
  const cleared = new Set(compaction.clearedToolIds)
  const tools = new Map<string, number>()
  for (const { use } of toolCalls.list) {
    const name = rows.names.text(use.name)
    if (cleared.has(rows.names.text(use.id))) tools.set(name, (tools.get(name) ?? 0) + 1)
  }
  return {
    ...head(open, compaction),
    summary: null,
    kept: { entries: compaction.keptRows.length, prompts: 0, files: 0, decisions: 0 },
    dropped: { entries: compaction.leftOut, prompts: [], tools: Object.fromEntries(tools), files: [], decisions: [] },
  }
}

function head(open: OpenSession, { number, row, dialect, trigger, tokensBefore, tokensAfter }: Compaction) {
  const { rows } = open.conversation
  return {
    number,
    line: rows.line[row]!,
    at: timeOf(rows, row) ?? null,
    dialect,
    trigger: trigger ?? null,
    tokensBefore: tokensBefore ?? null,
    tokensAfter: tokensAfter ?? null,
    restore: `rethread clone ${sessionWord(open.id, open.folder?.path)} --before-compaction ${number}`,
  }
}

function said(turn: number, text: string): SaidInTurn {
  return { turn, text: oneLine(text, SHOWN) }
}

function lineOf({ conversation: { rows } }: OpenSession, row: number): number {
  return rows.line[row]!
}

function summaryText(open: OpenSession, { summaryRow }: Compaction): string | undefined {
  if (summaryRow === NONE) return undefined
  const { message } = objectOf(JSON.parse(open.json(summaryRow))) as { readonly message?: unknown }
  return typeof message === 'string' ? message : textOf(objectOf(message)['content'])
}

function diffFor(open: OpenSession, compaction: Compaction, history: History): CompactionDiff {
  const keptRows = new Set(compaction.keptRows)
  const lines: CompactionDiff['lines'][number][] = []
  for (const event of history.events()) {
    const text = lineFor(event)
    if (text !== '') lines.push({ sign: keptRows.has(event.row) ? ' ' : '-', turn: event.turn, text })
  }
  for (const line of (summaryText(open, compaction) ?? '').split('\n'))
    if (line.trim() !== '') lines.push({ sign: '+', turn: null, text: line })
  return { number: compaction.number, lines }
}

function lineFor(event: TurnEvent): string {
  switch (event.kind) {
    case 'asked':
      return `asked: ${oneLine(event.text, SHOWN)}`
    case 'said':
      return event.text.trim() === '' ? '' : `said: ${oneLine(event.text, SHOWN)}`
    case 'tool':
      return traceOf(event)
    case 'earlier-summary':
      return `summary: ${oneLine(event.text, SHOWN)}`
    case 'interrupted':
      return 'interrupted by the user'
  }
}
