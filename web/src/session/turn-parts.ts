// The items of a turn as one reads them: what was asked, the work, and what came of it.

import type { ShownItem } from '../../../src/actions/read/index.js'

export interface TurnParts {
  readonly asked: readonly ShownItem[]
  readonly work: readonly ShownItem[]
  readonly answer: readonly ShownItem[]
}

const ASKING = new Set<ShownItem['kind']>(['prompt', 'queued-prompt', 'command', 'attachment'])

export function turnParts(items: readonly ShownItem[]): TurnParts {
  let from = 0
  while (from < items.length && ASKING.has(items[from]!.kind)) from++
  const lastWork = items.findLastIndex(item => item.kind === 'tool' || item.kind === 'orphan-result')
  const to = Math.max(from, lastWork + 1)
  const rest = items.slice(to)
  return {
    asked: items.slice(0, from),
    work: [...items.slice(from, to), ...rest.filter(item => !isAnswer(item))],
    answer: rest.filter(isAnswer),
  }
}

function isAnswer(item: ShownItem): boolean {
  return item.kind === 'text' || item.kind === 'interruption' || item.kind === 'compaction'
}
