// What an earlier change has left that was cut off, and what has become of it: whoever called it does not know.

import type { Swept } from '../disk/index.js'
import type { Place } from './place.js'

export function tellSwept({ tell }: Place, swept: readonly Swept[]): void {
  for (const one of swept) tell?.(`an earlier change (${one.receipt}) was cut off: ${outcome(one)}`)
}

function outcome(one: Swept): string {
  switch (one.outcome) {
    case 'taken-back':
      return 'it was taken back'
    case 'finished':
      return `it was finished; rethread undo ${one.receipt} takes it back`
    case 'stuck':
      return `it cannot be taken back or finished yet, and its files are left alone: ${one.why}`
  }
}
