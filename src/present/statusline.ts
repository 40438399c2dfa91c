// The status line: one line, as short as it can be.

import type { StatusReport } from '../actions/usage/index.js'
import { money } from './money.js'
import { visibleLine } from './terminal-text.js'
import { percent, tokens } from './units.js'

export function presentStatusline({ model, session, todayUSD, context }: StatusReport): string {
  const parts = [
    ...(model === null ? [] : [visibleLine(model)]),
    ...(session === null ? [] : [`${money(session.costUSD)} session`]),
    ...(todayUSD === null ? [] : [`${money(todayUSD)} today`]),
    ...(context === null ? [] : [contextWords(context)]),
  ]
  return parts.join(' · ')
}

function contextWords({ tokens: used, window }: NonNullable<StatusReport['context']>): string {
  return window === null ? `${tokens(used)} context` : `${tokens(used)} context (${percent(used, window)})`
}
