// What was done before the compactions of a session: of that the model has a summary, but the session still knows which
// files were changed and which todos were made. A new summary takes the place of all of it, so it names them too.

import { type HistorySource, historyBefore } from './history.js'
import { editedFile } from './tool-target.js'
import type { TurnEvent } from './turn-events.js'

const LISTS = new Set(['TodoWrite', 'TaskCreate', 'TaskUpdate'])

/** `events`: what the model has now, which is told behind the earlier work; a call that was kept is told once. */
export function* withEarlierWork(source: HistorySource, events: Iterable<TurnEvent>): Generator<TurnEvent> {
  const { compactions, branches } = source.conversation
  const whole = compactions.filter(one => one.dialect === 'boundary' && branches.of[one.row] === 1)
  const told = new Set<string>()
  for (const [at, compaction] of whole.entries()) {
    for (const event of historyBefore(source, compaction, whole[at - 1]).events()) {
      if (event.kind !== 'tool' || told.has(event.id) || !isWork(event)) continue
      told.add(event.id)
      yield event
    }
  }
  for (const event of events) if (event.kind !== 'tool' || !told.has(event.id)) yield event
}

function isWork(event: TurnEvent & { readonly kind: 'tool' }): boolean {
  return LISTS.has(event.name) || editedFile(event) !== undefined
}
