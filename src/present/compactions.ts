// The compactions of a session: what each kept and dropped, or one of them as a diff.

import type { CompactionDiff, CompactionRow, CompactionsReport } from '../actions/read/index.js'
import type { Screen } from './screen.js'
import { suggested } from './suggested.js'
import { visibleLine } from './terminal-text.js'
import { count, tokens, when } from './units.js'
import { fitTo, wrap } from './width.js'

/** So many of each are listed; --json has all. */
const SHOWN = 8

export function* presentCompactions(report: CompactionsReport, screen: Screen): Generator<string> {
  if (report.compactions.length === 0) {
    yield 'The session was never compacted.'
    return
  }
  if (report.diff) {
    yield* diffLines(report.diff, screen)
    const { restore } = report.compactions.find(one => one.number === report.diff!.number)!
    yield ''
    yield `To restore everything: ${screen.paint.bold(suggested(restore, screen))}`
    return
  }
  for (const [at, compaction] of report.compactions.entries()) {
    if (at > 0) yield ''
    yield* compactionLines(compaction, report.cwd, screen)
  }
}

function* compactionLines(compaction: CompactionRow, cwd: string | null, screen: Screen): Generator<string> {
  const { paint, width, now } = screen
  const { number, line, at, trigger, tokensBefore, tokensAfter, summary, kept, dropped, restore, dialect } = compaction
  const time = at === null ? '' : `, ${when(at, now)}`
  const how = [trigger, dialect === 'boundary' ? null : dialect].filter(word => word !== null).join(', ')
  const figure = (n: number | null): string => (n === null ? '?' : tokens(n))
  yield `${paint.bold(`Compaction ${number}`)}${paint.dim(` line ${line}${time}${how === '' ? '' : `, ${visibleLine(how)}`}`)}`
  yield `  tokens ${figure(tokensBefore)} → ${figure(tokensAfter)}`
  const words =
    summary === null ? 'no summary' : `summary of ${count(summary.length, 'character')} (line ${summary.line})`
  yield `  kept: ${words}, ${count(kept.entries, 'entry', 'entries')}; mentions ${count(kept.files, 'file')}, ${count(kept.prompts, 'prompt')}, ${count(kept.decisions, 'decision')}`
  yield `  dropped: ${count(dropped.entries, 'entry', 'entries')}`
  const tools = Object.entries(dropped.tools).toSorted((a, b) => b[1] - a[1])
  if (tools.length > 0) {
    const text = `  tool calls: ${tools.map(([name, n]) => `${visibleLine(name)} ${n}`).join(', ')}`
    yield* wrap(text, width, '    ')
  }
  yield* listed(
    'files no longer mentioned',
    dropped.files.map(({ path, state }) => `${inside(path, cwd)} (${state})`),
    screen,
  )
  yield* listed('prompts', dropped.prompts.map(inTurn), screen)
  yield* listed('decisions', dropped.decisions.map(inTurn), screen)
  yield paint.dim(`  ${suggested(restore, screen)}`)
}

function inside(path: string, cwd: string | null): string {
  return cwd !== null && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
}

const inTurn = ({ turn, text }: { readonly turn: number; readonly text: string }): string => `turn ${turn}: ${text}`

function* listed(title: string, items: readonly string[], { paint, width }: Screen): Generator<string> {
  if (items.length === 0) return
  yield `  ${title}: ${items.length}`
  for (const item of items.slice(0, SHOWN)) yield `    ${paint.red('-')} ${fitTo(visibleLine(item), width - 6)}`
  if (items.length > SHOWN) yield paint.dim(`    … ${items.length - SHOWN} more (--json has all)`)
}

function* diffLines({ number, lines }: CompactionDiff, { paint, width }: Screen): Generator<string> {
  yield paint.bold(`Compaction ${number}: what the model saw before and after`)
  let turn: number | null = null
  for (const { sign, turn: own, text } of lines) {
    if (own !== null && own !== turn) yield paint.dim(`@@ turn ${own} @@`)
    if (own !== null) turn = own
    const line = fitTo(`${sign} ${visibleLine(text)}`, width)
    yield sign === '-' ? paint.red(line) : sign === '+' ? paint.green(line) : line
  }
}
