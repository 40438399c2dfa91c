// Rows outside the chain: prompts that waited, links, and types that nobody knows yet. The client's own bookkeeping is
// counted, not shown.

import { typeOf } from '../../../conversation/rows.js'
import { knownTypes } from '../../../format/known-fields.js'
import { compactionItem } from './compaction-item.js'
import { rawItem } from './raw-item.js'
import { isShownAt, object, placeOf, type Reading, shortened, string, type Tally } from './reading.js'
import type { Depth, ShownItem, ShownNotice } from './report.js'
import { notification } from './user-items.js'

export function bookkeepingItems(reading: Reading, row: number, tally: Tally): readonly ShownItem[] {
  const type = typeOf(reading.rows, row)
  const made = told(reading, row, type)
  if (made === 'with its prompt') {
    tally.shown(row)
    return []
  }
  if (!made || !isShownAt(reading, made[0])) {
    tally.left(type || '(none)', row)
    return []
  }
  tally.shown(row)
  return [made[1]()]
}

function told(reading: Reading, row: number, type: string): [Depth, () => ShownItem] | 'with its prompt' | undefined {
  // Asked when it is shown: a title may be hundreds of megabytes.
  const field = (key: string): unknown => object(reading.entry(row))[key]
  const notice = (text: string): ShownNotice => ({
    kind: 'notice',
    ...placeOf(reading, row),
    about: type,
    level: 'info',
    text: shortened(reading, text, { lines: 4, characters: 500 }),
  })
  switch (type) {
    case 'queue-operation':
      return queued(reading, row)
    case 'compact_system': {
      const compaction = reading.compactionAt(row)
      if (compaction) return ['answers', () => compactionItem(reading, compaction, row)]
      return ['all', () => notice(string(field('message')) ?? '')]
    }
    case 'pr-link':
      return ['tools', () => notice(`pull request ${field('prNumber') ?? ''} ${string(field('prUrl')) ?? ''}`)]
    case 'frame-link':
      return ['tools', () => notice(`${string(field('title')) ?? 'page'} ${string(field('frameUrl')) ?? ''}`)]
    case 'ended-by-model':
      return ['answers', () => notice('the model ended the conversation')]
  }
  return knownTypes.has(type) ? undefined : ['tools', () => rawItem(reading, row)]
}

/** A prompt that was sent stands in the conversation; one that was not is told where it was typed. */
function queued(reading: Reading, row: number): [Depth, () => ShownItem] | 'with its prompt' {
  const prompt = reading.queuedAt(row)
  if (!prompt || prompt.state === 'sent') return 'with its prompt'
  const place = placeOf(reading, row)
  if (prompt.notification) {
    const text = notification(reading, prompt.text)
    return ['tools', () => ({ kind: 'notice', ...place, about: 'notification', level: 'info', text })]
  }
  const state = prompt.state
  return ['prompts', () => ({ kind: 'queued-prompt', ...place, state, text: prompt.text })]
}
