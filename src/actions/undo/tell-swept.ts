// What an earlier change has left that was cut off, and what has become of it: whoever called it does not know.

import type { Swept } from '../../disk/index.js'
import type { Place } from '../session/place.js'

export function tellSwept({ tell }: Place, swept: readonly Swept[]): void {
  for (const one of swept) tell?.(`an earlier change (${one.receipt}) was interrupted: ${outcome(one)}`)
}

function outcome(one: Swept): string {
  switch (one.outcome) {
    case 'taken-back':
      return 'it was rolled back'
    case 'finished':
      return `it was completed; to undo it, run rethread undo ${one.receipt}`
    case 'stuck':
      return `it cannot be rolled back or completed yet, so its files are left alone: ${one.why}`
  }
}
