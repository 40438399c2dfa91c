// What two histories differ in, one line a block, and what it means in tokens.

import type { BlockPlace, DiffChange, DiffReport, DiffSide } from '../actions/context/index.js'
import { type Cell, layOut } from './columns.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count, grouped, percent } from './units.js'
import { wrap } from './width.js'
import { withoutRules } from './without-rules.js'

export function* presentDiff(report: DiffReport, screen: Screen): Generator<string> {
  const { paint, width } = screen
  yield* sideLines('a', report.a, screen)
  yield* sideLines('b', report.b, screen)
  yield ''
  if (report.changes.length === 0) {
    yield paint.green(`No differences: the model would see the same ${count(report.same, 'block')}.`)
    return
  }
  yield* layOut(
    [{}, {}, { flexible: true }, {}, {}, { align: 'right' }],
    [
      ['', '', '', 'in a', 'in b', 'tokens'].map((text): Cell => ({ text, paint: paint.dim })),
      ...report.changes.map(change => cells(change, screen)),
    ],
    width,
  )
  yield ''
  yield `${summary(report)}; ${count(report.same, 'block')} unchanged.`
  if (report.thinking) yield* wrap(thinkingNote(report.thinking), width).map(paint.yellow)
}

function* sideLines(name: string, side: DiffSide, { paint, width }: Screen): Generator<string> {
  const { session, client, model, messages, tokens, resumes, reason } = side
  const size = `${count(messages, 'message')}, about ${grouped(tokens.estimate)} tokens (± ${percent(tokens.error, 1)})`
  yield* wrap(`${name}  ${visibleLine(session)} · client ${client} · ${visibleLine(model)} · ${size}`, width, '   ')
  if (reason !== undefined)
    yield* wrap(`   ${visibleLine(withoutRules(reason))}`, width, '   ').map(resumes ? paint.yellow : paint.red)
}

function cells(change: DiffChange, { paint }: Screen): readonly Cell[] {
  const color = {
    removed: paint.red,
    added: paint.green,
    shortened: paint.yellow,
    lengthened: paint.yellow,
    changed: paint.yellow,
  }
  return [
    { text: change.kind, paint: color[change.kind] },
    change.role,
    visibleLine(change.type),
    place(change.a),
    place(change.b),
    change.tokens > 0 ? `+${grouped(change.tokens)}` : grouped(change.tokens),
  ]
}

function place(at: BlockPlace | null): string {
  if (!at) return ''
  return `${at.message}.${at.block}${at.line === null ? '' : ` line ${at.line}`}`
}

function summary({ changes }: DiffReport): string {
  const kinds = ['removed', 'added', 'shortened', 'lengthened', 'changed'] as const
  const parts = kinds.flatMap(kind => {
    const own = changes.filter(change => change.kind === kind)
    return own.length === 0 ? [] : [`${grouped(own.length)} ${kind}`]
  })
  const tokens = changes.reduce((sum, change) => sum + change.tokens, 0)
  return `${parts.join(', ')}: about ${tokens > 0 ? '+' : ''}${grouped(tokens)} tokens`
}

function thinkingNote({ from, blocks, firstMessage, checked }: NonNullable<DiffReport['thinking']>): string {
  const void_ = `b differs starting at message ${from}, so ${count(blocks, 'thinking block')} starting at message ${firstMessage}`
  return `${void_} ${blocks === 1 ? 'is' : 'are'} no longer valid${checked ? ': the API rejects or drops them' : ''}.`
}
